//! `export`: games as text sheets, or everything as JSON.

use clap::Args;

use super::answer::Answer;
use super::failure::Failure;
use super::pick::{self, GameName};
use super::session::{Face, Session};
use ginpad_core::notation::print_games;

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad export > all.gin           every game
  ginpad export 12 13               games 12 and 13
  ginpad export @                   the current game
  ginpad export --json > book.json  everything the book holds, without loss";

/// Write games as text sheets
///
/// `ginpad import` reads them back. With --json it is the whole book: every fact, also what was undone or corrected.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The games; all where none is named
    #[arg(value_name = "GAME")]
    games: Vec<GameName>,
}

impl Export {
    /// Writes the games.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let Export { games } = self;
        if session.face() == Face::Json && !games.is_empty() {
            return Err(Failure::usage("--json exports the whole book, not single games")
                .hint("leave the games out, or leave out --json for text sheets"));
        }
        session.read(
            || Err(pick::no_game()),
            |pad| {
                if session.face() == Face::Json {
                    let export = serde_json::to_string_pretty(&pad.export()?).map_err(Failure::fault)?;
                    return Ok(Answer::of(export));
                }
                let mut stored = Vec::new();
                if games.is_empty() {
                    for id in pad.games()? {
                        stored.push(pad.game(id)?);
                    }
                }
                for name in games {
                    stored.push(pick::game(pad, Some(name))?);
                }
                if stored.is_empty() {
                    return Err(pick::no_game());
                }
                Ok(Answer::of(print_games(stored.iter().map(|stored| &stored.scored.game))))
            },
        )
    }
}
