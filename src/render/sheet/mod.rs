//! The score sheet: as a player knows it from paper, and as records for programs.

mod figure;
mod grid;
#[cfg(test)]
mod hollywood_tests;
mod label;
mod line;
mod narrow;
mod notes;
mod plain;
mod remark_place;
mod remarks;
#[cfg(test)]
mod remarks_tests;
mod rows;
mod score_sheet;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod totals_tests;

pub(super) use grid::{ColumnLabels, tables};
pub(super) use label::{HandLabel, SheetLabel};
pub(crate) use narrow::hands_in_lines;
pub(super) use notes::where_it_stands;
pub(crate) use plain::{hand_record, sheet_plain};
pub(super) use rows::{SheetCell, SheetRow, SheetRowKind, SideEntry, Tone, all as sheet_rows};
pub(super) use score_sheet::{blocks, facts_of, title_lines};
pub(crate) use score_sheet::{foot, sheet};
