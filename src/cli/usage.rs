//! Messages about command lines that cannot be parsed, worded like all other messages.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Command, FromArgMatches as _};
use ginpad_core::text::{and_list, harmless, or_list};

use crate::answer::{CommandLine, Failure, Hint};
use crate::arguments::WrongValue;
use crate::cli::invocation::Invocation;
use crate::cli::session::Session;
use crate::cli::synonyms;
use crate::commands::{Cli, Command as Verb};

/// Why a command line cannot be parsed. The first argument is the program's name.
pub(crate) fn failure(error: &Error, arguments: &[OsString]) -> Failure {
    let words: Vec<String> = arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let help = || help_for(&words);
    match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(&text_of(error, ContextKind::InvalidSubcommand), &words),
        ErrorKind::UnknownArgument => unknown_argument(error, &words, ContextKind::InvalidArg),
        ErrorKind::TooManyValues => unknown_argument(error, &words, ContextKind::InvalidValue),
        ErrorKind::ValueValidation => match error.source().and_then(|source| source.downcast_ref::<WrongValue>()) {
            Some(wrong) => wrong.clone().into(),
            None => otherwise(error).hint(help()),
        },
        ErrorKind::InvalidValue => invalid_value(error).hint(help()),
        ErrorKind::MissingRequiredArgument => {
            let missing = and_list(&bare_names(error, ContextKind::InvalidArg));
            let command = ["ginpad", &verb_of(&words).unwrap_or_default()].join(" ");
            Failure::usage(format!("`{}` needs {missing}", command.trim_end())).hint(help())
        }
        ErrorKind::ArgumentConflict => {
            // A command of a family is in the way of what the family takes by itself.
            let command = text_of(error, ContextKind::InvalidSubcommand);
            let mut one = bare_names(error, ContextKind::InvalidArg);
            one.extend((!command.is_empty()).then(|| format!("`{}`", harmless(&command))));
            let (one, others) = (and_list(&one), bare_names(error, ContextKind::PriorArg));
            let what = match others.as_slice() {
                [only] if *only == one => format!("{one} is given twice"),
                [] => format!("{one} cannot be used here"),
                others => format!("{one} cannot be used with {}", or_list(others)),
            };
            Failure::usage(what).hint(help())
        }
        ErrorKind::InvalidUtf8 => Failure::usage("an argument is not UTF-8 text"),
        _ => otherwise(error).hint(help()),
    }
}

/// A word that is not a command: perhaps a mistyped one, or an entry of the current game.
fn unknown_command(typed: &str, words: &[String]) -> Failure {
    let program = crate::commands::command();
    let at = words.iter().position(|word| word == typed).unwrap_or_default();
    let (parent, verbs) = named(&program, &words[..at]);
    let mut names: Vec<&str> = parent.get_subcommands().map(Command::get_name).collect();
    let failure = if verbs.is_empty() {
        names.extend(synonyms::all());
        let failure = Failure::usage(format!("there is no command `{}`", harmless(typed)));
        if let Some(hint) = entry(words, at) {
            return failure.hint(hint);
        }
        failure
    } else {
        names.retain(|name| *name != "help");
        let takes = format!("`ginpad {}` takes {}", verbs.join(" "), or_list(&names));
        Failure::usage(format!("{takes}, not `{}`", harmless(typed)))
    };
    let meant = names.into_iter().find(|name| is_slip(&typed.to_lowercase(), name));
    let line = meant.map(|name| synonyms::in_full([&words[..at], &[name.to_string()], &words[at + 1..]].concat()));
    failure.hint(match line {
        Some(line) if parses(&line) => Hint::run(CommandLine::verbatim(line)),
        line => help_for(&line.unwrap_or_else(|| words[..at].to_vec())),
    })
}

