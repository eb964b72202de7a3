//! `explain`: the arithmetic behind a hand or a settlement.

use std::path::PathBuf;

use clap::Args;
use ginpad_core::EntryAt;

use super::found_games;
use crate::answer::{Answer, CommandLine, Failure};
use crate::app::App;
use crate::arguments::{GameName, HandName, hand_name, which_game};
use crate::render::{Explanation, explain_adjustment, explain_hand, explain_settlement};
use crate::reports::OfGames;

/// Show the arithmetic of a hand, or of the settlement
///
/// Every step names the knobs of the rules behind it.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The number of the hand, `last`, or `a1` for an adjustment; without it, the settlement is explained
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true)]
    hand: Option<HandName>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,

    /// Explain a text sheet instead; `-` is standard input
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,
}

/// Explains a hand or the settlement.
pub(crate) fn run(args: ExplainArgs, app: &App) -> Result<Answer, Failure> {
    found_games::find(app, args.file.as_deref(), args.game, |found| {
        let number = found.place.number;
        let explanations: Vec<Explanation> = match args.hand {
            None => found.games.iter().map(|game| explain_settlement(game)).collect(),
            Some(hand) => {
                let game = found.only(|| CommandLine::again().flag("game", "1"))?;
                vec![match which_game::entry(game, hand, number)? {
                    EntryAt::Hand(at) => explain_hand(game, at),
                    EntryAt::Adjustment(at) => explain_adjustment(game, at),
                }]
            }
        };
        let games = explanations.into_iter().map(|one| Explanation { game: number, ..one }).collect();
        Ok(Answer::report("Explanation", OfGames { schema: "ginpad/explanations/1", has_gaps: true, games }))
    })
}
