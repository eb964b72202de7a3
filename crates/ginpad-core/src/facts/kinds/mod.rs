//! The content of each kind of fact: kinds of one subject in a file.
//!
//! A fact is written without its id and its change, because the line gives both. [`Content`] gives the other facts it
//! names and the subjects it concerns.

mod game;
mod hand;
mod player;
mod removal;
mod rules;
mod setting;
mod text;
mod time;
mod undo;

pub use game::GameFact;
pub use hand::HandFact;
pub use player::{JoiningFact, NameFact, PaymentFact, PlayerFact};
pub use removal::{KeepingFact, RemovalFact};
pub use rules::{RulesRead, RulesText};
pub use setting::{GameSetting, SettingFact, SettingKey};
pub use time::Time;
pub use undo::{ForkFact, GapFact, RedoFact, UndoFact};

use super::{FactId, Subject};

/// The questions that every kind of fact answers.
pub(super) trait Content {
    /// Each fact it names.
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        []
    }

    /// The subjects it concerns. `own` is its own id.
    fn subjects(&self, own: FactId) -> impl IntoIterator<Item = Subject>;
}

/// Whether a value is the default, which a line omits.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
