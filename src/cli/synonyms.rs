//! Other names that people type for commands: `stats` for `standings`, `rename` for `player rename`. They work, but no
//! help shows them.

use std::ffi::OsStr;

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
pub(crate) fn is_of_knob<T: AsRef<OsStr>>(words: &[T]) -> bool {
    let word = |at: usize| words.get(at).and_then(|word| word.as_ref().to_str());
    word(0).is_some_and(|word| Knob::from_name(word).is_some())
        && word(1).is_some_and(|next| next.parse::<usize>().is_ok())
}

fn is_pays_at<T: AsRef<OsStr>>(words: &[T], at: usize) -> bool {
    words.get(at).and_then(|word| word.as_ref().to_str()).is_some_and(is_pays)
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
fn with_whole_values<T: AsRef<OsStr> + From<String>>(words: Vec<T>) -> Vec<T> {
    let mut whole: Vec<T> = Vec::new();
    for word in words {
        let before = |back: usize| whole.get(whole.len().checked_sub(back)?)?.as_ref().to_str();
        let joined =
            before(1).zip(word.as_ref().to_str()).map(|(value, next)| (value, next, format!("{value} {next}")));
        let joined = joined.filter(|(value, next, both)| match before(2) {
            Some("--at" | "--since" | "--until") => {
                !value.contains(':') && next.contains(':') && next.starts_with(|char: char| char.is_ascii_digit())
            }
            Some("--stake" | "--stake-game" | "--stake-line") => {
                WrittenAmount::read(value).is_ok_and(|amount| amount.currency.is_none())
                    && WrittenAmount::read(both).is_ok()
            }
            _ => false,
        });
        match joined {
            Some((_, _, both)) => {
                whole.pop();
                whole.push(both.into());
            }
            None => whole.push(word),
        }
    }
    whole
}

/// Turns each flag that names a knob into `--set`: `--target 150` is `--set target=150`.
fn with_knobs<T: AsRef<OsStr> + From<String>>(words: Vec<T>, verb: &str) -> Vec<T> {
    let text = |word: &T| word.as_ref().to_string_lossy().into_owned();
    let is_flag = |name: &str| flag_knobs(verb).any(|knob| Knob::from_name(name) == Some(knob));
    let (mut whole, mut words) = (Vec::new(), words.into_iter().peekable());
    while let Some(word) = words.next() {
        let typed = text(&word);
        let setting = typed.strip_prefix("--").unwrap_or_default();
        let (knob, value) = setting.split_once('=').map_or((setting, None), |(knob, value)| (knob, Some(value)));
        if typed == "--" {
            whole.extend([word].into_iter().chain(words));
            break;
        }
        if !is_flag(knob) {
            whole.push(word);
            continue;
        }
        whole.push("--set".to_string().into());
        let next = || words.next_if(|next| !text(next).starts_with("--")).as_ref().map(text);
        whole.extend(value.map(String::from).or_else(next).map(|value| format!("{knob}={value}").into()));
    }
    whole
}

/// The knobs that have flags of their own in a command. The flag `--dealer` names the first dealer.
pub(crate) fn flag_knobs(verb: &str) -> impl Iterator<Item = Knob> + use<> {
    let has_them = ["new", "play", "set"].contains(&verb);
    Knob::ALL.iter().copied().filter(move |knob| has_them && *knob != Knob::Dealer)
}

/// Replaces a synonym in a command line with the name of its command. `tom paid nina 5` records a payment.
pub(crate) fn in_full<T: AsRef<OsStr> + From<String>>(words: Vec<T>) -> Vec<T> {
    let mut words = with_whole_values(words);
    let word = |at: usize| words.get(at).and_then(|word| word.as_ref().to_str());
    // `log help`, and `?` alone.
    match (words.len(), word(0), word(1)) {
        (1, Some("?"), _) => words[0] = "help".to_string().into(),
        (2, Some(verb), Some("help")) if program().find_subcommand(verb).is_some() => words.swap(0, 1),
        _ => {}
    }
    let (mut at, mut is_help) = (0, false);
    while let Some(word) = words.get(at).and_then(|word| word.as_ref().to_str()) {
        match word {
            "--book" | "--color" => at += 2,
            "help" => (at, is_help) = (at + 1, true),
            word if word.starts_with('-') => at += 1,
            "settle" if is_pays_at(&words, at + 2) => drop(words.remove(at)),
            word if is_help && is_entry_word(word) => {
                words[at] = "log".to_string().into();
                break;
            }
            word => {
                let pays = is_pays_at(&words, at + 1);
                let number = words.get(at + 1).and_then(|next| next.as_ref().to_str()?.parse::<usize>().ok());
                let knob = || is_of_knob(&words[at..]).then(|| format!("set --{word}"));
                if let Some(command) = command_of(word).or_else(knob) {
                    // `note 3 "nice"` and `swap 3` name their hand.
                    let hand = number.filter(|_| command.contains(" last "));
                    let end = if hand.is_some() { at + 1 } else { at };
                    let command = hand.map_or(command.clone(), |hand| command.replace("last", &hand.to_string()));
                    let parts: Vec<&str> = command.split(' ').collect();
                    // Help is about a command, not about its flags and values.
                    let count = match parts[0] {
                        _ if !is_help => parts.len(),
                        "player" | "conflicts" => 2,
                        _ => 1,
                    };
                    words.splice(at..=end, parts[..count].iter().map(|word| word.to_string().into()));
                } else if pays && program().find_subcommand(word).is_none() {
                    let payer = words.remove(at);
                    words.splice(at..=at, ["settle".to_string().into(), "--paid".to_string().into(), payer]);
                }
                break;
            }
        }
    }
    let verb = words.get(at).map_or_else(String::new, |verb| verb.as_ref().to_string_lossy().into_owned());
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
        let line = |typed: &str| in_full::<String>(typed.split(' ').map(str::to_string).collect()).join("|");
        assert_eq!(line("new --at 2026-11-20 19:30"), "new|--at|2026-11-20 19:30");
        assert_eq!(line("new Ann Bob --stake 0.01 USD --title x"), "new|Ann|Bob|--stake|0.01 USD|--title|x");
        assert_eq!(line("new --at 19:30 Ann Bob --stake 0.01 Ann"), "new|--at|19:30|Ann|Bob|--stake|0.01|Ann");
    }

    #[test]
    fn what_stands_around_a_synonym_stays() {
        let line = |typed: &str| in_full::<String>(typed.split(' ').map(str::to_string).collect()).join(" ");
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
