//! The board: the score in figures that can be read across the table.

mod change;
#[cfg(test)]
mod columns_tests;
mod content;
#[cfg(test)]
mod ends_tests;
mod figure;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use change::LastChange;
pub(crate) use text::{Window, board};
