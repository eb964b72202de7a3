//! `records`: the records of the book, and who holds them.

use clap::Args;

use crate::answer::{Answer, Failure};
use crate::app::App;
use crate::arguments::filter_args::ReportArgs;
use ginpad_core::Name;
use ginpad_core::reports::{RecordKeeper, Standings};

/// Show the records, and who holds them
///
/// Each record names the game that set it, so that `ginpad score` shows it. The first to set a record holds it. Then
/// come the games of this day in other years.
#[derive(Debug, Args)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    report: ReportArgs,
}

/// Shows the records.
pub(crate) fn run(args: RecordsArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [], |games, wanted, []| {
        let mut selection = wanted.games(games)?;
        let mut standings = Standings::default();
        if wanted.min_games.is_some() {
            wanted.games(games)?.each(games, |game| standings.enter(game))?;
        }
        let enough = |name: &Name| standings.player(name).is_some_and(|line| wanted.enough(line.games()));
        let mut keeper = RecordKeeper::new(app.now.date_naive());
        selection.each(games, |game| {
            if wanted.min_games.is_none() || game.scored.game.players.seats().all(|(_, name)| enough(name)) {
                keeper.enter(game);
            }
        })?;
        let records = keeper.finish();
        let head = selection.head("Records", records.records.is_empty() && records.this_day.is_empty());
        Ok(Answer::headed(head, records))
    })
}
