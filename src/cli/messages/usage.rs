//! Messages about command lines that cannot be parsed, worded like all other messages.

mod meant;

use std::error::Error as _;
use std::ffi::OsString;

use clap::Command;
use clap::builder::ValueParser;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use ginpad_core::money::{AmountFault, WrittenAmount};
use ginpad_core::text::{and_list, harmless, or_list};

use self::meant::{ONLY_SHOW, is_clearly, is_synonym, suggestion};
use super::verbs_within::{in_the_other_family, inside, within};
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Sentence};
use crate::cli::session::WrongValue;

/// The commands by what people want to do, for somebody whose word is like none of them.
const FAMILIES: [(&str, &[&str]); 6] = [
    (
        "keep score",
        &["new", "play", "log", "undo", "redo", "fix", "drop", "insert", "move", "set", "edit", "close", "use"],
    ),
    ("see a game", &["score", "odds", "explain", "games", "history"]),
    ("compare", &["standings", "versus", "player", "players", "records", "ratings", "settle"]),
    ("ask about cards and rules", &["deadwood", "layoff", "rules"]),
    (
        "keep and move games",
        &["export", "import", "merge", "sync", "conflicts", "check", "backup", "restore", "rescue"],
    ),
    ("set ginpad up", &["config", "completions", "man"]),
];

