//! The score sheet: as a player knows it from paper, and as records for programs.

mod blocks;
mod notes;
mod plain;
mod remarks;
mod rows;
mod ruled;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod totals_tests;

pub(super) use blocks::{abreast, blocks, column_label};
pub(super) use notes::notes;
pub(crate) use plain::hand_record;
pub(super) use plain::sheet_records;
pub(super) use rows::{SheetLabel, SheetRows};
pub(super) use text::{facts_of, foot, text};
