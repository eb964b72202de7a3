//! `score --odds`: the sheet with each side's chance to win.

use std::path::Path;

use super::{named, place_of, read_file, show};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::cli::messages::consequences::{not_counted_in_file, warnings};
use crate::cli::session::{Face, GameName, Session, which_game};
use crate::commands::odds::{in_the_book, in_the_file};
use crate::render::{GameOdds, Place, json, odds_line, odds_record};
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::odds::{NoOdds, Odds};
use ginpad_core::text::sentence;

/// Shows the sheet of a game of the book, or those of a file, with the odds.
pub(super) fn run(session: &Session, file: Option<&Path>, name: Option<GameName>) -> Result<Answer, Failure> {
    let Some(file) = file else {
        return session.read(
            || Err(which_game::no_game()),
            |pad| {
                let game = which_game::game(pad, name)?;
                let odds = in_the_book(pad, &game.scored)?;
                let of = GameOdds { place: place_of(&game), game: &game.scored, odds: &odds };
                Ok(Answer::of(sheets(session, &[of])).remarks(warnings(&game, session.face())))
            },
        );
    };
    let all: Vec<ScoredGame> = read_file(session, file)?.into_iter().map(Game::scored).collect();
    let games = named(all.clone(), file, name)?;
    let found: Vec<Result<Odds, NoOdds>> = games.iter().map(|game| in_the_file(&all, game)).collect();
    let rows: Vec<GameOdds<'_>> =
        games.iter().zip(&found).map(|(game, odds)| GameOdds { place: Place::default(), game, odds }).collect();
    let is_said = session.face() == Face::Table;
    let notes = if is_said { Vec::new() } else { not_counted_in_file(&games) };
    Ok(Answer::of(sheets(session, &rows)).remarks(notes))
}

/// The sheets in the face that was asked for.
fn sheets(session: &Session, games: &[GameOdds<'_>]) -> String {
    match (session.face(), games) {
        (Face::Json, [only]) => json::print(&json::score_with_odds(*only)),
        (Face::Json, games) => json::print(&json::scores_with_odds(games)),
        (_, games) => games.iter().map(|game| sheet(session, *game)).collect::<Vec<_>>().join("\n"),
    }
}

/// One sheet, and the odds below it.
fn sheet(session: &Session, of: GameOdds<'_>) -> String {
    let sheet = show(session, of.game, of.place).text().to_string();
    let odds = if session.face() == Face::Plain {
        odds_record(of)
    } else {
        sentence(&odds_line(of), session.look().width) + "\n"
    };
    sheet + &odds
}
