//! `standings`: what everybody did, over all games or some.

use clap::Args;

use crate::answer::{Answer, Failure, Hint};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::arguments::WrongValue;
use crate::arguments::filter_args::{FilterArgs, Wanted, read};
use crate::reports::figures::NamedLine;
use crate::reports::standings::StandingsReport;
use ginpad_core::game::Status;
use ginpad_core::reports::{Figure, Standings, standing_order};
use ginpad_core::text::{and_list, count, fold};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad standings                            everyone, over every game
  ginpad standings --since 2026 --min-games 5
  ginpad standings --with Ann --last 20       the last twenty games that Ann played
  ginpad standings --sort gin_rate
  ginpad standings --csv > standings.csv      for a spreadsheet
  ginpad standings --html standings.html      a page to print, to send or to hang on the wall";

/// Show what everybody did over all games
///
/// Games won, lost and tied, and the net, are of finished games; the other figures are of every hand. A wider terminal
/// shows more of them; `--csv` and `--json` have them all. Partners have a line each, and one for their side.
#[derive(Debug, Args)]
pub(crate) struct StandingsArgs {
    #[command(flatten)]
    filter: FilterArgs,

    /// Sort by this column, the highest first; `name` sorts by name
    #[arg(long, value_name = "COLUMN", help_heading = "How it is shown")]
    sort: Option<String>,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

/// What the standings are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortedBy {
    /// By name.
    Name,
    /// By a figure, the highest first.
    Figure(Figure),
}

impl SortedBy {
    /// The figure, unless it is the name.
    pub(crate) const fn figure(self) -> Option<Figure> {
        match self {
            SortedBy::Name => None,
            SortedBy::Figure(figure) => Some(figure),
        }
    }
}

impl SortedBy {
    /// What lines are sorted by, if that was typed. What is wrong with it is added to the failures.
    pub(crate) fn read(typed: &Option<String>, failures: &mut Vec<Failure>) -> Option<SortedBy> {
        let meant = |text: &String| {
            // Words may be joined by hyphens.
            let word = text.to_lowercase().replace('-', "_");
            let figure = Figure::find(&word).map(SortedBy::Figure);
            figure.or((word == "name").then_some(SortedBy::Name)).ok_or_else(|| {
                let words = std::iter::once("name").chain(Figure::ALL.iter().map(|figure| figure.word()));
                let words = and_list(&words.collect::<Vec<_>>());
                let is_not = format!("is not a column of this report; the columns are {words}");
                WrongValue::new(text, &is_not, Hint::advice("without `--sort`, the report has an order of its own"))
                    .into()
            })
        };
        read(typed, meant, failures)
    }

    /// Sorts lines, each by the name and the figures that it has. Lines that are equal keep their order.
    pub(crate) fn sort<T>(self, lines: &mut [T], named: impl Fn(&T) -> &NamedLine) {
        match self {
            SortedBy::Name => lines.sort_by_cached_key(|one| fold(&named(one).name)),
            SortedBy::Figure(figure) => {
                lines.sort_by(|one, other| figure.compare(&named(one).line, &named(other).line));
            }
        }
    }
}

impl StandingsArgs {
    /// Shows the standings.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        app.read(|pad| {
            let mut failures = Vec::new();
            let sorted_by = SortedBy::read(&self.sort, &mut failures);
            let wanted = self.filter.report(app, pad, failures)?;
            let selection = wanted.games(pad)?;
            let mut standings = Standings::default();
            let mut finished = 0;
            selection.each(pad, |game| {
                finished += usize::from(game.scored.status() == Status::Finished);
                standings.enter(game);
            })?;
            let players = standings.players().iter().map(|(name, line)| NamedLine::of(name, line));
            let players = in_order(players.collect(), &wanted, sorted_by);
            let partners = standings.partners().iter().map(NamedLine::of_partners);
            let partners = in_order(partners.collect(), &wanted, sorted_by);
            let is_empty = players.is_empty() && partners.is_empty();
            let why_empty = is_empty.then(|| match wanted.min_games {
                Some(least) if !standings.players().is_empty() => {
                    format!("nobody has finished {}", count(least, "game")).into()
                }
                _ => wanted.no_games().into(),
            });
            Ok(Answer::report(StandingsReport {
                players,
                partners,
                undated: selection.undated,
                sorted_by: sorted_by.and_then(SortedBy::figure),
                about: self.filter.about(app, selection.games.len(), finished, why_empty),
            })
            .remarks(selection.remark()))
        })
    }
}

/// The lines in their order, without those of too few games.
fn in_order(mut lines: Vec<NamedLine>, wanted: &Wanted, sorted_by: Option<SortedBy>) -> Vec<NamedLine> {
    lines.retain(|named| wanted.enough(named.line.games()));
    SortedBy::Name.sort(&mut lines, |named| named);
    lines.sort_by(|one, other| standing_order(&one.line, &other.line));
    if let Some(sorted_by) = sorted_by {
        sorted_by.sort(&mut lines, |named| named);
    }
    lines
}
