//! The score sheet: hands entered in columns, columns settled, a game won.
//!
//! A sheet is a list of columns. A format says which of them are open, what a closed column adds to the game score, and
//! when the game is over. Nothing else depends on the format. Source: the rules page, sections 3 to 6.

mod column;
mod deal;
mod settlement;
mod tally;
mod trace;

pub use column::{Close, Column};
pub use settlement::Settlement;
pub use tally::{Ending, EnteredHand, Standing, Tally};
pub use trace::{ColumnReason, ColumnTrace, HandTrace};
