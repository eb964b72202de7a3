//! What of a game was edited: the difference between the game as it was and as its sheet says now.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{GameSetting, SettingKey};
use crate::game::Game;
use crate::notation::print_entry;
use crate::players::Players;

/// What became of a hand. Places are counted from 0: `was` before, `is` now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditedHand {
    /// It ended otherwise.
    Corrected {
        /// Its place before.
        was: usize,
        /// Its place now.
        is: usize,
    },
    /// It is gone.
    Removed {
        /// Its place before.
        was: usize,
    },
    /// It is new.
    New {
        /// Its place now.
        is: usize,
        /// The hand that it comes before, by its place before; none at the end.
        next: Option<usize>,
    },
}

/// What of a game was edited. An unchanged hand is not among the hands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// What is set anew.
    pub settings: Vec<SettingKey>,
    /// The hands that were corrected, removed or added, in their order.
    pub hands: Vec<EditedHand>,
    /// Whether the game is closed, or closed in another way.
    pub closes: bool,
}

impl Edited {
    /// What differs between two states of one game. What prints alike is alike.
    pub fn of(was: &Game, is: &Game) -> Edited {
        let differs = |key: &SettingKey| match key {
            SettingKey::Rules => was.rules.typed() != is.rules.typed(),
            SettingKey::Sides => folded(&was.players) != folded(&is.players),
            other => GameSetting::of(*other, was, &[]) != GameSetting::of(*other, is, &[]),
        };
        Edited {
            settings: SettingKey::ALL.into_iter().filter(differs).collect(),
            hands: hands(was, is),
            closes: is.closing.is_some() && is.closing != was.closing,
        }
    }

    /// Whether nothing was edited.
    pub const fn is_nothing(&self) -> bool {
        self.settings.is_empty() && self.hands.is_empty() && !self.closes
    }
}

/// The names by seat. Whoever is known keeps the spelling that the book has.
fn folded(players: &Players) -> Vec<String> {
    players.seats().map(|(_, name)| name.folded()).collect()
}

/// What became of the hands. Each is compared by what it says of seats, so that another name on a seat changes no hand.
fn hands(was: &Game, is: &Game) -> Vec<EditedHand> {
    let entries = |game: &Game| game.hands.iter().map(|hand| print_entry(hand.logged(), &was.players)).collect();
    let (old, new): (Vec<String>, Vec<String>) = (entries(was), entries(is));
    let mut hands = Vec::new();
    for difference in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (from, to) = match difference {
            DiffOp::Equal { .. } => continue,
            other => (other.old_range(), other.new_range()),
        };
        let next = Some(from.end).filter(|next| *next < old.len());
        let corrected = from.len().min(to.len());
        hands.extend(from.clone().zip(to.clone()).map(|(was, is)| EditedHand::Corrected { was, is }));
        hands.extend(from.skip(corrected).map(|was| EditedHand::Removed { was }));
        hands.extend(to.skip(corrected).map(|is| EditedHand::New { is, next }));
    }
    hands
}
