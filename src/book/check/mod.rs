//! Checks a book: its file and the surroundings, every line, the lists by which lines are found, and the meaning of the
//! lines.
//!
//! A check writes nothing and returns a list of [`Problem`]s. Only damage means that ginpad may show something wrong.

mod content;
mod lists;
mod problem;
mod surroundings;

pub use content::check;
pub(in crate::book) use content::examined;
pub use problem::{Problem, ProblemKind, Severity};
