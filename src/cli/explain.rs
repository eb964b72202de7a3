//! `explain`: the arithmetic behind a hand or a settlement.

use std::path::PathBuf;

use clap::Args;

use super::answer::Answer;
use super::failure::Failure;
use super::pick::{self, GameName};
use super::score::sheets;
use super::session::{Face, Session};
use crate::render::{explain_hand, explain_settlement, json};
use ginpad_core::game::ScoredGame;

/// Leads the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  ginpad explain 7                  why hand 7 is worth what it is
  ginpad explain                    the settlement, step by step
  ginpad explain 2 --game 12
  ginpad explain 2 --file friday.gin";

/// Show the arithmetic of a hand, or of the settlement
///
/// Every step with the knob of the rules that it comes from.
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The number of the hand; the settlement where it is left out
    #[arg(value_name = "HAND", value_parser = pick::hand_number)]
    hand: Option<usize>,

    /// The game, where it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,

    /// Explain a text sheet instead; `-` is standard input
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,
}

impl Explain {
    /// Explains.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match &self.file {
            Some(file) => {
                let games = sheets(session, file, self.game)?;
                match (games.as_slice(), self.hand) {
                    ([_, _, ..], Some(_)) => {
                        Err(Failure::usage("the file holds several games").hint("name one with `--game N`"))
                    }
                    (games, hand) => {
                        let texts: Vec<String> =
                            games.iter().map(|game| explained(session, game, hand, None)).collect::<Result<_, _>>()?;
                        Ok(Answer::of(texts.join("\n")))
                    }
                }
            }
            None => session.read(
                || Err(pick::no_game()),
                |pad| {
                    let game = pick::game(pad, self.game)?;
                    explained(session, &game.scored, self.hand, Some(game.number)).map(Answer::of)
                },
            ),
        }
    }
}

fn explained(
    session: &Session,
    game: &ScoredGame,
    hand: Option<usize>,
    number: Option<i64>,
) -> Result<String, Failure> {
    let at = hand.map(|hand| pick::hand_of(game, hand, number)).transpose()?;
    let explanation = at.map_or_else(|| explain_settlement(game), |at| explain_hand(game, at));
    Ok(match session.face() {
        Face::Table => explanation.text(session.look()),
        Face::Plain => explanation.plain(),
        Face::Json => json::print(&json::explanation(&explanation, number)),
    })
}
