//! The board: the score in figures that can be read across the table.

mod content;
mod figure;
#[cfg(test)]
mod tests;
mod text;

pub(super) use content::Content;
pub(crate) use text::ScoreBoard;
