//! The backups of a book.

use ginpad_core::hand::Moment;
use ginpad_core::text::{count, printable};
use serde::Serialize;

use crate::answer::command_line::CommandLine;
use crate::answer::sentence::Sentence;
use crate::answer::table::{Cell, Column, Readers, Table};
use crate::answer::{Block, Report};

/// A backup that was made: `ginpad/backup/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/backup/1")]
pub(crate) struct BackupReport {
    /// The file.
    pub backup: String,
    /// How many games that count it holds.
    pub games: usize,
    /// How large it is.
    pub bytes: u64,
}

/// The backups beside a book: `ginpad/backups/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/backups/1")]
pub(crate) struct BackupsReport {
    /// Where they are.
    pub folder: String,
    /// All of them, the oldest first.
    pub backups: Vec<ListedBackup>,
}

/// A backup beside a book.
#[derive(Debug, Serialize)]
pub(crate) struct ListedBackup {
    /// The file.
    pub backup: String,
    /// When it was made.
    pub made: String,
    /// What for, as a word.
    pub reason: &'static str,
    /// How large it is.
    pub bytes: u64,
    /// Its name in the folder.
    #[serde(skip)]
    pub name: String,
    /// When it was made, as local clocks showed it.
    #[serde(skip)]
    pub here: Moment,
    /// What for, for people.
    #[serde(skip)]
    pub purpose: &'static str,
}

impl Report for BackupReport {
    fn title(&self) -> String {
        "Backup".into()
    }

    fn blocks(&self) -> Vec<Block> {
        let BackupReport { backup, games, bytes } = self;
        let made = format!("the book is backed up in {}: {}", printable(backup), count(*games, "game"));
        let record = [Cell::Text("backup".into()), Cell::Text(backup.clone()), Cell::count(*games), size(*bytes)];
        let record = Table::for_programs(["record", "file", "games", "bytes"], [record]);
        vec![Block::Words(made.into()), Block::Table(record)]
    }
}

impl Report for BackupsReport {
    fn title(&self) -> String {
        "Backups".into()
    }

    fn blocks(&self) -> Vec<Block> {
        let where_they_are = match self.backups.is_empty() {
            true => Sentence::from("no backups beside the book yet; ").run(CommandLine::of("backup")).say(" makes one"),
            false => format!("in {}:", printable(&self.folder)).into(),
        };
        let newest = self.backups.last().map(|newest| {
            let restore = CommandLine::of("restore").words([newest.backup.as_str()]);
            Block::Words(Sentence::default().run(restore).say(" goes back to the newest"))
        });
        [Block::Words(where_they_are), Block::Table(self.table())].into_iter().chain(newest).collect()
    }
}

impl BackupsReport {
    fn table(&self) -> Table {
        let people = |heading: &str| Column::new("", heading).only(Readers::PEOPLE);
        let programs = |key| Column::new(key, "").only(Readers::PROGRAMS);
        let columns = [people("made"), people("what for").rank(1), people("size").rank(2), people("file")];
        let row = |backup: &ListedBackup| {
            let ListedBackup { backup, made, reason, bytes, name, here, purpose } = backup;
            let here = here.format("%Y-%m-%d %H:%M").to_string();
            let [here, purpose, name, made, reason, file] =
                [&here, *purpose, name, made, *reason, backup].map(|text| Cell::Text(text.into()));
            vec![here, purpose, Cell::Number(short(*bytes)), name, made, reason, size(*bytes), file]
        };
        Table {
            columns: columns.into_iter().chain(["made", "reason", "bytes", "file"].map(programs)).collect(),
            rows: self.backups.iter().map(row).collect(),
            ..Table::default()
        }
    }
}

fn size(bytes: u64) -> Cell {
    Cell::Count(i64::try_from(bytes).unwrap_or(i64::MAX))
}

/// A size that people read: `1.4 MB`.
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
