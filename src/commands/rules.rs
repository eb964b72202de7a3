//! `rules`: lists and shows presets, and checks house rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::session::table_rules::{is_file, presets_hint, rule_file};
use crate::cli::session::{Face, Session, shown};
use crate::render;
use ginpad_core::rules::{Knob, Preset, Rules, TableRules};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
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
}

/// What to do with rules.
#[derive(Debug, Subcommand)]
enum RulesCommand {
    /// Show every knob of a preset or a file of rules
    Show {
        /// A preset or a file of rules
        #[arg(value_name = "RULES", default_value = "standard")]
        rules: String,
    },
    /// Check a file of rules; every fault is shown with its line
    Check {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

impl RulesArgs {
    /// Lists, shows or checks.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match self.command {
            None => Ok(list(session)),
            Some(RulesCommand::Show { rules }) => show(session, &rules),
            Some(RulesCommand::Check { file }) => check(session, &file),
        }
    }
}

fn list(session: &Session) -> Answer {
    let presets: Vec<(&str, &str)> =
        Preset::all().map(|preset| (preset.name.as_str(), preset.summary.as_str())).collect();
    match session.face() {
        Face::Json => Answer::of(render::json::print(&render::json::presets(&presets))),
        Face::Plain => {
            Answer::of(presets.iter().map(|(name, summary)| format!("{name}\t{summary}\n")).collect::<String>())
        }
        Face::Table => Answer::of(render::presets(&presets, session.look())),
    }
}

fn show(session: &Session, named: &str) -> Result<Answer, Failure> {
    if is_file(named) {
        let path = Path::new(named);
        let file = rule_file(path)?;
        let name = path.file_stem().map_or(named.into(), |stem| stem.to_string_lossy());
        let base = Preset::named(&file.based_on).map(|base| base.sources()).unwrap_or_default();
        let turned = file.table().differences();
        let own = |knob: &Knob| turned.iter().any(|setting| setting.knob == *knob);
        let house = Knob::ALL.iter().filter(|knob| own(knob)).map(|knob| (*knob, "this file".to_string()));
        let sources: BTreeMap<Knob, String> = base.into_iter().chain(house).chain(file.sources).collect();
        return Ok(knobs(session, &name, &file.rules, &sources));
    }
    let preset = Preset::find(named).map_err(|unknown| Failure::refused(unknown).hint(presets_hint()))?;
    Ok(knobs(session, &preset.name, &preset.rules, &preset.sources()))
}

fn knobs(session: &Session, name: &str, rules: &Rules, sources: &BTreeMap<Knob, String>) -> Answer {
    let source = |knob: &Knob| sources.get(knob).map_or("", String::as_str);
    match session.face() {
        Face::Json => Answer::of(render::json::print(&render::json::rules(name, rules, sources))),
        Face::Plain => Answer::of(
            Knob::ALL
                .iter()
                .filter_map(|knob| {
                    Some(format!("{}\t{}\t{}\t{}\n", knob.name(), rules.value(*knob)?, knob.meaning(), source(knob)))
                })
                .collect::<String>(),
        ),
        Face::Table => Answer::of(render::rules(name, rules, sources, session.look())),
    }
}

fn check(session: &Session, path: &Path) -> Result<Answer, Failure> {
    let file = rule_file(path)?;
    let table: TableRules = file.table();
    Ok(match session.face() {
        Face::Json => Answer::of(render::json::print(&render::json::rules_check(&table))),
        Face::Plain => Answer::of(format!("ok\t{table}")),
        Face::Table => Answer::of(format!("{} has no faults: {table}", shown(path))),
    })
}
