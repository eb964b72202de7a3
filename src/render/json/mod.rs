//! The JSON documents that `docs/json.md` describes, field for field.
//!
//! Each document is a view: a struct that borrows from the game and names its fields in the order in which they are
//! printed. A field that does not apply is `null`.

mod money;
mod rules;
mod score;

use serde::Serialize;

pub(crate) use score::{logged_hand, score};

/// A document on one line, for output with a document on each line.
pub(crate) fn print_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("a view has fields with names, text and numbers") + "\n"
}
