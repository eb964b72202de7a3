//! What arguments can be completed with: players, games, presets, knobs and entries. The name of an argument's value
//! says what it is, so that a new command is completed like the others.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Arg, Command, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use ginpad_core::facts::SettingKey;
use ginpad_core::rules::{Knob, Preset};
use ginpad_core::text::fold;

use crate::app::Device;
use crate::arguments::{GameName, which_game};
use crate::book::{Book, Pad, StoredGame};
use crate::render;

/// How many games are suggested: the newest.
const MOST_GAMES: usize = 30;

/// The ways to end a hand.
const WAYS: [&str; 6] = ["knock", "gin", "big-gin", "undercut", "points", "dead"];

/// How a shell takes the words that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// As values: it quotes them itself.
    Itself,
    /// As typed, with a backslash before each special character.
    Backslashes,
    /// As typed, in single quotes.
    Quotes,
}

impl Quoting {
    /// How this shell takes words.
    pub(super) fn of(shell: &str) -> Quoting {
        match shell {
            "bash" => Quoting::Backslashes,
            "powershell" => Quoting::Quotes,
            _ => Quoting::Itself,
        }
    }

    /// A word as the shell should get it.
    fn quoted(self, word: &str) -> String {
        let is_plain = |char: char| char.is_alphanumeric() || "+,.:-/@_=".contains(char);
        match self {
            Quoting::Backslashes => word
                .chars()
                .flat_map(|char| (!is_plain(char)).then_some('\\').into_iter().chain(std::iter::once(char)))
                .collect(),
            Quoting::Quotes if !word.chars().all(is_plain) => format!("'{}'", word.replace('\'', "''")),
            Quoting::Itself | Quoting::Quotes => word.to_string(),
        }
    }
}

/// What the line says about the book.
#[derive(Debug)]
struct Line {
    book: Option<PathBuf>,
    game: Option<GameName>,
    /// What `set` changes.
    key: Option<SettingKey>,
    quoting: Quoting,
}

/// What values are called that are completed from what is known when the shell asks.
const LIVE: [&str; 9] = ["NAME", "OPPONENT", "FROM", "SIDE", "GAME", "RULES", "KNOB=VALUE", "ENTRY", "VALUE"];

/// Completes an argument.
#[derive(Debug)]
struct Completer {
    line: Arc<Line>,
    /// What its value is called.
    takes: String,
}

/// A suggestion: a word, and what it means.
type Suggestion = (String, String);

/// The same command line, whose arguments can be completed with what is in the book.
pub(super) fn with_live_values(program: Command, words: &[OsString], quoting: Quoting) -> Command {
    let game = value_of(words, "--game").and_then(|game| game.to_str()?.parse().ok());
    let key =
        words.iter().skip_while(|word| *word != "set").find_map(|word| word.to_str().and_then(SettingKey::from_word));
    let line = Line { book: value_of(words, "--book").map(PathBuf::from), game, key, quoting };
    completed(program, &Arc::new(line))
}

fn completed(command: Command, line: &Arc<Line>) -> Command {
    let live = |arg: Arg| {
        let takes = arg.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default();
        match takes.as_str() {
            "PATH" | "FILE" | "SHEET" => arg.value_hint(ValueHint::AnyPath),
            "FOLDER" => arg.value_hint(ValueHint::DirPath),
            live if LIVE.contains(&live) => arg.add(ArgValueCompleter::new(Completer { line: line.clone(), takes })),
            _ => arg,
        }
    };
    command.mut_args(live).mut_subcommands(|command| completed(command, line))
}

/// The last value of a flag among these words.
fn value_of(words: &[OsString], flag: &str) -> Option<OsString> {
    let after = words.windows(2).filter(|pair| pair[0] == flag).map(|pair| pair[1].clone());
    let joined = words.iter().filter_map(|word| word.to_str()?.strip_prefix(flag)?.strip_prefix('=').map(Into::into));
    after.chain(joined).last()
}

