//! `odds`: each side's chance to win from the score as it stands.

use std::path::PathBuf;

use clap::Args;

use super::found_games;
use crate::answer::{Answer, CommandLine, Failure};
use crate::app::App;
use crate::arguments::GameArg;
use crate::arguments::table_rules::{NamedRules, table_rules, unusable};
use crate::render::odds::OddsTableReport;
use crate::reports::OfGames;
use ginpad_core::odds::NeedsTable;

/// Show each side's chance to win from the score as it stands
///
/// The chance rests on hands between simulated players, mixed with the hands that these two sides have won against each other. For a single column or a best-of, ginpad computes the chance that this gives; other games it plays on ten thousand times.
#[derive(Debug, Args)]
pub(crate) struct OddsArgs {
    #[command(flatten)]
    game: GameArg,

    /// Read a text sheet instead, `-` for standard input; GAME is then a number in it
    #[arg(long, value_name = "SHEET")]
    file: Option<PathBuf>,

    /// Show the chance to finish a column, for many scores
    #[arg(long)]
    table: bool,

    /// The table for these rules and two strangers: a preset or a file of rules
    #[arg(long, value_name = "RULES", requires = "table", conflicts_with_all = ["game", "file"])]
    rules: Option<NamedRules>,
}

/// Shows the odds, or a table of chances.
pub(crate) fn run(args: OddsArgs, app: &App) -> Result<Answer, Failure> {
    if let Some(rules) = &args.rules {
        let rules = table_rules(Some(rules), &[], None).map_err(unusable)?;
        let odds = NeedsTable::of_strangers(&rules.rules);
        return Ok(Answer::report("Odds", OddsTableReport::new(None, None, &rules, odds)));
    }
    found_games::find(app, args.file.as_deref(), args.game.name(), |found| {
        let answer = if args.table {
            let game = found.only(|| CommandLine::again().operand("game", ["GAME"]).form())?;
            let odds = NeedsTable::new(&found.own_hands(game)?);
            Answer::report("Odds", OddsTableReport::new(found.place.number, Some(game), &game.game.rules, odds))
        } else {
            let games = found.games.iter().map(|game| found.odds(app, game)).collect::<Result<_, Failure>>()?;
            Answer::report("Odds", OfGames { schema: "ginpad/odds-list/1", has_gaps: false, games })
        };
        Ok(answer.remarks(found.not_counted()).remarks(found.unsettled()?))
    })
}
