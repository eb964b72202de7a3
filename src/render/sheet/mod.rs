//! The score sheet: as a player knows it from paper, and as records for programs.

mod plain;
mod rows;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
mod totals_tests;

pub(crate) use plain::{adjustment_records, hand_record, sheet_records, side_name};
pub(super) use rows::{SheetLabel, SheetRows, abreast, blocks, column_label};
pub(crate) use text::text;
pub(super) use text::{facts_of, foot, notes};
