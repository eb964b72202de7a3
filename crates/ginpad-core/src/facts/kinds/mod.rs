//! What the facts of each kind hold: one kind a file, with a second kind that takes it back or names it anew.
//!
//! A fact is written without its id and its change: the line gives both. [`Content`] says which other facts it names, and
//! what it says something of.

mod game;
mod gap;
mod hand;
mod joining;
mod keeping;
mod payment;
mod player;
mod removal;
mod rules;
mod setting;
mod text;
mod time;
mod undo;

pub use game::GameFact;
pub use gap::{ForkFact, GapFact};
pub use hand::HandFact;
pub use joining::JoiningFact;
pub use keeping::KeepingFact;
pub use payment::PaymentFact;
pub use player::{NameFact, PlayerFact};
pub use removal::RemovalFact;
pub use rules::{RulesRead, RulesText};
pub use setting::{GameSetting, SettingFact, SettingKey};
pub use time::Time;
pub use undo::{RedoFact, UndoFact};

use super::{FactId, Subject};

/// What every kind of fact can be asked.
pub(super) trait Content {
    /// Each fact that it names.
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        []
    }

    /// What it says something of. `own` is its own id.
    fn subjects(&self, own: FactId) -> impl IntoIterator<Item = Subject>;
}

/// Whether a line leaves a value out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
