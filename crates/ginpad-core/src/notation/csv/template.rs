//! Tables to start from, which read back unchanged.

/// A table to fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// One row a game.
    Games,
    /// One row a hand.
    Hands,
}

impl Template {
    /// The text of the table: remarks, headings and examples.
    pub const fn text(self) -> &'static str {
        match self {
            Template::Games => include_str!("template_games.csv"),
            Template::Hands => include_str!("template_hands.csv"),
        }
    }
}
