//! What came of another book, or of a shared folder.

use std::borrow::Cow;

use serde::Serialize;

/// What came of another book.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/merge/1")]
pub(crate) struct MergeView<'a> {
    /// How many facts are new.
    pub added: usize,
    /// Who is one person now.
    pub joined: Vec<&'a str>,
    /// The games that the book had and that stand otherwise now.
    pub changed: Vec<StandsView<'a>>,
    /// What is said differently since then.
    pub conflicts: &'a dyn erased_serde::Serialize,
    /// How many lines were kept out.
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
    /// Always 0: a change is taken in whole.
    pub waiting: usize,
    /// How many changes hold something that this version does not know.
    pub unknown: usize,
    /// People of one name who stay apart.
    pub apart: Vec<ApartView<'a>>,
    /// Why the first of the lines that were kept out do not come in.
    pub quarantine: &'a [String],
    /// The backup of the book as it was; null if none was made.
    pub backup: Option<Cow<'a, str>>,
}

/// A game that stands otherwise than before.
#[derive(Serialize)]
pub(crate) struct StandsView<'a> {
    /// Its number.
    pub game: i64,
    /// Where it stood.
    pub before: &'a str,
    /// Where it stands; null if it counts no more.
    pub after: Option<&'a str>,
}

/// People of one name who stay apart.
#[derive(Serialize)]
pub(crate) struct ApartView<'a> {
    /// How they are called.
    pub names: Vec<&'a str>,
    /// Why.
    pub why: String,
}

/// What came of a shared folder, and what went there.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/sync/1")]
pub(crate) struct SyncView<'a> {
    /// What went to the folder.
    pub sent: SyncedView,
    /// What of the folder is new in the book.
    pub received: SyncedView,
    /// How many others wrote what came.
    pub devices: usize,
    /// What of that the book had held before a backup was restored, or it lost it.
    pub returned: ReturnedView,
    /// The numbers of the games that something came for.
    pub games: Vec<i64>,
    /// How many people are new.
    pub people: usize,
    /// Who is one person now.
    pub joined: Vec<&'a str>,
    /// Who of this book is one person with somebody else now, because another device said so.
    pub joined_elsewhere: Vec<&'a str>,
    /// People of one name who stay apart.
    pub apart: Vec<ApartView<'a>>,
    /// The games that the book had and that stand otherwise now.
    pub changed: Vec<StandsView<'a>>,
    /// What is said differently since then.
    pub conflicts: &'a dyn erased_serde::Serialize,
    /// Whether the device goes by another id now, because another machine has its own.
    pub new_id: bool,
    /// The files of this device that were not what it had written. What they held was sent again.
    pub mended: Vec<String>,
    /// What of the folder was not read: the first of it.
    pub unread: Vec<SyncFaultView>,
    /// How much more was not read.
    pub more_unread: usize,
    /// Whether it was only a trial: then nothing was kept and nothing written.
    pub dry_run: bool,
}

/// How much went or came.
#[derive(Serialize)]
pub(crate) struct SyncedView {
    /// How many changes.
    pub changes: usize,
    /// How many facts.
    pub facts: usize,
    /// How many hands, without corrections.
    pub hands: usize,
}

/// How much came back after a restore.
#[derive(Serialize)]
pub(crate) struct ReturnedView {
    /// How many facts.
    pub facts: usize,
    /// How many hands, without corrections.
    pub hands: usize,
}

/// Something of a shared folder that was not read.
#[derive(Serialize)]
pub(crate) struct SyncFaultView {
    /// In one word.
    pub kind: &'static str,
    /// Whether it will not come right by waiting.
    pub wrong: bool,
    /// In a sentence.
    pub what: String,
}
