//! The reports, one a file: what each has as fields, which are its JSON document, and as tables and drawings, which every
//! face shows.

pub(crate) mod backups;
#[cfg(test)]
mod cards_tests;
pub(crate) mod check;
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
pub(crate) mod layoff;
#[cfg(test)]
mod list_tests;
pub(crate) mod odds;
pub(crate) mod outcome;
pub(crate) mod player;
pub(crate) mod players;
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

use serde_json::{Value, json};

/// The document of a game; or those of several in one.
fn one_or_all(documents: impl IntoIterator<Item = Value>, schema: &str) -> Value {
    let mut documents: Vec<Value> = documents.into_iter().collect();
    if documents.len() == 1 { documents.remove(0) } else { json!({ "schema": schema, "games": documents }) }
}
