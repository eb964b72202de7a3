//! The presets, and every knob of some rules.

use std::collections::BTreeMap;

use ginpad_core::rules::{Knob, Preset, Rules};
use ginpad_core::text::printable;
use serde::{Serialize, Serializer};

use crate::answer::table::{Cell, Table};
use crate::answer::{Answer, Block, Report};

/// The presets: `ginpad/presets/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/presets/1")]
pub(crate) struct PresetsReport {
    /// Each of them.
    pub presets: Vec<ListedPreset>,
}

/// A preset.
#[derive(Debug, Serialize)]
pub(crate) struct ListedPreset {
    /// How it is called.
    pub name: &'static str,
    /// What it is.
    pub summary: &'static str,
}

/// Rules with every knob: `ginpad/rules/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/rules/1")]
pub(crate) struct RulesReport {
    /// How they are called.
    pub name: String,
    /// The knobs.
    pub knobs: Rules,
    /// Where the value of each knob comes from, if that is known.
    #[serde(serialize_with = "of_every_knob")]
    pub sources: BTreeMap<Knob, String>,
}

fn of_every_knob<S: Serializer>(sources: &BTreeMap<Knob, String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Knob::ALL.iter().map(|knob| (knob.name(), sources.get(knob))))
}

impl PresetsReport {
    /// All presets.
    pub(crate) fn all() -> PresetsReport {
        let listed = |preset: &'static Preset| ListedPreset { name: &preset.name, summary: &preset.summary };
        PresetsReport { presets: Preset::all().map(listed).collect() }
    }
}

impl Report for PresetsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let table = Table::of("Presets", &self.presets)
            .column("name", "preset", |preset| Cell::Text(preset.name.into()))
            .column("summary", "what it is", |preset| Cell::Text(preset.summary.into()));
        vec![Block::Table(table.table)]
    }
}

impl Report for RulesReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        vec![Block::words(format!("rules: {}", one_line(&self.name))), Block::Table(self.table())]
    }
}

impl From<RulesReport> for Answer {
    fn from(report: RulesReport) -> Answer {
        Answer::report(format!("Rules: {}", report.name), report)
    }
}

impl RulesReport {
    fn table(&self) -> Table<'_> {
        let knobs = Knob::ALL.iter().filter_map(|knob| Some((knob, self.knobs.value(*knob)?.to_string())));
        let source = |knob: &Knob| self.sources.get(knob).map_or("", String::as_str);
        let meaning = |knob: &Knob, value: &str| {
            let word = knob.word_meaning(value).map(|word| format!("; {value}: {word}")).unwrap_or_default();
            Cell::Text(format!("{}{word}", knob.meaning()))
        };
        let table = Table::of("Knobs", knobs)
            .column("knob", "knob", |(knob, _)| Cell::Word(knob.name().into()))
            .column("value", "value", |(_, value)| Cell::Word(value.clone()))
            .people("meaning", move |(knob, value)| meaning(knob, value))
            .programs("meaning", |(knob, _)| Cell::Text(knob.meaning().into()))
            .programs("source", move |(knob, _)| Cell::Text(source(knob).into()));
        table.table
    }
}

/// Text from a file or the command line, made fit for one line.
fn one_line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}
