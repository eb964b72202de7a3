//! The config file: its path and its settings.

use ginpad_core::text::printable;
use serde::{Serialize, Serializer};

use crate::answer::{Block, Cell, Column, Report, Table};

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
        let text = |text: &str| Cell::Text(text.into());
        let Some(settings) = &self.settings else {
            let file = Table::for_programs("file", [vec![text(&self.path)]]);
            return vec![Block::words(self.path.as_str()), Block::Table(file)];
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