/// Why a command line cannot be parsed. The first argument is the program's name.
pub(crate) fn failure(error: &Error, arguments: &[OsString]) -> Failure {
    let words: Vec<String> = arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let help = || help_for(&words);
    match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command(&text_of(error, ContextKind::InvalidSubcommand), &words),
        ErrorKind::UnknownArgument => unknown_argument(error, &words),
        ErrorKind::ValueValidation => match error.source().and_then(|source| source.downcast_ref::<WrongValue>()) {
            Some(wrong) => Failure::usage(wrong).hint(wrong.hint()),
            None => otherwise(error).hint(help()),
        },
        ErrorKind::InvalidValue => invalid_value(error, &words),
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> =
                strings_of(error, ContextKind::InvalidArg).iter().map(|name| bare(name)).collect();
            let verb = verb_of(&words).unwrap_or_default();
            Failure::usage(format!("`{}` needs {}", ["ginpad", &verb].join(" ").trim_end(), and_list(&missing)))
                .hint(help())
        }
        ErrorKind::ArgumentConflict => {
            // A command of a family is in the way of what the family takes by itself.
            let command = text_of(error, ContextKind::InvalidSubcommand);
            let one = if command.is_empty() {
                bare(&text_of(error, ContextKind::InvalidArg))
            } else {
                format!("`{}`", harmless(&command))
            };
            let others: Vec<String> = strings_of(error, ContextKind::PriorArg).iter().map(|name| bare(name)).collect();
            if let Some((flag, line)) = flag_first(&words).filter(|_| !command.is_empty()) {
                return Failure::usage(format!("`{flag}` cannot stand before {one}"))
                    .hint(Hint::run(CommandLine::verbatim(line)));
            }
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

/// The first flag that can stand before the verb, and the line with the flag there. clap takes no flag of every command
/// between a family and its command where the family takes something by itself.
fn flag_first(words: &[String]) -> Option<(&String, Vec<String>)> {
    let at = words.iter().position(|word| word.starts_with('-')).filter(|at| *at > 0)?;
    let with_flag = |length: usize| {
        let (flag, after) = words[at..].split_at_checked(length)?;
        Some([flag, &words[..at], after].concat()).filter(|line| parses(line))
    };
    // The flag, or the flag with its value.
    with_flag(1).or_else(|| with_flag(2)).map(|line| (&words[at], line))
}

/// A verb that is not a command.
fn unknown_command(typed: &str, words: &[String]) -> Failure {
    let failure = Failure::usage(format!("there is no command `{}`", harmless(typed)));
    let program = crate::cli::command();
    let Some(at) = words.iter().position(|word| word == typed) else { return failure.hint(help_for(&[])) };
    let parent = parent_of(&program, &words[..at]);
    let is_verb = parent.get_name() == program.get_name();
    if let Some(line) = within(&program, words, at).filter(|_| is_verb) {
        return failure.hint(if parses(&line) { Hint::run(CommandLine::verbatim(line)) } else { help_for(&line) });
    }
    let failure = if is_verb { failure } else { Failure::usage(takes(parent, &words[..at], typed)) };
    if let Some(line) = inside(parent.get_name(), words, at).filter(|line| parses(line)) {
        return failure.hint(Hint::run(CommandLine::verbatim(line)));
    }
    let near = suggestion(typed, parent);
    let meant = near.map(|name| with_word(words, at, name)).filter(|words| parses(words));
    let entry = || {
        let mut log = words.to_vec();
        log.insert(at, "log".into());
        (is_verb && is_like_an_entry(&words[at..]) && parses(&log)).then_some(log)
    };
    let is_slip = near.is_some_and(|near| is_synonym(typed, near) || is_clearly(typed, near));
    let line = if is_slip { meant.or_else(entry) } else { entry().or(meant) };
    match (line, near) {
        (Some(line), _) => failure.hint(Hint::run(CommandLine::verbatim(line))),
        (None, Some(name)) => failure.hint(without_the_rest(&words[..at], name, &words[at + 1..])),
        (None, None) if is_verb => failure.hint(families()),
        (None, None) => failure.hint(help_for(&words[..at])),
    }
}

/// What may stand after a command, which this word may not: `ginpad conflicts` takes keep or nothing.
fn takes(parent: &Command, before: &[String], typed: &str) -> String {
    let verb = verb_of(before).unwrap_or_default();
    let names = parent.get_subcommands().map(Command::get_name).filter(|name| *name != "help");
    let alone = parses(before).then_some("nothing");
    let choices: Vec<&str> = names.chain(alone).collect();
    format!("`ginpad {verb}` takes {}, not `{}`", or_list(&choices), harmless(typed))
}

/// A hint that lists every command by what it is for.
fn families() -> Hint {
    let families = FAMILIES.iter().map(|(purpose, commands)| format!("\n  to {purpose}: {}", commands.join(", ")));
    let help = Sentence::default().run(CommandLine::of("help")).say(" says what each command does");
    Hint::Try(help.say(families.collect::<String>()))
}

/// Whether clap understands these words, or answers them with help.
pub(crate) fn parses(words: &[String]) -> bool {
    let line = std::iter::once("ginpad").chain(words.iter().map(String::as_str));
    crate::cli::command().try_get_matches_from(line).map_or_else(|error| !error.use_stderr(), |_| true)
}

/// Whether words look like the entry of a hand: they name a way to end one, or begin with a short form like `a5`.
fn is_like_an_entry(words: &[String]) -> bool {
    const WAYS: [&str; 7] = ["knock", "gin", "big-gin", "undercut", "dead", "draw", "-"];
    let names_a_way = |word: &String| WAYS.contains(&word.to_lowercase().as_str());
    let is_short = |word: &String| {
        let digits = word.trim_start_matches(char::is_alphabetic);
        digits.len() < word.len() && !digits.is_empty() && digits.chars().all(|char| char.is_ascii_digit())
    };
    // A lone `-` would read standard input.
    let is_dash = |word: &String| word == "-";
    words.first().is_some_and(|first| !is_dash(first) && (is_short(first) || words.iter().any(names_a_way)))
}

/// A hint at a command that cannot take the words after it: it names those that are left out.
fn without_the_rest(before: &[String], name: &str, rest: &[String]) -> Hint {
    let whole = verb_of(before).map_or_else(|| name.to_string(), |verb| format!("{verb} {name}"));
    let dropped: Vec<String> = rest.iter().map(|word| format!("`{}`", harmless(word))).collect();
    let has_flags = rest.iter().any(|word| word.starts_with('-'));
    let shown =
        ONLY_SHOW.iter().find(|command| **command == whole && !has_flags && parses(std::slice::from_ref(&whole)));
    if let (Some(shown), false) = (shown, rest.is_empty()) {
        let command = Sentence::default().run(CommandLine::of(shown));
        return Hint::Try(command.say(format!(" works without {}", and_list(&dropped))));
    }
    Hint::does(CommandLine::of("help").words(whole.split(' ')), "shows how to use it")
}

/// The command that the last verb among these words names.
fn parent_of<'a>(program: &'a Command, words: &[String]) -> &'a Command {
    let verbs = words.iter().filter(|word| *word != "help");
    verbs.fold(program, |parent, word| parent.find_subcommand(word).unwrap_or(parent))
}

