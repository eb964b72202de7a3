//! Messages about command lines that cannot be parsed: in the words of clap, with a hint at a command that would work.

use std::collections::BTreeSet;
use std::error::Error as _;
use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{ArgMatches, Command, FromArgMatches as _};
use ginpad_core::text::{and_list, harmless, or_list};

use crate::answer::{CommandLine, Failure, Hint};
use crate::arguments::WrongValue;
use crate::cli::invocation::Invocation;
use crate::cli::session::Session;
use crate::cli::synonyms;
use crate::commands::{Cli, Command as Verb, help_pages};

/// The help that a command line asks for. The first argument is the program's name.
pub(crate) fn help(arguments: &[OsString]) -> StyledStr {
    let words = arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let words: Vec<String> = words.filter(|word| word != "help").collect();
    named(&help_pages(), &words).0.clone().render_help()
}

/// Why a command line cannot be parsed. The first argument is the program's name.
pub(crate) fn failure(error: &Error, arguments: &[OsString]) -> Failure {
    let words: Vec<String> = arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    if error.kind() == ErrorKind::InvalidSubcommand {
        return unknown_command(&text_of(error, ContextKind::InvalidSubcommand), &words);
    }
    if let Some(wrong) = error.source().and_then(|source| source.downcast_ref::<WrongValue>()) {
        return wrong.clone().into();
    }
    if let (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(names))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    {
        let named = |name: &String| {
            let name = name.replace(['<', '>', '.'], "");
            match IN_WORDS.iter().find(|(value, _)| *value == name) {
                Some((_, words)) => words.to_string(),
                None if name.starts_with('-') => format!("`{name}`"),
                None => name,
            }
        };
        let names: Vec<String> = names.iter().map(named).collect();
        let verb = verb_of(&words).unwrap_or_default();
        return Failure::usage(format!("`ginpad {verb}` needs {}", and_list(&names))).hint(help_for(&words));
    }
    // Its usage and its own suggestions come after the first paragraph.
    let said = error.render().to_string();
    let what = said.split("\n\n").next().unwrap_or_default();
    let what = what.strip_prefix("error: ").unwrap_or(what).trim_end();
    Failure::usage(what).hint(nearest_flag(error, &words).unwrap_or_else(|| help_for(&words)))
}

/// What values are called in messages.
const IN_WORDS: [(&str, &str); 13] = [
    ("CONFLICT", "the number of a conflict"),
    ("FILE", "a file"),
    ("GAME", "a game"),
    ("KEY", "what to set"),
    ("N", "the number of a hand"),
    ("NAME", "a name"),
    ("NEW", "the new name"),
    ("OLD", "the old name"),
    ("OPPONENT", "the other player"),
    ("OTHER", "the other name"),
    ("RULES", "rules"),
    ("SHELL", "a shell"),
    ("VALUE", "a value"),
];

/// A word that is not a command: perhaps a mistyped one, or an entry of the current game.
fn unknown_command(typed: &str, words: &[String]) -> Failure {
    let program = crate::commands::command();
    let at = words.iter().position(|word| word == typed).unwrap_or_default();
    let (parent, verbs) = named(&program, &words[..at]);
    let mut names: Vec<&str> = parent.get_subcommands().map(Command::get_name).collect();
    let named = [verbs.as_slice(), &[harmless(typed)]].concat().join(" ");
    let failure = Failure::usage(format!("there is no command `{named}`"));
    if verbs.is_empty() {
        names.extend(synonyms::all());
        if let Some(hint) = entry(words, at) {
            return failure.hint(hint);
        }
    }
    // A noun alone is shown: `rules hollywood`.
    let show = [&words[..at], &["show".to_string()], &words[at..]].concat();
    if !verbs.is_empty() && understood(&show).is_some_and(|(verb, session)| Verb::run(verb, &session.app).is_ok()) {
        return failure.hint(Hint::run(CommandLine::verbatim(show)));
    }
    let slips = names.iter().filter(|name| is_slip(&typed.to_lowercase(), name));
    let line = |name: &&str| synonyms::in_full([&words[..at], &[name.to_string()], &words[at + 1..]].concat());
    let lines: BTreeSet<Vec<String>> = slips.map(line).collect();
    let only = lines.first().filter(|_| lines.len() == 1).cloned();
    failure.hint(match only {
        // Help is an answer.
        Some(line) if parsed(&line).map_or_else(|error| !error.use_stderr(), |_| true) => {
            Hint::run(CommandLine::verbatim(line))
        }
        Some(line) => help_for(&line),
        None if verbs.is_empty() => {
            guesses(typed, &lines.iter().map(|line| line[at].as_str()).collect::<Vec<_>>(), &program)
        }
        None => help_for(&words[..at]),
    })
}

