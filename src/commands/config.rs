//! `config`: what you always want, in a file.

mod edit;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::session::config::{Config, FirstDealer, KEYS, word_of};
use crate::cli::session::config_file::{config_in, config_path};
use crate::cli::session::{Face, Session, shown};
use crate::render::{SettingRow, json, settings};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad config                     what is set, and what each key is for
  ginpad config edit                opens the file in $VISUAL or $EDITOR
  ginpad config path                where the file is";

/// Show what is set in the config file, or edit it
///
/// The file is TOML: `rules`, `dealer`, `color`, `symbols` and `pager`. A flag comes before the environment, and the environment before the file. A command that can do without a broken file goes on and says so; `new` refuses, because it would start the game by other rules.
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// What to do with it.
    #[command(subcommand)]
    command: Option<ConfigCommand>,
}

/// What to do with the config file.
#[derive(Debug, Clone, Copy, Subcommand)]
enum ConfigCommand {
    /// Show what is set; this is what `config` alone does
    Show,
    /// Print where the file is, whether or not it is there
    Path,
    /// Open the file in $VISUAL or $EDITOR; it is replaced only if what you write can be used
    Edit,
}

impl ConfigArgs {
    /// Shows or edits the file.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let path = path()?;
        match self.command {
            None | Some(ConfigCommand::Show) => show(session, &path),
            Some(ConfigCommand::Path) => Ok(print_path(session, &path)),
            Some(ConfigCommand::Edit) => edit::run(session, &path),
        }
    }
}

fn path() -> Result<PathBuf, Failure> {
    config_path().ok_or_else(|| Failure::refused("there is no home folder to keep the config in"))
}

fn print_path(session: &Session, path: &Path) -> Answer {
    match session.face() {
        Face::Json => Answer::of(json::print(&json::config(path, path.is_file(), None))),
        Face::Table | Face::Plain => Answer::exactly(path.to_string_lossy()),
    }
}

fn show(session: &Session, path: &Path) -> Result<Answer, Failure> {
    let rows = rows(&config_in(path)?);
    Ok(match session.face() {
        Face::Json => Answer::of(json::print(&json::config(path, path.is_file(), Some(&rows)))),
        Face::Plain => {
            let value = |value: &Option<String>| value.clone().unwrap_or_default();
            Answer::of(rows.iter().map(|(key, set, _)| format!("{key}\t{}\n", value(set))).collect::<String>())
        }
        Face::Table => {
            let there = if path.is_file() { "is" } else { "would be" };
            Answer::of(format!("the config {there} in {}\n\n{}", shown(path), settings(&rows, session.look())))
        }
    })
}

/// What is set, key by key.
fn rows(config: &Config) -> Vec<SettingRow> {
    let set = |name: &str| match name {
        "rules" => config.rules.clone(),
        "dealer" => config.dealer.as_ref().map(|dealer| FirstDealer::word(dealer).to_string()),
        "color" => config.color.map(|color| color.word().to_string()),
        "symbols" => config.symbols.map(|symbols| word_of(symbols).to_string()),
        "pager" => config.pager.as_ref().map(|pager| pager.word().to_string()),
        _ => None,
    };
    KEYS.iter().filter(|key| key.name != "version").map(|key| (key.name, set(key.name), key.meaning)).collect()
}
