//! The presets, and every knob of some rules.

use std::collections::BTreeMap;

use ginpad_core::rules::{Knob, Preset, Rules, SOURCES};
use ginpad_core::text::printable;
use serde::{Serialize, Serializer};

use crate::answer::table::{Cell, Column, Readers, Table};
use crate::answer::{Block, Report};

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

/// A rule file without a fault: `ginpad/rules-check/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/rules-check/1")]
pub(crate) struct RulesCheckReport {
    /// That it has no fault.
    pub ok: bool,
    /// The rules in one line.
    pub rules: String,
    /// The knobs.
    pub knobs: Rules,
    /// The file.
    #[serde(skip)]
    pub file: String,
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
    fn title(&self) -> String {
        "Presets".into()
    }

    fn blocks(&self) -> Vec<Block> {
        let row = |preset: &ListedPreset| [preset.name, preset.summary].map(|text| Cell::Text(text.into())).into();
        vec![Block::Table(Table {
            columns: vec![Column::new("name", "preset"), Column::new("summary", "what it is")],
            rows: self.presets.iter().map(row).collect(),
            ..Table::default()
        })]
    }
}

impl Report for RulesReport {
    fn title(&self) -> String {
        format!("Rules: {}", self.name)
    }

    fn blocks(&self) -> Vec<Block> {
        let cited = SOURCES.iter().filter(|source| self.sources.values().any(|text| text.contains(source.key)));
        let cited = cited.map(|source| Block::Words(format!("{} {}", source.key, source.title).into()));
        let name = Block::Words(format!("rules: {}", one_line(&self.name)).into());
        [name, Block::Table(self.table())].into_iter().chain(cited).collect()
    }
}

impl RulesReport {
    fn table(&self) -> Table {
        let row = |knob: &Knob| {
            let value = self.knobs.value(*knob)?.to_string();
            let source = self.sources.get(knob).map_or("", String::as_str);
            let mut says = knob.meaning().to_string();
            says += &knob.word_meaning(&value).map(|word| format!("; {value}: {word}")).unwrap_or_default();
            says += &if source.is_empty() { String::new() } else { format!("\n({})", one_line(source)) };
            Some([knob.name(), &value, &says, knob.meaning(), source].map(|text| Cell::Text(text.into())).into())
        };
        let programs = |key| Column::new(key, "").only(Readers::PROGRAMS);
        Table {
            columns: vec![
                Column::new("knob", "knob"),
                Column::new("value", "value"),
                Column::new("", "meaning and source").only(Readers::PEOPLE),
                programs("meaning"),
                programs("source"),
            ],
            rows: Knob::ALL.iter().filter_map(row).collect(),
            ..Table::default()
        }
    }
}

impl Report for RulesCheckReport {
    fn title(&self) -> String {
        "Rules".into()
    }

    fn blocks(&self) -> Vec<Block> {
        let record = [Cell::Text("ok".into()), Cell::Text(self.rules.clone())];
        let words = format!("{} has no faults: {}", self.file, self.rules);
        vec![Block::Words(words.into()), Block::Table(Table::for_programs(["result", "rules"], [record]))]
    }
}

/// Text from a file or the command line, made fit for one line.
fn one_line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}
