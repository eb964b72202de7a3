//! The JSON documents that `docs/json.md` describes, field for field.
//!
//! Each document is a view: a struct that borrows from the game and names its fields in the order in which they are
//! printed. A field that does not apply is `null`.

mod changes;
mod explanation;
mod keeping;
mod lists;
mod merging;
mod money;
mod odds;
mod player;
mod ratings;
mod records;
mod reports;
mod rules;
mod score;

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter as _, PrettyFormatter};

pub(crate) use changes::{
    EditView, EditedHandView, EditedSettingView, ImportView, MoreHandsView, NamedView, RescueView, RestoredView,
    UndoView, UndoneGameView, correction, merged, moved, setting, undone_game,
};
pub(crate) use explanation::explanation;
pub(crate) use keeping::RestoreView;
pub(crate) use lists::people;
pub(crate) use merging::{ApartView, MergeView, ReturnedView, StandsView, SyncFaultView, SyncView, SyncedView};
pub(crate) use money::{payment, settle};
pub(crate) use odds::{odds, odds_list, odds_table};
pub(crate) use player::player;
pub(crate) use ratings::ratings;
pub(crate) use records::records;
pub(crate) use reports::versus;
pub(crate) use score::{add_one_of_scores, around_scores, logged_hand, score, score_with_odds, scores_with_odds};

/// A document as it is printed, over several lines.
pub(crate) fn print(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).expect("a view has fields with names, text and numbers")
}

/// How many objects and lists a value stands in.
#[derive(Debug, Clone, Copy)]
struct Within(usize);

/// Adds a value as [`print()`] prints it within others.
fn add_within(out: &mut Vec<u8>, within: Within, value: &impl Serialize) {
    let mut formatter = PrettyFormatter::new();
    // Only to indent what is in them.
    let opened = (0..within.0).try_for_each(|_| formatter.begin_array(&mut io::sink()));
    let written = value.serialize(&mut serde_json::Serializer::with_formatter(out, formatter));
    opened.map_err(serde_json::Error::io).and(written).expect("a view has fields with names, text and numbers");
}

/// A document on one line, for one after another.
pub(crate) fn print_on_a_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a view has fields with names, text and numbers")
}

/// A document on one line, for output with a document on each line.
pub(crate) fn print_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a view has fields with names, text and numbers") + "\n"
}

/// A document as a value, so that tests can look at its fields.
#[cfg(test)]
pub(super) fn value(document: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(document).unwrap()
}
