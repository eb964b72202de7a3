//! `rules`: lists and shows presets, and checks house rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::answer::file_words::shown;
use crate::answer::{Answer, Failure};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::arguments::table_rules::{is_file, presets_hint, rule_file};
use crate::reports::rules::{PresetsReport, RulesReport, checked};
use ginpad_core::rules::{Knob, Preset};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad rules                      the presets
  ginpad rules show hollywood       every knob: its value, meaning and source
  ginpad rules check friday.toml    your house rules";

/// List the presets, show one, or check your house rules
///
/// House rules are a TOML file of knobs: `based_on = "standard"`, then lines like `target = 150`.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// What to do with them.
    #[command(subcommand)]
    command: Option<RulesCommand>,

    #[command(flatten)]
    flags: ReportFlags,
}

/// What to do with rules.
#[derive(Debug, Subcommand)]
enum RulesCommand {
    /// Show every knob of a preset or a file of rules
    Show {
        /// A preset or a file of rules
        #[arg(value_name = "RULES", default_value = "standard")]
        rules: String,

        #[command(flatten)]
        flags: ReportFlags,
    },
    /// Check a file of rules; every fault is shown with its line
    Check {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// Lists, shows or checks.
pub(crate) fn run(args: RulesArgs, _: &App) -> Result<Answer, Failure> {
    match args.command {
        None => Ok(Answer::report("Presets", PresetsReport::all())),
        Some(RulesCommand::Show { rules, .. }) => show(&rules),
        Some(RulesCommand::Check { file }) => check(&file),
    }
}

impl RulesArgs {
    /// The flags of the report.
    pub(crate) const fn flags(&self) -> &ReportFlags {
        match &self.command {
            Some(RulesCommand::Show { flags, .. }) => flags,
            None | Some(RulesCommand::Check { .. }) => &self.flags,
        }
    }
}

fn show(named: &str) -> Result<Answer, Failure> {
    if is_file(named) {
        let path = Path::new(named);
        let file = rule_file(path)?;
        let name = path.file_stem().map_or(named.into(), |stem| stem.to_string_lossy());
        let base = Preset::named(&file.based_on).map(|base| base.sources()).unwrap_or_default();
        let turned = file.table().differences();
        let own = |knob: &Knob| turned.iter().any(|setting| setting.knob == *knob);
        let house = Knob::ALL.iter().filter(|knob| own(knob)).map(|knob| (*knob, "this file".to_string()));
        let sources: BTreeMap<Knob, String> = base.into_iter().chain(house).chain(file.sources).collect();
        return Ok(RulesReport { name: name.into_owned(), knobs: file.rules, sources }.into());
    }
    let preset = Preset::find(named).map_err(|unknown| Failure::refused(unknown).hint(presets_hint()))?;
    let (name, knobs) = (preset.name.clone(), preset.rules.clone());
    Ok(RulesReport { name, knobs, sources: preset.sources() }.into())
}

fn check(path: &Path) -> Result<Answer, Failure> {
    Ok(checked(&shown(path), rule_file(path)?.table()))
}
