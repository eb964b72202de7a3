//! What is asked at a terminal before a command runs. The answers fill the arguments that the command line left open, so
//! that no command asks anything.

use crate::answer::Failure;
use crate::cli::asking::lines::{Asker, Question};
use crate::cli::session::Session;
use crate::commands::Command;
use crate::commands::import::ImportArgs;

mod hand;
pub(super) mod lines;
mod new_game;
mod new_rules;

pub(super) use new_game::{ask as new_game, game_that_goes_on};

/// Asks for what the command line does not say, if somebody is there to answer.
///
/// # Errors
/// The questions were left, or the terminal is gone.
pub(super) fn ask(command: &mut Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::New(new) if session.can_ask() => new_game::ask(new, session),
        Command::Rules(rules) if session.can_ask() => match rules.unsaid() {
            Some(new) => new_rules::ask(new, session),
            None => Ok(()),
        },
        Command::Import(import) if session.can_ask() => ask_century(import, session),
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

/// Asks for the century of a spreadsheet, if nothing else is unclear in it.
///
/// # Errors
/// The question was left, or the terminal is gone.
fn ask_century(import: &mut ImportArgs, session: &Session) -> Result<(), Failure> {
    let Some(usual) = import.open_century(&session.app) else { return Ok(()) };
    let (first, last) = (usual.first, usual.first + 99);
    let question = Question {
        text: format!(
            "Which years are those with two digits? (Enter: {first} to {last}; or the first of others, like 1900)"
        ),
        help: "Type the first of the hundred years in which they lie: with 1950, 49 is 2049 and 50 is 1950.".into(),
        words: Vec::new(),
    };
    let year = |answer: &str| answer.parse().ok().filter(|year| (1000..=9900).contains(year));
    import.spreadsheets.century = Some(Asker::new()?.ask(question, |answer| match answer {
        "" | "y" | "yes" => Ok(first),
        other => year(other).ok_or_else(|| "type a year like 1900".to_string()),
    })?);
    Ok(())
}