/// A flag that does not exist, or a word too many.
fn unknown_argument(error: &Error, words: &[String]) -> Failure {
    let typed = text_of(error, ContextKind::InvalidArg);
    let verb = verb_of(words);
    if let Some(fault) = verb.as_deref().filter(|verb| *verb == "settle").and_then(|_| below_zero(&typed, words)) {
        return Failure::refused(fault);
    }
    let what = match (typed.starts_with('-'), &verb) {
        (true, Some(verb)) => format!("`ginpad {verb}` has no flag `{}`", harmless(&typed)),
        (true, None) => format!("there is no flag `{}`", harmless(&typed)),
        (false, Some(verb)) => format!("`{}` is one word too many for `ginpad {verb}`", harmless(&typed)),
        (false, None) => format!("there is no command `{}`", harmless(&typed)),
    };
    let near = strings_of(error, ContextKind::SuggestedArg).into_iter().next();
    let at = words.iter().position(|word| *word == typed || word.starts_with(&format!("{typed}=")));
    let hint = match (near, at) {
        (Some(near), Some(at)) => {
            // What follows `=` stays.
            let value = words[at].split_once('=').map(|(_, value)| format!("={value}")).unwrap_or_default();
            let flag = near.split_whitespace().next().unwrap_or(&near);
            Hint::run(CommandLine::verbatim(with_word(words, at, &(flag.to_string() + &value))))
        }
        _ => match verb.as_deref().and_then(|verb| in_the_other_family(verb, words)).filter(|line| parses(line)) {
            Some(line) => Hint::with("if players are meant:", CommandLine::verbatim(line)),
            None => help_for(words),
        },
    };
    Failure::usage(what).hint(hint).hint_if(file_like_a_flag(&typed, words))
}

/// A hint for a file whose name begins with a dash and was taken for flags: `./-shared` is its name as well.
fn file_like_a_flag(typed: &str, words: &[String]) -> Option<Hint> {
    let letter = typed.strip_prefix('-').filter(|letter| letter.chars().count() == 1)?;
    let program = crate::cli::command();
    let files = ValueParser::path_buf().type_id();
    let takes_files =
        |command: &Command| command.get_positionals().any(|arg| arg.get_value_parser().type_id() == files);
    let at = words.iter().position(|word| {
        let flags = word.strip_prefix('-').filter(|flags| !flags.starts_with('-') && flags.chars().count() > 1);
        flags.is_some_and(|flags| flags.contains(letter))
    })?;
    let line = with_word(words, at, &format!("./{}", words[at]));
    let is_for_files = takes_files(parent_of(&program, &words[..at])) && parses(&line);
    is_for_files.then(|| Hint::with("if that is the name of a file or folder:", CommandLine::verbatim(line)))
}

/// Why the word that was taken for this flag is no amount: `-5 USD` is less than 0.
fn below_zero(typed: &str, words: &[String]) -> Option<AmountFault> {
    let read = |word: &String| WrittenAmount::read(word).err();
    let faults = words.iter().filter(|word| word.starts_with(typed)).filter_map(read);
    faults.into_iter().find(|fault| matches!(fault, AmountFault::NotAboveZero(_)))
}

/// A flag without its value, or with a word that is not one of its choices.
fn invalid_value(error: &Error, words: &[String]) -> Failure {
    let (flag, value) = (bare(&text_of(error, ContextKind::InvalidArg)), text_of(error, ContextKind::InvalidValue));
    let choices = strings_of(error, ContextKind::ValidValue);
    let takes = if choices.is_empty() { "a value".to_string() } else { or_list(&choices) };
    let what = match value.as_str() {
        "" => format!("{flag} needs {takes}"),
        value => format!("{flag} takes {takes}, not `{}`", harmless(value)),
    };
    Failure::usage(what).hint(help_for(words))
}

/// Anything else that clap finds: the first line of its message, without its prefix.
fn otherwise(error: &Error) -> Failure {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    Failure::usage(first.strip_prefix("error: ").unwrap_or(first).replace('\'', "`"))
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
    let program = crate::cli::command();
    let (mut parent, mut verbs) = (&program, Vec::new());
    for word in words {
        if let Some(inner) = parent.find_subcommand(word) {
            verbs.push(inner.get_name().to_string());
            parent = inner;
        }
    }
    (!verbs.is_empty()).then(|| verbs.join(" "))
}

/// The same words with one of them replaced.
fn with_word(words: &[String], at: usize, word: &str) -> Vec<String> {
    let mut words = words.to_vec();
    if let Some(place) = words.get_mut(at) {
        *place = word.into();
    }
    words
}

/// The name of an argument without the brackets of clap: `--book` for `--book <PATH>`, `CARDS` for `[CARDS]...`.
fn bare(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or(name);
    let bare = first.trim_end_matches("...").trim_matches(['<', '>', '[', ']']);
    if bare.starts_with('-') { format!("`{bare}`") } else { bare.to_string() }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_family() {
        let program = crate::cli::command();
        let mut listed: Vec<&str> = FAMILIES.iter().flat_map(|(_, commands)| commands.iter().copied()).collect();
        let mut commands: Vec<&str> =
            program.get_subcommands().map(Command::get_name).filter(|name| *name != "help").collect();
        listed.sort_unstable();
        commands.sort_unstable();
        assert_eq!(listed, commands, "FAMILIES lists every command once");
    }
}
