//! The command that somebody meant who typed another word.

use clap::Command;
use ginpad_core::text::nearest;

/// What people type for a command that has another name.
const SYNONYMS: [(&str, &[&str]); 23] = [
    ("new", &["start", "begin", "create"]),
    ("log", &["add", "record", "enter", "hand"]),
    ("play", &["pad", "prompt", "interactive"]),
    ("score", &["show", "sheet", "status", "view"]),
    ("explain", &["why"]),
    ("undo", &["back", "revert"]),
    ("fix", &["correct", "change"]),
    ("drop", &["delete", "remove", "rm", "del"]),
    ("games", &["list", "ls"]),
    ("use", &["switch", "select", "open"]),
    ("close", &["end", "finish", "stop"]),
    ("rules", &["presets", "knobs"]),
    ("standings", &["stats", "statistics", "leaderboard", "ranking", "table"]),
    ("versus", &["vs", "against", "rivals", "ledger"]),
    ("settle", &["money", "debts", "balance", "owes"]),
    ("ratings", &["rating", "elo", "glicko", "strength"]),
    ("records", &["best", "highscores"]),
    ("completions", &["completion", "complete"]),
    ("config", &["settings", "preferences", "configure"]),
    ("check", &["doctor", "verify", "fsck", "diagnose"]),
    ("backup", &["back-up", "copy", "snapshot"]),
    ("sync", &["share", "synchronise", "synchronize", "exchange"]),
    ("man", &["manual", "manpage", "manpages"]),
];

/// Words that mean no command, even though they look like one: leaving a program that does not wait.
const NO_COMMAND: [&str; 3] = ["quit", "exit", "leave"];

/// Commands that only show something. The others change the book, and are suggested only if they are clearly meant.
pub(super) const ONLY_SHOW: [&str; 18] = [
    "score",
    "odds",
    "explain",
    "games",
    "players",
    "standings",
    "versus",
    "player",
    "records",
    "ratings",
    "deadwood",
    "layoff",
    "rules",
    "export",
    "check",
    "completions",
    "config",
    "man",
];

/// The command that was meant, if that is clear: the word is a synonym or a typing mistake.
pub(super) fn suggestion<'a>(typed: &str, parent: &'a Command) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    if NO_COMMAND.contains(&typed.as_str()) || is_clearly(&typed, "help") {
        return None;
    }
    let names = || parent.get_subcommands().map(Command::get_name).filter(|name| *name != "help");
    let synonym = SYNONYMS.iter().find(|(_, words)| words.contains(&typed.as_str())).map(|(name, _)| *name);
    if let Some(name) = names().find(|name| Some(*name) == synonym) {
        return Some(name);
    }
    let near = nearest(&typed, names())?;
    let only_shows = ONLY_SHOW.contains(&near) || parent.get_name() != "ginpad";
    (only_shows || is_clearly(&typed, near)).then_some(near)
}

/// Whether people type this word for the command.
pub(super) fn is_synonym(typed: &str, name: &str) -> bool {
    let typed = typed.to_lowercase();
    SYNONYMS.iter().any(|(command, words)| *command == name && words.contains(&typed.as_str()))
}

/// Whether a word is a slip in typing a command: two letters swapped, one left out or added, or one wrong in a word of
/// four letters or more.
pub(super) fn is_clearly(typed: &str, name: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let swapped = letters(typed) == letters(name);
    let one_off = strsim::damerau_levenshtein(typed, name) == 1;
    let same_length = typed.chars().count() == name.chars().count();
    swapped || one_off && (!same_length || name.chars().count() >= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggestion_that_changes_the_book_is_clearly_meant() {
        let program = crate::cli::command();
        let suggests = |typed| suggestion(typed, &program);
        for (typed, meant) in [
            ("lgo", "log"),
            ("logs", "log"),
            ("nwe", "new"),
            ("delete", "drop"),
            ("remove", "drop"),
            ("start", "new"),
            ("record", "log"),
            ("switch", "use"),
            ("finish", "close"),
            ("dorp", "drop"),
            ("udno", "undo"),
            ("scroe", "score"),
            ("exprot", "export"),
            ("Score", "score"),
        ] {
            assert_eq!(suggests(typed), Some(meant), "{typed}");
        }
        for typed in
            ["quit", "exit", "delte", "hlep", "dog", "box", "sew", "shuffle", "x", "lo gin", "closet-door", "insertion"]
        {
            assert_eq!(suggests(typed), None, "{typed}");
        }
    }

    #[test]
    fn every_synonym_is_of_a_command_and_is_none() {
        let program = crate::cli::command();
        for (name, words) in SYNONYMS {
            let command = program.find_subcommand(name);
            assert!(command.is_some(), "{name}");
            assert!(words.iter().all(|word| program.find_subcommand(word).is_none()), "{name}");
        }
        for name in ONLY_SHOW {
            assert!(program.find_subcommand(name).is_some(), "{name}");
        }
    }
}