/// A hint that logs the words from a place on, if they are an entry of the current game.
fn entry(words: &[String], at: usize) -> Option<Hint> {
    let (before, entry) = words.split_at_checked(at)?;
    let line = [before, &["log".to_string()], entry].concat();
    let matches = crate::commands::command()
        .try_get_matches_from(std::iter::once("ginpad").chain(line.iter().map(String::as_str)))
        .ok()?;
    let cli = Cli::from_arg_matches(&matches).ok()?;
    let session = Session::new(cli.globals, Invocation::Parsed(Box::new(matches)));
    let Some(Verb::Log(log)) = cli.command else { return None };
    Some(if log.would_do(&session.app)? {
        Hint::run(CommandLine::verbatim(line))
    } else {
        Hint::advice("a hand is logged by `log ENTRY`; `ginpad help log` shows what an entry is")
    })
}

/// Whether a word is a slip in typing a command: letters swapped, one left out or added, or one wrong in a word of four
/// letters or more. The commands change the book, so nothing less clear is suggested.
fn is_slip(typed: &str, name: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let swapped = letters(typed) == letters(name);
    let one_off = strsim::damerau_levenshtein(typed, name) == 1;
    let same_length = typed.chars().count() == name.chars().count();
    typed != "exit" && (swapped || one_off && (!same_length || name.chars().count() >= 4))
}

/// Whether clap understands these words, or answers them with help.
fn parses(words: &[String]) -> bool {
    let line = std::iter::once("ginpad").chain(words.iter().map(String::as_str));
    crate::commands::command().try_get_matches_from(line).map_or_else(|error| !error.use_stderr(), |_| true)
}

/// A flag that does not exist, or a word too many.
fn unknown_argument(error: &Error, words: &[String], typed: ContextKind) -> Failure {
    let typed = text_of(error, typed);
    let what = match (typed.starts_with('-'), verb_of(words)) {
        (true, Some(verb)) => format!("`ginpad {verb}` has no flag `{}`", harmless(&typed)),
        (true, None) => format!("there is no flag `{}`", harmless(&typed)),
        (false, Some(verb)) => format!("`{}` is one word too many for `ginpad {verb}`", harmless(&typed)),
        (false, None) => format!("there is no command `{}`", harmless(&typed)),
    };
    let near = strings_of(error, ContextKind::SuggestedArg).into_iter().next();
    let at = words.iter().position(|word| *word == typed || word.starts_with(&format!("{typed}=")));
    let hint = near.zip(at).map(|(near, at)| {
        let mut line = words.to_vec();
        // What follows `=` stays.
        let value = words[at].find('=').map_or("", |value| &words[at][value..]);
        line[at] = near.split_whitespace().next().unwrap_or(&near).to_string() + value;
        Hint::run(CommandLine::verbatim(line))
    });
    Failure::usage(what).hint(hint.unwrap_or_else(|| help_for(words)))
}

/// A flag without its value, or with a word that is not one of its choices.
fn invalid_value(error: &Error) -> Failure {
    let (flag, value) = (bare(&text_of(error, ContextKind::InvalidArg)), text_of(error, ContextKind::InvalidValue));
    let choices = strings_of(error, ContextKind::ValidValue);
    let takes = if choices.is_empty() { "a value".to_string() } else { or_list(&choices) };
    Failure::usage(match value.as_str() {
        "" => format!("{flag} needs {takes}"),
        value => format!("{flag} takes {takes}, not `{}`", harmless(value)),
    })
}

/// Anything else that clap finds.
fn otherwise(error: &Error) -> Failure {
    let about = and_list(&bare_names(error, ContextKind::InvalidArg));
    Failure::usage(if about.is_empty() { error.kind().to_string() } else { format!("{about}: {}", error.kind()) })
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

/// The name of an argument without the brackets of clap: `--book` for `--book <PATH>`, `CARDS` for `[CARDS]...`.
fn bare(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or(name);
    let bare = first.trim_end_matches("...").trim_matches(['<', '>', '[', ']']);
    if bare.starts_with('-') { format!("`{bare}`") } else { bare.to_string() }
}

fn bare_names(error: &Error, kind: ContextKind) -> Vec<String> {
    strings_of(error, kind).iter().map(|name| bare(name)).collect()
}

fn text_of(error: &Error, kind: ContextKind) -> String {
    strings_of(error, kind).into_iter().next().unwrap_or_default()
}

fn strings_of(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}
