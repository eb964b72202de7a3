//! The config file: what this person always wants. Flags and the environment come before it.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use ginpad_core::rules::Preset;
use ginpad_core::text::{and_list, harmless, nearest};

use crate::answer::look::Symbols;
use clap::ValueEnum;

/// The version of the file that this program reads up to.
const VERSION: i64 = 1;

/// Every key of the file, with what it takes and what it is for.
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
    /// How it is written.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What it is for.
    pub meaning: &'static str,
}

/// What the file says. What it does not say is left to the program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Config {
    /// The rules of a new game: a preset or a file.
    pub rules: Option<String>,
    /// Who deals first.
    pub dealer: Option<FirstDealer>,
    /// When to use colour.
    pub color: Option<ColorWhen>,
    /// How suits and lines are drawn.
    pub symbols: Option<Symbols>,
    /// What shows long answers.
    pub pager: Option<PagerChoice>,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    // On a terminal that has colours, unless NO_COLOR is set.
    Auto,
    Always,
    Never,
}

/// Who deals first between sides that have no last game to go on from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FirstDealer {
    /// The side that is named first.
    First,
    /// The side that is named second.
    Second,
    /// The side of this person, if they sit in the game.
    Named(String),
}

/// What shows long answers on a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PagerChoice {
    /// The usual one.
    Usual,
    /// Nothing does.
    Never,
    /// This command.
    Command(String),
}

impl Config {
    /// Reads the file.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its line, in their order.
    pub(crate) fn read(text: &str) -> Result<Config, Vec<String>> {
        let line_of =
            |at: usize| 1 + text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count();
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            vec![format!("line {}: {}", line_of(at), harmless(error.message()))]
        })?;
        let (mut config, mut faults) = (Config::default(), Vec::new());
        for (key, value) in table.get_ref() {
            if let Err(why) = config.set(key.get_ref(), value) {
                if key.get_ref() == "version" && is_newer(value) {
                    // Nothing else of it can be judged.
                    return Err(vec![why]);
                }
                faults.push((key.span().start, why));
            }
        }
        faults.sort();
        match faults.is_empty() {
            true => Ok(config),
            false => Err(faults.into_iter().map(|(at, why)| format!("line {}: {why}", line_of(at))).collect()),
        }
    }

    fn set(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<(), String> {
        let text = match value.get_ref() {
            DeValue::String(text) => Some(text.as_ref()),
            _ => None,
        };
        match (key, value.get_ref(), text) {
            ("version", DeValue::Integer(number), _) if number.as_str().parse() == Ok(VERSION) => {}
            ("version", DeValue::Integer(number), _) if is_newer(value) => {
                return Err(format!(
                    "it was written for a newer ginpad (version {}; this one reads up to {VERSION})",
                    harmless(number.as_str())
                ));
            }
            ("rules", _, Some(rules)) if is_file(rules) => self.rules = Some(rules.into()),
            ("rules", _, Some(rules)) => {
                Preset::find(rules).map_err(|unknown| unknown.to_string())?;
                self.rules = Some(rules.into());
            }
            ("dealer", _, Some(dealer)) if !dealer.trim().is_empty() => self.dealer = Some(FirstDealer::of(dealer)),
            ("color", _, Some("auto")) => self.color = Some(ColorWhen::Auto),
            ("color", _, Some("always")) => self.color = Some(ColorWhen::Always),
            ("color", _, Some("never")) => self.color = Some(ColorWhen::Never),
            ("symbols", _, Some("signs")) => self.symbols = Some(Symbols::Signs),
            ("symbols", _, Some("letters")) => self.symbols = Some(Symbols::Letters),
            ("pager", DeValue::Boolean(true), _) => self.pager = Some(PagerChoice::Usual),
            ("pager", DeValue::Boolean(false), _) => self.pager = Some(PagerChoice::Never),
            ("pager", _, Some(command)) if command_words(command).is_some_and(|words| !words.is_empty()) => {
                self.pager = Some(PagerChoice::Command(command.into()));
            }
            _ => return Err(refused(key, text)),
        }
        Ok(())
    }
}

/// Whether a version is later than the one that is known.
fn is_newer(version: &Spanned<DeValue<'_>>) -> bool {
    let DeValue::Integer(number) = version.get_ref() else { return false };
    // A number that is too large for us is later too.
    !number.as_str().starts_with('-') && number.as_str().parse::<i64>().map_or(true, |version| version > VERSION)
}

