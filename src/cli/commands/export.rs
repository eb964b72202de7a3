//! `export`: games as text sheets, or everything as JSON.

use clap::Args;

use crate::book::Pad;
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::spool::Spool;
use crate::cli::session::{Face, Session};
use crate::cli::session::{GameName, which_game};
use ginpad_core::notation::print_game;
use uuid::Uuid;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad export > all.gin           every game
  ginpad export 12 13               games 12 and 13
  ginpad export @                   the current game
  ginpad export --json > book.json  the whole book, without loss";

/// Write games as text sheets
///
/// `ginpad import` reads them back. With `--json`, the whole book is written, with everything that was undone or corrected.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The games; without any, all games
    #[arg(value_name = "GAME")]
    games: Vec<GameName>,
}

impl ExportArgs {
    /// Writes the games.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let ExportArgs { games } = self;
        if session.face() == Face::Json && !games.is_empty() {
            return Err(Failure::usage("`--json` exports the whole book, not single games")
                .hint(Hint::with("for the whole book:", CommandLine::again().without("games")))
                .hint(Hint::with("for text sheets:", CommandLine::again().without("json"))));
        }
        if session.face() == Face::Json {
            return whole_book(session);
        }
        let sheets = session.read(
            || Err(which_game::no_game()),
            |pad| {
                let mut wanted = Vec::new();
                if games.is_empty() {
                    wanted = pad.games()?;
                }
                for name in games {
                    wanted.push(which_game::game(pad, Some(name))?.id);
                }
                if wanted.is_empty() {
                    return Err(which_game::no_game());
                }
                write_sheets(pad, &wanted)
            },
        )?;
        sheets.print(session)
    }
}

/// Answers with the whole book.
fn whole_book(session: &Session) -> Result<Answer, Failure> {
    session.read(
        || Err(which_game::no_game()),
        |pad| {
            let export = serde_json::to_string_pretty(&pad.export()?).map_err(Failure::fault)?;
            Ok(Answer::of(export))
        },
    )
}

/// Writes the sheets of these games, one game after another.
fn write_sheets(pad: &Pad<'_>, games: &[Uuid]) -> Result<Spool, Failure> {
    let mut sheets = Spool::new();
    let mut separator = "";
    pad.each_game_verified(games, |game| {
        sheets.add(separator)?;
        separator = "---\n";
        sheets.add(&print_game(&game.scored.game))
    })?;
    Ok(sheets)
}
