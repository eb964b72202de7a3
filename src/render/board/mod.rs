//! The board: the score in figures that can be read across the table.

mod change;
mod content;
mod figure;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use change::LastChange;
pub(super) use content::Content;
pub(crate) use text::ScoreBoard;
