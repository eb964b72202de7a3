//! The config file: the user's usual choices, read once when something first asks for them. Flags and the environment take precedence over it.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use toml::{Spanned, Table, Value};

use crate::answer::{CommandLine, Failure, Symbols, printed};
use crate::app::source::text_of_regular_file;
use ginpad_core::Preset;
use ginpad_core::text::{and_list, harmless};

/// The version of the file that this program reads up to.
const VERSION: i64 = 1;

/// Every key of the file, with its values and its purpose.
pub(crate) const KEYS: [Key; 6] = [
    Key { name: "version", takes: "a number", meaning: "the version of this file, 1" },
    Key { name: "rules", takes: "a preset or a file of rules", meaning: "the rules of `new` for new sides" },
    Key { name: "dealer", takes: "`first`, `second` or a name", meaning: "who deals first between new sides" },
    Key { name: "color", takes: "`auto`, `always` or `never`", meaning: "when to use colour" },
    Key { name: "symbols", takes: "`signs` or `letters`", meaning: "suits and lines as signs, or all in plain ASCII" },
    Key { name: "pager", takes: "a command, `true` or `false`", meaning: "what shows long answers on a terminal" },
];

/// A key of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    /// Its name in the file.
    pub name: &'static str,
    /// Its possible values.
    pub takes: &'static str,
    /// Its purpose.
    pub meaning: &'static str,
}

/// The settings of the file. For a missing one, the program uses its default.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Config {
    /// The version of the file.
    #[serde(skip_serializing)]
    pub version: i64,
    /// The rules of a new game: a preset or a file.
    pub rules: Option<String>,
    /// The first dealer between sides with no last game to continue: `first`, `second`, or a name, which counts if that
    /// player sits in the game.
    pub dealer: Option<String>,
    /// When to use colour.
    pub color: Option<ColorWhen>,
    /// How suits and lines are drawn.
    pub symbols: Option<Symbols>,
    /// The pager for long answers.
    pub pager: Option<PagerChoice>,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColorWhen {
    // On a terminal that has colours, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

/// The pager that shows long answers on a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum PagerChoice {
    /// The usual pager, or none.
    Usual(bool),
    /// This command.
    Command(String),
}

impl Config {
    /// Reads the file.
    ///
    /// # Errors
    /// Every fault of the file with its line, in their order.
    pub(crate) fn read(text: &str) -> Result<Config, Vec<String>> {
        let at_line = |at: usize, why: &str| {
            let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
            format!("line {line}: {why}")
        };
        let table: BTreeMap<Spanned<String>, Value> = toml::from_str(text)
            .map_err(|error| vec![at_line(error.span().map_or(0, |span| span.start), &harmless(error.message()))])?;
        let (mut settings, mut faults) = (Table::new(), Vec::new());
        for (key, value) in table {
            let (at, name) = (key.span().start, key.into_inner());
            match value.as_integer() {
                Some(newer) if name == "version" && newer > VERSION => {
                    // The other keys of a newer version cannot be judged.
                    return Err(vec![format!(
                        "it was written for a newer ginpad (version {newer}; this one reads up to {VERSION})"
                    )]);
                }
                _ => faults.extend(fault(&name, &value).map(|why| (at, why))),
            }
            settings.insert(name, value);
        }
        faults.sort();
        let faults: Vec<String> = faults.into_iter().map(|(at, why)| at_line(at, &why)).collect();
        if faults.is_empty() { settings.try_into().map_err(|error| vec![error.to_string()]) } else { Err(faults) }
    }
}

/// Reads the config from a file; a missing file gives an empty config.
pub(crate) fn config_in(path: &Path) -> Result<Config, Failure> {
    if let Err(ErrorKind::NotFound | ErrorKind::NotADirectory) = fs::metadata(path).map_err(|error| error.kind()) {
        return Ok(Config::default());
    }
    let config = Config::read(&text_of_regular_file(path)?).map_err(|faults| {
        Failure::listing(format!("{} cannot be used", printed(path)), &faults.into_iter().collect())
            .see(CommandLine::of("help config"), "lists the settings")
    })?;
    // The path of a file of rules starts from the folder of the config, wherever the command is typed.
    let in_folder = |rules: String| match path.parent().map(|folder| folder.join(&rules)) {
        Some(found) if is_file(&rules) => found.into_os_string().into_string().unwrap_or(rules),
        _ => rules,
    };
    Ok(Config { rules: config.rules.map(in_folder), ..config })
}