impl Line {
    /// Reads from the book, if that can be done in a glance.
    fn glance<T>(&self, read: impl FnOnce(&Pad<'_>) -> Option<T>) -> Option<T> {
        let path = self.book.clone().or_else(|| Device::of_this_user().books.into_iter().next())?;
        let mut book = Book::at_a_glance(&path)?;
        read(&book.read().ok()?)
    }

    fn players(&self) -> Vec<Suggestion> {
        let people = self.glance(|pad| pad.people().ok()).unwrap_or_default();
        people.into_iter().map(|person| (person.name.as_str().to_string(), String::new())).collect()
    }

    /// The players of the game that an entry would be logged in.
    fn seated(&self) -> Vec<Suggestion> {
        let game = self.glance(|pad| which_game::game(pad, self.game).ok());
        let names = |game: StoredGame| -> Vec<String> {
            game.scored.game.players.seats().map(|(_, name)| name.as_str().to_string()).collect()
        };
        game.map(names).unwrap_or_default().into_iter().map(|name| (name, String::new())).collect()
    }

    fn games(&self) -> Vec<Suggestion> {
        let newest = |pad: &Pad<'_>| {
            let highest = pad.highest_number().ok()?;
            let games = (1..=highest).rev().take(MOST_GAMES).filter_map(|number| pad.game_numbered(number).ok()?);
            Some(games.map(|game| (game.number, game.scored)).collect::<Vec<_>>())
        };
        let games = self.glance(newest).unwrap_or_default().into_iter();
        let about = |(number, scored): (i64, ginpad_core::game::ScoredGame)| {
            let sides = scored.game.players.side_names();
            let sides = sides.iter().cloned().collect::<Vec<_>>().join(" – ");
            (number.to_string(), format!("{sides}: {}", render::standing(&scored)))
        };
        games.map(about).chain([("@".to_string(), "the current game".to_string())]).collect()
    }
}

fn presets() -> Vec<Suggestion> {
    Preset::all().map(|preset| (preset.name.clone(), preset.summary.clone())).collect()
}

/// The knobs, or once one is named, its words.
fn knobs(typed: &str) -> Vec<Suggestion> {
    match typed.split_once('=').and_then(|(name, _)| Knob::from_name(name)) {
        Some(knob) => {
            let meaning = |word: &str| knob.word_meaning(word).unwrap_or_default().to_string();
            knob.values().words().iter().map(|word| (format!("{}={word}", knob.name()), meaning(word))).collect()
        }
        None => Knob::ALL.iter().map(|knob| (format!("{}=", knob.name()), knob.meaning().to_string())).collect(),
    }
}

impl Completer {
    fn suggestions(&self, typed: &str, place: usize) -> Vec<Suggestion> {
        match (self.takes.as_str(), place) {
            ("NAME" | "OPPONENT" | "SIDE", _) | ("FROM", 0 | 1) => self.line.players(),
            ("GAME", _) => self.line.games(),
            ("RULES", _) => presets(),
            ("KNOB=VALUE", _) => knobs(typed),
            ("ENTRY", _) => {
                let ways = WAYS.iter().map(|way| ((*way).to_string(), String::new()));
                self.line.seated().into_iter().chain(ways).collect()
            }
            ("VALUE", place) => match (self.line.key, place) {
                (Some(SettingKey::Rules), 0) => presets(),
                (Some(SettingKey::Dealer), 0) => self.line.seated(),
                (Some(SettingKey::Sides), _) => self.line.players(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

impl ValueCompleter for Completer {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        self.complete_at(0, current)
    }

    fn complete_at(&self, place: usize, current: &OsStr) -> Vec<CompletionCandidate> {
        let Some(typed) = current.to_str() else { return Vec::new() };
        let typed = as_meant(typed);
        // The partners before the last one of a side stay.
        let (before, typed) = match (self.takes.as_str(), typed.rfind('+')) {
            ("SIDE", Some(at)) => typed.split_at(at + 1),
            _ => ("", typed.as_str()),
        };
        let begins = |(word, _): &Suggestion| fold(word).starts_with(&fold(typed));
        let quoting = self.line.quoting;
        let candidate = |(at, (word, help)): (usize, Suggestion)| {
            let help = (!help.is_empty()).then(|| help.into());
            let value = quoting.quoted(&format!("{before}{word}"));
            CompletionCandidate::new(value).help(help).display_order(Some(at))
        };
        let suggestions = self.suggestions(typed, place).into_iter().filter(begins).enumerate();
        let mut candidates: Vec<CompletionCandidate> = suggestions.map(candidate).collect();
        if self.takes == "RULES" && !typed.is_empty() {
            candidates.extend(PathCompleter::file().complete(current));
        }
        candidates
    }
}

/// A word without the quotes that the shell may hand over as they were typed.
fn as_meant(typed: &str) -> String {
    typed.chars().filter(|char| !matches!(char, '\\' | '\'' | '"')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_each_shell_takes_them() {
        for (shell, quoted) in [("bash", "Ann\\ O\\'Neil"), ("powershell", "'Ann O''Neil'"), ("fish", "Ann O'Neil")] {
            assert_eq!(Quoting::of(shell).quoted("Ann O'Neil"), quoted, "{shell}");
        }
        assert_eq!(Quoting::Backslashes.quoted("target=150"), "target=150");
        assert_eq!(as_meant("'Ann O"), "Ann O");
    }

    #[test]
    fn the_last_of_a_flag_counts() {
        let words = ["ginpad", "--book", "a", "log", "--book=b", "--game", "3"].map(OsString::from);
        assert_eq!(value_of(&words, "--book"), Some("b".into()));
        assert_eq!(value_of(&words, "--game"), Some("3".into()));
        assert_eq!(value_of(&words, "--set"), None);
    }
}
