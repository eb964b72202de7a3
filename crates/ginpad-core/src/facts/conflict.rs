//! What the fold lists beside games and people.

use uuid::Uuid;

use crate::hand::Refusal;

/// Facts that disagree. One of them counts meanwhile, or none; the ordinary commands settle it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// A hand was corrected, or removed, on devices that did not know of each other.
    Hand {
        /// The game.
        game: Uuid,
        /// The version that counts: the greatest id among the corrections, or among the removals where there is no
        /// correction.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// Hands were logged under the same number on devices that did not know of each other. All of them count, though
    /// they may be one hand logged twice.
    SameNumber {
        /// The game.
        game: Uuid,
        /// The number.
        number: i64,
        /// The hands, in the order in which they stand.
        hands: Vec<Uuid>,
    },
    /// A hand that the rules of its game do not accept. It is shown and scores nothing.
    Refused {
        /// The game.
        game: Uuid,
        /// The hand.
        hand: Uuid,
        /// Why.
        refusals: Vec<Refusal>,
    },
    /// A game was closed on devices that did not know of each other. The greatest id counts.
    Closing {
        /// The game.
        game: Uuid,
        /// The closing that counts.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// A person was renamed on devices that did not know of each other. The greatest id counts.
    Name {
        /// The person.
        player: Uuid,
        /// The name that counts.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
}

/// A fact that does not count yet, and what it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waiting {
    /// Other facts of its change are missing.
    ForItsChange {
        /// The fact.
        fact: Uuid,
        /// The change.
        change: Uuid,
    },
    /// Its game is missing or was undone.
    ForItsGame {
        /// The fact.
        fact: Uuid,
        /// The game.
        game: Uuid,
    },
    /// The hand that it corrects, removes, or stands before is missing.
    ForItsHand {
        /// The fact.
        fact: Uuid,
        /// The hand.
        hand: Uuid,
    },
    /// The person whom it names, or a name of theirs, is missing.
    ForItsPlayer {
        /// The fact.
        fact: Uuid,
        /// The person.
        player: Uuid,
    },
}

impl Waiting {
    /// The fact that waits.
    pub const fn fact(&self) -> Uuid {
        match self {
            Waiting::ForItsChange { fact, .. }
            | Waiting::ForItsGame { fact, .. }
            | Waiting::ForItsHand { fact, .. }
            | Waiting::ForItsPlayer { fact, .. } => *fact,
        }
    }
}

/// A fact that does nothing: an undo of what does nothing itself, or a redo of what is no undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored(pub Uuid);
