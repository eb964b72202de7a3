//! Conflicts between devices, and how to settle them.

use ginpad_core::Moment;
use ginpad_core::facts::Conflict;
use ginpad_core::notation::serialize_moment;
use ginpad_core::text::printable;
use serde::Serialize;

use crate::answer::{Block, Cell, CommandLine, Report, Sentence, Table};

/// The answer if no conflict exists.
pub(crate) const NO_CONFLICTS: &str = "there are no conflicts";

/// The number of digits of a device's id to show.
const DEVICE: usize = 6;

/// The conflicts between devices: `ginpad/conflicts/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/conflicts/1")]
pub(crate) struct ConflictsReport {
    pub conflicts: Vec<ListedConflict>,
}

/// A conflict between devices about one subject.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ListedConflict {
    /// The number by which commands name the conflict.
    pub number: String,
    /// The number of the game, if the conflict is about one.
    pub game: Option<i64>,
    /// A word for the subject.
    pub kind: &'static str,
    /// The conflict in words.
    pub what: String,
    /// The versions. Those that count come first.
    #[serde(rename = "said")]
    pub versions: Vec<Version>,
    /// The commands that settle the conflict, as the reader types them.
    pub commands: Vec<String>,
    /// The same commands, each with its effect.
    #[serde(skip)]
    pub ways: Vec<(CommandLine, String)>,
    /// The conflict as the fold lists it.
    #[serde(skip)]
    pub conflict: Conflict,
}

/// One of the versions in conflict.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Version {
    /// The version in a player's words.
    pub words: String,
    pub counts: bool,
    /// The device that wrote it.
    pub device: String,
    /// Whether this device wrote it.
    pub own: bool,
    /// When it was made, in local time.
    #[serde(serialize_with = "serialize_moment")]
    pub made: Moment,
}

impl Report for ConflictsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let nothing = self.conflicts.is_empty().then(|| Block::Words(NO_CONFLICTS.into()));
        let lines = self.conflicts.iter().flat_map(ListedConflict::sentences).map(Block::Words);
        let keys = "record number game kind what counts others";
        let records = Table::for_programs(keys, self.conflicts.iter().map(ListedConflict::record));
        nothing.into_iter().chain(lines).chain([Block::Table(records)]).collect()
    }
}

impl ListedConflict {
    /// The record for programs.
    pub(crate) fn record(&self) -> Vec<Cell> {
        let ListedConflict { number, game, kind, what, .. } = self;
        let game = game.map_or(Cell::Empty, Cell::Count);
        let [number, what, counts, others] =
            [number.clone(), what.clone(), self.words(true), self.words(false)].map(Cell::Text);
        vec![Cell::Text("conflict".into()), number, game, Cell::Text((*kind).into()), what, counts, others]
    }

    /// The sentence after a conflict was kept as it is.
    pub(crate) fn stays(&self) -> String {
        match self.words(true) {
            counts if counts.is_empty() => format!("it stays as it is: {}", self.what),
            counts => format!("{}; it stays: {counts}", self.what),
        }
    }

    /// The versions that count, or those that do not.
    fn words(&self, counts: bool) -> String {
        let versions = self.versions.iter().filter(|version| version.counts == counts);
        versions.map(|version| version.words.as_str()).collect::<Vec<_>>().join("; ")
    }

    /// The conflict for people: the subject, the versions, and the commands that settle it. An empty sentence ends it.
    fn sentences(&self) -> Vec<Sentence> {
        let version = |version: &Version| {
            let counts = if version.counts { "counts" } else { "does not count" };
            let device = match version.device.get(..DEVICE).unwrap_or(&version.device) {
                _ if version.own => "this device".to_string(),
                device => format!("device {device}"),
            };
            let (words, made) = (printable(&version.words), version.made.format("%Y-%m-%d %H:%M"));
            format!("  - {counts}: {words} ({device}, {made})").into()
        };
        let way = |(command, does): &(CommandLine, String)| {
            Sentence::from("    ").run(command.clone()).say(format!(" {does}"))
        };
        let what = Sentence::from(format!("{} {}", self.number, printable(&self.what)));
        let lines = self.versions.iter().map(version).chain(self.ways.iter().map(way));
        [what].into_iter().chain(lines).chain([Sentence::default()]).collect()
    }
}
