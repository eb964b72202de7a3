//! The chance to win from the score as it stands. `docs/odds.md` says what the model is, and how good it is.
//!
//! A [`Mix`] says what the next won hand may bring: hands of the [`Prior`] and the pair's [`OwnHands`], priced by the
//! rules in force. From it, [`Odds`] are worked out exactly by a [`ColumnChances`], or by playing the game on.

mod chances;
mod document;
mod exact;
mod mix;
mod prior;
mod simulate;
mod table;

pub use chances::{Basis, Method, Odds};
pub use document::{serialize_odds, serialize_table};
pub use exact::ColumnChances;
pub use mix::{Mix, NoOdds, OwnHands};
pub use prior::{SimulatedHand, prior};
pub use table::NeedsTable;
