//! Rule files: TOML of the knobs, for presets and for a house's own rules.
//!
//! ```
//! use ginpad_core::rules::RuleFile;
//!
//! let file = RuleFile::read("based_on = \"hollywood\"\ntarget = 150\n").unwrap();
//! assert_eq!(file.table().to_string(), "hollywood, target=150");
//!
//! let faults = RuleFile::read("targt = 150\n").unwrap_err();
//! assert_eq!(faults[0].to_string(), "line 1: no knob named `targt`; did you mean `target`?");
//! ```

use std::collections::BTreeMap;
use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Rules;
use super::contradiction::Contradiction;
use super::knob::Knob;
use super::preset::Preset;
use super::settings::{Setting, TableRules};
use super::value::Value;

/// A rule file, read and found free of contradictions.
#[derive(Debug, Clone)]
pub struct RuleFile {
    /// The preset it is based on.
    pub based_on: String,
    /// One line about it.
    pub summary: Option<String>,
    /// The rules it amounts to.
    pub rules: Rules,
    /// Where its values come from, by its own account.
    pub sources: BTreeMap<Knob, String>,
}

/// What is wrong with a rule file, and on which line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

type Base<'a> = &'a dyn Fn(&str) -> Result<&'a Preset, Contradiction>;

impl RuleFile {
    /// Reads a house's own file. `based_on` names a preset, `standard` where it is left out.
    ///
    /// # Errors
    /// Everything that is wrong with the file, in the order of its lines.
    pub fn read(text: &str) -> Result<RuleFile, Vec<LineFault>> {
        RuleFile::read_on(text, &|name| Preset::find(name))
    }

    /// Reads a file whose `based_on` is looked up by `base`.
    pub(super) fn read_on(text: &str, base: Base<'_>) -> Result<RuleFile, Vec<LineFault>> {
        let mut reading = Reading { text, faults: Vec::new() };
        let Some(written) = reading.written() else { return Err(reading.faults) };
        let based_on = base(written.based_on.as_ref().map_or("standard", |(name, _)| name));
        if let Err(unknown) = &based_on {
            reading.fault(written.based_on.as_ref().map_or(0, |(_, at)| *at), unknown);
        }
        let known = based_on.is_ok();
        let base = based_on.unwrap_or_else(|_| Preset::standard());
        let settings: Vec<Setting> = written.settings.iter().map(|(setting, _)| setting.clone()).collect();
        let turned = base.rules.turned(&settings);
        let refused = turned.as_ref().err().into_iter().flatten();
        for contradiction in refused.filter(|contradiction| known || !contradiction.hangs_on_the_base()) {
            let at = written
                .settings
                .iter()
                .find(|(setting, _)| Some(setting.knob) == contradiction.knob())
                .or_else(|| written.settings.iter().find(|(setting, _)| setting.knob == Knob::Columns))
                .map_or(0, |(_, at)| *at);
            reading.fault(at, contradiction);
        }
        match turned {
            Ok(rules) if reading.faults.is_empty() => {
                Ok(RuleFile { based_on: base.name.clone(), summary: written.summary, rules, sources: written.sources })
            }
            _ => {
                reading.faults.sort_by_key(|fault| fault.line);
                Err(reading.faults)
            }
        }
    }

    /// The rules as a table takes them.
    #[must_use]
    pub fn table(&self) -> TableRules {
        TableRules { preset: self.based_on.clone(), rules: self.rules.clone() }
    }
}

/// What a rule file says, before the rules are asked whether it can stand. Places are bytes of the text.
#[derive(Default)]
struct Written {
    based_on: Option<(String, usize)>,
    summary: Option<String>,
    settings: Vec<(Setting, usize)>,
    sources: BTreeMap<Knob, String>,
}

struct Reading<'a> {
    text: &'a str,
    faults: Vec<LineFault>,
}

impl Reading<'_> {
    fn fault(&mut self, at: usize, what: &dyn fmt::Display) {
        let line = self.text[..at.min(self.text.len())].matches('\n').count() + 1;
        self.faults.push(LineFault { line, what: what.to_string() });
    }

    fn written(&mut self) -> Option<Written> {
        let table = match DeTable::parse(self.text) {
            Ok(table) => table,
            Err(error) => {
                self.fault(error.span().map_or(0, |span| span.start), &error.message());
                return None;
            }
        };
        let mut written = Written::default();
        for (key, value) in table.get_ref() {
            let at = key.span().start;
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("based_on", DeValue::String(name)) => written.based_on = Some((name.to_string(), at)),
                ("summary", DeValue::String(summary)) => written.summary = Some(summary.to_string()),
                (key @ ("based_on" | "summary"), _) => self.fault(at, &format!("`{key}` takes text in quotes")),
                ("sources", DeValue::Table(sources)) => self.sources(sources, &mut written),
                ("sources", _) => {
                    self.fault(at, &"`sources` is a table of knobs, each with where its value comes from")
                }
                (name, value) => match (Knob::from_name(name), plain(value)) {
                    (None, _) => self.fault(at, &Contradiction::unknown_knob(name)),
                    (Some(knob), Some(value)) => written.settings.push((Setting { knob, value }, at)),
                    (Some(knob), None) => {
                        self.fault(at, &format!("`{}` takes {}", knob.name(), knob.values().describe()));
                    }
                },
            }
        }
        Some(written)
    }

    fn sources(&mut self, sources: &DeTable<'_>, written: &mut Written) {
        for (key, value) in sources {
            match (Knob::from_name(key.get_ref()), value.get_ref()) {
                (Some(knob), DeValue::String(source)) => {
                    written.sources.insert(knob, source.to_string());
                }
                (Some(_), _) => self.fault(key.span().start, &"a source is text in quotes"),
                (None, _) => self.fault(key.span().start, &Contradiction::unknown_knob(key.get_ref())),
            }
        }
    }
}

/// A TOML value as a knob takes it.
fn plain(value: &DeValue<'_>) -> Option<Value> {
    let number = |value: &Spanned<DeValue<'_>>| match plain(value.get_ref()) {
        Some(Value::Number(number)) => Some(number),
        _ => None,
    };
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(Value::Number),
        DeValue::String(text) => Some(Value::Word(text.to_lowercase())),
        DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
        DeValue::Array(items) => items.iter().map(number).collect::<Option<_>>().map(Value::Numbers),
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}
