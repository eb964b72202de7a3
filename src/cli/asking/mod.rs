//! What is asked at a terminal before a command runs. The answers fill the arguments that the command line left open, so
//! that no command asks anything.

mod hand;
mod import;
pub(super) mod lines;
mod new_game;
mod new_rules;

use super::session::Session;
use crate::answer::Failure;
use crate::commands::Command;

pub(super) use new_game::{ask as new_game, game_that_goes_on};

/// Asks for what the command line does not say, if somebody is there to answer.
///
/// # Errors
/// The questions were left, or the terminal is gone.
pub(super) fn ask(command: &mut Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::New(new) if session.can_ask() => new_game::ask(new, session, false).map(drop),
        Command::Rules(rules) if session.can_ask() => match rules.unsaid() {
            Some(new) => new_rules::ask(new, session),
            None => Ok(()),
        },
        Command::Import(import) if session.can_ask() => import::ask(import, session),
        #[cfg(feature = "club")]
        Command::Club(club) if session.can_ask() => match club.unsaid() {
            Some(line) => {
                *line = Some(lines::ask_hidden("The line that the owner of the club has given to you?")?);
                Ok(())
            }
            None => Ok(()),
        },
        Command::Log(log) if session.can_ask() && log.entry.is_empty() => hand::ask(log, session),
        _ => Ok(()),
    }
}
