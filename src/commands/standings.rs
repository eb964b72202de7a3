//! `standings`, `versus`, `ratings` and `records`: the players over all games or some.

use std::cmp::Reverse;

use clap::Args;

use crate::answer::{Answer, Failure, Head};
use crate::app::App;
use crate::arguments::filter_args::{ReportArgs, Wanted};
use crate::arguments::games::{Counted, Only};
use crate::arguments::wrong;
use crate::reports::players::{Rated, RatingsReport, StandingsReport, label};
use crate::reports::versus::VersusReport;
use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, Grounds, Line, RatingPeriods, RecordKeeper, Standings, Versus, standing_order};
use ginpad_core::text::{and_list, count, fold};

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
        wrong(text, &is_not).advise("without `--sort`, the report has an order of its own")
    })
}

/// The lines of those with enough games, sorted by a figure if one is asked for.
pub(super) fn listed(mut lines: Vec<Line>, wanted: &Wanted, sort: Option<Figure>) -> Vec<Line> {
    lines.retain(|line| wanted.enough(line.row.games()));
    if let Some(figure) = sort {
        lines.sort_by(|one, other| figure.compare(&one.row, &other.row));
    }
    lines
}

/// Shows the standings.
pub(crate) fn run(args: StandingsArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [], |games, mut wanted, []| {
        let mut lines = match games.standings(&wanted.filter)? {
            Some(Counted { lines, games, finished }) => {
                (wanted.read, wanted.finished) = (games, finished);
                lines
            }
            None => {
                let mut standings = Standings::default();
                wanted.find(games)?;
                wanted.each(games, |game| standings.enter(game))?;
                standings.lines()
            }
        };
        lines.sort_by_cached_key(|line| fold(&line.name()));
        lines.sort_by(|one, other| standing_order(&one.row, &other.row));
        let lines = listed(lines, &wanted, args.sort);
        let head = wanted.head("Standings", lines.is_empty());
        let (partners, players) = lines.into_iter().partition(Line::is_of_partners);
        let ranked_by = match args.sort {
            None => "ranked by games won, then by net, then by hands won".into(),
            Some(figure) => format!("ranked by {}", label(figure, &[])),
        };
        Ok(Answer::headed(head, StandingsReport { players, partners, sorted_by: args.sort, ranked_by }))
    })
}

/// Show two players against each other
///
/// Shows who leads over all games in which they sat on opposite sides, what each did in them (open ones too), how often
/// the lead changed hands, and the last ten games.
#[derive(Debug, Args)]
pub(crate) struct VersusArgs {
    /// The player whose net is counted
    name: String,

    /// The opponent
    opponent: String,

    #[command(flatten)]
    report: ReportArgs,

    /// Draw who led after each game
    #[arg(long, conflicts_with_all = ["json", "plain", "csv", "html"], help_heading = "How it is shown")]
    chart: bool,
}

/// Shows the two players.
pub(crate) fn versus(args: VersusArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [&args.name, &args.opponent], |games, mut wanted, people| {
        let ids = people.each_ref().map(|person| person.id);
        let [one, other] = people.map(|person| person.name);
        if one == other {
            return Err(Failure::refused(format!("{one} cannot be compared with {one}; name two players"))
                .see("players", "lists the players"));
        }
        let mut versus = Versus::new(one, other);
        wanted.find_where(games, Only { with: &ids, ..Only::default() }, |game| versus.takes(game))?;
        wanted.each(games, |game| versus.enter(game))?;
        let is_enough = wanted.enough(versus.ledger.entries.len());
        let title = versus.names.each_ref().map(Name::as_str).join(" – ");
        let mut head = wanted.head(title, wanted.games.is_empty() || !is_enough);
        if wanted.games.is_empty() {
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

/// Show how strong everybody is
///
/// A rating is Glicko-2, with one rating period a day, worked out from every finished game with a date, or from those that
/// the flags choose. The number after the `±` is one deviation. Ratings that rest on too few games come last, in parentheses.
#[derive(Debug, Args)]
#[command(mut_arg("min_games", |arg| arg.help("Leave out whoever finished fewer rated games")))]
pub(crate) struct RatingsArgs {
    #[command(flatten)]
    report: ReportArgs,
}

/// Shows the ratings.
pub(crate) fn ratings(args: RatingsArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [], |games, mut wanted, []| {
        let mut periods = RatingPeriods::default();
        wanted.find(games)?;
        wanted.each(games, |game| periods.enter(game.scored))?;
        let ratings = periods.finish();
        let is_known = !ratings.players.is_empty();
        let players = ratings.players.into_iter().map(|(name, rating)| Rated { name, rating });
        let mut players: Vec<Rated> = players.filter(|rated| wanted.enough(rated.rating.games)).collect();
        // Ratings that rest on enough games come first.
        players.sort_by_cached_key(|Rated { name, rating }| {
            (rating.grounds() != Grounds::Enough, Reverse(rating.rating.points), rating.rating.deviation, name.folded())
        });
        let why_empty = players.is_empty().then(|| match wanted.min_games {
            Some(least) if is_known => format!("nobody has finished {}", count(least, "rated game")).into(),
            _ if !wanted.filter.is_empty() => "no finished game with a date fits".into(),
            _ => "no ratings yet: no finished game has a date".into(),
        });
        let undated = Some(wanted.undated + ratings.undated);
        let head = Head { why_empty, undated, ..wanted.head("Ratings", false) };
        Ok(Answer::headed(head, RatingsReport { players }))
    })
}

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
pub(crate) fn records(args: RecordsArgs, app: &App) -> Result<Answer, Failure> {
    args.report.report(app, [], |games, mut wanted, []| {
        let (mut standings, least) = (Standings::default(), wanted.min_games.unwrap_or(0));
        wanted.find(games)?;
        if least > 0 {
            games.each(&wanted.games, &mut |game| standings.enter(game))?;
        }
        let enough = |name: &Name| standings.player(name).is_some_and(|line| line.games() >= least);
        let mut keeper = RecordKeeper::new(app.now.date_naive());
        wanted.each(games, |game| {
            if least == 0 || game.scored.game.players.seats().all(|(_, name)| enough(name)) {
                keeper.enter(game);
            }
        })?;
        let records = keeper.finish();
        let head = wanted.head("Records", records.records.is_empty() && records.this_day.is_empty());
        Ok(Answer::headed(head, records))
    })
}
