//! The score sheet: as a player knows it from paper, and as records for programs.

mod notes;
mod plain;
mod remarks;
mod rows;
mod ruled;
mod score_sheet;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod totals_tests;

pub(super) use notes::notes;
pub(crate) use plain::{hand_record, sheet_records};
pub(super) use rows::{SheetLabel, SheetRows};
pub(crate) use score_sheet::{ScoreSheet, foot};
pub(super) use score_sheet::{abreast, blocks, column_label, facts_of};
