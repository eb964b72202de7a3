//! Other names that people type for commands: `stats` for `standings`, `rename` for `player rename`. They work, but no
//! help shows them.

use std::ffi::OsString;

use crate::commands::program;
use ginpad_core::notation::is_entry_word;
use ginpad_core::{Knob, WrittenAmount};

use crate::commands::set::is_key;

/// Each command with its synonyms.
const SYNONYMS: [(&str, &[&str]); 35] = [
    ("new", &["start", "begin", "create", "rematch"]),
    ("log", &["add", "record", "enter", "hand"]),
    ("log adjust", &["adjust"]),
    ("log penalty", &["penalty"]),
    ("play", &["pad", "prompt", "interactive", "keys", "resume", "continue"]),
    ("score", &["show", "sheet", "status", "view"]),
    ("score --big", &["board"]),
    ("score --watch", &["watch", "follow"]),
    ("explain", &["why", "scoring"]),
    ("undo", &["revert"]),
    ("fix", &["correct", "change"]),
    ("fix last note", &["note"]),
    ("fix last swap", &["swap"]),
    ("set dealer", &["deal", "deals"]),
    ("drop", &["delete", "remove", "rm", "del"]),
    ("games", &["list", "ls"]),
    ("use", &["switch", "select", "open", "reopen"]),
    ("close", &["end", "finish"]),
    ("close --forfeit", &["forfeit", "resign"]),
    ("conflicts keep", &["keep"]),
    ("rules", &["presets", "knobs"]),
    ("standings", &["stats", "statistics", "leaderboard", "ranking", "table"]),
    ("versus", &["vs", "against", "rivals", "ledger"]),
    ("player rename", &["rename"]),
    ("settle", &["money", "debts", "balance", "owe", "owes", "owed"]),
    ("settle --paid", &["paid", "pay"]),
    ("ratings", &["rating", "elo", "glicko", "strength"]),
    ("records", &["best", "highscores"]),
    ("completions", &["completion"]),
    ("config", &["settings", "preferences", "configure"]),
    ("check", &["doctor", "verify", "fsck", "diagnose"]),
    ("backup", &["snapshot", "save"]),
    ("sync", &["share", "synchronise", "synchronize"]),
    ("man", &["manual", "manpage", "manpages"]),
    ("--version", &["version"]),
];

/// Each flag with its synonyms. A synonym applies only if the command has the flag.
const FLAGS: [(&str, &[&str]); 33] = [
    ("target", &["points", "score", "goal", "to", "up-to", "play-to"]),
    ("knock-limit", &["limit", "knock", "max-knock"]),
    ("gin-bonus", &["gin"]),
    ("big-gin-bonus", &["big-gin"]),
    ("undercut-bonus", &["undercut"]),
    ("line-bonus", &["line", "box", "boxes"]),
    ("best-of", &["best", "matches"]),
    ("title", &["name", "called", "label"]),
    ("event", &["season", "series", "trip", "tournament"]),
    ("rules", &["preset", "variant", "ruleset", "house-rules"]),
    ("set", &["knob", "rule", "option"]),
    ("dealer", &["deal", "deals", "first", "first-dealer"]),
    ("spot", &["handicap", "head-start"]),
    ("stake", &["money", "bet", "per-point"]),
    ("at", &["date", "time", "when", "on", "day", "started"]),
    ("game", &["number", "in"]),
    ("since", &["from", "after"]),
    ("until", &["to", "before", "till"]),
    ("with", &["player", "against", "opponent", "vs", "name"]),
    ("last", &["recent", "newest"]),
    ("paid", &["pay", "pays", "payment"]),
    ("forfeit", &["resign", "loser"]),
    ("file", &["sheet", "input", "from"]),
    ("to", &["into", "output", "target", "out"]),
    ("html", &["page", "web"]),
    ("csv", &["excel", "spreadsheet"]),
    ("plain", &["tsv", "text"]),
    ("book", &["db", "database"]),
    ("color", &["colour", "colors"]),
    ("sort", &["order", "sort-by", "order-by"]),
    ("dry-run", &["dry", "preview", "simulate"]),
    ("map", &["rename", "alias"]),
    ("no-input", &["yes", "batch"]),
];

/// The keywords at the end of an entry, with their synonyms.
pub(crate) const MODIFIERS: [(&str, &[&str]); 2] =
    [("note", &["note", "comment", "remark"]), ("up", &["up", "upcard", "turned"])];

/// Words that may precede a number or a name, each with the arguments that it tells of: `drop hand 3`.
pub(crate) const NOUNS: [(&str, &[&str]); 5] = [
    ("hand", &["HAND"]),
    ("game", &["GAME"]),
    ("player", &["NAME", "PLAYER"]),
    ("and", &["OPPONENT"]),
    ("vs", &["OPPONENT"]),
];

