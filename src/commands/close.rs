//! `close`: ends an unfinished game.

use clap::Args;

use super::found_games::place_of;
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::{GameArg, which_game};
use crate::render::{json, standing};
use crate::reports::outcome::Outcome;
use crate::wording::entry_hints::of_its_sides;
use ginpad_core::game::Closing;
use ginpad_core::notation::read_side;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad close                      nobody wins the current game
  ginpad close --settle             settled as it stands; who is ahead wins
  ginpad close --forfeit bob        Bob gives up, and the other side wins
  ginpad close --forfeit bob --no-points
                                    only closed columns count";

/// End an unfinished game
///
/// Its hands are kept. `ginpad undo` opens it again.
#[derive(Debug, Args)]
pub(crate) struct CloseArgs {
    #[command(flatten)]
    game: GameArg,

    /// The side that gives up
    #[arg(long, value_name = "SIDE", conflicts_with = "settle")]
    forfeit: Option<String>,

    /// Of a forfeited game, count only the columns that were closed
    #[arg(long, requires = "forfeit")]
    no_points: bool,

    /// Settle the game as it stands; whoever is ahead wins
    #[arg(long)]
    settle: bool,
}

/// Ends the game.
pub(crate) fn run(args: CloseArgs, app: &App) -> Result<Answer, Failure> {
    app.change(|pad| {
        let game = which_game::game(pad, args.game.name())?;
        if !game.scored.is_open() {
            let what = format!("game {} is already over: {}", game.number, standing(&game.scored));
            let shows = Hint::does(CommandLine::of("games"), "shows which games are open");
            let failure = Failure::refused(what).hint(shows);
            return Err(which_game::others(pad, &game, args.game.name())?.into_iter().fold(failure, Failure::hint));
        }
        let players = &game.scored.game.players;
        let loser = args.forfeit.as_deref().map(|side| read_side(side, players)).transpose();
        let closing =
            match loser.map_err(|fault| Failure::refused(fault).hint(of_its_sides(game.number, &game.scored.game)))? {
                Some(by) if args.no_points => Closing::ForfeitNoPoints(by),
                Some(by) => Closing::Forfeit(by),
                None if args.settle => Closing::Settled,
                None => Closing::Unfinished,
            };
        let after = pad.close(&game, closing, app.now)?;
        let outcome = Outcome::new(json::score(&after.scored, place_of(&after)));
        Ok(outcome.game(Some(&game), Some(&after), None).into())
    })
}
