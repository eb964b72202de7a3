//! Command lines that are typed at a prompt of the program: `games`, `new Cid Dee`.

use std::ffi::OsString;

use super::invocation::Invocation;
use super::output::{OutputFormat, deliver};
use super::session::Session;
use super::{parsed, synonyms, unread};
use crate::answer::{Answer, Failure};
use crate::commands::Command;

/// Whether a word is a command of the program.
pub(super) fn is_command(word: &str) -> bool {
    let words = synonyms::in_full(vec![word.to_string()]);
    let is_known = |verb: &String| verb == "help" || crate::commands::program().find_subcommand(verb).is_some();
    words.first().is_some_and(is_known)
}

/// Does what the words after `ginpad` ask for. Where the words name no game, it is for `game`, or else for the current one.
/// The words may
/// name a format, so the answer is shown here; only help is returned.
///
/// # Errors
/// It cannot be done.
pub(super) fn typed(words: &[String], game: Option<i64>, session: &Session) -> Result<Answer, Failure> {
    let mut words = synonyms::in_full(words.to_vec());
    words.extend(game.filter(|_| leaves_game_open(&words)).map(|game| format!("--game={game}")));
    let words = after_the_name(words);
    match parsed(&words) {
        Ok((cli, matches)) => {
            let session = session.of_line(cli.globals, Invocation::Parsed(Box::new(matches)));
            super::answer(cli.command, &session);
            Ok(Answer::default())
        }
        Err(error) => unread(&error, &words, session),
    }
}

/// Whether these words are about a game and do not say which. Some commands are about the whole book then.
fn leaves_game_open(words: &[String]) -> bool {
    let Ok((_, matches)) = parsed(&after_the_name(words.to_vec())) else { return false };
    let Some((verb, matches)) = matches.subcommand() else { return false };
    let is_of_the_book = ["export", "history", "play"].contains(&verb);
    let program = crate::commands::command();
    let mut flags = program.find_subcommand(verb).into_iter().flat_map(clap::Command::get_arguments);
    let takes_game = flags.any(|arg| arg.get_long() == Some("game"));
    let is_said = |id: &&str| matches!(matches.try_contains_id(id), Ok(true));
    takes_game && !is_of_the_book && !["game", "game-flag", "file"].iter().any(is_said)
}

/// Does what a short line at the pad stands for, given as the words after `ginpad`.
///
/// # Errors
/// It cannot be done.
pub(super) fn meant(words: Vec<String>, session: &Session) -> Result<Answer, Failure> {
    let words = after_the_name(words);
    match parsed(&words) {
        Ok((cli, _)) => Command::run(cli.command, &session.app),
        Err(error) => unread(&error, &words, session),
    }
}

fn after_the_name(words: Vec<String>) -> Vec<OsString> {
    std::iter::once("ginpad".into()).chain(words.into_iter().map(OsString::from)).collect()
}

/// Prints what came of a line.
pub(super) fn show(session: &Session, result: Result<Answer, Failure>) {
    deliver(result, &OutputFormat::People, session);
}
