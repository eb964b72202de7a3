//! `ginpad` alone: the current game, or how to start one.

use super::score::show;
use crate::cli::commands::new;
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::consequences::warnings;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::{Face, Session};

/// Shows the current game's sheet and whose deal it is; with no game, how to start one.
pub(crate) fn run(session: &Session) -> Result<Answer, Failure> {
    let current = session.read(|| Ok(None), |pad| Ok(pad.current_game()?))?;
    Ok(match (current, session.face()) {
        (Some(game), face) => {
            let answer = show(session, &game.scored, Some(game.number)).remarks(warnings(&game));
            let over = face == Face::Table && !game.scored.is_open();
            answer.remarks(over.then(|| Remark::Hint(Hint::does(CommandLine::of("new"), "starts the next game"))))
        }
        (None, Face::Table) => Answer::of(how_to_start(session)),
        (None, Face::Json) => Answer::of("null"),
        (None, Face::Plain) => Answer::default(),
    })
}

/// The first commands of a new book.
fn how_to_start(session: &Session) -> String {
    let new = session.spell(&new::example());
    let log = session.spell(&CommandLine::of("log").entry("ann knock 4 27"));
    let help = session.spell(&CommandLine::of("help"));
    let width =
        [&new, &log, &help].map(|command| command.chars().count()).into_iter().max().unwrap_or_default().max(30);
    format!(
        "no game yet\n\n  {new:width$}  starts one\n  {log:width$}  logs its first hand\n  {help:width$}  lists the commands"
    )
}
