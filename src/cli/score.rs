//! `score`: the sheet of a game.

use std::path::PathBuf;

use clap::Args;

use super::answer::Answer;
use super::failure::Failure;
use super::moved::{not_counted, not_counted_in_file};
use super::pick::{self, GameName};
use super::session::{Face, Session, Size, shown};
use crate::render::{json, sheet, sheet_plain};
use ginpad_core::game::{Game, ScoredGame};
use ginpad_core::notation::read_games;
use ginpad_core::text::count;

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad score                      the current game
  ginpad score 12                   game 12
  ginpad score @-1                  the game before the current one
  ginpad score --file friday.gin    a text sheet, without any book
  ginpad score --json";

/// Show the score sheet
///
/// Points and running totals hand by hand, columns ruled off where they closed, then the settlement.
#[derive(Debug, Args)]
pub(super) struct Score {
    /// The game: its number, `@` for the current one, `@-1` for the one before; with --file, which one of the file
    #[arg(value_name = "GAME")]
    game: Option<GameName>,

    /// Score a text sheet instead; `-` is standard input
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,
}

impl Score {
    /// Shows the sheet.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match &self.file {
            Some(file) => {
                let games = sheets(session, file, self.game)?;
                let notes = not_counted_in_file(&games);
                let answer = match (session.face(), games.as_slice()) {
                    (_, [only]) => show(session, only, None),
                    (Face::Json, games) => Answer::of(json::print(&json::scores(games))),
                    (_, games) => Answer::of(
                        games.iter().map(|game| show(session, game, None).out).collect::<Vec<_>>().join("\n"),
                    ),
                };
                Ok(answer.notes(notes))
            }
            None => session.read(
                || Err(pick::no_game()),
                |pad| {
                    let game = pick::game(pad, self.game)?;
                    Ok(show(session, &game.scored, Some(game.number)).notes(not_counted(&game.scored)))
                },
            ),
        }
    }
}

/// The sheet of a game in the face that was asked for.
#[must_use]
pub(super) fn show(session: &Session, game: &ScoredGame, number: Option<i64>) -> Answer {
    Answer::of(match session.face() {
        Face::Json => json::print(&json::score(game, number)),
        Face::Plain => sheet_plain(game, number),
        Face::Table => {
            let started = game.game.started.map(|started| session.here(started));
            let here = ScoredGame { game: Game { started, ..game.game.clone() }, tally: game.tally.clone() };
            sheet(&here, number, session.look())
        }
    })
}

/// The games of a text sheet, or the one that is named by its place in the file.
///
/// # Errors
/// The file cannot be read; or everything that is wrong with it.
pub(super) fn sheets(
    session: &Session,
    file: &std::path::Path,
    name: Option<GameName>,
) -> Result<Vec<ScoredGame>, Failure> {
    let games: Vec<ScoredGame> = read_file(session, file)?.into_iter().map(Game::scored).collect();
    match name {
        None => Ok(games),
        Some(GameName::Number(number)) => {
            let has = count(games.len(), "game");
            let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let one = at.and_then(|at| games.into_iter().nth(at));
            one.map(|game| vec![game])
                .ok_or_else(|| Failure::refused(format!("{} has {has}; there is no game {number}", shown(file))))
        }
        Some(GameName::Current(_)) => Err(Failure::usage("a game of a file is named by its number")
            .hint("leave it out to score every game of the file")),
    }
}

/// The games that a text file holds.
///
/// # Errors
/// The file cannot be read; or everything that is wrong with it.
pub(super) fn read_file(session: &Session, file: &std::path::Path) -> Result<Vec<Game>, Failure> {
    let text = session.text(file, Size::Written)?;
    read_games(&text, session.local()).map_err(|faults| {
        let what = format!("{} has {}, and nothing of it was read", shown(file), count(faults.0.total(), "fault"));
        faults.0.lines().fold(Failure::with_reasons(what), Failure::reason)
    })
}
