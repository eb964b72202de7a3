//! Answers a shell that completes a command line. `ginpad completions SHELL` prints the script that asks.
//!
//! An ordinary run does none of this work: the script sets a variable, and without it the program skips completion.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Arg, Command, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;

use crate::app::Device;
use crate::book::{Book, OpenBook, StoredGame};
use crate::cli::invocation::Invocation;
use crate::cli::printer::Stdout;
use crate::cli::synonyms::flag_knobs;
use crate::commands::man::ASKS;
use crate::render;
use ginpad_core::text::fold;
use ginpad_core::{Knob, Name, Preset};

/// Answers a shell, if one asks, with the ways to continue its line, which follows `--`. Errors never reach the shell.
pub(super) fn answered(arguments: &[OsString]) -> Option<ExitCode> {
    let shell = env::var_os(ASKS)?.into_string().ok()?;
    let (_, words) = arguments.split_first().filter(|(dashes, words)| *dashes == "--" && !words.is_empty())?;
    if let Some(completer) = Shells::builtins().completer(&shell) {
        let typed: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        // Some shells send the whole line and name the index of the completed word in a variable.
        let at = env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|at| at.parse().ok()).unwrap_or(words.len() - 1);
        let before = typed.iter().take(at).skip(1).map(|word| as_meant(word)).collect();
        let book = Invocation::unparsed(typed).values_of("book").and_then(|mut books| books.pop()).map(PathBuf::from);
        let mut program = completed(crate::commands::command(), &Arc::new(Line { book, before, shell: shell.clone() }));
        let (mut answer, folder) = (Vec::new(), env::current_dir().ok());
        if completer.write_complete(&mut program, words.to_vec(), folder.as_deref(), &mut answer).is_ok() {
            let _ = Stdout.write_all(&answer).and_then(|()| Stdout.flush());
        }
    }
    Some(ExitCode::SUCCESS)
}

/// The most games suggested, the newest first.
const MOST_GAMES: usize = 30;

/// Quotes a word for this shell. Bash and PowerShell take words as typed; the others quote them themselves.
fn quoted(shell: &str, word: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "+,.:-/@_=".contains(char);
    let escaped = |char: char| if is_plain(char) { char.to_string() } else { format!("\\{char}") };
    match shell {
        "bash" => word.chars().map(escaped).collect(),
        "powershell" if !word.chars().all(is_plain) => format!("'{}'", word.replace('\'', "''")),
        _ => word.to_string(),
    }
}

/// The parts of the line that decide which values of the book to suggest.
#[derive(Debug)]
struct Line {
    book: Option<PathBuf>,
    /// The words before the completed one, without the program's name.
    before: Vec<String>,
    shell: String,
}

/// A suggestion: a word and its meaning.
type Suggestion = (String, String);

/// The values with suggestions, by their names in the usage.
const LIVE: [&str; 10] = ["GAME", "RULES", "KNOB=VALUE", "NAME", "OLD", "OTHER", "OPPONENT", "FROM", "SIDE", "ENTRY"];

/// Adds completion from the book to the arguments of a command.
fn completed(command: Command, line: &Arc<Line>) -> Command {
    let live = |arg: Arg| {
        // Offer arguments that fit every command only after their first letters.
        let is_of_all = arg.get_help_heading() == Some("Everywhere") || arg.get_id() == "help";
        let arg = if is_of_all { arg.hide(true) } else { arg };
        let takes = arg.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default();
        match takes.as_str() {
            "PATH" | "FILE" | "SHEET" => arg.value_hint(ValueHint::AnyPath),
            "FOLDER" => arg.value_hint(ValueHint::DirPath),
            live if LIVE.contains(&live) => {
                let line = line.clone();
                let candidates = move |typed: &OsStr| line.candidates(&takes, typed);
                arg.add(ArgValueCompleter::new(candidates))
            }
            _ => arg,
        }
    };
    let short: Vec<String> = command.get_visible_aliases().map(str::to_string).collect();
    let flag = |knob: Knob| Arg::new(knob.name()).long(knob.name().replace('_', "-")).help(knob.meaning()).hide(true);
    let knobs: Vec<Arg> = flag_knobs(command.get_name()).map(flag).collect();
    let command = command.visible_alias(None::<&str>).aliases(short).args(knobs);
    command.mut_args(live).mut_subcommands(|command| completed(command, line))
}