/// Which two commands a word may be: of several that it is a slip in, or else of those that it is like.
fn guesses(typed: &str, slips: &[&str], program: &Command) -> Hint {
    let likeness = |name: &&str| strsim::jaro_winkler(&typed.to_lowercase(), name);
    let mut names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    names.retain(|name| if slips.is_empty() { likeness(name) > 0.75 } else { slips.contains(name) });
    names.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    names.truncate(2);
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let perhaps = if names.is_empty() { String::new() } else { format!("; perhaps {} is meant", or_list(&names)) };
    Hint::does(CommandLine::of("help"), &format!("lists the commands{perhaps}"))
}

/// A hint that logs the words from a place on, if they are an entry of the current game.
fn entry(words: &[String], at: usize) -> Option<Hint> {
    let (before, entry) = words.split_at_checked(at)?;
    let line = [before, &["log".to_string()], entry].concat();
    let (Some(Verb::Log(log)), session) = understood(&line)? else { return None };
    Some(if log.would_do(&session.app)? {
        Hint::run(CommandLine::verbatim(line))
    } else {
        Hint::advice("a hand is logged by `log ENTRY`; `ginpad help log` shows what an entry is")
    })
}

/// Whether a word is a slip in typing a command: two letters swapped, one left out or added, or one wrong in a word of four
/// letters or more. The commands change the book, so nothing less clear is suggested.
fn is_slip(typed: &str, name: &str) -> bool {
    let is_clear = strsim::hamming(typed, name) != Ok(1) || name.chars().count() >= 4;
    typed != "exit" && is_clear && strsim::damerau_levenshtein(typed, name) == 1
}

/// The command of these words, and a session for it.
fn understood(words: &[String]) -> Option<(Option<Verb>, Session)> {
    let matches = parsed(words).ok()?;
    let cli = Cli::from_arg_matches(&matches).ok()?;
    Some((cli.command, Session::new(cli.globals, Invocation::Parsed(Box::new(matches)))))
}

/// What clap understands of these words after the program's name.
fn parsed(words: &[String]) -> Result<ArgMatches, Error> {
    crate::commands::command().try_get_matches_from(std::iter::once("ginpad").chain(words.iter().map(String::as_str)))
}

/// The same command line with the flag that is like one that does not exist.
fn nearest_flag(error: &Error, words: &[String]) -> Option<Hint> {
    let (typed, near) = (text_of(error, ContextKind::InvalidArg), text_of(error, ContextKind::SuggestedArg));
    let near = near.split_whitespace().next()?;
    let at = words.iter().position(|word| *word == typed || word.starts_with(&format!("{typed}=")))?;
    let mut line = words.to_vec();
    // What follows `=` stays.
    let value = words[at].find('=').map_or("", |value| &words[at][value..]);
    line[at] = format!("{near}{value}");
    Some(Hint::run(CommandLine::verbatim(line)))
}

/// The page of help that belongs to these words.
fn help_for(words: &[String]) -> Hint {
    match verb_of(words) {
        Some(verb) => Hint::does(CommandLine::of("help").words(verb.split(' ')), "shows how to use it"),
        None => Hint::does(CommandLine::of("help"), "lists the commands"),
    }
}

/// The verb among these words in full, like `rules show`.
fn verb_of(words: &[String]) -> Option<String> {
    let verbs = named(&crate::commands::command(), words).1.join(" ");
    (!verbs.is_empty()).then_some(verbs)
}

/// The command that the last verb among these words names, and the verbs that lead to it.
fn named<'a>(program: &'a Command, words: &[String]) -> (&'a Command, Vec<String>) {
    words.iter().fold((program, Vec::new()), |(parent, mut verbs), word| match parent.find_subcommand(word) {
        Some(inner) if word != "help" => {
            verbs.push(inner.get_name().to_string());
            (inner, verbs)
        }
        _ => (parent, verbs),
    })
}

fn text_of(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}
