//! `versus`: two players against each other, and their lifetime ledger.

use clap::Args;

use crate::answer::{Answer, Failure};
use crate::app::App;
use crate::arguments::filter_args::ReportArgs;
use crate::arguments::games::Only;
use crate::reports::versus::VersusReport;
use ginpad_core::Name;
use ginpad_core::reports::Versus;

/// Show two players against each other
///
/// Shows who leads over all games in which they sat on opposite sides, what each did in them (open ones too), how often
/// the lead changed hands, and the last ten games.
#[derive(Debug, Args)]
pub(crate) struct VersusArgs {
    /// The player whose net is counted
    #[arg(value_name = "NAME")]
    one: String,

    /// The opponent
    #[arg(value_name = "OPPONENT")]
    other: String,

    #[command(flatten)]
    report: ReportArgs,

    /// Draw who led after each game
    #[arg(long, conflicts_with_all = ["json", "plain", "csv", "html"], help_heading = "How it is shown")]
    chart: bool,
}

/// Shows the two players.
pub(crate) fn run(args: VersusArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [&args.one, &args.other], |games, wanted, people| {
        let ids = people.each_ref().map(|person| person.id);
        let [one, other] = people.map(|person| person.name);
        if one == other {
            return Err(Failure::refused(format!("{one} cannot be compared with {one}; name two players"))
                .see("players", "lists the players"));
        }
        let mut versus = Versus::new(one, other);
        let mut selection =
            wanted.games_where(games, Only { with: &ids, ..Only::default() }, |game| versus.takes(game))?;
        selection.each(games, |game| versus.enter(game))?;
        let is_enough = wanted.enough(versus.ledger.entries.len());
        let title = versus.names.each_ref().map(Name::as_str).join(" – ");
        let mut head = selection.head(title, selection.games.is_empty() || !is_enough);
        if selection.games.is_empty() {
            let [one, other] = &versus.names;
            head.why_empty = Some(format!("{one} and {other} have no game against each other that fits").into());
        }
        let (is_chart, is_part) = (args.chart, !wanted.filter.is_empty());
        let mut report = VersusReport { is_chart, is_part, ..VersusReport::new(versus, app.now.date_naive()) };
        if !is_enough {
            report.ledger.entries.clear();
        }
        Ok(Answer::headed(head, report))
    })
}
