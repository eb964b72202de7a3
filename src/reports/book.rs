//! Reports on a book and on what surrounds it: its changes, its backups, a check of it, and the config file.

use serde::{Serialize, Serializer};

use super::outcome::DEVICE;
use crate::answer::{Audience, Block, Cell, Column, CommandLine, Report, Sentence, Table};
use ginpad_core::Moment;
use ginpad_core::text::printable;

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

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
            true => Sentence::from("no backups beside the book yet; ").run("backup").say(" makes one"),
            false => format!("in {}:", printable(&self.folder)).into(),
        };
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

/// The result of a check: `ginpad/check/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/check/1")]
pub(crate) struct CheckReport {
    /// Whether no damage was found.
    pub ok: bool,
    /// The problems, the worst first.
    pub problems: Vec<ListedProblem>,
    /// Facts about the program and the machine, if requested.
    pub about: Option<Vec<About>>,
    /// A sentence on the checked parts, if no damage was found; or on the missing book.
    #[serde(skip)]
    pub checked: Option<String>,
}

/// A problem, with hints that help.
#[derive(Debug, Serialize)]
pub(crate) struct ListedProblem {
    /// `damage`, `conflict` or `warning`.
    pub severity: &'static str,
    /// The subject of the problem, as a word.
    pub kind: &'static str,
    /// The problem in words.
    pub what: String,
    /// Hints, with commands as the reader types them.
    pub hints: Vec<String>,
}

/// A fact about the program or the machine.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    pub name: &'static str,
    pub value: String,
}

impl Report for CheckReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let about = self.about.as_deref().unwrap_or_default();
        let widest = about.iter().map(|about| about.name.len()).max().unwrap_or(0);
        let lines = about.iter().map(|About { name, value }| format!("{name:widest$}  {value}").into());
        let problems = self.problems.iter().flat_map(|problem| {
            let what = format!("{}: {}", problem.severity, problem.what);
            std::iter::once(what).chain(problem.hints.iter().map(|hint| format!("hint: {hint}"))).map(Sentence::from)
        });
        let checked = self.checked.as_deref().map(Sentence::from);
        let words = lines.chain(problems).chain(checked).map(Block::Words);
        let about = about.iter().map(|About { name, value }| vec![text("about"), text(name), text(value)]);
        let problems =
            self.problems.iter().map(|problem| vec![text(problem.severity), text(problem.kind), text(&problem.what)]);
        words.chain([Block::rows(Audience::PROGRAMS, "severity kind what", about.chain(problems))]).collect()
    }
}

/// The length of a time cut to day and minute, by local clocks.
const MINUTE: usize = 16;

/// The changes of a book, last arrival first: `ginpad/history/1`.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "schema", rename = "ginpad/history/1")]
pub(crate) struct HistoryReport {
    pub changes: Vec<Change>,
}

/// A change.
#[derive(Debug, Serialize)]
pub(crate) struct Change {
    pub id: String,
    /// The shortest unique prefix of its id.
    pub short: String,
    /// The time by local clocks.
    pub made: String,
    /// The device that made it.
    pub device: String,
    /// Whether this device made it.
    pub this_device: bool,
    /// The command that made it.
    pub verb: String,
    /// The effect, in words that can be typed.
    pub what: String,
    /// The effect, with signs for suits.
    #[serde(skip)]
    pub in_signs: String,
    /// The state of the change: `counts`, `undone`, `moved` or `unknown`.
    pub state: &'static str,
}

impl Report for HistoryReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let start = |text: &str, most: usize| Cell::Word(text.get(..most).unwrap_or(text).into());
        let undone = |change: &Change| if change.state == "undone" { " – undone" } else { "" };
        let table = Table::of("", &self.changes)
            .people("change", |change| Cell::Word(change.short.clone()))
            .add(Column::people("when").rank(1), move |change| start(&change.made, MINUTE))
            .add(Column::people("device").rank(2), move |change| match change.this_device {
                true => Cell::Word("this".into()),
                false => start(&change.device, DEVICE),
            })
            .people("what", move |change| Cell::Text(format!("{}{}", change.in_signs, undone(change))))
            .fields("id short made device")
            .programs("own", |change| Cell::text(change.this_device.then_some("this")))
            .fields("state verb what");
        vec![Block::Table(table.table)]
    }
}

/// The config file: `ginpad/config/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/config/1")]
pub(crate) struct ConfigReport {
    /// The path of the file, even if the file does not exist.
    pub path: String,
    /// Whether the file exists.
    pub exists: bool,
    /// The settings, if requested.
    #[serde(serialize_with = "by_key")]
    pub settings: Option<Vec<Setting>>,
}

/// A key of the file.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The spelling of the key.
    pub key: &'static str,
    /// The value, if set.
    pub value: Option<String>,
    /// The purpose of the key.
    pub meaning: &'static str,
    /// The values that the key takes.
    pub takes: &'static str,
}

fn by_key<S: Serializer>(settings: &Option<Vec<Setting>>, serializer: S) -> Result<S::Ok, S::Error> {
    match settings {
        Some(settings) => serializer.collect_map(settings.iter().map(|setting| (setting.key, &setting.value))),
        None => serializer.serialize_none(),
    }
}

impl Report for ConfigReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let Some(settings) = &self.settings else {
            let file = Block::rows(Audience::PROGRAMS, "file", std::iter::once(vec![text(&self.path)]));
            return vec![Block::words(self.path.as_str()), file];
        };
        let there = if self.exists { "is" } else { "would be" };
        let table = Table::of("Config", settings)
            .column("key", "key", move |setting| text(setting.key))
            .people("value", |setting| Cell::Name(setting.value.as_deref().unwrap_or("not set").into()))
            .programs("value", |setting| Cell::text(setting.value.as_deref()))
            .add(Column::people("what it is for").rank(1), move |setting| text(setting.meaning))
            .add(Column::people("takes").rank(2), move |setting| text(setting.takes));
        let path = printable(&self.path);
        vec![Block::words(format!("the config {there} in {path}")), Block::Table(table.table)]
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
