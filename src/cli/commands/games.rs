//! `games`: lists the games.

use clap::Args;

use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::session::spool::Spool;
use crate::cli::session::{Face, Session};
use crate::render::{self, GameLine, GameList, GameRow, json};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad games                      every game, oldest first; `*` marks the current one
  ginpad games --json";

/// List the games
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {}

impl GamesArgs {
    /// Lists the games.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match session.face() {
            Face::Json => {
                let mut text = Spool::new();
                text.add(&json::GAMES.opening())?;
                let games = each(session, |at, row| text.add(&json::GAMES.item(at, &json::game(row))))?;
                text.add(&format!("{}\n", json::GAMES.closing(games)))?;
                text.print(session)
            }
            Face::Plain => {
                let mut text = Spool::new();
                each(session, |_, row| text.add(&render::game_plain(row)))?;
                text.print(session)
            }
            Face::Table => table(session),
        }
    }
}

/// Lists the games for people. Their lines are kept until all of them are measured.
fn table(session: &Session) -> Result<Answer, Failure> {
    let unusable = |error: serde_json::Error| Failure::fault(format!("a line cannot be kept: {error}"));
    let mut lines = Spool::new();
    let mut list = GameList::new();
    let games = each(session, |_, row| {
        let line = GameLine::new(row);
        list.measure(&line);
        lines.add(&(serde_json::to_string(&line).map_err(unusable)? + "\n"))
    })?;
    if games == 0 {
        let new = session.spell(&CommandLine::new_game());
        return Ok(Answer::of(format!("no games yet; start one with `{new}`")));
    }
    let list = list.measured(session.look());
    let line = |kept: &str| Ok(list.game(&serde_json::from_str(kept).map_err(unusable)?));
    lines.print_lines(session, &list.heading(), line)
}

/// Shows each game of the book to `visit`, with its place counted from 0, and returns how many there are. No game is
/// kept.
fn each(
    session: &Session,
    mut visit: impl FnMut(usize, &GameRow<'_>) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    session.read(
        || Ok(0),
        |pad| {
            let current = pad.current()?;
            let mut seen = 0;
            pad.each_game(&pad.games()?, |game| {
                let (current, imported) = (current == Some(game.id), game.is_imported());
                visit(seen, &GameRow { number: game.number, scored: &game.scored, current, imported })?;
                seen += 1;
                Ok::<(), Failure>(())
            })?;
            Ok(seen)
        },
    )
}
