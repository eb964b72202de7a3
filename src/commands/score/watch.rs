//! `score --watch`: a game that is shown again whenever it changes.

mod blocks;
mod follower;
mod fresh_page;
mod on_screen;

use std::path::Path;

use super::super::score_page;
use super::{place_of, show};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::session::{Face, GameName, Session};
use crate::render::{Window, board, json};
use follower::{Follower, Shown};

/// What is shown of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// Its sheet.
    Sheet,
    /// The board.
    Board,
}

/// Shows a game and each of its changes: on the whole screen of a terminal, else one below the other.
///
/// # Errors
/// There is no such game, or the book cannot be read at the beginning; or what is shown cannot be written.
pub(super) fn watch(session: &Session, name: Option<GameName>, view: View) -> Result<Answer, Failure> {
    let follower = Follower::new(session, name)?;
    if session.has_screen() { on_screen::run(session, follower, view) } else { blocks::run(session, follower, view) }
}

/// Keeps the page of a game fresh.
///
/// # Errors
/// There is no such game, the book cannot be read at the beginning, or the page cannot be written then.
pub(super) fn keep_fresh(session: &Session, target: &Path, name: Option<GameName>) -> Result<Answer, Failure> {
    if target == Path::new("-") {
        return Err(score_page::not_on_standard_output());
    }
    fresh_page::run(session, Follower::new(session, name)?, target)
}

/// The game as text in the face that was asked for.
fn text(session: &Session, shown: &Shown, view: View, window: Window) -> String {
    let Shown { game, change } = shown;
    match (session.face(), view) {
        (Face::Json, _) => json::print_on_a_line(&json::score(&game.scored, place_of(game))) + "\n",
        (Face::Table, View::Board) => board(&game.scored, place_of(game), change.as_ref(), window),
        (Face::Table | Face::Plain, _) => show(session, &game.scored, place_of(game)).text().to_string(),
    }
}
