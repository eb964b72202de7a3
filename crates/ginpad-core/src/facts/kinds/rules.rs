//! The rules that a fact sets: the preset's name and the value of every knob, as JSON.
//!
//! They stay text, so that knobs of a later version are passed on. Nearly all games in a book have the same rules, so a
//! fold over many games reads each text only once.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::{Knob, Preset, Setting, TableRules};

/// The rules that a fact sets, as text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RulesText(Box<RawValue>);

impl PartialEq for RulesText {
    fn eq(&self, other: &RulesText) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for RulesText {}

/// The key of the preset's name among the knobs.
const PRESET: &str = "preset";

impl RulesText {
    /// Writes these rules as text: the preset, and every knob except those of other formats.
    pub fn new(table: &TableRules) -> RulesText {
        let mut written = Map::new();
        written.insert(PRESET.into(), table.preset.clone().into());
        for knob in Knob::ALL {
            let value = table.rules.value(*knob).and_then(|value| serde_json::to_value(value).ok());
            written.extend(value.map(|value| (knob.name().to_string(), value)));
        }
        let text = Value::Object(written).to_string();
        RulesText(RawValue::from_string(text).unwrap_or_default())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Reads the rules. Ignores knobs that this version does not know.
    ///
    /// # Errors
    /// It is not an object with a preset, a knob has no value, or the rules contradict each other.
    pub fn read(&self) -> Result<TableRules, String> {
        let mut written: Map<String, Value> =
            serde_json::from_str(self.as_str()).map_err(|_| "the rules of a game are not knobs with values")?;
        let Some(Value::String(preset)) = written.shift_remove(PRESET) else {
            return Err("the rules of a game have no preset".into());
        };
        let mut settings = Vec::new();
        for (name, value) in written {
            let Some(knob) = Knob::from_name(&name) else { continue };
            let value = serde_json::from_value(value);
            let value = value.map_err(|_| format!("the knob `{name}` of a game has no value"))?;
            settings.push(Setting { knob, value });
        }
        let rules = Preset::turned(&settings).map_err(|contradictions| {
            let reasons: Vec<String> = contradictions.iter().map(ToString::to_string).collect();
            format!("the rules of a game contradict themselves: {}", reasons.join("; "))
        })?;
        Ok(TableRules { preset, rules })
    }
}

/// Rules already read, by their text. A fold over many games keeps them, because most games share one text.
#[derive(Debug, Default)]
pub struct RulesRead(HashMap<Box<str>, Result<TableRules, String>>);

impl RulesRead {
    /// The most texts kept.
    const MOST: usize = 1000;

    pub(in crate::facts) fn read(&mut self, text: &RulesText) -> Result<TableRules, String> {
        if let Some(read) = self.0.get(text.as_str()) {
            return read.clone();
        }
        if self.0.len() >= RulesRead::MOST {
            self.0.clear();
        }
        let read = text.read();
        self.0.insert(text.as_str().into(), read.clone());
        read
    }
}
