//! Command lines for a shell that somebody types at the pad.

use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::StoredGame;
use crate::cli::messages::usage::parses;
use crate::cli::session::Session;
use ginpad_core::players::WhoFault;
use ginpad_core::text::harmless;

/// Why a line is no entry if it is a command line, and the line that does the same here. `None` if its first word may
/// be a player.
pub(super) fn shell_line(session: &Session, game: &StoredGame, line: &str) -> Option<Failure> {
    let words = shlex::split(line)?;
    let words = words.strip_prefix(&["ginpad".to_string()]).unwrap_or(&words);
    let (verb, rest) = words.split_first()?;
    let is_nobody = matches!(game.scored.game.players.find(verb), Err(WhoFault::Unknown { .. }));
    let program = crate::cli::command();
    let verb = program.find_subcommand(verb).filter(|_| is_nobody && parses(words))?.get_name().to_string();
    let here = match (verb.as_str(), rest) {
        ("log", [_, ..]) => CommandLine::of("log").entry(&rest.join(" ")),
        ("fix", [hand, entry @ ..]) if !entry.is_empty() && hand.bytes().all(|byte| byte.is_ascii_digit()) => {
            CommandLine::of("fix").words([hand.as_str()]).entry(&entry.join(" "))
        }
        ("score", []) => CommandLine::of("score"),
        ("new", []) => CommandLine::of("new"),
        _ => {
            let book = session.invocation().values_of("book").unwrap_or_default();
            let named = words.iter().any(|word| word.starts_with("--book"));
            let verbatim = CommandLine::verbatim(words.to_vec());
            match book.into_iter().next().filter(|_| !named) {
                Some(book) => verbatim.flag("book", book),
                None => verbatim,
            }
        }
    };
    let what = format!("`{}` is a command for a shell, not a line for the pad", harmless(line));
    Some(Failure::refused(what).hint(Hint::run(here)))
}
