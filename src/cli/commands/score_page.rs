//! `score --html`: the sheet as a page.

use std::path::Path;

use super::score::sheets;
use crate::cli::messages::answer::Answer;
use crate::cli::messages::consequences::{not_counted_in_file, warnings};
use crate::cli::messages::failure::Failure;
use crate::cli::session::page_file::Source;
use crate::cli::session::{Face, GameName, Session, which_game};
use crate::render::{SheetOfGame, score_page};
use ginpad_core::game::{Game, ScoredGame};

/// Writes the page of a game of the book, or of the games of a text sheet.
///
/// # Errors
/// The games cannot be read, or the page cannot be written.
pub(crate) fn write(
    session: &Session,
    target: &Path,
    file: Option<&Path>,
    name: Option<GameName>,
) -> Result<Answer, Failure> {
    if let Some(file) = file {
        let games = sheets(session, file, name)?;
        let remarks = not_counted_in_file(&games);
        let games: Vec<SheetOfGame> = games.into_iter().map(|game| on_page(session, game, None)).collect();
        let page = score_page(&games).map_err(Failure::fault)?;
        return Ok(session.write_page(target, &page, Source::Sheet(file))?.remarks(remarks));
    }
    let (page, remarks) = session.read(
        || Err(which_game::no_game()),
        |pad| {
            let game = which_game::game(pad, name)?;
            let remarks = warnings(&game, Face::Plain);
            let page = score_page(&[on_page(session, game.scored, Some(game.number))]).map_err(Failure::fault)?;
            Ok((page, remarks))
        },
    )?;
    Ok(session.write_page(target, &page, Source::Book)?.remarks(remarks))
}

/// A game with its times as local clocks showed them.
fn on_page(session: &Session, game: ScoredGame, number: Option<i64>) -> SheetOfGame {
    let started = game.game.started.map(|started| session.here(started));
    SheetOfGame { scored: ScoredGame { game: Game { started, ..game.game }, tally: game.tally }, number }
}