impl Line {
    fn candidates(&self, takes: &str, current: &OsStr) -> Vec<CompletionCandidate> {
        let Some(typed) = current.to_str() else { return Vec::new() };
        let typed = as_meant(typed);
        // Keep the partners before the last one of a side.
        let last = if takes == "SIDE" { typed.rfind('+').map_or(0, |at| at + 1) } else { 0 };
        let (before, typed) = typed.split_at(last);
        let candidate = |(at, (word, help)): (usize, Suggestion)| {
            let help = (!help.is_empty()).then(|| help.into());
            let value = quoted(&self.shell, &format!("{before}{word}"));
            CompletionCandidate::new(value).help(help).display_order(Some(at))
        };
        let begins = |(word, _): &Suggestion| fold(word).starts_with(&fold(typed));
        let suggestions = match takes {
            "GAME" => self.games(),
            "RULES" => Preset::all().map(|preset| (preset.name.clone(), preset.summary.clone())).collect(),
            "KNOB=VALUE" => knobs(typed),
            _ => self.players(),
        };
        let takes_file = takes == "RULES" && !typed.is_empty();
        let files = if takes_file { PathCompleter::file().complete(current) } else { Vec::new() };
        suggestions.into_iter().filter(begins).enumerate().map(candidate).chain(files).collect()
    }

    /// Reads from the book, unless that would keep the shell waiting.
    fn glance<T>(&self, read: impl FnOnce(&OpenBook<'_>) -> Option<T>) -> Option<T> {
        let path = self.book.clone().or_else(|| Device::of_this_user().books.into_iter().next())?;
        let mut book = Book::at_a_glance(&path)?;
        read(&book.read().ok()?)
    }

    /// The people of the book, except those already on the line.
    fn players(&self) -> Vec<Suggestion> {
        let people = self.glance(|open| open.people().ok()).unwrap_or_default();
        let is_typed = |name: &Name| self.before.iter().any(|word| fold(word) == name.folded());
        let names = people.iter().map(|person| &person.name).filter(|name| !is_typed(name));
        names.map(|name| (name.to_string(), String::new())).collect()
    }

    /// The newest games, the newest first.
    fn games(&self) -> Vec<Suggestion> {
        let newest = |open: &OpenBook<'_>| {
            let highest = open.highest_number().ok()?;
            let game = |number| open.game_numbered(number).ok()?;
            Some((1..=highest).rev().take(MOST_GAMES).filter_map(game).collect())
        };
        let games: Vec<StoredGame> = self.glance(newest).unwrap_or_default();
        let about = |game: &StoredGame| {
            let what = format!("{}: {}", render::sides(&game.scored.game.players), render::standing(&game.scored));
            (game.number.to_string(), what)
        };
        games.iter().map(about).chain([("@".into(), "the current game".into())]).collect()
    }
}

/// The knobs, or the words of a knob with their meanings once the line names one.
fn knobs(typed: &str) -> Vec<Suggestion> {
    match typed.split_once('=').and_then(|(name, _)| Knob::from_name(name)) {
        Some(knob) => {
            let meaning = |word: &str| knob.word_meaning(word).unwrap_or_default().to_string();
            knob.values().words().iter().map(|word| (format!("{}={word}", knob.name()), meaning(word))).collect()
        }
        None => Knob::ALL.iter().map(|knob| (format!("{}=", knob.name()), knob.meaning().to_string())).collect(),
    }
}

/// Removes the quotes that the shell may pass on as typed.
fn as_meant(typed: &str) -> String {
    typed.chars().filter(|char| !matches!(char, '\\' | '\'' | '"')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_each_shell_takes_them() {
        for (shell, word) in [("bash", "Ann\\ O\\'Neil"), ("powershell", "'Ann O''Neil'"), ("fish", "Ann O'Neil")] {
            assert_eq!(quoted(shell, "Ann O'Neil"), word, "{shell}");
        }
        assert_eq!(quoted("bash", "target=150"), "target=150");
        assert_eq!(as_meant("'Ann O"), "Ann O");
    }
}
