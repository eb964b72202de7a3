//! What every table is made of: emphasis, lists, and the names of the sides over their numbers.

mod emphasis;
mod side_headings;

pub(crate) use emphasis::painted;
pub(super) use emphasis::{Emphasis, bold, cards, emphasized, html};
pub(super) use side_headings::side_headings;
