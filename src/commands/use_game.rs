//! `use`: goes on with another game.

use clap::Args;

use super::found_games::place_of;
use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::arguments::{GameArg, which_game};
use crate::book::StoredGame;
use crate::render::{json, sides, standing};
use crate::reports::outcome::Outcome;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad use 3                      game 3 is current until you start another
  ginpad use @-1                    the game before the current one";

/// Go on with another game
///
/// The game stays current, even when it is over, until you start or choose another. Other devices are not affected, and `undo` does not take this back.
#[derive(Debug, Args)]
#[command(mut_arg("game", |game| game.required_unless_present("game-flag")))]
pub(crate) struct UseArgs {
    #[command(flatten)]
    game: GameArg,
}

/// Makes the game current.
pub(crate) fn run(args: UseArgs, app: &App) -> Result<Answer, Failure> {
    if !app.device.remembers() {
        let what = "the choice cannot be remembered: the state folder of this device cannot be written";
        return Err(Failure::refused(what).hint(Hint::advice("name the game in each command, with `--game GAME`")));
    }
    app.change(|pad| {
        let before = pad.current_game()?.map(|game| game.number);
        let game = which_game::game(pad, args.game.name())?;
        pad.choose(game.id)?;
        let back = before.filter(|before| *before != game.number);
        let back = back.map(|back| Hint::does(going_to(back), &format!("goes back to game {back}")));
        let outcome = Outcome::new(json::score(&game.scored, place_of(&game))).did([is_current(&game)]);
        Ok(outcome.remarks(back.map(Remark::Hint)).into())
    })
}

/// `game 3 (Ann – Bob) is the current one: open at 3–0`.
pub(crate) fn is_current(game: &StoredGame) -> String {
    let (names, stands) = (sides(&game.scored.game), standing(&game.scored));
    format!("game {} ({names}) is the current one: {stands}", game.number)
}

/// The command that makes a game current.
pub(crate) fn going_to(number: i64) -> CommandLine {
    CommandLine::of("use").words([number.to_string()])
}
