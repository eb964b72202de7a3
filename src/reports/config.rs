//! The config file: where it is, and what it sets.

use ginpad_core::text::printable;
use serde::{Serialize, Serializer};

use crate::answer::table::{Cell, Column, Readers, Table};
use crate::answer::{Block, Report};

/// The config file: `ginpad/config/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/config/1")]
pub(crate) struct ConfigReport {
    /// Where the file is, or would be.
    pub path: String,
    /// Whether it is there.
    pub exists: bool,
    /// What it sets, if that was asked for.
    #[serde(serialize_with = "by_key")]
    pub settings: Option<Vec<Setting>>,
}

/// A key of the file.
#[derive(Debug)]
pub(crate) struct Setting {
    /// How it is written.
    pub key: &'static str,
    /// Its value, if it is set.
    pub value: Option<String>,
    /// What it is for.
    pub meaning: &'static str,
    /// What it takes.
    pub takes: &'static str,
}

fn by_key<S: Serializer>(settings: &Option<Vec<Setting>>, serializer: S) -> Result<S::Ok, S::Error> {
    match settings {
        Some(settings) => serializer.collect_map(settings.iter().map(|setting| (setting.key, &setting.value))),
        None => serializer.serialize_none(),
    }
}

impl Report for ConfigReport {
    fn title(&self) -> String {
        "Config".into()
    }

    fn blocks(&self) -> Vec<Block> {
        let Some(settings) = &self.settings else {
            let record = Table::for_programs(["file"], [[Cell::Text(self.path.clone())]]);
            return vec![Block::Words(self.path.as_str().into()), Block::Table(record)];
        };
        let there = if self.exists { "is" } else { "would be" };
        let there = format!("the config {there} in {}", printable(&self.path));
        vec![Block::Words(there.into()), Block::Table(table(settings))]
    }
}

fn table(settings: &[Setting]) -> Table {
    let people = |heading: &str, rank| Column::new("", heading).only(Readers::PEOPLE).rank(rank);
    let value = Column::new("value", "").only(Readers::PROGRAMS);
    let row = |Setting { key, value, meaning, takes }: &Setting| {
        let for_people = value.as_deref().unwrap_or("not set");
        let [key, meaning, takes] = [*key, *meaning, *takes].map(|text| Cell::Text(text.into()));
        vec![key, Cell::Name(for_people.into()), Cell::text(value.as_deref()), meaning, takes]
    };
    Table {
        columns: vec![
            Column::new("key", "key"),
            people("value", 0),
            value,
            people("what it is for", 1),
            people("takes", 2),
        ],
        rows: settings.iter().map(row).collect(),
        ..Table::default()
    }
}
