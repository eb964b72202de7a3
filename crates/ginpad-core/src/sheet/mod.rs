//! The score sheet: hands entered in columns, columns settled, a game won.
//!
//! A sheet is a list of columns. A format says which of them are open, what a closed column adds to the game score, and
//! when the game is over. Nothing else depends on the format. Source: `docs/rules.md`, from "Which columns a hand is
//! entered in" to "The deal".

mod column;
mod deal;
mod entry;
mod tally;

pub use column::{Close, CloseReason, Column, Nets, Settlement};
pub(crate) use deal::{facing, playing_after};
pub(crate) use entry::in_order;
pub use entry::{Adjustment, ColumnReason, ColumnTrace, EntryAt};
pub use tally::{Ending, EnteredAdjustment, EnteredHand, Standing, Tally};
