//! Words that people type for a command that is a part of another one: `rename` for `player rename`.

use clap::Command;
use ginpad_core::rules::Preset;

/// Stands for the words that were typed after it.
const REST: &str = "…";
/// The same, if there is exactly one.
const ONE: &str = "·";

/// These words, and the commands that are meant.
const WITHIN: [(&[&str], &[&str]); 10] = [
    (&["rename"], &["player", "rename", REST]),
    (&["join", "same"], &["player", "merge", REST]),
    (&["swap"], &["fix", REST, "swap"]),
    (&["note"], &["fix", "last", "note", ONE]),
    (&["keep"], &["conflicts", "keep", REST]),
    (&["forfeit", "resign"], &["close", "--forfeit", REST]),
    (&["paid", "pay"], &["settle", "--paid", REST]),
    (&["board", "big"], &["score", "--big", REST]),
    (&["watch", "follow"], &["score", "--watch", REST]),
    (&["path"], &["config", "path", REST]),
];

/// The command line that is meant by these words, if the one at this place is no command but a part of one.
pub(super) fn within(program: &Command, words: &[String], at: usize) -> Option<Vec<String>> {
    let (before, rest) = (words.get(..at)?, words.get(at + 1..)?);
    let typed = words.get(at)?.to_lowercase();
    let is_key = || keys(program).any(|key| key == typed);
    let found = WITHIN.iter().find(|(known, _)| known.contains(&typed.as_str())).map(|(_, meant)| meant.to_vec());
    let meant = found.or_else(|| is_key().then(|| vec!["set", &typed, REST]))?;
    let mut line = before.to_vec();
    for word in meant {
        match (word, rest) {
            // The hand that is meant if none is named.
            (REST, []) if typed == "swap" => line.push("last".into()),
            (REST, rest) | (ONE, rest @ [_]) => line.extend(rest.iter().cloned()),
            (ONE, _) => return None,
            (word, _) => line.push(word.to_string()),
        }
    }
    Some(line)
}

/// The command line that is meant by a word after a family of commands that is what one of them takes.
pub(super) fn inside(family: &str, words: &[String], at: usize) -> Option<Vec<String>> {
    let typed = words.get(at)?;
    let inner = match family {
        "rules" if Preset::named(typed).is_some() || typed.ends_with(".toml") => "show",
        "conflicts" if typed.bytes().all(|byte| byte.is_ascii_digit()) => "keep",
        _ => return None,
    };
    let mut line = words.to_vec();
    line.insert(at, inner.into());
    Some(line)
}

/// The same words for the family of commands that they fit: `player` for `players`, `player merge` for `merge`.
pub(super) fn in_the_other_family(verb: &str, words: &[String]) -> Option<Vec<String>> {
    let at = words.iter().position(|word| word == verb)?;
    let family: &[&str] = match verb {
        "players" => &["player"],
        "merge" if words.get(at + 1..)?.iter().all(|word| is_a_name(word)) => &["player", "merge"],
        _ => return None,
    };
    let mut line = words.get(..at)?.to_vec();
    line.extend(family.iter().map(ToString::to_string));
    line.extend_from_slice(words.get(at + 1..)?);
    Some(line)
}

/// Whether a word is rather a name than a file.
fn is_a_name(word: &str) -> bool {
    !word.contains(['.', '/', '\\'])
}

/// What `set` can set, apart from what is a command of its own.
fn keys(program: &Command) -> impl Iterator<Item = String> + '_ {
    let key = program.find_subcommand("set").and_then(|set| set.get_arguments().find(|arg| arg.get_id() == "key"));
    let values = key.into_iter().flat_map(|key| key.get_possible_values());
    values.map(|value| value.get_name().to_string()).filter(|name| program.find_subcommand(name).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_a_command_and_every_command_exists() {
        let program = crate::cli::command();
        for (typed, meant) in WITHIN {
            assert!(typed.iter().all(|word| program.find_subcommand(word).is_none()), "{typed:?}");
            assert!(meant.first().is_some_and(|verb| program.find_subcommand(verb).is_some()), "{meant:?}");
        }
    }

    #[test]
    fn what_follows_stays_where_it_belongs() {
        let program = crate::cli::command();
        let line = |typed: &str| {
            let words: Vec<String> = typed.split(' ').map(str::to_string).collect();
            let at = words.iter().position(|word| !word.starts_with('-') && !word.ends_with(".db")).unwrap();
            within(&program, &words, at).map(|line| line.join(" "))
        };
        for (typed, meant) in [
            ("rename Jon John", "player rename Jon John"),
            ("--book b.db rename Jon John", "--book b.db player rename Jon John"),
            ("swap 3", "fix 3 swap"),
            ("swap", "fix last swap"),
            ("Dealer ann", "set dealer ann"),
            ("title Friday night --game 2", "set title Friday night --game 2"),
            ("stake-line 0.05", "set stake-line 0.05"),
            ("keep 417", "conflicts keep 417"),
            ("forfeit ann", "close --forfeit ann"),
            ("board", "score --big"),
        ] {
            assert_eq!(line(typed).as_deref(), Some(meant), "{typed}");
        }
        for typed in ["note took it", "note", "rules hollywood", "scroe"] {
            assert_eq!(line(typed), None, "{typed}");
        }
    }
}
