//! What the fold lists beside games and people.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::SettingKey;
use crate::hand::Refusal;

/// Facts that disagree. Each variant says what counts until an ordinary command settles it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// Devices corrected a hand in different ways without knowing of each other, or one corrected it and another removed it.
    Hand {
        /// The game.
        game: Uuid,
        /// The version that counts: the correction with the greatest id.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// Devices logged hands under the same number without knowing of each other. All of them count, though they may
    /// be one hand logged twice.
    SameNumber {
        /// The game.
        game: Uuid,
        /// The number.
        number: i64,
        /// The hands, in the order of the game.
        hands: Vec<Uuid>,
    },
    /// The rules of its game refuse a hand. It is shown and scores nothing.
    Refused {
        /// The game.
        game: Uuid,
        /// The hand.
        hand: Uuid,
        /// The settings of its rules and of its sides that count.
        settings: Vec<Uuid>,
        /// Why.
        refusals: Vec<Refusal>,
    },
    /// Devices closed a game in different ways without knowing of each other. The closing with the greatest id counts.
    Closing {
        /// The game.
        game: Uuid,
        /// The closing that counts.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// Devices gave different totals of an old game without knowing of each other. Those with the greatest id count.
    Totals {
        /// The game.
        game: Uuid,
        /// The totals that count.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// Devices set something of a game in different ways without knowing of each other. The setting with the greatest id
    /// counts.
    Setting {
        /// The game.
        game: Uuid,
        /// What they set.
        key: SettingKey,
        /// The setting that counts.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// Devices joined a person to others without knowing of each other. The joining with the greatest id counts.
    Joining {
        /// The person.
        player: Uuid,
        /// The joining that counts.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
    /// A joining would seat a person twice in a game, and does not count.
    SeatedTwice {
        /// The joining.
        joining: Uuid,
        /// The game.
        game: Uuid,
    },
    /// Devices renamed a person in different ways without knowing of each other. The name with the greatest id counts.
    Name {
        /// The person.
        player: Uuid,
        /// The name that counts.
        counts: Uuid,
        /// The others.
        others: Vec<Uuid>,
    },
}

impl Conflict {
    /// The facts that stand against each other.
    pub fn versions(&self) -> BTreeSet<Uuid> {
        match self {
            Conflict::Hand { counts, others, .. }
            | Conflict::Closing { counts, others, .. }
            | Conflict::Totals { counts, others, .. }
            | Conflict::Setting { counts, others, .. }
            | Conflict::Joining { counts, others, .. }
            | Conflict::Name { counts, others, .. } => others.iter().copied().chain([*counts]).collect(),
            Conflict::SameNumber { hands, .. } => hands.iter().copied().collect(),
            Conflict::Refused { hand, settings, .. } => settings.iter().copied().chain([*hand]).collect(),
            Conflict::SeatedTwice { joining, game } => BTreeSet::from([*joining, *game]),
        }
    }

    /// Twelve digits that depend on these facts alone, so that a disagreement has the same in every list, until other facts
    /// join in. The first is not 0.
    pub fn digits(&self) -> String {
        // FNV-1a, with 64 bits. Nobody gains anything by two disagreements that begin alike: then both are told apart by
        // more digits.
        let bytes = self.versions().into_iter().flat_map(Uuid::into_bytes);
        let mixed = bytes
            .fold(0xcbf2_9ce4_8422_2325_u64, |mixed, byte| (mixed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        (mixed % 900_000_000_000 + 100_000_000_000).to_string()
    }

    /// The game that it is about, if it is about one.
    pub const fn game(&self) -> Option<Uuid> {
        match self {
            Conflict::Hand { game, .. }
            | Conflict::SameNumber { game, .. }
            | Conflict::Refused { game, .. }
            | Conflict::Closing { game, .. }
            | Conflict::Totals { game, .. }
            | Conflict::Setting { game, .. } => Some(*game),
            Conflict::Joining { .. } | Conflict::SeatedTwice { .. } | Conflict::Name { .. } => None,
        }
    }
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
    /// Its game is missing, does not count, or cannot be folded.
    ForItsGame {
        /// The fact.
        fact: Uuid,
        /// The game.
        game: Uuid,
    },
    /// The hand that it corrects, removes, or was inserted before is missing.
    ForItsHand {
        /// The fact.
        fact: Uuid,
        /// The hand.
        hand: Uuid,
    },
    /// The person that it names, or that person's name, is missing.
    ForItsPlayer {
        /// The fact.
        fact: Uuid,
        /// The person.
        player: Uuid,
    },
    /// The change that it undoes is missing.
    ForTheUndone {
        /// The fact.
        fact: Uuid,
        /// The change.
        change: Uuid,
    },
    /// The undo that it takes back is missing.
    ForItsUndo {
        /// The fact.
        fact: Uuid,
        /// The undo.
        undo: Uuid,
    },
}

impl Waiting {
    /// The fact that waits.
    pub const fn fact(&self) -> Uuid {
        match self {
            Waiting::ForItsChange { fact, .. }
            | Waiting::ForItsGame { fact, .. }
            | Waiting::ForItsHand { fact, .. }
            | Waiting::ForItsPlayer { fact, .. }
            | Waiting::ForTheUndone { fact, .. }
            | Waiting::ForItsUndo { fact, .. } => *fact,
        }
    }
}

/// A fact that does nothing: an undo of a change that only undid or redid, or a redo of something that is not an undo or
/// of such an undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored(pub Uuid);
