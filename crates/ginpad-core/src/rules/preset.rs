//! The presets: data files that anyone can open, each parsed once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Serialize;

use super::Rules;
use super::contradiction::{About, Contradiction};
use super::file::RuleFile;
use super::knob::Knob;
use super::settings::Setting;
use crate::text::{did_you_mean, nearest};

/// Rules with a name.
#[derive(Debug, Clone, Serialize)]
pub struct Preset {
    /// Its name.
    pub name: String,
    /// Its description in one line.
    pub summary: String,
    /// The rules.
    #[serde(skip)]
    pub rules: Rules,
}

/// Preset files, each a name and its text.
macro_rules! files {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_str!(concat!("presets/", $name, ".toml")))),+] };
}

/// The preset files, in the order of the list.
const FILES: &[(&str, &str)] = files![
    "standard",
    "standard-500",
    "tournament",
    "multi-match",
    "hollywood",
    "oklahoma",
    "oklahoma-hollywood",
    "family",
    "simple",
    "classic",
    "classic-strict",
    "round-table",
    "cutthroat",
    "captain",
    "corner",
    "straight",
    "modern",
    "palace",
    "oklahoma-classic",
    "hollywood-club",
    "partners",
    "partners-6",
];

/// Every preset, parsed on first use.
static READ: [OnceLock<Preset>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

fn preset(at: usize) -> &'static Preset {
    READ[at].get_or_init(|| read(at))
}

fn read(at: usize) -> Preset {
    let (name, text) = FILES[at];
    // Every command reads the knobs, but few need the sources, so parsing them waits.
    let knobs = text.split_once("\n[sources]").map_or(text, |(knobs, _)| knobs);
    let RuleFile { summary, table, .. } = parsed(name, knobs);
    Preset { name: name.to_string(), summary: summary.unwrap_or_default(), rules: table.rules }
}

/// Parses a preset's file, or its first part.
fn parsed(name: &str, text: &str) -> RuleFile {
    // The base of `standard.toml`. That file turns every knob; a test checks it.
    let blank = Preset { name: String::new(), summary: String::new(), rules: Rules::blank() };
    let base = if name == FILES[0].0 { &blank } else { Preset::standard() };
    match RuleFile::read_on(text, &|_| Ok(base)) {
        Ok(file) => file,
        // The files are compiled in and a test reads each of them, so no input gets here.
        Err(faults) => unreachable!("preset {name}: {faults:?}"),
    }
}

impl Preset {
    /// Whether its rules are for partners, with several players on a side.
    pub fn is_for_partners(&self) -> bool {
        matches!(self.name.as_str(), "partners" | "partners-6")
    }

    /// The names of all presets, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// Every preset, the default first.
    pub fn all() -> impl Iterator<Item = &'static Preset> {
        (0..FILES.len()).map(preset)
    }

    /// The preset with this name, ignoring letter case.
    pub fn named(name: &str) -> Option<&'static Preset> {
        let name = name.trim().to_lowercase();
        FILES.iter().position(|(preset, _)| *preset == name).map(preset)
    }

    /// The preset with this name, or the one whose long name differs from it in one letter.
    pub fn meant(name: &str) -> Option<&'static Preset> {
        const LONG: usize = 6;
        let typed = name.trim().to_lowercase();
        let is_slip = |preset: &&Preset| {
            preset.name.chars().count() >= LONG && strsim::damerau_levenshtein(&preset.name, &typed) == 1
        };
        Preset::named(name).or_else(|| Preset::all().find(is_slip))
    }

    /// The preset with this name.
    ///
    /// No preset has this name. The error holds the nearest name.
    pub fn find(name: &str) -> Result<&'static Preset, Contradiction> {
        let name = name.trim();
        Preset::named(name).ok_or_else(|| {
            // Commands read a file; a sheet holds its rules itself.
            let instead = match name.ends_with(".toml") {
                true => "; write the rules of the file here, like `standard, target=150`".to_string(),
                false => did_you_mean(nearest(name, Preset::names())),
            };
            Contradiction::new(None, About::Preset, format!("no preset named `{name}`{instead}"))
        })
    }

    /// The default, which is the base of the others.
    pub fn standard() -> &'static Preset {
        preset(0)
    }

    /// The rules that these settings make; the default fills in what they leave out.
    ///
    /// Every contradiction in the settings.
    pub(crate) fn turned(settings: &[Setting]) -> Result<Rules, Vec<Contradiction>> {
        let blank = Rules::blank();
        let is_set = |knob: &Knob| settings.iter().any(|setting| setting.knob == *knob);
        // A game in a book sets every knob, so it needs no file, which takes a twenty-fifth of a `log` to read.
        let leaves_none = Knob::ALL.iter().filter(|knob| blank.value(**knob).is_some()).all(is_set);
        if leaves_none { blank.turned(settings) } else { Preset::standard().rules.turned(settings) }
    }

    /// The source of each value, as its own file cites it, or else the file of the default.
    pub fn sources(&self) -> BTreeMap<Knob, String> {
        let (standard, text) = FILES[0];
        let base = parsed(standard, text).sources;
        base.into_iter().chain(parsed(&self.name, self.text()).sources).collect()
    }

    /// The text of its file.
    pub fn text(&self) -> &'static str {
        FILES.iter().find(|(name, _)| *name == self.name).map_or("", |(_, text)| text)
    }
}
