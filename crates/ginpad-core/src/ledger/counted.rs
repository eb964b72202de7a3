//! Counts the content of lines.

use std::ops::AddAssign;

use crate::facts::{Change, Fact};

/// The counts of some lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, derive_more::Add, derive_more::AddAssign, derive_more::Sum)]
pub struct Counted {
    /// The changes.
    pub changes: usize,
    /// The facts.
    pub facts: usize,
    /// The games.
    pub games: usize,
    /// The hands, without corrections and adjustments.
    pub hands: usize,
    /// The people.
    pub people: usize,
    /// The payments.
    pub payments: usize,
    /// The changes that undo others.
    pub undos: usize,
    /// The changes with content unknown to this version.
    pub unknown: usize,
}

impl AddAssign<&Change> for Counted {
    fn add_assign(&mut self, change: &Change) {
        self.changes += 1;
        self.facts += change.facts.len();
        self.unknown += usize::from(change.has_unknown);
        self.undos += usize::from(change.facts.iter().any(|fact| matches!(fact, Fact::Undo(_))));
        for fact in &change.facts {
            match fact {
                Fact::Hand(hand) if hand.supersedes.is_empty() && !hand.is_adjustment() => self.hands += 1,
                Fact::Game(_) => self.games += 1,
                Fact::Player(_) => self.people += 1,
                Fact::Payment(_) => self.payments += 1,
                _ => {}
            }
        }
    }
}
