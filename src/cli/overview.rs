//! `ginpad` alone: the current game, or how to start one.

use super::answer::Answer;
use super::failure::Failure;
use super::moved::not_counted;
use super::score::show;
use super::session::{Face, Session};

const HOW_TO_START: &str = "\
no game yet

  ginpad new Ann Bob              starts one
  ginpad log ann knock 4 27       logs its first hand
  ginpad --help                   tells the rest";

/// Shows the current game's sheet and whose deal it is; with no game, how to start one.
pub(super) fn run(session: &Session) -> Result<Answer, Failure> {
    let current = session.read(|| Ok(None), |pad| Ok(pad.current_game()?))?;
    Ok(match (current, session.face()) {
        (Some(game), face) => {
            let answer = show(session, &game.scored, Some(game.number)).notes(not_counted(&game.scored));
            let over = face == Face::Table && !game.scored.is_open();
            answer.notes(over.then(|| "hint: `ginpad new` starts the next game".to_string()))
        }
        (None, Face::Table) => Answer::of(HOW_TO_START),
        (None, Face::Json) => Answer::of("null"),
        (None, Face::Plain) => Answer::default(),
    })
}
