//! `config`, `man` and `completions`: the program itself. Its usual choices are in a file; what an installation puts beside it is
//! made from the command line as clap knows it.

use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, Subcommand};
use clap_complete::env::Shells;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use serde_json::Value;

use crate::answer::{Answer, Failure, printed};
use crate::app::{App, Config, KEYS, Key, config_in};
use crate::commands::{in_full, program};
use crate::disk::reason;
use crate::reports::book::{ConfigReport, Setting};
use ginpad_core::text::{count, harmless};

/// Print the manual page, or write one for each command
///
/// The pages say what the help says, with the examples. The same version of ginpad always makes the same pages.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command whose page is printed; without one, the page of ginpad
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Vec<String>,

    /// Write a page for each command into this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

/// Prints or writes pages.
pub(crate) fn run(args: ManArgs, app: &App) -> Result<Answer, Failure> {
    // The command `help` has no page.
    let program = in_full(program().disable_help_subcommand(true));
    if let Some(folder) = args.dir {
        return write_all(app, &program, &folder);
    }
    let mut command = &program;
    for word in &args.command {
        let inner = command.find_subcommand(word);
        command = inner.ok_or_else(|| {
            Failure::refused(format!("there is no command `{}`", harmless(&args.command.join(" "))))
                .see("help", "lists the commands")
        })?;
    }
    Ok(Answer::text(page(command)))
}

/// Writes the page of each command.
fn write_all(app: &App, program: &Command, folder: &Path) -> Result<Answer, Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::refused(format!("cannot write {}: {}", printed(folder), reason(&error))))?;
    let (mut commands, mut written) = (vec![program], 0);
    while let Some(command) = commands.pop() {
        app.write_page(&folder.join(Man::new(command.clone()).get_filename()), &page(command))?;
        commands.extend(command.get_subcommands().filter(|inner| !inner.is_hide_set()));
        written += 1;
    }
    Ok(Answer::of(format!("wrote {} in {}", count(written, "page"), printed(folder))))
}

/// The page of a command. It has no date, so that it is the same wherever it is made.
fn page(command: &Command) -> String {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_uppercase();
    let (source, mut page) = (format!("ginpad {}", env!("CARGO_PKG_VERSION")), Vec::new());
    // An empty date would be left out, and the source taken for it.
    let man = Man::new(command.clone()).title(name).date(" ").source(source).manual("ginpad");
    man.render(&mut page).and_then(|()| examples(command).to_writer(&mut page)).expect("memory takes every page");
    String::from_utf8_lossy(&page).into_owned()
}

/// The examples above the help, line by line as they are.
fn examples(command: &Command) -> Roff {
    let text = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let mut roff = Roff::new();
    if !lines.is_empty() {
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in lines {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff
}

/// Print a script that teaches your shell to complete `ginpad`
///
/// Besides commands and flags it completes the players and games of your book, the presets and the knobs. Completing reads the book in a glance: it changes nothing, waits for nobody, and says nothing if that fails.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_parser = PossibleValuesParser::new(SHELLS))]
    shell: String,
}

/// The shells that have a script, the most common first.
const SHELLS: [&str; 6] = ["bash", "zsh", "fish", "elvish", "powershell", "pwsh"];

/// Prints the script.
pub(crate) fn completions(args: CompletionsArgs, _: &App) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    let made = Shells::builtins()
        .completer(&args.shell)
        .map(|shell| shell.write_registration(ASKS, "ginpad", "ginpad", "ginpad", &mut script));
    match made {
        Some(Ok(())) => Ok(Answer::text(String::from_utf8_lossy(&script).trim().to_string() + "\n")),
        _ => Err(Failure::fault("the script cannot be made")),
    }
}

/// The variable in which a script names its shell.
pub(crate) const ASKS: &str = "GINPAD_COMPLETE";

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
pub(crate) fn config(args: ConfigArgs, app: &App) -> Result<Answer, Failure> {
    let path =
        app.device.config.clone().ok_or_else(|| Failure::refused("there is no home folder to keep the config in"))?;
    let settings = if args.command.is_none() { Some(settings(&config_in(&path)?)) } else { None };
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
