//! The rules of one table: a base combined with single knobs. No other code combines them.

use std::fmt;

use super::Rules;
use super::choice::Table;
use super::contradiction::{About, Contradiction};
use super::knob::Knob;
use super::preset::Preset;
use super::settings::Setting;
use super::value::Value;
use crate::Players;
use crate::text::harmless;

/// The rules of one table: the name of a preset, and the rules with some knobs turned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRules {
    /// The name of the preset they start from.
    pub preset: String,
    /// The rules that the game is scored by.
    pub rules: Rules,
}

impl TableRules {
    /// A preset with some knobs turned.
    ///
    /// # Errors
    /// Every contradiction at once.
    pub fn new(preset: &Preset, settings: &[Setting]) -> Result<TableRules, Vec<Contradiction>> {
        turn(Ok(TableRules::of(preset)), settings)
    }

    /// A preset as it is.
    pub fn of(preset: &Preset) -> TableRules {
        TableRules { preset: preset.name.clone(), rules: preset.rules.clone() }
    }

    /// The default rules for these players: those of the preset for this many sides.
    pub fn usual(players: &Players) -> TableRules {
        let preset = Preset::named(Table::usual(players).preset()).unwrap_or_else(Preset::standard);
        TableRules::of(preset)
    }

    /// Reads a preset and settings in the form of a text sheet: `hollywood, target=150`. A list that begins with a
    /// setting is based on `standard`.
    ///
    /// # Errors
    /// Every contradiction.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::rules::TableRules;
    ///
    /// assert_eq!(TableRules::read("hollywood, target=150").unwrap().to_string(), "hollywood, target=150");
    /// assert_eq!(TableRules::read("target=0, colour=red").unwrap_err().len(), 2);
    /// ```
    pub fn read(text: &str) -> Result<TableRules, Vec<Contradiction>> {
        let mut parts = text.split(',').map(str::trim).peekable();
        let name = parts.next_if(|part| !part.contains('='));
        let base = match name {
            Some(name) => Preset::find(name).map(TableRules::of).map_err(|unknown| vec![unknown]),
            None => Ok(TableRules::of(Preset::standard())),
        };
        TableRules::assemble(base, &parts.collect::<Vec<_>>())
    }

    /// Combines a base with settings like `target=150`. A setting may turn a knob that the base already turned. If the
    /// base has faults, lists them before those of the settings.
    ///
    /// # Errors
    /// Every contradiction, those of the base first.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::rules::TableRules;
    ///
    /// let rules = TableRules::assemble(TableRules::read("hollywood, target=150"), &["target=200"]).unwrap();
    /// assert_eq!(rules.to_string(), "hollywood, target=200");
    /// assert_eq!(TableRules::assemble(TableRules::read("holywood"), &["target=0"]).unwrap_err().len(), 2);
    /// ```
    pub fn assemble<S: AsRef<str>>(
        base: Result<TableRules, Vec<Contradiction>>,
        settings: &[S],
    ) -> Result<TableRules, Vec<Contradiction>> {
        let mut unread = Vec::new();
        let settings =
            settings.iter().filter_map(|text| Setting::read(text.as_ref()).map_err(|fault| unread.push(fault)).ok());
        let settings: Vec<Setting> = settings.collect();
        let refused_base = base.as_ref().err().map_or(0, Vec::len);
        match turn(base, &settings) {
            Ok(rules) if unread.is_empty() => Ok(rules),
            turned => {
                let mut refused = turned.err().unwrap_or_default();
                refused.splice(refused_base..refused_base, unread);
                Err(refused)
            }
        }
    }

    /// The preset they start from. The default replaces a preset of a later version, which is unknown here.
    fn base(&self) -> &'static Preset {
        Preset::named(&self.preset).unwrap_or_else(Preset::standard)
    }

    /// The rules as people type them: based on a preset that this version knows.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::rules::TableRules;
    ///
    /// let rules = TableRules { preset: "moonlight".into(), ..TableRules::read("target=150").unwrap() };
    /// assert_eq!(rules.typed(), "standard, target=150");
    /// assert_eq!(rules.to_string(), "moonlight (standard, target=150)");
    /// ```
    pub fn typed(&self) -> String {
        let differences = self.differences().into_iter().map(|setting| format!(", {setting}"));
        std::iter::once(self.base().name.clone()).chain(differences).collect()
    }

    /// The rules as a file that [`RuleFile::read`](super::RuleFile::read) reads back.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::rules::{RuleFile, TableRules};
    ///
    /// let rules = TableRules::read("hollywood, big_gin_bonus=off, column_multipliers=1/1/2").unwrap();
    /// let text = rules.file();
    /// assert!(text.contains("\ncolumn_multipliers = [1, 1, 2]\n"));
    /// assert_eq!(RuleFile::read(&text).unwrap().table, rules);
    /// ```
    pub fn file(&self) -> String {
        let knob = |Setting { knob, value }: Setting| {
            let value = match value {
                Value::Word(word) => format!("\"{word}\""),
                Value::Numbers(numbers) => format!("{numbers:?}"),
                value => value.to_string(),
            };
            format!("\n# {}\n{} = {value}\n", knob.meaning(), knob.name())
        };
        let knobs: String = self.differences().into_iter().map(knob).collect();
        format!("based_on = \"{}\"\n{knobs}", self.base().name)
    }

    /// The knobs to turn on the preset to get these rules, in the order of the rules page.
    pub fn differences(&self) -> Vec<Setting> {
        let base = &self.base().rules;
        let reformatted = base.in_format(self.rules.format);
        Knob::ALL
            .iter()
            .filter_map(|&knob| {
                let value = self.rules.value(knob)?;
                let usual = if knob == Knob::Format { base.value(knob) } else { reformatted.value(knob) };
                (usual.as_ref() != Some(&value)).then_some(Setting { knob, value })
            })
            .collect()
    }
}

/// Prints the rules with the preset's name in the game. If a later version made the preset, adds their form in this
/// version.
impl fmt::Display for TableRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Preset::named(&self.preset) {
            Some(_) => f.write_str(&self.typed()),
            None => write!(f, "{} ({})", harmless(&self.preset), self.typed()),
        }
    }
}

/// Turns knobs of the base. If the base is unknown, still checks the settings, except for contradictions that depend on
/// the base.
///
/// # Errors
/// Every contradiction, those of the base first.
pub(super) fn turn(
    base: Result<TableRules, Vec<Contradiction>>,
    settings: &[Setting],
) -> Result<TableRules, Vec<Contradiction>> {
    match base {
        Ok(TableRules { preset, rules }) => Ok(TableRules { preset, rules: rules.turned(settings)? }),
        Err(mut refused) => {
            let more = Preset::standard().rules.turned(settings).err().unwrap_or_default();
            refused.extend(more.into_iter().filter(|contradiction| contradiction.about != About::Base));
            Err(refused)
        }
    }
}
