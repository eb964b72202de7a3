//! The reports: their fields, which are their JSON documents, and the tables and drawings that every format shows.

pub(crate) mod book;
#[cfg(test)]
mod cards_tests;
#[cfg(feature = "club")]
pub(crate) mod club;
pub(crate) mod comparison;
pub(crate) mod deadwood;
pub(crate) mod games;
#[cfg(test)]
mod list_tests;
pub(crate) mod outcome;
pub(crate) mod players;
pub(crate) mod rules;
#[cfg(test)]
mod samples;
pub(crate) mod score;
#[cfg(test)]
mod score_tests;
pub(crate) mod settle;
#[cfg(test)]
mod tests;
pub(crate) mod versus;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::answer::{Block, Report};

/// Reports of one game each, as one report.
#[derive(Debug)]
pub(crate) struct OfGames<R> {
    /// The schema of the document of several games. A single game has its own document.
    pub schema: &'static str,
    /// Whether an empty record separates each game from the one before.
    pub has_gaps: bool,
    pub games: Vec<R>,
}

impl<R: Serialize> Serialize for OfGames<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let [only] = self.games.as_slice() {
            return only.serialize(serializer);
        }
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("schema", self.schema)?;
        document.serialize_entry("games", &self.games)?;
        document.end()
    }
}

impl<R: Report + Serialize> Report for OfGames<R> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let blocks = self.games.iter().enumerate().flat_map(|(at, game)| {
            let gap = (at > 0 && self.has_gaps).then(|| Block::records([Vec::new()]));
            gap.into_iter().chain(game.blocks())
        });
        blocks.collect()
    }
}
