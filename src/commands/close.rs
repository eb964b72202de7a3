//! `close`: ends an unfinished game.

use clap::Args;

use super::found_games::place_of;
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::{GameName, which_game};
use crate::render::{json, standing};
use crate::reports::outcome::Outcome;
use ginpad_core::game::Closing;
use ginpad_core::notation::read_side;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad close                      nobody wins the current game
  ginpad close --forfeit bob        Bob gives up; the other side wins";

/// End an unfinished game
///
/// Its hands are kept. `ginpad undo` opens it again.
#[derive(Debug, Args)]
pub(crate) struct CloseArgs {
    /// The game, if it is not the current one
    #[arg(value_name = "GAME")]
    game: Option<GameName>,

    /// The side that gives up
    #[arg(long, value_name = "SIDE")]
    forfeit: Option<String>,
}

impl CloseArgs {
    /// Ends the game.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        app.change(|pad| {
            let game = which_game::game(pad, self.game)?;
            if !game.scored.is_open() {
                let what = format!("game {} is already over: {}", game.number, standing(&game.scored));
                let shows = Hint::does(CommandLine::of("games"), "shows which games are open");
                let failure = Failure::refused(what).hint(shows);
                return Err(which_game::others(pad, &game, self.game)?.into_iter().fold(failure, Failure::hint));
            }
            let players = &game.scored.game.players;
            let loser = self.forfeit.as_deref().map(|side| read_side(side, players)).transpose();
            let closing = loser.map_err(Failure::refused)?.map_or(Closing::Unfinished, Closing::Forfeit);
            let after = pad.close(&game, closing, app.now)?;
            let outcome = Outcome::new(json::score(&after.scored, place_of(&after)));
            Ok(outcome.game(Some(&game), Some(&after), None).into())
        })
    }
}
