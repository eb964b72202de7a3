//! How much lines say.

use std::ops::AddAssign;

use crate::facts::{Change, Fact};

/// How much some lines say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// How many changes they are.
    pub changes: usize,
    /// How many facts.
    pub facts: usize,
    /// How many games.
    pub games: usize,
    /// How many hands, without corrections.
    pub hands: usize,
    /// How many people.
    pub people: usize,
    /// How many payments.
    pub payments: usize,
    /// How many facts take others back, or out of the book.
    pub undos: usize,
    /// How many of the changes hold something that this version does not know.
    pub unknown: usize,
}

impl AddAssign<&Change> for Counted {
    fn add_assign(&mut self, change: &Change) {
        self.changes += 1;
        self.facts += change.facts.len();
        self.unknown += usize::from(change.has_unknown);
        for fact in &change.facts {
            match fact {
                Fact::Hand(hand) => self.hands += usize::from(hand.supersedes.is_empty()),
                Fact::Game(_) => self.games += 1,
                Fact::Player(_) => self.people += 1,
                Fact::Payment(_) => self.payments += 1,
                Fact::Undo(_) | Fact::Removal(_) => self.undos += 1,
                _ => {}
            }
        }
    }
}

impl AddAssign for Counted {
    fn add_assign(&mut self, other: Counted) {
        self.changes += other.changes;
        self.facts += other.facts;
        self.games += other.games;
        self.hands += other.hands;
        self.people += other.people;
        self.payments += other.payments;
        self.undos += other.undos;
        self.unknown += other.unknown;
    }
}
