//! `score --html` and `score --chart`: the sheet as a page, and its race drawn in the terminal.

use std::path::Path;

use super::score::{place_of, sheets};
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::book::StoredGame;
use crate::cli::messages::consequences::{not_counted_in_file, warnings};
use crate::cli::session::page_file::Source;
use crate::cli::session::{Face, GameName, Session, which_game};
use crate::render::{Place, Refresh, SheetOfGame, charts, score_page};
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
    let (games, remarks) = games(session, file, name)?;
    let page = score_page(&games, Refresh::Never).map_err(Failure::fault)?;
    Ok(session.write_page(target, &page, file.map_or(Source::Book, Source::Sheet))?.remarks(remarks))
}

/// The page of one game of the book.
///
/// # Errors
/// The template fails, which would be a fault of the program.
pub(super) fn page(session: &Session, game: StoredGame, refresh: Refresh) -> Result<String, Failure> {
    let place = place_of(&game);
    score_page(&[on_page(session, game.scored, place)], refresh).map_err(Failure::fault)
}

/// Standard output takes one page.
pub(super) fn not_on_standard_output() -> Failure {
    let once = CommandLine::again().without("watch");
    Failure::usage("a page on standard output cannot be kept fresh").hint(Hint::does(once, "writes it once"))
}

/// Draws the races of the same games.
///
/// # Errors
/// The games cannot be read.
pub(crate) fn draw(session: &Session, file: Option<&Path>, name: Option<GameName>) -> Result<Answer, Failure> {
    let (games, remarks) = games(session, file, name)?;
    let drawn: Vec<String> = games.iter().map(|game| charts(&game.scored, session.look())).collect();
    Ok(Answer::of(drawn.join("\n")).remarks(remarks))
}

/// A game of the book or the games of a text sheet, with warnings about hands that do not count.
fn games(
    session: &Session,
    file: Option<&Path>,
    name: Option<GameName>,
) -> Result<(Vec<SheetOfGame>, Vec<Remark>), Failure> {
    if let Some(file) = file {
        let games = sheets(session, file, name)?;
        let remarks = not_counted_in_file(&games);
        return Ok((games.into_iter().map(|game| on_page(session, game, Place::default())).collect(), remarks));
    }
    session.read(
        || Err(which_game::no_game()),
        |pad| {
            let game = which_game::game(pad, name)?;
            let remarks = warnings(&game, Face::Plain);
            let place = place_of(&game);
            Ok((vec![on_page(session, game.scored, place)], remarks))
        },
    )
}

/// A game with its times as local clocks showed them.
fn on_page(session: &Session, game: ScoredGame, place: Place) -> SheetOfGame {
    let started = game.game.started.map(|started| session.here(started));
    SheetOfGame { scored: ScoredGame { game: Game { started, ..game.game }, tally: game.tally }, place }
}