/// The words of the command that a word means.
fn command_of(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let command = SYNONYMS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(command, _)| *command);
    command.map(str::to_string).or_else(|| is_key(&word).then(|| format!("set {word}")))
}

/// The flags that a word may mean.
pub(crate) fn flags_of(word: &str) -> impl Iterator<Item = &'static str> {
    FLAGS.iter().filter(move |(_, words)| words.contains(&word)).map(|(flag, _)| *flag)
}

/// Whether a word tells of a payment: `tom paid nina 5`.
pub(crate) fn is_pays(word: &str) -> bool {
    ["paid", "pays"].contains(&word)
}

/// Whether these words set a knob: `target 150`.
pub(crate) fn is_of_knob(words: &[String]) -> bool {
    matches!(words, [knob, value, ..] if Knob::from_name(knob).is_some() && value.parse::<usize>().is_ok())
}

/// Every synonym, for suggestions.
pub(crate) fn all<'a>() -> impl Iterator<Item = &'a str> {
    SYNONYMS.iter().flat_map(|(_, words)| words.iter().copied())
}

/// Whether a word is a command of the program.
pub(crate) fn is_command(word: &str) -> bool {
    let words = in_full(vec![word.to_string()]);
    let is_known = |verb: &String| verb == "help" || program().find_subcommand(verb).is_some();
    words.first().is_some_and(is_known)
}

/// Joins the value of a flag that was typed as two words: `--at 2026-11-20 19:30`, `--stake 0.01 USD`.
fn with_whole_values(words: Vec<String>) -> Vec<String> {
    let goes_on = |flag: &str, value: &str, next: &str| match flag {
        "--at" | "--since" | "--until" => {
            !value.contains(':') && next.contains(':') && next.starts_with(|char: char| char.is_ascii_digit())
        }
        "--stake" | "--stake-game" | "--stake-line" => {
            WrittenAmount::read(value).is_ok_and(|amount| amount.currency.is_none())
                && WrittenAmount::read(&format!("{value} {next}")).is_ok()
        }
        _ => false,
    };
    let mut whole: Vec<String> = Vec::new();
    for word in words {
        match whole.as_mut_slice() {
            [.., flag, value] if goes_on(flag, value, &word) => *value += &format!(" {word}"),
            _ => whole.push(word),
        }
    }
    whole
}

/// Turns each flag that names a knob into `--set`: `--target 150` is `--set target=150`.
fn with_knobs(words: Vec<String>, verb: &str) -> Vec<String> {
    let is_flag = |name: &str| flag_knobs(verb).any(|knob| Knob::from_name(name) == Some(knob));
    let (mut whole, mut words) = (Vec::new(), words.into_iter().peekable());
    while let Some(word) = words.next() {
        let setting = word.strip_prefix("--").unwrap_or_default();
        let (knob, value) = setting.split_once('=').map_or((setting, None), |(knob, value)| (knob, Some(value)));
        if word == "--" {
            whole.extend([word].into_iter().chain(words));
            break;
        }
        if !is_flag(knob) {
            whole.push(word);
            continue;
        }
        whole.push("--set".to_string());
        let value = value.map(str::to_string).or_else(|| words.next_if(|next| !next.starts_with("--")));
        whole.extend(value.map(|value| format!("{knob}={value}")));
    }
    whole
}

/// The knobs that have flags of their own in a command. The flag `--dealer` names the first dealer.
pub(crate) fn flag_knobs(verb: &str) -> impl Iterator<Item = Knob> + use<> {
    let has_them = ["new", "play", "set"].contains(&verb);
    Knob::ALL.iter().copied().filter(move |knob| has_them && *knob != Knob::Dealer)
}

/// Like [`in_full`], for arguments of the system. Those that are not text stay as they are.
pub(crate) fn of_arguments(arguments: Vec<OsString>) -> Vec<OsString> {
    let words = in_full(arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect());
    let raw: Vec<OsString> = arguments.into_iter().filter(|argument| argument.to_str().is_none()).collect();
    let typed = |word: String| raw.iter().find(|raw| raw.to_string_lossy() == word).cloned();
    words.into_iter().map(|word| typed(word.clone()).unwrap_or_else(|| word.into())).collect()
}

