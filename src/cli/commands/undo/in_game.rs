//! `u` and `r` at the pad: the last change of its game, whatever was done in other games since.

use super::{by, move_them, newer_elsewhere};
use crate::book::{Pad, StoredGame};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::Session;
use ginpad_core::facts::ChangeVerb;
use ginpad_core::ledger::Act;

/// Takes back the last change of this game.
///
/// # Errors
/// There is none, or it is about other games too.
pub(crate) fn undo_in(session: &Session, game: &StoredGame) -> Result<Answer, Failure> {
    let nothing = || nothing_in(game, "undo");
    session.change(nothing, |pad| {
        let last = pad.to_undo(1, by(session, pad)?, Some(game.id))?.pop().ok_or_else(nothing)?;
        refuse_others(pad, game, "undo", &last)?;
        let id = last.id;
        let answer = move_them(session, pad, ChangeVerb::UNDO, &[last])?;
        Ok(answer.remarks(newer_elsewhere(pad, id)?))
    })
}

/// Restores the change of this game that was taken back last.
///
/// # Errors
/// There is none, or it is about other games too.
pub(crate) fn redo_in(session: &Session, game: &StoredGame) -> Result<Answer, Failure> {
    let nothing = || nothing_in(game, "redo");
    session.change(nothing, |pad| {
        let last = pad.to_redo(1, by(session, pad)?, Some(game.id))?.pop().ok_or_else(nothing)?;
        refuse_others(pad, game, "redo", &last)?;
        move_them(session, pad, ChangeVerb::REDO, &[last])
    })
}

fn nothing_in(game: &StoredGame, verb: &str) -> Failure {
    let number = game.number.to_string();
    let history = CommandLine::of("history").flag("game", &number);
    Failure::refused(format!("there is nothing to {verb} in game {number}"))
        .hint(Hint::does(history, "lists what was done in it"))
}

/// Refuses a change that is not about this game alone: the pad stays with its game.
fn refuse_others(pad: &Pad<'_>, game: &StoredGame, verb: &'static str, act: &Act) -> Result<(), Failure> {
    if act.is_about(game.id) {
        return Ok(());
    }
    let what = format!("the change to {verb} is `{}`, which is not about this game alone", act.verb());
    let anyway = CommandLine::of(verb).words([pad.short_id(act.id)?]);
    Err(Failure::refused(what).hint(Hint::does(anyway, "does it all the same")))
}
