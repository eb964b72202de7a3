//! How much lines say, and of which games.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use ginpad_core::facts::{Change, Fact, FactId, Subject, games_besides};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;

/// How much some lines say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// How many changes they are.
    pub changes: usize,
    /// How many facts.
    pub facts: usize,
    /// How many hands, without corrections.
    pub hands: usize,
    /// How many people.
    pub people: usize,
    /// How many of the changes hold something that this version does not know.
    pub unknown: usize,
}

impl Counted {
    /// What a change says.
    pub(super) fn by(change: &Change) -> Counted {
        let count = |is_one: fn(&Fact) -> bool| change.facts.iter().filter(|fact| is_one(fact)).count();
        Counted {
            changes: 1,
            facts: change.facts.len(),
            hands: count(|fact| matches!(fact, Fact::Hand(hand) if hand.supersedes.is_empty())),
            people: count(|fact| matches!(fact, Fact::Player(_))),
            unknown: usize::from(change.has_unknown),
        }
    }
}

impl AddAssign for Counted {
    fn add_assign(&mut self, other: Counted) {
        self.changes += other.changes;
        self.facts += other.facts;
        self.hands += other.hands;
        self.people += other.people;
        self.unknown += other.unknown;
    }
}

/// The games of which a change says something.
pub(super) fn games_of(change: &Change) -> impl Iterator<Item = FactId> {
    change.subjects().into_iter().filter_map(|subject| match subject {
        Subject::Game(game) => Some(game),
        _ => None,
    })
}

/// What changes may alter that are not in a book yet.
#[derive(Debug, Default)]
pub(super) struct Concerned {
    games: BTreeSet<FactId>,
    /// What they take back or restore.
    acts: BTreeSet<Uuid>,
    /// Whom they make one.
    joined: Vec<[FactId; 2]>,
}

impl Concerned {
    /// Takes note of a change.
    pub(super) fn note(&mut self, change: &Change) {
        self.games.extend(games_of(change));
        self.joined.extend(change.facts.iter().filter_map(|fact| match fact {
            Fact::Joining(joining) => Some([joining.player, joining.into]),
            _ => None,
        }));
        self.acts.extend(change.facts.iter().filter_map(|fact| match fact {
            Fact::Undo(undo) => Some(undo.of),
            Fact::Redo(redo) => Some(redo.of),
            _ => None,
        }));
    }
}

impl Pad<'_> {
    /// The games that may be otherwise once these changes are in the book.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn games_concerned(&self, concerned: Concerned) -> Result<BTreeSet<FactId>, BookError> {
        let Concerned { mut games, acts, joined } = concerned;
        if !joined.is_empty() {
            let known = self.joined()?;
            for [one, other] in joined {
                games.extend(self.games_together(&known.same_as(one), &known.same_as(other))?);
            }
        }
        for act in acts {
            games.extend(self.change_named(act)?.iter().flat_map(|(_, change)| games_of(change)));
            self.concerning(&Subject::Batch(act), |_, change| {
                games.extend(games_of(&change));
                Ok(())
            })?;
        }
        // A hand may have been moved from one of them to another.
        let mut besides = BTreeSet::new();
        for game in &games {
            if self.sum(&Subject::Game(*game).key())?.0 > 0 {
                besides.extend(games_besides(*game, self.changes_concerning(&Subject::Game(*game))?.iter()));
            }
        }
        games.extend(besides);
        Ok(games)
    }
}

/// The people whom a change adds.
pub(super) fn people_of(change: &Change) -> impl Iterator<Item = FactId> {
    change.each_fact().filter(|(_, fact)| matches!(fact, Fact::Player(_))).map(|(id, _)| id)
}

/// The games with an id that comes from their text which a change begins: other changes may begin them too.
pub(super) fn imported_games(change: &Change) -> impl Iterator<Item = FactId> {
    change.games().map(|(game, _)| game).filter(|game| game.of != change.name)
}
