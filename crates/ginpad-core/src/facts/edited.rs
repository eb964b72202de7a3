//! What of a game was edited: the difference between the game as it was and as its sheet says now.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{GameSetting, SettingKey};
use crate::game::Game;
use crate::notation::{print_entry_at, print_moment};
use crate::players::Players;
use crate::sheet::EntryAt;

/// What became of an entry: a hand or an adjustment. `was` is where it stood before, `is` where it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditedHand {
    /// It ended otherwise.
    Corrected {
        /// Its place before.
        was: EntryAt,
        /// Its place now.
        is: EntryAt,
    },
    /// It is gone.
    Removed {
        /// Its place before.
        was: EntryAt,
    },
    /// It is new.
    New {
        /// Its place now.
        is: EntryAt,
        /// The hand that it comes before, by its place before; none at the end.
        next: Option<EntryAt>,
    },
}

/// What of a game was edited. An unchanged entry is not among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// What is set anew.
    pub set: Vec<SettingKey>,
    /// The entries that were corrected, removed or added, in their order.
    pub hands: Vec<EditedHand>,
}

impl Edited {
    /// What differs between two states of one game. What prints alike is alike. What cannot be taken away, and is missing
    /// now, was not edited.
    pub fn of(was: &Game, is: &Game) -> Edited {
        let differs = |key: &SettingKey| match GameSetting::of(*key, is, &[]) {
            None => false,
            Some(GameSetting::Rules(_)) => was.rules.typed() != is.rules.typed(),
            Some(GameSetting::Sides(_)) => folded(&was.players) != folded(&is.players),
            Some(GameSetting::Date(_)) => was.started.map(print_moment) != is.started.map(print_moment),
            set => set != GameSetting::of(*key, was, &[]),
        };
        Edited { set: SettingKey::ALL.into_iter().filter(differs).collect(), hands: entries(was, is) }
    }

    /// Whether nothing was edited.
    pub const fn is_nothing(&self) -> bool {
        self.set.is_empty() && self.hands.is_empty()
    }
}

/// The names by seat. Whoever is known keeps the spelling that the book has.
fn folded(players: &Players) -> Vec<String> {
    players.seats().map(|(_, name)| name.folded()).collect()
}

/// What became of the entries. Each is compared by what it says of seats, so that another name on a seat changes no entry.
fn entries(was: &Game, is: &Game) -> Vec<EditedHand> {
    let texts = |game: &Game, entries: &[EntryAt]| {
        entries.iter().map(|at| print_entry_at(game, *at, &was.players)).collect::<Vec<String>>()
    };
    let (old, new): (Vec<EntryAt>, Vec<EntryAt>) = (was.entries().collect(), is.entries().collect());
    let mut edited = Vec::new();
    for difference in capture_diff_slices(Algorithm::Myers, &texts(was, &old), &texts(is, &new)) {
        let (from, to) = match difference {
            DiffOp::Equal { .. } => continue,
            other => (other.old_range(), other.new_range()),
        };
        let next = old.get(from.end).copied();
        let (from, to) = (&old[from], &new[to]);
        let corrected = from.len().min(to.len());
        edited.extend(from.iter().zip(to).map(|(was, is)| EditedHand::Corrected { was: *was, is: *is }));
        edited.extend(from[corrected..].iter().map(|was| EditedHand::Removed { was: *was }));
        edited.extend(to[corrected..].iter().map(|is| EditedHand::New { is: *is, next }));
    }
    edited
}
