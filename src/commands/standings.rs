//! `standings`: the figures of every player, over all games or some.

use clap::Args;

use crate::answer::{Answer, Failure, Hint};
use crate::app::App;
use crate::arguments::filter_args::ReportArgs;
use crate::arguments::games::Counted;
use crate::arguments::wrong;
use crate::reports::figures::{StandingsReport, label};
use ginpad_core::reports::{Figure, Line, Standings, standing_order};
use ginpad_core::text::{and_list, fold};

/// Show what everybody did over all games
///
/// Games won, lost and tied, and the net, are of finished games; the other figures are of every hand. A wider terminal
/// shows more of them; `--csv` and `--json` have them all. Partners have a line each, and one for their side.
#[derive(Debug, Args)]
pub(crate) struct StandingsArgs {
    #[command(flatten)]
    report: ReportArgs,

    /// Sort by this column, the highest first
    #[arg(long, value_name = "COLUMN", value_parser = sorted_by, help_heading = "How it is shown")]
    sort: Option<Figure>,
}

/// Reads the name of a column to sort by. Its words may be joined by hyphens.
///
/// # Errors
/// There is no such column.
pub(crate) fn sorted_by(text: &str) -> Result<Figure, Failure> {
    Figure::find(&text.to_lowercase().replace('-', "_")).ok_or_else(|| {
        let words = and_list(Figure::ALL.iter().map(|figure| figure.word()));
        let is_not = format!("is not a column of this report; the columns are {words}");
        wrong(text, &is_not).hint(Hint::advice("without `--sort`, the report has an order of its own"))
    })
}

/// Shows the standings.
pub(crate) fn run(args: StandingsArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [], |games, wanted, []| {
        let (mut lines, selection) = match games.standings(&wanted.filter)? {
            Some(Counted { lines, games, finished }) => (lines, wanted.counted(games, finished)),
            None => {
                let (mut standings, mut selection) = (Standings::default(), wanted.games(games)?);
                selection.each(games, |game| standings.enter(game))?;
                (standings.lines(), selection)
            }
        };
        lines.retain(|line| wanted.enough(line.row.games()));
        lines.sort_by_cached_key(|line| fold(&line.name()));
        lines.sort_by(|one, other| standing_order(&one.row, &other.row));
        if let Some(figure) = args.sort {
            lines.sort_by(|one, other| figure.compare(&one.row, &other.row));
        }
        let head = selection.head("Standings", lines.is_empty());
        let (partners, players) = lines.into_iter().partition(Line::is_of_partners);
        let ranked_by = match args.sort {
            None => "ranked by games won, then by net, then by hands won".into(),
            Some(figure) => format!("ranked by {}", label(figure, &[])),
        };
        Ok(Answer::headed(head, StandingsReport { players, partners, sorted_by: args.sort, ranked_by }))
    })
}
