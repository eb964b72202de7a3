//! The backups of a book.

use ginpad_core::Moment;
use ginpad_core::text::printable;
use serde::Serialize;

use crate::answer::{Block, Cell, Column, CommandLine, Report, Sentence, Table};

/// The backups beside a book: `ginpad/backups/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/backups/1")]
pub(crate) struct BackupsReport {
    /// The path of their folder.
    pub folder: String,
    /// All backups, the oldest first.
    pub backups: Vec<ListedBackup>,
}

/// A backup beside a book.
#[derive(Debug, Serialize)]
pub(crate) struct ListedBackup {
    /// The path of the file.
    pub backup: String,
    /// The time of the backup.
    pub made: String,
    /// The reason for the backup, as a word.
    pub reason: &'static str,
    /// The size.
    pub bytes: u64,
    /// The name in the folder.
    #[serde(skip)]
    pub name: String,
    /// The time by local clocks.
    #[serde(skip)]
    pub here: Moment,
}

impl Report for BackupsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let where_they_are = match self.backups.is_empty() {
            true => Sentence::from("no backups beside the book yet; ").run(CommandLine::of("backup")).say(" makes one"),
            false => format!("in {}:", printable(&self.folder)).into(),
        };
        let text = |text: &str| Cell::Text(text.into());
        let table = Table::of("Backups", &self.backups)
            .people("made", |backup| Cell::Text(backup.here.format("%Y-%m-%d %H:%M").to_string()))
            .add(Column::people("what for").rank(1), move |backup| text(backup.reason))
            .add(Column::people("size").rank(2), |backup| Cell::Number(short(backup.bytes)))
            .people("file", move |backup| text(&backup.name))
            .fields("made reason bytes")
            .programs("file", move |backup| text(&backup.backup));
        let newest = self.backups.last().map(|newest| {
            let restore = CommandLine::of("restore").words([newest.backup.as_str()]);
            Block::Words(Sentence::default().run(restore).say(" goes back to the newest"))
        });
        [Block::Words(where_they_are), Block::Table(table.table)].into_iter().chain(newest).collect()
    }
}

/// A size for people: `1.4 MB`.
fn short(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
        _ => format!("{}.{} GB", bytes / 1_000_000_000, bytes % 1_000_000_000 / 100_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_short() {
        let sizes = [0, 1, 999_999, 1_400_000, 25_060_000, 3_210_000_000].map(short);
        assert_eq!(sizes, ["0 kB", "1 kB", "1000 kB", "1.4 MB", "25.0 MB", "3.2 GB"]);
    }
}
