//! `config`: the user's usual choices, in a file.

use clap::{Args, Subcommand};
use serde_json::Value;

use crate::answer::{Answer, Failure};
use crate::app::{App, Config, KEYS, Key, config_in};
use crate::reports::book::{ConfigReport, Setting};

/// Show what is set in the config file, or where it is
///
/// The file is TOML: `rules`, `dealer`, `color`, `symbols` and `pager`. A flag comes before the environment, and the environment before the file. A command that can do without a broken file goes on and says so; `new` with names refuses, because it would start the game by other rules.
#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    /// The subcommand, if there is one.
    #[command(subcommand)]
    command: Option<ConfigCommand>,
}

/// The subcommands of `config`.
#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// Print the path of the config file, even if it does not exist
    Path,
}

/// Shows the settings, or the path of the file.
pub(crate) fn run(args: ConfigArgs, app: &App) -> Result<Answer, Failure> {
    let path =
        app.device.config.clone().ok_or_else(|| Failure::refused("there is no home folder to keep the config in"))?;
    let settings = match args.command {
        Some(ConfigCommand::Path) => None,
        None => Some(settings(&config_in(&path)?)),
    };
    let exists = path.is_file();
    Ok(Answer::report("Config", ConfigReport { path: path.to_string_lossy().into_owned(), exists, settings }))
}

/// The settings, key by key.
fn settings(config: &Config) -> Vec<Setting> {
    let set = serde_json::to_value(config).unwrap_or_default();
    let value = |name: &str| match &set[name] {
        Value::Null => None,
        value => Some(value.as_str().map_or_else(|| value.to_string(), str::to_string)),
    };
    let setting = |Key { name, takes, meaning }: &Key| Setting { key: name, value: value(name), meaning, takes };
    KEYS.iter().filter(|key| key.name != "version").map(setting).collect()
}
