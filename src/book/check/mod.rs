//! Checks a book: its file and what lies around it, every line, the lists by which lines are found, and what they mean.
//!
//! Nothing is written. What is found is a list of [`Problem`]s; only damage means that something shown may be wrong.

mod content;
mod lists;
mod meaning;
mod problem;
mod surroundings;

mod writers;

pub use content::check;
pub(in crate::book) use content::examined;
pub use meaning::Seen;
pub use problem::{Problem, ProblemKind, Severity};
