//! The standings: everybody's figures, over all games or some.

use ginpad_core::reports::{Figure, Line};
use serde::Serialize;

use super::figures::table;
use crate::answer::table::Table;
use crate::answer::{Block, Report};

/// The standings: `ginpad/standings/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/standings/1")]
pub(crate) struct StandingsReport {
    /// A line for each player, in their order.
    pub players: Vec<Line>,
    /// A line for each side of partners.
    pub partners: Vec<Line>,
    /// The figure that the lines are sorted by, if any.
    #[serde(skip)]
    pub sorted_by: Option<Figure>,
    /// The ranking, in words.
    #[serde(skip)]
    pub ranked_by: String,
}

impl Report for StandingsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let players = table("Players", ["player", "player"], &self.players, Line::name, self.sorted_by);
        let partners = table("Partners", ["partners", "partners"], &self.partners, Line::name, self.sorted_by);
        let players = Table { note: Some(self.ranked_by.clone()), ..players };
        vec![Block::Table(players), Block::Table(partners)]
    }
}
