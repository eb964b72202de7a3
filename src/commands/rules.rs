//! `rules`: lists and shows presets, and makes and checks house rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::answer::{Answer, CommandLine, Failure, Hint, printed};
use crate::app::App;
use crate::arguments::table_rules::{NamedRules, is_file, presets_hint, rule_file, table_rules, unusable};
use crate::arguments::{GameName, ReportFlags, which_game};
use crate::disk::{reason_not_made, replace_file};
use crate::reports::rules::{PresetsReport, RulesReport, checked};
use ginpad_core::{Knob, Preset, Table, TableRules};

/// List the presets, show one, or make and check your house rules
///
/// House rules are a TOML file of knobs: `based_on = "standard"`, then lines like `target = 150`.
#[derive(Debug, Args)]
#[command(mut_arg("csv", |csv| csv.global(true)), mut_arg("html", |html| html.global(true)))]
pub(crate) struct RulesArgs {
    /// The subcommand, if there is one.
    #[command(subcommand)]
    command: Option<RulesCommand>,

    /// Its subcommands take these flags too.
    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

/// The subcommands of `rules`.
#[derive(Debug, Subcommand)]
enum RulesCommand {
    /// Show every knob of a preset or a file of rules
    Show {
        /// A preset or a file of rules; without one, those of the current game
        rules: Option<String>,
    },
    /// Check a file of rules; every fault is shown with its line. If there is none, a hand of each kind shows what it is
    /// worth
    Check {
        /// The file
        file: PathBuf,
    },
    /// Make a file of rules; at a terminal, questions lead to it
    New(Box<NewRulesArgs>),
}

/// A new file of rules.
#[derive(Debug, Args)]
pub(crate) struct NewRulesArgs {
    /// The new file, like `house.toml`
    file: PathBuf,

    /// The rules of this game
    #[arg(long, value_name = "GAME", conflicts_with = "rules")]
    from: Option<GameName>,

    /// A preset or a file to begin from
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<NamedRules>,

    /// Set one knob; repeat for more
    #[arg(long, value_name = "KNOB=VALUE")]
    set: Vec<String>,
}

/// Lists, shows, checks or makes rules.
pub(crate) fn run(args: RulesArgs, app: &App) -> Result<Answer, Failure> {
    match args.command {
        None => Ok(Answer::report("Presets", PresetsReport { presets: Preset::all().collect() })),
        Some(RulesCommand::Show { rules }) => show(rules.as_deref(), app),
        Some(RulesCommand::Check { file }) => Ok(checked(&printed(&file), rule_file(&file)?.table)),
        Some(RulesCommand::New(new)) => new.run(app),
    }
}

impl RulesArgs {
    /// The arguments of the new file, if no flag names its rules.
    pub(crate) fn missing_answer(&mut self) -> Option<&mut NewRulesArgs> {
        let Some(RulesCommand::New(new)) = &mut self.command else { return None };
        (new.from.is_none() && new.rules.is_none() && new.set.is_empty()).then_some(new)
    }
}

impl NewRulesArgs {
    /// Checks that the file is new, and that its name can be the name of a file of rules.
    ///
    /// # Errors
    /// The file exists, or its name cannot be used.
    pub(crate) fn checked(&self) -> Result<(), Failure> {
        let name = printed(&self.file);
        if !is_file(&self.file.to_string_lossy()) {
            let ending = CommandLine::again().operand("file", [format!("{}.toml", self.file.display())]);
            let what = format!("`{name}` is not a rules file; its name must end in `.toml`");
            return Err(Failure::usage(what).hint(Hint::run(ending)));
        }
        let other = || Hint::advice("name another file, or remove this one");
        if self.file.exists() { Err(Failure::refused(format!("{name} exists already")).hint(other())) } else { Ok(()) }
    }

    fn run(self, app: &App) -> Result<Answer, Failure> {
        self.checked()?;
        let game = self.from.map(|game| app.read(|book| which_game::game(book, Some(game)))).transpose()?;
        let frozen = game.map(|game| game.scored.game.rules);
        let rules = table_rules(self.rules.as_ref(), &self.set, frozen.as_ref()).map_err(unusable)?;
        replace_file(&self.file, rules.file().as_bytes()).map_err(|error| {
            Failure::refused(format!("cannot write {}: {}", printed(&self.file), reason_not_made(&error)))
        })?;
        Ok(checked(&printed(&self.file), rule_file(&self.file)?.table))
    }
}

fn show(named: Option<&str>, app: &App) -> Result<Answer, Failure> {
    let game = || app.look(|book| Ok(book.current_game()?)).ok()?;
    if named.is_none()
        && let Some(game) = game()
    {
        let rules = game.scored.game.rules;
        return Ok(changed(rules.typed(), &rules, "this game", BTreeMap::new()));
    }
    let named = named.unwrap_or(Table::Two.preset());
    if is_file(named) {
        let path = Path::new(named);
        let file = rule_file(path)?;
        let name = path.file_stem().map_or(named.into(), |stem| stem.to_string_lossy());
        return Ok(changed(name.into_owned(), &file.table, "this file", file.sources));
    }
    let preset = Preset::find(named).map_err(|unknown| Failure::refused(unknown).hint(presets_hint()))?;
    let (name, knobs) = (preset.name.clone(), preset.rules.clone());
    Ok(RulesReport { name, knobs, sources: preset.sources() }.into())
}

/// Shows rules that change a preset. `by` names what changes the knobs that have no source of their own.
fn changed(name: String, table: &TableRules, by: &str, sources: BTreeMap<Knob, String>) -> Answer {
    let base = Preset::named(&table.preset).map(|base| base.sources()).unwrap_or_default();
    let own = table.differences().into_iter().map(|setting| (setting.knob, by.to_string()));
    let sources = base.into_iter().chain(own).chain(sources).collect();
    RulesReport { name, knobs: table.rules.clone(), sources }.into()
}