/// The fault of a key of the file, if it has one.
fn fault(name: &str, value: &Value) -> Option<String> {
    let Some(key) = KEYS.iter().find(|key| key.name == name) else {
        let all: Vec<String> = KEYS.iter().map(|key| format!("`{}`", key.name)).collect();
        return Some(format!("no setting named `{}`; there are {}", harmless(name), and_list(&all)));
    };
    match Table::from_iter([(name.to_string(), value.clone())]).try_into() {
        Err(_) => Some(format!("`{name}` takes {}", key.takes)),
        Ok(Config { rules, .. }) => Some(Preset::find(&rules.filter(|rules| !is_file(rules))?).err()?.to_string()),
    }
}

/// Whether a name of rules is the path of a file: it ends in `.toml` or holds a separator. Values of knobs, like
/// `column_multipliers=1/1/2`, are not paths.
pub(crate) fn is_file(named: &str) -> bool {
    named.ends_with(".toml") || named.contains(['/', '\\']) && !named.contains('=')
}

/// The command that a variable or the config names, with its arguments quoted as for a shell; `None` if it is not one. On
/// Windows, a backslash only separates folders.
pub(crate) fn command_of(words: &str) -> Option<Command> {
    let words = if cfg!(windows) { shlex::split(&words.replace('\\', r"\\")) } else { shlex::split(words) }?;
    let (program, arguments) = words.split_first().filter(|(program, _)| !program.is_empty())?;
    let mut command = Command::new(program);
    command.args(arguments);
    Some(command)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    #[test]
    fn a_command_has_words() {
        let words = |command: &str| {
            let command = command_of(command)?;
            Some([command.get_program()].into_iter().chain(command.get_args()).map(OsString::from).collect::<Vec<_>>())
        };
        assert_eq!(words("less -R").unwrap(), ["less", "-R"]);
        assert_eq!(words("'my pager' 'a b'").unwrap(), ["my pager", "a b"]);
        for none in ["", "  ", "''", "'"] {
            assert_eq!(words(none), None, "{none}");
        }
    }

    #[test]
    fn every_key_is_read() {
        let text = "version = 1\nrules = \"hollywood\"\ndealer = \"Ann\"\ncolor = \"never\"\nsymbols = \"letters\"\npager = \"less -R\"\n";
        let config = Config {
            version: 1,
            rules: Some("hollywood".into()),
            dealer: Some("Ann".into()),
            color: Some(ColorWhen::Never),
            symbols: Some(Symbols::Letters),
            pager: Some(PagerChoice::Command("less -R".into())),
        };
        assert_eq!(Config::read(text), Ok(config));
        assert_eq!(Config::read(""), Ok(Config::default()));
        assert_eq!(Config::read("pager = false").unwrap().pager, Some(PagerChoice::Usual(false)));
    }

    #[test]
    fn every_fault_is_given_with_its_line() {
        let faults = |text: &str| Config::read(text).unwrap_err();
        assert_eq!(
            faults("colour = \"never\"\n\nsymbols = 3\nrules = \"hollywod\"\nzzz = 1\n"),
            [
                "line 1: no setting named `colour`; there are `version`, `rules`, `dealer`, `color`, `symbols` and `pager`",
                "line 3: `symbols` takes `signs` or `letters`",
                "line 4: no preset named `hollywod`; did you mean `hollywood`?",
                "line 5: no setting named `zzz`; there are `version`, `rules`, `dealer`, `color`, `symbols` and `pager`",
            ]
        );
        assert_eq!(faults("color = \"red\""), ["line 1: `color` takes `auto`, `always` or `never`"]);
        let newer = faults("version = 2\nnews = 1");
        assert_eq!(newer, ["it was written for a newer ginpad (version 2; this one reads up to 1)"]);
        for broken in ["version = \"1\"", "a = ", "[", "color = \"never\"\ncolor = \"auto\""] {
            assert_eq!(faults(broken).len(), 1, "{broken}");
        }
        let deep = format!("a = {}", "[".repeat(100_000));
        assert_eq!(faults(&deep).len(), 1);
    }
}
