//! The way back to a backup.

use serde::Serialize;

/// What was brought back.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/restore/1")]
pub(crate) struct RestoreView<'a> {
    /// The file that it came from.
    pub restored: &'a str,
    /// How many games count.
    pub games: usize,
    /// The backup of the book as it was before; null if it held nothing.
    pub before: Option<&'a str>,
    /// Whether that is the damaged file of the book itself, which only `rescue` can read.
    pub damaged: bool,
}