/// Why a key with this value is refused.
fn refused(key: &str, text: Option<&str>) -> String {
    let Some(known) = KEYS.iter().find(|known| known.name == key) else {
        let names = || KEYS.iter().map(|known| known.name);
        return match nearest(key, names()) {
            Some(near) => format!("no setting named `{}`; did you mean `{near}`?", harmless(key)),
            None => {
                let all: Vec<String> = names().map(|name| format!("`{name}`")).collect();
                format!("no setting named `{}`; there are {}", harmless(key), and_list(&all))
            }
        };
    };
    match text {
        Some(text) => format!("`{key}` takes {}, not `{}`", known.takes, harmless(text)),
        None => format!("`{key}` takes {}", known.takes),
    }
}

impl FirstDealer {
    fn of(text: &str) -> FirstDealer {
        match text.trim() {
            "first" => FirstDealer::First,
            "second" => FirstDealer::Second,
            name => FirstDealer::Named(name.into()),
        }
    }

    /// As it is written.
    pub(crate) fn word(&self) -> &str {
        match self {
            FirstDealer::First => "first",
            FirstDealer::Second => "second",
            FirstDealer::Named(name) => name,
        }
    }
}

impl ColorWhen {
    /// As it is written.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            ColorWhen::Auto => "auto",
            ColorWhen::Always => "always",
            ColorWhen::Never => "never",
        }
    }
}

/// As it is written.
pub(crate) const fn word_of(symbols: Symbols) -> &'static str {
    match symbols {
        Symbols::Signs => "signs",
        Symbols::Letters => "letters",
    }
}

impl PagerChoice {
    /// As it is written.
    pub(crate) fn word(&self) -> &str {
        match self {
            PagerChoice::Usual => "true",
            PagerChoice::Never => "false",
            PagerChoice::Command(command) => command,
        }
    }
}

/// Whether the name of rules is that of a file: the name ends in `.toml`, or is a path with a separator. Values of knobs, like
/// `column_multipliers=1/1/2`, are not paths.
pub(crate) fn is_file(named: &str) -> bool {
    named.ends_with(".toml") || named.contains(['/', '\\']) && !named.contains('=')
}

/// The words of a command that a variable or the config names. Windows parts folders by backslashes, so there only double
/// quotes mean anything.
pub(crate) fn command_words(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { windows_words(command) } else { shlex::split(command) }
}

fn windows_words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut is_quoted = true;
    for part in command.split('"') {
        is_quoted = !is_quoted;
        if is_quoted {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    (!is_quoted).then_some(words)
}

#[cfg(test)]
#[test]
fn backslashes_are_a_part_of_a_path_on_windows() {
    let words = windows_words(r#""C:\Program Files\x.exe" -w C:\a"#);
    assert_eq!(words, Some([r"C:\Program Files\x.exe", "-w", r"C:\a"].map(str::to_string).to_vec()));
    assert_eq!(windows_words("\"x"), None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read() {
        let text = "version = 1\nrules = \"hollywood\"\ndealer = \"Ann\"\ncolor = \"never\"\nsymbols = \"letters\"\npager = \"less -R\"\n";
        let config = Config {
            rules: Some("hollywood".into()),
            dealer: Some(FirstDealer::Named("Ann".into())),
            color: Some(ColorWhen::Never),
            symbols: Some(Symbols::Letters),
            pager: Some(PagerChoice::Command("less -R".into())),
        };
        assert_eq!(Config::read(text), Ok(config));
        assert_eq!(Config::read(""), Ok(Config::default()));
        assert_eq!(Config::read("pager = false").unwrap().pager, Some(PagerChoice::Never));
    }

    #[test]
    fn every_fault_is_given_with_its_line() {
        let faults = |text: &str| Config::read(text).unwrap_err();
        assert_eq!(
            faults("colour = \"never\"\n\nsymbols = 3\nrules = \"hollywod\"\nzzz = 1\n"),
            [
                "line 1: no setting named `colour`; did you mean `color`?",
                "line 3: `symbols` takes `signs` or `letters`",
                "line 4: no preset named `hollywod`; did you mean `hollywood`?",
                "line 5: no setting named `zzz`; there are `version`, `rules`, `dealer`, `color`, `symbols` and `pager`",
            ]
        );
        assert_eq!(faults("color = \"red\""), ["line 1: `color` takes `auto`, `always` or `never`, not `red`"]);
        for newer in ["version = 2\nnews = 1", "version = 99999999999999999999999"] {
            assert!(faults(newer)[0].starts_with("it was written for a newer ginpad"), "{newer}");
        }
        for broken in
            ["version = -1", "version = \"1\"", "a = ", "[", "color = \"never\"\ncolor = \"auto\"", "pager = \"\""]
        {
            assert_eq!(faults(broken).len(), 1, "{broken}");
        }
        let deep = format!("a = {}", "[".repeat(100_000));
        assert_eq!(faults(&deep).len(), 1);
    }
}
