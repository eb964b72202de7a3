//! `games`: lists the games.

use clap::Args;

use crate::book::{Pad, StoredGame};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::session::{Face, Session};
use crate::render;

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
        let (games, current) = session.read(|| Ok((Vec::new(), None)), all)?;
        let rows: Vec<render::GameRow<'_>> = games
            .iter()
            .map(|game| render::GameRow {
                number: game.number,
                scored: &game.scored,
                current: current == Some(game.number),
                imported: game.is_imported(),
            })
            .collect();
        Ok(match session.face() {
            Face::Json => Answer::of(render::json::print(&render::json::games(&rows))),
            Face::Plain => Answer::of(render::games_plain(&rows)),
            Face::Table if rows.is_empty() => {
                Answer::of(format!("no games yet; start one with `{}`", session.spell(&CommandLine::new_game())))
            }
            Face::Table => Answer::of(render::games(&rows, session.look())),
        })
    }
}

fn all(pad: &Pad<'_>) -> Result<(Vec<StoredGame>, Option<i64>), Failure> {
    let mut games = Vec::new();
    pad.each_game(&pad.games()?, |game| {
        games.push(game);
        Ok::<(), Failure>(())
    })?;
    Ok((games, pad.current_game()?.map(|game| game.number)))
}
