//! The chance to win from the current score. `docs/odds.md` describes the model and its quality.
//!
//! A [`Mix`] holds the possible results of the next won hand: hands of simulated players and the pair's [`OwnHands`],
//! priced by the rules in force. From it, [`ColumnChances`] calculates exact [`Odds`]; games with too many states are
//! played on instead.

mod chances;
mod exact;
mod mix;
mod prior;
mod simulate;
mod table;

pub use chances::{Basis, Odds};
pub use exact::ColumnChances;
pub use mix::{Mix, OwnHands};
pub use prior::{SimulatedHand, prior};
pub use table::{NeedsTable, serialize_odds, serialize_table};
