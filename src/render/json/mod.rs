//! The JSON documents that `docs/json.md` describes, field for field.
//!
//! Each document is a view: a struct that borrows from the game and names its fields in the order in which they are
//! printed. A field that does not apply is `null`.

mod cards;
mod comparison;
mod config;
mod conflicts;
mod explanation;
mod keeping;
mod lists;
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

pub(crate) use cards::{deadwood, layoff};
pub(crate) use comparison::{comparison, comparisons};
pub(crate) use config::config;
pub(crate) use conflicts::{conflicts, each_conflict, kept};
pub(crate) use explanation::explanation;
pub(crate) use keeping::{AboutView, BackupView, BackupsView, CheckView, KeptView, ProblemView};
pub(crate) use lists::{GAMES, HISTORY, game, past, people, presets};
pub(crate) use money::{payment, settle};
pub(crate) use odds::{odds, odds_list, odds_table};
pub(crate) use player::player;
pub(crate) use ratings::ratings;
pub(crate) use records::records;
pub(crate) use reports::versus;
pub(crate) use rules::{rules, rules_check};
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

/// A document that is one long list, printed item by item as [`print()`] would print it whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemByItem {
    /// Its schema.
    schema: &'static str,
    /// The field with the list.
    list: &'static str,
}

impl ItemByItem {
    /// What stands before the items.
    pub(crate) fn opening(self) -> String {
        format!("{{\n  \"schema\": \"{}\",\n  \"{}\": [", self.schema, self.list)
    }

    /// One item, the one at this place counted from 0.
    pub(crate) fn item(self, at: usize, item: &impl Serialize) -> String {
        let mut text = if at == 0 { "" } else { "," }.as_bytes().to_vec();
        text.extend_from_slice(b"\n    ");
        add_within(&mut text, Within(2), item);
        String::from_utf8(text).expect("what serde_json writes is UTF-8")
    }

    /// What stands after this many items.
    pub(crate) fn closing(self, items: usize) -> &'static str {
        if items == 0 { "]\n}" } else { "\n  ]\n}" }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_printed_item_by_item_as_it_is_whole() {
        #[derive(Serialize)]
        #[serde(tag = "schema", rename = "ginpad/games/1")]
        struct Whole<'a> {
            games: &'a [serde_json::Value],
        }
        let items = [serde_json::json!({ "a": [1, { "b": "c\nd" }], "e": [] }), serde_json::json!({}), 7.into()];
        for most in 0..=items.len() {
            let items = &items[..most];
            let mut text = GAMES.opening();
            for (at, item) in items.iter().enumerate() {
                text += &GAMES.item(at, item);
            }
            text += GAMES.closing(items.len());
            assert_eq!(text, print(&Whole { games: items }));
        }
    }
}
