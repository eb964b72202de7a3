//! What the facts of each kind hold: one kind a file.

mod closing;
mod game;
mod hand;
mod joining;
mod keeping;
pub(super) mod later;
mod payment;
mod player;
mod player_name;
mod redo;
mod removal;
mod rescue;
mod setting;
mod time;
mod totals;
mod transfer;
mod undo;

pub use closing::ClosingFact;
pub use game::{GameFact, sheet_hash, sheet_hashes_by_hand};
pub(super) use game::{players, side};
pub use hand::{HandFact, HandResult};
pub use joining::JoiningFact;
pub use keeping::KeepingFact;
pub use payment::PaymentFact;
pub use player::PlayerFact;
pub use player_name::PlayerNameFact;
pub use redo::RedoFact;
pub use removal::RemovalFact;
pub use rescue::RescueFact;
pub use setting::{GameSetting, SettingFact, SettingKey};
pub(super) use time::time_columns;
pub use totals::TotalsFact;
pub use transfer::TransferFact;
pub use undo::UndoFact;

use thiserror::Error;
use uuid::Uuid;

/// Why the content of a fact makes no sense. No program writes such a fact: it is damaged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Unreadable {
    /// The fact.
    pub fact: Uuid,
    /// What is wrong with it.
    pub why: String,
}

impl Unreadable {
    fn new(fact: Uuid, why: impl std::fmt::Display) -> Unreadable {
        Unreadable { fact, why: why.to_string() }
    }
}
