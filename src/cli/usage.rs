//! Messages about command lines that cannot be parsed, with a hint at a command that would work.

use std::collections::BTreeSet;
use std::error::Error as _;
use std::str::FromStr as _;
use std::sync::LazyLock;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command, FromArgMatches as _};
use ginpad_core::Preset;
use ginpad_core::notation::{entry_words, is_placeholder};
use ginpad_core::table::TableLine;
use ginpad_core::text::{and_list, harmless, or_list};

use crate::answer::{CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::{GameName, year};
use crate::cli::synonyms;
use crate::commands::new::NewArgs;
use crate::commands::{Cli, Command as Verb, help_pages};

/// The command line as clap knows it, with every flag of every command.
static PROGRAM: LazyLock<Command> = LazyLock::new(crate::commands::command);

/// The help that the words after the program's name ask for.
pub(crate) fn help(words: &[String]) -> StyledStr {
    let words: Vec<String> = words.iter().filter(|word| *word != "help").cloned().collect();
    named(&help_pages(), &words).0.clone().render_help()
}

/// Explains why the words after the program's name cannot be parsed. `app` is used to try the hints.
pub(crate) fn failure(error: &Error, words: &[String], app: &App) -> Failure {
    if error.kind() == ErrorKind::InvalidSubcommand {
        return unknown_command(&text_of(error, ContextKind::InvalidSubcommand), words, app);
    }
    let mended_line = mended(error, words, MOST_SLIPS, app).map(|line| Hint::run(CommandLine::verbatim(line)));
    if let Some(wrong) = error.source().and_then(|source| source.downcast_ref::<Failure>()) {
        return mended_line.into_iter().fold(wrong.clone(), Failure::hint_instead);
    }
    let failure = Failure::usage(what_is_wrong(error, words, app));
    if error.kind() == ErrorKind::MissingRequiredArgument {
        return failure.hint(with_the_rest(words, &texts_of(error, ContextKind::InvalidArg)));
    }
    failure.hint(mended_line.or_else(|| flag_without_value(error, words)).unwrap_or_else(|| help_for(words)))
}

/// The index of the word at which parsing fails.
fn wrong_word(error: &Error, words: &[String]) -> Option<usize> {
    let typed = match error.kind() {
        ErrorKind::UnknownArgument => String::new(),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => text_of(error, ContextKind::InvalidValue),
        _ => return None,
    };
    let typed = if typed.is_empty() { text_of(error, ContextKind::InvalidArg) } else { typed };
    let typed = if words.contains(&typed) { &typed } else { typed.split(' ').next()? };
    words.iter().position(|word| word == typed || word.split_once('=').is_some_and(|(flag, _)| flag == typed))
}

/// Replaces each wrong word with the word that the user probably meant, if the result would work. Mends at most `slips`
/// words.
fn mended(error: &Error, words: &[String], slips: usize, app: &App) -> Option<Vec<String>> {
    let at = wrong_word(error, words)?;
    let lines = known_value(words, at).into_iter().chain(known_flags(words, at)).chain(part_of_entry(words, at));
    let lines = lines.chain(after_the_verb(words, at)).chain(without_noun(words, at));
    let mut lines = lines.chain(about_people(words, at));
    lines.find_map(|line| match parsed(&line) {
        Ok(command) => would_work(command, app).then_some(line),
        Err(error) if slips > 1 => mended(&error, &line, slips - 1, app),
        Err(_) => None,
    })
}

/// Refuses a command line that still holds a placeholder like NAME, so that a pasted form does nothing.
pub(crate) fn pasted_form(words: &[String]) -> Option<Failure> {
    let word = words.iter().find(|word| is_placeholder(word))?;
    Some(Failure::usage(format!("`{word}` is a placeholder")).advise("type the real word in its place"))
}

/// Describes the fault of a command line in our own words: those of clap only fit its usage text.
fn what_is_wrong(error: &Error, words: &[String], app: &App) -> String {
    // At the pad nobody types the name of the program.
    let program = if app.goes_on { "" } else { "ginpad " };
    let called = |words: &str| format!("`{}`", format!("{program}{words}").trim_end());
    let (definition, verbs) = named(&PROGRAM, words);
    let command = called(&verbs.join(" "));
    let typed = text_of(error, ContextKind::InvalidArg);
    let (arg, value) = (name_of(&typed), harmless(&text_of(error, ContextKind::InvalidValue)));
    let too_many = |word: &str| {
        let is_name = |arg: &Arg| arg.get_value_names().is_some_and(|names| names.iter().any(|name| name == "NAME"));
        let takes_names = definition.get_positionals().any(is_name) || words.iter().any(|word| word == "--with");
        let may_be_one = takes_names && word.chars().all(char::is_alphabetic);
        let quotes = if may_be_one { "; a name of several words needs quotes: 'Ann Lee'" } else { "" };
        format!("`{}` is one word too many for {command}{quotes}", harmless(word))
    };
    match error.kind() {
        ErrorKind::MissingRequiredArgument => format!("{} is not complete", called(&harmless(&words.join(" ")))),
        ErrorKind::UnknownArgument if typed.starts_with('-') => {
            let flag = harmless(&typed);
            match wrong_word(error, words).and_then(|at| after_the_verb(words, at)) {
                Some(_) => format!("`{flag}` stands before the command"),
                None => format!("{command} has no flag `{flag}`"),
            }
        }
        ErrorKind::UnknownArgument => too_many(&typed),
        ErrorKind::InvalidValue if value.is_empty() => format!("{arg} needs a value"),
        ErrorKind::InvalidValue => {
            let after = if typed.starts_with('-') { format!(" after {arg}") } else { String::new() };
            format!("expected {}{after}, not `{value}`", or_list(texts_of(error, ContextKind::ValidValue)))
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map(|why| format!(": {why}")).unwrap_or_default();
            format!("{arg} cannot be `{value}`{why}")
        }
        ErrorKind::ArgumentConflict => {
            let others: Vec<String> = texts_of(error, ContextKind::PriorArg).iter().map(|arg| name_of(arg)).collect();
            match others.as_slice() {
                [] => format!("{arg} cannot be used with what stands before it"),
                // `player ann bob`.
                [_] if typed.is_empty() && verbs.len() == 1 => {
                    let after = words.iter().skip_while(|word| **word != verbs[0]);
                    too_many(after.filter(|word| !word.starts_with('-')).nth(2).map_or("", String::as_str))
                }
                // `player ann rename anna`, `rules --json show`.
                others if typed.is_empty() => {
                    let stand = if others.len() == 1 { "stands" } else { "stand" };
                    format!("{} {stand} between the words of {command}", and_list(others))
                }
                [same] if *same == arg => format!("{arg} can be given only once"),
                others => format!("{arg} cannot be used with {}", and_list(others)),
            }
        }
        ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues | ErrorKind::TooManyValues => {
            format!("expected `{}`", typed.replace(['<', '>'], ""))
        }
        kind => kind.as_str().unwrap_or("the command line cannot be read").into(),
    }
}

/// Names an argument for a sentence: `--paid` for `--paid <FROM> <TO>`, GAME for `[GAME]`.
fn name_of(arg: &str) -> String {
    match arg.split([' ', '=']).next().filter(|flag| flag.starts_with('-')) {
        Some(flag) => format!("`{flag}`"),
        None => arg.replace(['<', '>', '[', ']', '.'], ""),
    }
}

/// The most wrong words mended in one command line.
const MOST_SLIPS: usize = 3;

/// Reports a word that is not a command: perhaps a mistyped command, or an entry of the current game.
fn unknown_command(typed: &str, words: &[String], app: &App) -> Failure {
    let at = words.iter().position(|word| word == typed).unwrap_or_default();
    let (parent, verbs) = named(&PROGRAM, &words[..at]);
    let mut names: Vec<&str> = parent.get_subcommands().map(Command::get_name).collect();
    let named = [verbs.as_slice(), &[harmless(typed)]].concat().join(" ");
    let failure = Failure::usage(format!("there is no command `{named}`"));
    if verbs.is_empty() {
        // A short word resembles too many others.
        names.extend(synonyms::all().filter(|word| word.chars().count() > 3));
        if let Some(hint) = for_the_pad(&words[at..].join(" ")).or_else(|| entry(words, at, app)) {
            return failure.hint(hint);
        }
    }
    // A lone noun means `show`: `rules hollywood`.
    let show = [&words[..at], &["show".to_string()], &words[at..]].concat();
    if !verbs.is_empty() && parsed(&show).is_ok_and(|verb| Verb::run(verb, app).is_ok()) {
        return failure.hint(Hint::run(CommandLine::verbatim(show)));
    }
    let slips = names.into_iter().chain(entry_words()).filter(|name| is_slip(&typed.to_lowercase(), name));
    let line = |name: &str| synonyms::in_full([&words[..at], &[name.to_string()], &words[at + 1..]].concat());
    let lines: BTreeSet<Vec<String>> = slips.map(line).collect();
    let only = lines.first().filter(|_| lines.len() == 1).cloned();
    failure.hint(match only {
        // Help is an answer.
        Some(line) if parsed(&line).map_or_else(|error| !error.use_stderr(), |command| would_work(command, app)) => {
            Hint::run(CommandLine::verbatim(line))
        }
        Some(line) => help_for(&line),
        None if verbs.is_empty() => guesses(typed, &lines.iter().map(|line| line[at].as_str()).collect::<Vec<_>>()),
        None => help_for(&words[..at]),
    })
}

/// Suggests up to two commands: those that `typed` is a slip of, or else those that resemble it.
fn guesses(typed: &str, slips: &[&str]) -> Hint {
    let likeness = |name: &&str| strsim::jaro_winkler(&typed.to_lowercase(), name);
    let mut names: Vec<&str> = PROGRAM.get_subcommands().map(Command::get_name).collect();
    names.retain(|name| if slips.is_empty() { likeness(name) > 0.75 } else { slips.contains(name) });
    names.sort_by(|one, other| likeness(other).total_cmp(&likeness(one)));
    names.truncate(2);
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let perhaps = if names.is_empty() { String::new() } else { format!("; did you mean {}?", or_list(&names)) };
    Hint::does(CommandLine::of("help"), &format!("lists the commands{perhaps}"))
}

/// Where to type a line of the pad: `u`, `1= a5 23`.
fn for_the_pad(line: &str) -> Option<Hint> {
    let is_for_everywhere =
        matches!(TableLine::read(line), TableLine::Entry(_) | TableLine::Nothing | TableLine::Leave);
    (!is_for_everywhere).then(|| Hint::advice("only the pad takes this line; `play` opens it"))
}

/// A hint that logs the words from index `at`, if they may be an entry of the current game.
fn entry(words: &[String], at: usize, app: &App) -> Option<Hint> {
    let (before, entry) = words.split_at_checked(at)?;
    let line = [before, &["log".to_string()], entry].concat();
    let Some(Verb::Log(log)) = parsed(&line).ok()? else { return None };
    Some(match log.would_do(app)? {
        true => Hint::run(CommandLine::verbatim(line)),
        false => Hint::advice("`log ENTRY` logs a hand; `ginpad help log` shows entries"),
    })
}

/// The same command line with the value that a word means: `set titel Friday`, `set name Friday`, `set --title Friday`.
fn known_value(words: &[String], at: usize) -> Option<Vec<String>> {
    let (command, _) = named(&PROGRAM, &words[..at]);
    let values = command.get_positionals().next()?.get_possible_values();
    let (typed, rest) = words[at].split_once('=').map_or((words[at].as_str(), None), |(word, rest)| (word, Some(rest)));
    let typed = typed.trim_start_matches('-').to_lowercase();
    let is_meant = |value: &str| value == typed || synonyms::flags_of(&typed).any(|word| word == value);
    let names = || values.iter().map(|value| value.get_name());
    let value = names().find(|value| is_meant(value)).or_else(|| names().find(|value| is_slip(&typed, value)))?;
    let changed: Vec<String> = [value].into_iter().chain(rest).map(str::to_string).collect();
    Some([&words[..at], &changed, &words[at + 1..]].concat())
}

/// Adds the missing words to the command, or a form if only the players know them.
fn with_the_rest(words: &[String], missing: &[String]) -> Hint {
    let rest = missing.iter().map(|arg| arg.replace(['<', '>', '[', ']', '.'], ""));
    let rest = rest.flat_map(|arg| arg.split(' ').map(str::to_string).collect::<Vec<_>>());
    let completed = CommandLine::verbatim(words.iter().cloned().chain(rest).collect());
    let is_known = missing.iter().all(|arg| arg.starts_with("--") && !arg.contains('<'));
    if is_known { Hint::run(completed) } else { Hint::with("add the missing words:", completed.form()) }
}

/// The flags that a word may mean if it is no flag or value of the command: `--points`, `--jsno`, `pay`.
fn flags_meant(command: &Command, word: &str) -> Vec<String> {
    let name = word.trim_start_matches('-').to_lowercase().replace('_', "-");
    // A bare word means a flag only if it is one: `set hand 2` is about a hand, and not about the knob `hands`.
    let alike = flags(command).filter(|long| word.starts_with('-') && is_slip(&name, long));
    let meant = synonyms::flags_of(&name).map(str::to_string);
    [name.clone()].into_iter().chain(meant).filter(|long| has_flag(command, long)).chain(alike).collect()
}

/// The flags of a command, also those that set knobs.
fn flags(command: &Command) -> impl Iterator<Item = String> {
    let knobs = synonyms::flag_knobs(command.get_name()).map(|knob| knob.name().replace('_', "-"));
    command.get_arguments().filter_map(Arg::get_long).map(str::to_string).chain(knobs)
}

/// The same command line with each flag that a word may mean: `--points 150`, `--jsno`, `--hollywood`, `settle pay`,
/// and `game` before a word that fits no argument: `drop game 1`.
fn known_flags(words: &[String], at: usize) -> Vec<Vec<String>> {
    let (command, _) = named(&PROGRAM, &words[..at]);
    let (typed, value) = words[at].split_at(words[at].find(['=', ':']).unwrap_or(words[at].len()));
    let value = value.replacen(':', "=", usize::from(value.starts_with(':')));
    let preset = Preset::named(typed.trim_start_matches('-')).map(|preset| vec!["--rules".into(), preset.name.clone()]);
    // A command that expects no other number: `history 3`, `standings 2024`.
    let takes_none = command.get_positionals().next().is_none();
    let number = |flag: &str, is_one: bool| {
        (is_one && takes_none && has_flag(command, flag)).then(|| vec![format!("--{flag}"), words[at].clone()])
    };
    let year = number("year", year(&words[at]).is_ok());
    let game = number("game", GameName::from_str(&words[at]).is_ok());
    let meant = flags_meant(command, typed).into_iter();
    let flags = preset.into_iter().chain(year).chain(game).chain(meant.map(|long| vec![format!("--{long}{value}")]));
    let before = at.checked_sub(1).filter(|before| has_flag(command, &words[*before]));
    let before = before.map(|before| (before, vec![format!("--{}", words[before]), words[at].clone()]));
    let flags = before.into_iter().chain(flags.map(|flag| (at, flag)));
    flags.map(|(from, flag)| [&words[..from], &flag, &words[at + 1..]].concat()).collect()
}

/// Adds a placeholder for the value that is missing after the last word.
fn flag_without_value(error: &Error, words: &[String]) -> Option<Hint> {
    let arg = text_of(error, ContextKind::InvalidArg);
    let (flag, values) = arg.split_once(' ').filter(|_| text_of(error, ContextKind::InvalidValue).is_empty())?;
    (words.last()? == flag).then(|| with_the_rest(words, &[values.to_string()]))
}

/// Moves a flag from before the command to the end: `--rules hollywood new Ann Bob`.
fn after_the_verb(words: &[String], at: usize) -> Option<Vec<String>> {
    let is_verb = |word: &String| PROGRAM.find_subcommand(word).is_some();
    let verb = at + words[at..].iter().position(is_verb).filter(|_| words[at].starts_with("--"))?;
    let is_before = !words[..at].iter().any(is_verb);
    is_before.then(|| [&words[..at], &words[verb..], &words[at..verb]].concat())
}

/// The same command line without the noun before a name or number: `drop hand 3`, `close game`.
fn without_noun(words: &[String], at: usize) -> Option<Vec<String>> {
    let nouns = [Some(at), at.checked_sub(1)].into_iter().flatten();
    let takes = |at: &usize| {
        let takes = synonyms::NOUNS.iter().find(|(noun, _)| *noun == words[*at]).map(|(_, takes)| *takes);
        let positionals = named(&PROGRAM, &words[..*at]).0.get_positionals();
        let mut names = positionals.filter_map(Arg::get_value_names).flatten().map(|name| name.as_str());
        takes.is_some_and(|takes| names.any(|name| takes.contains(&name)))
    };
    let noun = nouns.into_iter().find(takes)?;
    let verbs = |end: usize| named(&PROGRAM, &words[..end]).1.len();
    // `player` is a command too.
    (verbs(noun + 1) == verbs(noun)).then(|| [&words[..noun], &words[noun + 1..]].concat())
}

/// The same command line with a name of two words as one, and as a command about players: `rename al Ann Lee`,
/// `merge al ann`.
fn about_people(words: &[String], at: usize) -> Vec<Vec<String>> {
    let takes_names = ["player", "rename", "versus"].contains(&words[0].as_str()) && at > 1;
    let one_name = at.checked_sub(1).filter(|_| takes_names).map(|before| {
        let name = vec![words[before..=at].join(" ")];
        [&words[..before], &name, &words[at + 1..]].concat()
    });
    let of_players = [&["player".to_string()], words].concat();
    one_name.into_iter().chain((words[0] == "merge").then_some(of_players)).collect()
}

fn has_flag(command: &Command, name: &str) -> bool {
    flags(command).any(|flag| flag == name)
}

/// Turns a flag into words at the end of the entry: `--note hi`, `--up 7h`.
fn part_of_entry(words: &[String], at: usize) -> Option<Vec<String>> {
    let verbs = named(&PROGRAM, &words[..at]).1;
    let takes_entry = ["log", "fix", "insert"].contains(&verbs.first()?.as_str());
    let (typed, value) = words[at].split_once('=').unwrap_or((&words[at], ""));
    let flag = typed.strip_prefix("--").filter(|_| takes_entry)?;
    let (modifier, _) = synonyms::MODIFIERS.iter().find(|(_, words)| words.contains(&flag))?;
    let (value, rest) = match value {
        "" => (words.get(at + 1)?.as_str(), at + 2),
        value => (value, at + 1),
    };
    Some([&words[..at], &words[rest..], &[modifier.to_string(), value.to_string()]].concat())
}

/// Whether a parsed command would work. An entry is tried.
fn would_work(command: Option<Verb>, app: &App) -> bool {
    use Verb::{Close, Drop, Fix, History, Insert, Log, Move, New, Play, Player, Set, Settle, Versus};
    match command {
        Some(
            New(_) | Log(_) | Fix(_) | Insert(_) | Set(_) | Settle(_) | History(_) | Move(_) | Drop(_) | Close(_)
            | Player(_) | Versus(_),
        ) => Verb::run(command, &app.rehearsal()).is_ok(),
        // With names, `play` starts a game.
        Some(Play(args)) => args.new == NewArgs::default(),
        _ => true,
    }
}

/// Whether a word is a typing slip of a command: two letters swapped, one left out or added, or one wrong in a word of
/// four letters or more. Commands change the book, so nothing less certain is suggested.
fn is_slip(typed: &str, name: &str) -> bool {
    let is_clear = strsim::hamming(typed, name) != Ok(1) || name.chars().count() >= 4;
    typed != "exit"
        && is_clear
        && !typed.contains(|char: char| char.is_ascii_digit())
        && strsim::damerau_levenshtein(typed, name) == 1
}

/// Parses these words after the program's name.
fn parsed(words: &[String]) -> Result<Option<Verb>, Error> {
    let words = std::iter::once("ginpad".to_string()).chain(synonyms::in_full(words.to_vec()));
    Ok(Cli::from_arg_matches(&PROGRAM.clone().try_get_matches_from(words)?)?.command)
}

/// A hint at the help page for these words.
fn help_for(words: &[String]) -> Hint {
    let verbs = named(&PROGRAM, words).1;
    let does = if verbs.is_empty() { "lists the commands" } else { "shows how to use it" };
    Hint::does(CommandLine::of("help").words(verbs), does)
}

/// The command that the last verb among these words names, and the verbs on the way to it.
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
    texts_of(error, kind).into_iter().next().unwrap_or_default()
}

fn texts_of(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}
