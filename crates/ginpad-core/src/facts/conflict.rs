//! What the fold lists beside games and people.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::{FactId, SettingKey};
use crate::hand::Refusal;

/// Facts that disagree. Each variant says what counts until an ordinary command settles it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// Devices corrected a hand in different ways without knowing of each other, or one corrected it and another removed it.
    Hand {
        /// The game.
        game: FactId,
        /// The version that counts: the latest correction.
        counts: FactId,
        /// The others.
        others: Vec<FactId>,
    },
    /// Devices logged hands under the same number without knowing of each other. All of them count, though they may
    /// be one hand logged twice.
    SameNumber {
        /// The game.
        game: FactId,
        /// The number.
        number: u32,
        /// The hands, in the order of the game.
        hands: Vec<FactId>,
    },
    /// The rules of its game refuse a hand. It is shown and scores nothing.
    Refused {
        /// The game.
        game: FactId,
        /// The hand.
        hand: FactId,
        /// The settings of its rules and of its sides that count.
        settings: Vec<FactId>,
        /// Why.
        refusals: Vec<Refusal>,
    },
    /// Devices closed a game in different ways without knowing of each other. The latest closing counts.
    Closing {
        /// The game.
        game: FactId,
        /// The closing that counts.
        counts: FactId,
        /// The others.
        others: Vec<FactId>,
    },
    /// Devices gave different totals of an old game without knowing of each other. The latest count.
    Totals {
        /// The game.
        game: FactId,
        /// The totals that count.
        counts: FactId,
        /// The others.
        others: Vec<FactId>,
    },
    /// Devices set something of a game in different ways without knowing of each other. The latest setting counts.
    Setting {
        /// The game.
        game: FactId,
        /// What they set.
        key: SettingKey,
        /// The setting that counts.
        counts: FactId,
        /// The others.
        others: Vec<FactId>,
    },
    /// Devices imported a game from one text, and read it in different ways. The oldest import counts.
    Imported {
        /// The game.
        game: FactId,
        /// The import that counts.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// Devices joined a person to others without knowing of each other. The latest joining counts.
    Joining {
        /// The person.
        player: FactId,
        /// The joining that counts.
        counts: FactId,
        /// The others.
        others: Vec<FactId>,
    },
    /// Two people who are one by now sit in one game. There they keep their own names.
    SeatedTwice {
        /// The game.
        game: FactId,
        /// The people.
        people: Vec<FactId>,
    },
    /// Devices renamed a person in different ways without knowing of each other. The latest name counts.
    Name {
        /// The person.
        player: FactId,
        /// The name that counts.
        counts: FactId,
        /// The others.
        others: Vec<FactId>,
    },
}

impl Conflict {
    /// The facts that stand against each other.
    pub fn versions(&self) -> BTreeSet<FactId> {
        match self {
            Conflict::Hand { counts, others, .. }
            | Conflict::Closing { counts, others, .. }
            | Conflict::Totals { counts, others, .. }
            | Conflict::Setting { counts, others, .. }
            | Conflict::Joining { counts, others, .. }
            | Conflict::Name { counts, others, .. } => others.iter().copied().chain([*counts]).collect(),
            Conflict::SameNumber { hands, .. } => hands.iter().copied().collect(),
            Conflict::Refused { hand, settings, .. } => settings.iter().copied().chain([*hand]).collect(),
            Conflict::Imported { counts, others, .. } => {
                others.iter().chain([counts]).map(|change| FactId { of: *change, place: 0 }).collect()
            }
            Conflict::SeatedTwice { game, people } => people.iter().copied().chain([*game]).collect(),
        }
    }

    /// Twelve digits that depend on these facts alone, so that a conflict has the same in every list, until other facts
    /// join in. The first is not 0.
    pub fn digits(&self) -> String {
        // FNV-1a, with 64 bits. Nobody gains anything by two conflicts that begin alike: then both are told apart by more
        // digits.
        let bytes = |id: FactId| id.of.into_bytes().into_iter().chain(id.place.to_be_bytes());
        let mixed =
            self.versions().into_iter().flat_map(bytes).fold(0xcbf2_9ce4_8422_2325_u64, |mixed, byte| {
                (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        (mixed % 900_000_000_000 + 100_000_000_000).to_string()
    }

    /// The game that it is about, if it is about one.
    pub const fn game(&self) -> Option<FactId> {
        match self {
            Conflict::Hand { game, .. }
            | Conflict::SameNumber { game, .. }
            | Conflict::Refused { game, .. }
            | Conflict::Closing { game, .. }
            | Conflict::Totals { game, .. }
            | Conflict::Setting { game, .. }
            | Conflict::Imported { game, .. }
            | Conflict::SeatedTwice { game, .. } => Some(*game),
            Conflict::Joining { .. } | Conflict::Name { .. } => None,
        }
    }
}

/// A fact that does not count yet, and what it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waiting {
    /// Its game is missing, or does not count.
    ForItsGame {
        /// The fact.
        fact: FactId,
        /// The game.
        game: FactId,
    },
    /// The hand that it corrects, removes, or was inserted before is missing.
    ForItsHand {
        /// The fact.
        fact: FactId,
        /// The hand.
        hand: FactId,
    },
}

impl Waiting {
    /// The fact that waits.
    pub const fn fact(&self) -> FactId {
        match self {
            Waiting::ForItsGame { fact, .. } | Waiting::ForItsHand { fact, .. } => *fact,
        }
    }
}

/// A fact that was set aside, because it makes no sense. It supersedes nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{why}")]
pub struct SetAside {
    /// The fact.
    pub fact: FactId,
    /// What is wrong with it.
    pub why: String,
}
