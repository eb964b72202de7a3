//! `score --big`: the score in figures that can be read across the table.

use std::path::Path;

use super::{place_of, sheets};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::messages::consequences::{not_counted_in_file, warnings};
use crate::cli::session::{Face, GameName, Session, which_game};
use crate::render::{Place, Window, board};

/// Rows of the window that the prompt below the board takes.
const PROMPT: usize = 2;

/// Draws the board of a game of the book, or of the games of a text sheet.
///
/// # Errors
/// The games cannot be read.
pub(super) fn draw(session: &Session, file: Option<&Path>, name: Option<GameName>) -> Result<Answer, Failure> {
    let rows = session.rows().map(|rows| rows.saturating_sub(PROMPT).max(1));
    let window = Window { look: session.look(), rows };
    if let Some(file) = file {
        let games = sheets(session, file, name)?;
        let drawn: Vec<String> = games.iter().map(|game| board(game, Place::default(), None, window)).collect();
        return Ok(Answer::of(drawn.join("\n")).remarks(not_counted_in_file(&games)));
    }
    session.read(
        || Err(which_game::no_game()),
        |pad| {
            let game = which_game::game(pad, name)?;
            let drawn = board(&game.scored, place_of(&game), None, window);
            Ok(Answer::of(drawn).remarks(warnings(&game, Face::Plain)))
        },
    )
}
