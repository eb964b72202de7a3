//! Whole comparisons, as players and programs see them.

use super::{comparison, comparison_plain};
use crate::render::samples::*;
use crate::render::{Colour, Look};
use ginpad_core::comparison::Comparison;
use ginpad_core::rules::TableRules;

fn compared(sheet: &str, rules: &str) -> Comparison {
    Comparison::new(scored(sheet), TableRules::read(rules).unwrap())
}

fn at(sheet: &str, rules: &str, width: usize) -> String {
    comparison(&compared(sheet, rules), Some(12), Look::plain(width))
}

#[test]
fn a_single_column_at_40_columns() {
    insta::assert_snapshot!(at(SINGLE, "simple", Look::NARROWEST), @"");
}
