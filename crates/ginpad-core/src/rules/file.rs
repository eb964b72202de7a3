//! Rule files: TOML of the knobs, for presets and for house rules.
//!
//! ```
//! use ginpad_core::rules::RuleFile;
//!
//! let file = RuleFile::read("based_on = \"hollywood\"\ntarget = 150\n").unwrap();
//! assert_eq!(file.table.to_string(), "hollywood, target=150");
//!
//! let faults = RuleFile::read("targt = 150\n").unwrap_err();
//! assert_eq!(faults.items[0].to_string(), "line 1: no knob named `targt`; did you mean `target`?");
//! ```

use std::collections::BTreeMap;
use std::fmt::Display;

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::contradiction::Contradiction;
use super::knob::Knob;
use super::preset::Preset;
use super::settings::Setting;
use super::table::{TableRules, turn};
use super::value::Value;
use crate::Listed;

/// A rule file without contradictions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFile {
    /// Its description in one line.
    pub summary: Option<String>,
    /// The preset it is based on, and the rules it describes.
    pub table: TableRules,
    /// The sources of its values, as cited in the file.
    pub sources: BTreeMap<Knob, String>,
}

/// A fault in a rule file, with its line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct LineFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub what: String,
}

/// Finds the preset that a file is based on.
type Lookup<'a> = &'a dyn Fn(&str) -> Result<&'a Preset, Contradiction>;

impl RuleFile {
    /// Reads a house's own file. `based_on` names a preset; by default the file is based on `standard`.
    ///
    /// Every fault in the file, in the order of its lines.
    pub fn read(text: &str) -> Result<RuleFile, Listed<LineFault>> {
        RuleFile::read_on(text, &|name| Preset::find(name))
    }

    /// Reads a file; `lookup` finds its base.
    pub(super) fn read_on(text: &str, lookup: Lookup<'_>) -> Result<RuleFile, Listed<LineFault>> {
        let mut file = FileReading { text, ..FileReading::default() };
        file.keys();
        let (based_on, at_base) = file.based_on.take().unwrap_or(("standard".to_string(), 0));
        let base = lookup(&based_on).map(TableRules::of).map_err(|unknown| vec![unknown]);
        let settings: Vec<Setting> = file.settings.iter().map(|(setting, _)| setting.clone()).collect();
        match turn(base, &settings) {
            Ok(table) if file.faults.is_empty() => Ok(RuleFile { summary: file.summary, table, sources: file.sources }),
            turned => {
                for contradiction in turned.err().into_iter().flatten() {
                    file.fault(file.place(&contradiction).unwrap_or(at_base), &contradiction);
                }
                Err(file.faults())
            }
        }
    }
}

/// A file as far as it has been read, before the check for contradictions. Places are byte offsets in the text.
#[derive(Default)]
struct FileReading<'a> {
    text: &'a str,
    faults: Vec<(usize, String)>,
    based_on: Option<(String, usize)>,
    summary: Option<String>,
    settings: Vec<(Setting, usize)>,
    sources: BTreeMap<Knob, String>,
}

impl FileReading<'_> {
    /// The place of the setting that a contradiction is about; `None` if it is about no single setting.
    fn place(&self, contradiction: &Contradiction) -> Option<usize> {
        let knob = contradiction.knob?;
        let given = |knob| self.settings.iter().find(|(setting, _)| setting.knob == knob);
        given(knob).or_else(|| given(Knob::Columns)).map(|(_, at)| *at)
    }

    fn fault(&mut self, at: usize, what: &dyn Display) {
        self.faults.push((at.min(self.text.len()), what.to_string()));
    }

    /// The faults, in the order of the lines.
    fn faults(mut self) -> Listed<LineFault> {
        self.faults.sort_by_key(|(at, _)| *at);
        let (mut before, mut line) = (0, 1);
        let of_line = |(at, what): (usize, String)| {
            line += self.text.as_bytes()[before..at].iter().filter(|byte| **byte == b'\n').count();
            before = at;
            LineFault { line, what }
        };
        self.faults.into_iter().map(of_line).collect()
    }

    /// Reads every key of the file.
    fn keys(&mut self) {
        let table = match DeTable::parse(self.text) {
            Ok(table) => table,
            Err(error) => return self.fault(error.span().map_or(0, |span| span.start), &error.message()),
        };
        for (key, value) in table.get_ref() {
            let at = key.span().start;
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("based_on", DeValue::String(name)) => self.based_on = Some((name.to_string(), at)),
                ("summary", DeValue::String(summary)) => self.summary = Some(summary.to_string()),
                (key @ ("based_on" | "summary"), _) => self.fault(at, &format!("`{key}` takes text in quotes")),
                ("sources", DeValue::Table(sources)) => self.sources(sources),
                ("sources", _) => {
                    self.fault(at, &"`sources` is a table that says for each knob where its value comes from")
                }
                (name, value) => match (Knob::from_name(name), plain(value)) {
                    (None, _) => self.fault(at, &Contradiction::unknown_knob(name)),
                    (Some(knob), Some(value)) => self.settings.push((Setting { knob, value }, at)),
                    (Some(knob), None) => {
                        self.fault(at, &format!("`{}` takes {}", knob.name(), knob.values().describe()));
                    }
                },
            }
        }
    }

    fn sources(&mut self, sources: &DeTable<'_>) {
        for (key, value) in sources {
            match (Knob::from_name(key.get_ref()), value.get_ref()) {
                (Some(knob), DeValue::String(source)) => {
                    self.sources.insert(knob, source.to_string());
                }
                (Some(_), _) => self.fault(key.span().start, &"a source is text in quotes"),
                (None, _) => self.fault(key.span().start, &Contradiction::unknown_knob(key.get_ref())),
            }
        }
    }
}

/// A TOML value as a value for a knob.
fn plain(value: &DeValue<'_>) -> Option<Value> {
    let number = |value: &Spanned<DeValue<'_>>| match plain(value.get_ref()) {
        Some(Value::Number(number)) => Some(number),
        _ => None,
    };
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(Value::Number),
        DeValue::String(text) => Some(Value::read(text)),
        DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
        DeValue::Array(items) => items.iter().map(number).collect::<Option<_>>().map(Value::Numbers),
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}
