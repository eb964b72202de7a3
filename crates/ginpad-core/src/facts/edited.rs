//! The edits of a game: the differences between the game before and its sheet now.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{GameSetting, SettingKey};
use crate::notation::{print_entry_at, print_moment};
use crate::{EntryAt, Game, Players};

/// The edit of an entry, which is a hand or an adjustment. `was` is its place before, `is` its place now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditedHand {
    /// It was replaced: its result, upcard, note or time changed.
    Corrected {
        /// Its place before.
        was: EntryAt,
        /// Its place now.
        is: EntryAt,
    },
    /// It was removed.
    Removed {
        /// Its place before.
        was: EntryAt,
    },
    /// It was added.
    New {
        /// Its place now.
        is: EntryAt,
        /// The entry before which it was inserted, by its old place; `None` at the end.
        next: Option<EntryAt>,
    },
}

/// The edits of a game. It omits unchanged entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The details with a new value.
    pub set: Vec<SettingKey>,
    /// The entries that were corrected, removed or added, in their order.
    pub hands: Vec<EditedHand>,
}

impl Edited {
    /// The differences between two states of one game. Values that print alike are equal. A detail that the new hand
    /// lacks counts as an edit only if it can be removed.
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

    /// Words for what differs. Further entries of the game before are no difference: it went on.
    pub fn words(&self) -> Vec<&'static str> {
        let differ = self.hands.iter().any(|hand| !matches!(hand, EditedHand::Removed { .. }));
        self.set.iter().map(|key| key.word()).chain(differ.then_some("hands")).collect()
    }

    /// Whether there is no edit.
    pub const fn is_nothing(&self) -> bool {
        self.set.is_empty() && self.hands.is_empty()
    }
}

/// The folded names by seat, so that a known person's spelling in the book stays.
fn folded(players: &Players) -> Vec<String> {
    players.seats().map(|(_, name)| name.folded()).collect()
}

/// The edits of the entries. The comparison uses seats, so a new name in a seat edits no entry.
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
