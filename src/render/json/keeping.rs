//! What keeps a book safe: checks, backups, and the way back.

use serde::Serialize;

/// What a check found.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/check/1")]
pub(crate) struct CheckView<'a> {
    /// Whether nothing is damaged.
    pub ok: bool,
    /// What is wrong, the worst first.
    pub problems: Vec<ProblemView<'a>>,
    /// About the program and the machine, if that was asked for.
    pub about: Option<Vec<AboutView<'a>>>,
}

/// A problem.
#[derive(Serialize)]
pub(crate) struct ProblemView<'a> {
    /// `damage`, `conflict` or `warning`.
    pub severity: &'a str,
    /// What it is about, as a word.
    pub kind: &'a str,
    /// What is wrong, in words.
    pub what: String,
    /// What would help.
    pub hints: Vec<String>,
}

/// A thing about the program or the machine.
#[derive(Serialize)]
pub(crate) struct AboutView<'a> {
    /// What it is.
    pub name: &'a str,
    /// Its value.
    pub value: &'a str,
}

/// A backup that was made.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/backup/1")]
pub(crate) struct BackupView<'a> {
    /// The file.
    pub backup: &'a str,
    /// How many games that count it holds.
    pub games: usize,
    /// How large it is.
    pub bytes: u64,
}

/// The backups beside a book.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/backups/1")]
pub(crate) struct BackupsView<'a> {
    /// Where those by date are.
    pub folder: &'a str,
    /// All of them, the oldest first.
    pub backups: Vec<KeptView<'a>>,
}

/// A backup beside a book.
#[derive(Serialize)]
pub(crate) struct KeptView<'a> {
    /// The file.
    pub backup: String,
    /// When it was made.
    pub made: String,
    /// What for.
    pub reason: &'a str,
    /// How large it is.
    pub bytes: u64,
}
