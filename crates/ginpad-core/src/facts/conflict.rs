//! What the fold lists beside games and people.

use std::collections::BTreeSet;

use super::sorted::Sorted;
use super::{FactId, SettingKey};
use crate::hand::Refusal;

/// Facts that stand against each other, until an ordinary command settles which counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// What they are about.
    pub about: About,
    /// Those that count.
    pub counts: Vec<FactId>,
    /// Those that do not.
    pub others: Vec<FactId>,
}

/// What facts disagree about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// A hand of this game. Devices corrected it in different ways without knowing of each other, or one corrected it and
    /// another removed it. The latest correction counts.
    Hand(FactId),
    /// Hands of this game. Devices logged them under the same number without knowing of each other. All of them count,
    /// though they may be one hand logged twice.
    SameNumber(FactId, u32),
    /// A hand that the rules of its game refuse. It is shown and scores nothing. The settings of the rules and of the sides
    /// stand against it.
    Refused {
        /// The game.
        game: FactId,
        /// The hand.
        hand: FactId,
        /// Why.
        refusals: Vec<Refusal>,
    },
    /// What was set of this game. Devices set it in different ways without knowing of each other. The latest version counts.
    Setting(FactId, SettingKey),
    /// This game. Devices imported it from one text, and read it in different ways. The oldest import counts; each is named
    /// by the first fact of its change.
    Imported(FactId),
    /// This game. A device took it out without knowing of all that another said of it. It stays.
    Removed(FactId),
    /// This game and two people who sit in it and are one by now. In the game they keep their own names.
    SeatedTwice(FactId),
    /// Whom this person is one with. Devices joined them to others without knowing of each other. The latest joining counts.
    Joining(FactId),
    /// What this person is called. Devices renamed them in different ways without knowing of each other. The latest name
    /// counts.
    Name(FactId),
}

impl Conflict {
    /// The facts that stand against each other.
    pub fn versions(&self) -> BTreeSet<FactId> {
        self.counts.iter().chain(&self.others).copied().collect()
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
        match self.about {
            About::Hand(game)
            | About::SameNumber(game, _)
            | About::Refused { game, .. }
            | About::Setting(game, _)
            | About::Imported(game)
            | About::Removed(game)
            | About::SeatedTwice(game) => Some(game),
            About::Joining(_) | About::Name(_) => None,
        }
    }
}

/// What is right as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept(BTreeSet<BTreeSet<FactId>>);

impl Kept {
    /// What counts of these facts.
    pub fn of(sorted: &Sorted<'_>) -> Kept {
        let counting = sorted.keepings.iter().filter(|said| said.counts);
        Kept(counting.map(|said| said.fact.facts.iter().copied().collect()).collect())
    }

    /// Takes out the conflicts that are right as they are. It has to be said anew if other facts join in.
    pub fn settle(&self, conflicts: &mut Vec<Conflict>) {
        conflicts.retain(|conflict| !self.0.contains(&conflict.versions()));
    }

    /// What is right as it is: each time the facts, or the people of one name who are not one person.
    pub fn each(&self) -> impl Iterator<Item = &BTreeSet<FactId>> {
        self.0.iter()
    }
}

/// A fact that does not count yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Waiting {
    /// The fact.
    pub fact: FactId,
    /// What it waits for: its game, or the hand that it corrects, removes, or was inserted before.
    pub awaits: FactId,
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
