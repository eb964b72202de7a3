//! Checks a book: its file and what lies around it, every fact, every change, and what they mean together.
//!
//! Nothing is written. What is found is a list of [`Problem`]s; only damage means that something shown may be wrong.

mod beside;
mod content;
mod problem;
mod surroundings;
mod synced;

pub(in crate::book) use content::examined;
pub use content::{Checked, Seen, check};
pub use problem::{Problem, ProblemKind, Severity};
