//! `explain`: the arithmetic behind a hand or a settlement.

use std::path::PathBuf;

use clap::Args;

use super::score::sheets;
use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::{GameName, HandName, hand_name, which_game};
use crate::render::{explain_hand, explain_settlement};
use crate::reports::explanation::ExplanationReport;
use ginpad_core::game::ScoredGame;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad explain 7                  why hand 7 is worth what it is
  ginpad explain                    the settlement, step by step
  ginpad explain 2 --game 12
  ginpad explain 2 --file friday.gin";

/// Show the arithmetic of a hand, or of the settlement
///
/// Every step names the knobs of the rules behind it.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The number of the hand, or `last`; without it, the settlement is explained
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true)]
    hand: Option<HandName>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,

    /// Explain a text sheet instead; `-` is standard input
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,
}

impl ExplainArgs {
    /// Explains a hand or the settlement.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        let Some(file) = &self.file else { return of_game(app, self.game, self.hand) };
        let games = sheets(app, file, self.game)?;
        if let ([_, _, ..], Some(_)) = (games.as_slice(), self.hand) {
            return Err(Failure::usage("the file holds several games")
                .hint(Hint::with("name one, like", CommandLine::again().flag("game", "1"))));
        }
        explained(&games.iter().collect::<Vec<_>>(), self.hand, None)
    }
}

/// Explains a hand of a game of the book, or its settlement.
///
/// # Errors
/// There is no such game or hand, or the book cannot be read.
pub(crate) fn of_game(app: &App, name: Option<GameName>, hand: Option<HandName>) -> Result<Answer, Failure> {
    app.read(|pad| {
        let game = which_game::game(pad, name)?;
        explained(&[&game.scored], hand, Some(game.number))
    })
}

fn explained(games: &[&ScoredGame], hand: Option<HandName>, number: Option<i64>) -> Result<Answer, Failure> {
    let explanation = |game: &&ScoredGame| {
        let at = hand.map(|hand| which_game::hand_of(game, hand, number)).transpose()?;
        Ok(at.map_or_else(|| explain_settlement(game), |at| explain_hand(game, at)))
    };
    let explanations = games.iter().map(explanation).collect::<Result<_, Failure>>()?;
    Ok(Answer::report(ExplanationReport { game: number, explanations }))
}
