//! `close`: ends a game unfinished.

use clap::Args;

use super::answer::Answer;
use super::failure::Failure;
use super::pick::{self, GameName};
use super::score::show;
use super::session::{Face, Session};
use crate::render::standing;
use ginpad_core::game::Closing;
use ginpad_core::notation::read_side;

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad close                      nobody wins the current game
  ginpad close --forfeit bob        Bob gives it up; the other side wins";

/// End a game unfinished
///
/// Its hands are kept. `ginpad undo` opens it again.
#[derive(Debug, Args)]
pub(super) struct Close {
    /// The game, where it is not the current one
    #[arg(value_name = "GAME")]
    game: Option<GameName>,

    /// The side that gives it up
    #[arg(long, value_name = "SIDE")]
    forfeit: Option<String>,
}

impl Close {
    /// Ends the game.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        session.change(pick::no_game, |pad| {
            let game = pick::game(pad, self.game)?;
            pick::open(&game).map_err(|_| {
                Failure::refused(format!("game {} is over already: {}", game.number, standing(&game.scored)))
                    .hint("`ginpad games` lists which are open")
            })?;
            let players = &game.scored.game.players;
            let loser = self.forfeit.as_deref().map(|side| read_side(side, players)).transpose();
            let closing = loser.map_err(Failure::refused)?.map_or(Closing::Unfinished, Closing::Forfeit);
            let after = pad.close(&game, closing, session.now)?;
            Ok(match session.face() {
                Face::Table => Answer::of(format!("game {} is {}", after.number, standing(&after.scored))),
                Face::Json | Face::Plain => show(session, &after.scored, Some(after.number)),
            })
        })
    }
}
