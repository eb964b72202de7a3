//! What the facts of each kind hold: one kind a file.
//!
//! A fact is written without its id and its change: the line gives both. [`Content`] says which other facts it names, and
//! what it says something of.

mod fork;
mod game;
mod gap;
mod hand;
mod joining;
mod keeping;
mod name;
mod payment;
mod player;
mod redo;
mod removal;
mod rules;
mod setting;
mod text;
mod time;
mod undo;

pub use fork::ForkFact;
pub use game::GameFact;
pub use gap::GapFact;
pub use hand::HandFact;
pub use joining::JoiningFact;
pub use keeping::KeepingFact;
pub use name::NameFact;
pub use payment::PaymentFact;
pub use player::PlayerFact;
pub use redo::RedoFact;
pub use removal::RemovalFact;
pub use rules::{RulesRead, RulesText};
pub use setting::{GameSetting, SettingFact, SettingKey};
pub use time::Time;
pub use undo::UndoFact;

use super::{FactId, Subject};

/// What every kind of fact can be asked.
pub(super) trait Content {
    /// Shows each fact that it names.
    fn each_named(&mut self, _visit: &mut dyn FnMut(&mut FactId)) {}

    /// Says what it says something of. `own` is its own id.
    fn each_subject(&self, own: FactId, visit: &mut dyn FnMut(Subject));
}

/// Whether a line leaves a value out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
