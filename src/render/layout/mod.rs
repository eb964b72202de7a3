//! What every table is made of: emphasis, lists, and the names of the sides over their numbers.

mod emphasis;
mod grid;
mod list;
mod side_headings;

pub(crate) use emphasis::painted;
pub(super) use emphasis::{Emphasis, bold, cards, emphasized, html};
pub(super) use grid::{Grid, GridColumn};
pub(super) use list::{Columns, List};
pub(super) use side_headings::{distinct, side_headings};
