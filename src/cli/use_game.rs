//! `use`: goes on with another game.

use clap::Args;

use super::answer::Answer;
use super::failure::Failure;
use super::pick::{self, GameName};
use super::score::show;
use super::session::{Face, Session};
use crate::render::standing;

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad use 3                      game 3 is the current one, until another is started
  ginpad use @-1                    the one before the current one";

/// Go on with another game
///
/// It stays the current one until a game is started. Other devices and `undo` take no notice.
#[derive(Debug, Args)]
pub(super) struct Use {
    /// The game: its number, or `@-1` for the one before the current one
    #[arg(value_name = "GAME")]
    game: GameName,
}

impl Use {
    /// Makes the game current.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        if !session.is_remembered() {
            let what = "the choice cannot be remembered: the state folder of this device cannot be written";
            return Err(Failure::refused(what).hint("name the game in each command, like `ginpad log --game 3 dead`"));
        }
        session.change(pick::no_game, |pad| {
            let before = pad.current_game()?.map(|game| game.number);
            let game = pick::game(pad, Some(self.game))?;
            pad.choose(game.id)?;
            if session.face() != Face::Table {
                return Ok(show(session, &game.scored, Some(game.number)));
            }
            let names = &game.scored.game.players.side_names();
            let back = before.filter(|before| *before != game.number);
            let names = names.iter().cloned().collect::<Vec<_>>().join(" – ");
            let answer =
                Answer::of(format!("game {} ({names}) is the current one: {}", game.number, standing(&game.scored)));
            Ok(answer.notes(back.map(|back| format!("hint: `ginpad use {back}` goes back to game {back}"))))
        })
    }
}
