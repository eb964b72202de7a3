//! The reports, one per file: their fields, which are their JSON documents, and the tables and drawings that every
//! format shows.

pub(crate) mod backups;
#[cfg(test)]
mod cards_tests;
pub(crate) mod check;
#[cfg(feature = "club")]
pub(crate) mod club;
pub(crate) mod comparison;
pub(crate) mod config;
pub(crate) mod conflicts;
pub(crate) mod deadwood;
pub(crate) mod explanation;
#[cfg(test)]
mod explanation_tests;
pub(crate) mod figures;
pub(crate) mod games;
pub(crate) mod history;
#[cfg(test)]
mod list_tests;
pub(crate) mod odds;
pub(crate) mod outcome;
pub(crate) mod player;
pub(crate) mod ratings;
pub(crate) mod records;
pub(crate) mod rules;
#[cfg(test)]
mod samples;
pub(crate) mod score;
#[cfg(test)]
mod score_tests;
pub(crate) mod settle;
pub(crate) mod standings;
#[cfg(test)]
mod tests;
pub(crate) mod versus;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Writes the document of one game, or those of several in one, each made when it is written.
fn one_or_all<T, S: Serializer, D: Serialize>(
    games: &[T],
    document: impl Fn(&T) -> D,
    schema: &str,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if let [only] = games {
        return document(only).serialize(serializer);
    }
    let mut all = serializer.serialize_map(Some(2))?;
    all.serialize_entry("schema", schema)?;
    all.serialize_entry("games", &Each(games, document))?;
    all.end()
}

/// A list of documents, each made when it is written.
struct Each<'a, T, F>(&'a [T], F);

impl<T, D: Serialize, F: Fn(&T) -> D> Serialize for Each<'_, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}
