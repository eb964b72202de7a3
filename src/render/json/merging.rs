//! What came of another book.

use std::borrow::Cow;

use serde::Serialize;

use super::conflicts::ConflictView;

/// What came of another book.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/merge/1")]
pub(crate) struct MergeView<'a> {
    /// How many facts are new.
    pub added: usize,
    /// Who is one person now.
    pub joined: Vec<&'a str>,
    /// What is said differently since then.
    pub conflicts: Vec<ConflictView<'a>>,
    /// How many entries were kept out.
    pub quarantined: usize,
    /// Whether it was only a trial: then nothing was kept.
    pub dry_run: bool,
    /// How many changes are new.
    pub changes: usize,
    /// The numbers of the games that are new.
    pub games: &'a [i64],
    /// How many hands are new, without corrections.
    pub hands: usize,
    /// How many people are new.
    pub people: usize,
    /// How many facts wait in the book now.
    pub waiting: usize,
    /// How many entries hold something that this version does not know.
    pub unknown: usize,
    /// People of one name who stay apart.
    pub apart: Vec<ApartView<'a>>,
    /// The first of the entries that were kept out.
    pub quarantine: Vec<QuarantinedView<'a>>,
    /// The backup of the book as it was; null if none was made.
    pub backup: Option<Cow<'a, str>>,
}

/// People of one name who stay apart.
#[derive(Serialize)]
pub(crate) struct ApartView<'a> {
    /// How they are called.
    pub names: Vec<&'a str>,
    /// Why.
    pub why: String,
}

/// An entry that was kept out.
#[derive(Serialize)]
pub(crate) struct QuarantinedView<'a> {
    /// Its kind.
    pub kind: &'a str,
    /// Its id.
    pub id: String,
    /// The number of the game that it is about, if the book has it.
    pub game: Option<i64>,
    /// Why.
    pub why: &'static str,
    /// What it says; null for a change and for an unknown kind.
    pub content: Option<serde_json::Value>,
}