/// Replaces a synonym in a command line with the name of its command. `tom paid nina 5` records a payment.
pub(crate) fn in_full(words: Vec<String>) -> Vec<String> {
    let mut words = with_whole_values(words);
    // `log help`, and `?` alone.
    match words.as_slice() {
        [only] if only == "?" => words[0] = "help".into(),
        [verb, help] if help == "help" && program().find_subcommand(verb).is_some() => words.swap(0, 1),
        _ => {}
    }
    let (mut at, mut is_help) = (0, false);
    while let Some(word) = words.get(at) {
        let pays = |after: usize| words.get(at + after).is_some_and(|word| is_pays(word));
        match word.as_str() {
            "--book" | "--color" => at += 2,
            "help" => (at, is_help) = (at + 1, true),
            word if word.starts_with('-') => at += 1,
            "settle" if pays(2) => drop(words.remove(at)),
            word if is_help && is_entry_word(word) => {
                words[at] = "log".into();
                break;
            }
            word => {
                let number = words.get(at + 1).filter(|next| next.parse::<usize>().is_ok());
                let knob = || is_of_knob(&words[at..]).then(|| format!("set --{word}"));
                if let Some(command) = command_of(word).or_else(knob) {
                    // `note 3 "nice"` and `swap 3` name their hand.
                    let hand = number.filter(|_| command.contains(" last "));
                    let end = if hand.is_some() { at + 1 } else { at };
                    let command = hand.map_or(command.clone(), |hand| command.replace("last", hand));
                    let mut parts: Vec<String> = command.split(' ').map(str::to_string).collect();
                    if is_help {
                        // Help is about a command, not about its flags and values.
                        parts.truncate(if ["player", "conflicts"].contains(&parts[0].as_str()) { 2 } else { 1 });
                    }
                    words.splice(at..=end, parts);
                } else if pays(1) && program().find_subcommand(word).is_none() {
                    words.splice(at..at, ["settle".to_string(), "--paid".to_string()]);
                    words.remove(at + 3);
                }
                break;
            }
        }
    }
    let verb = words.get(at).cloned().unwrap_or_default();
    with_knobs(words, &verb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_synonym_is_no_command_and_stands_for_one() {
        let program = crate::commands::command();
        for (command, words) in SYNONYMS {
            let verb = command.split(' ').next().unwrap();
            assert!(verb == "--version" || program.find_subcommand(verb).is_some(), "{command}");
            assert!(words.iter().all(|word| program.find_subcommand(word).is_none()), "{words:?}");
        }
    }

    #[test]
    fn each_flag_that_people_call_something_else_exists() {
        let program = crate::commands::command();
        let has = |flag: &str| {
            program.get_subcommands().any(|verb| verb.get_arguments().any(|arg| arg.get_long() == Some(flag)))
        };
        for (flag, words) in FLAGS {
            assert!(
                (has(flag) || flag_knobs("new").any(|knob| Some(knob) == Knob::from_name(flag)))
                    && !words.contains(&flag),
                "{flag}"
            );
        }
    }

    #[test]
    fn a_value_of_two_words_is_one() {
        let line = |typed: &str| in_full(typed.split(' ').map(str::to_string).collect()).join("|");
        assert_eq!(line("new --at 2026-11-20 19:30"), "new|--at|2026-11-20 19:30");
        assert_eq!(line("new Ann Bob --stake 0.01 USD --title x"), "new|Ann|Bob|--stake|0.01 USD|--title|x");
        assert_eq!(line("new --at 19:30 Ann Bob --stake 0.01 Ann"), "new|--at|19:30|Ann|Bob|--stake|0.01|Ann");
    }

    #[test]
    fn what_stands_around_a_synonym_stays() {
        let line = |typed: &str| in_full(typed.split(' ').map(str::to_string).collect()).join(" ");
        for (typed, meant) in [
            ("--book b.db rename Jon John", "--book b.db player rename Jon John"),
            ("Stats --year 2026", "standings --year 2026"),
            ("help stats", "help standings"),
            ("help rename", "help player rename"),
            ("help board", "help score"),
            ("help note", "help fix"),
            ("help undercut", "help log"),
            ("fix help", "help fix"),
            ("?", "help"),
            ("note nice hand", "fix last note nice hand"),
            ("note 3 nice", "fix 3 note nice"),
            ("swap", "fix last swap"),
            ("swap 3", "fix 3 swap"),
            ("target 150", "set --set target=150"),
            ("new Ann Bob --knock-limit=9 --dealer Ann", "new Ann Bob --set knock-limit=9 --dealer Ann"),
            ("title Friday night --game 2", "set title Friday night --game 2"),
            ("log list", "log list"),
            ("bob paid ann 5 USD", "settle --paid bob ann 5 USD"),
            ("settle bob pays ann 5", "settle --paid bob ann 5"),
            ("log paid pays ann 5", "log paid pays ann 5"),
            ("rules show stats", "rules show stats"),
            ("adjust ann -20", "log adjust ann -20"),
        ] {
            assert_eq!(line(typed), meant);
        }
    }
}
