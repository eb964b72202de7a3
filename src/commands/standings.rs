//! `standings`: what everybody did, over all games or some.

use std::cmp::Ordering;
use std::convert::Infallible;

use clap::Args;

use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::cli::face::ReportFlags;
use crate::cli::session::filter_args::{Chosen, FilterArgs, everyone, given, value};
use crate::cli::session::page_file::facts;
use crate::cli::session::{Session, Value, WrongValue};
use crate::render::side_name;
use crate::reports::figures::NamedLine;
use crate::reports::standings::StandingsReport;
use ginpad_core::game::Status;
use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, Filter, Line, Standings, standing_order};
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
    #[arg(long, value_name = "COLUMN", help_heading = "How it is shown", value_parser = sorted_by)]
    sort: Option<Value<SortedBy>>,

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

/// Reads the name of a column. Its words may be joined by hyphens. Why it is none is kept.
pub(crate) fn sorted_by(text: &str) -> Result<Value<SortedBy>, Infallible> {
    let word = text.to_lowercase().replace('-', "_");
    if word == "name" {
        return Ok(Ok(SortedBy::Name));
    }
    Ok(Figure::find(&word).map(SortedBy::Figure).ok_or_else(|| {
        let words: Vec<&str> = std::iter::once("name").chain(Figure::ALL.iter().map(|figure| figure.word())).collect();
        let is_not = format!("is not a column of this report; the columns are {}", and_list(&words));
        WrongValue::new(text, &is_not, Hint::advice("without `--sort`, the report has an order of its own"))
    }))
}

impl StandingsArgs {
    /// Shows the standings.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let filter = |people: &[Name]| {
            let mut failures = Vec::new();
            let filter = self.filter.read(session, people, &mut failures);
            value(self.sort.as_ref(), &mut failures);
            if failures.is_empty() { Ok(filter) } else { Err(Failure::all("the report cannot be made", failures)) }
        };
        let none = || Ok((filter(&[])?, Chosen::default(), Standings::default(), 0));
        let (filter, chosen, standings, finished) = session.read(none, |pad| {
            let filter = filter(&everyone(pad)?)?;
            let chosen = Chosen::of_all(pad, &filter)?;
            let mut standings = Standings::default();
            let mut finished = 0;
            chosen.each(pad, |game| {
                finished += usize::from(game.scored.status() == Status::Finished);
                standings.enter(game);
            })?;
            Ok((filter, chosen, standings, finished))
        })?;
        let facts = facts(session, &self.filter, chosen.games.len(), finished);
        let report = StandingsReport { facts, undated: chosen.undated, ..self.report(&filter, standings) };
        Ok(Answer::report(report).remarks(chosen.remark()))
    }

    /// The lines in their order, without those of too few games.
    fn report(&self, filter: &Filter, standings: Standings) -> StandingsReport {
        let line = |name: String, partners, line: &Line| NamedLine { name, partners, line: line.clone() };
        let players = standings.players().iter().map(|(name, own)| line(name.to_string(), None, own));
        let partners = standings.partners().iter();
        let partners = partners.map(|side| line(side_name(&side.names), Some(side.names.clone()), &side.line));
        let [players, partners] = [players.collect(), partners.collect()].map(|lines| self.in_order(lines));
        let is_empty = players.is_empty() && partners.is_empty();
        let why_empty = is_empty.then(|| self.why_empty(filter, &standings).into());
        let sorted_by = given(self.sort.as_ref()).and_then(SortedBy::figure);
        StandingsReport { players, partners, undated: 0, sorted_by, facts: Vec::new(), why_empty }
    }

    fn in_order(&self, mut lines: Vec<NamedLine>) -> Vec<NamedLine> {
        lines.retain(|named| self.filter.enough(named.line.games()));
        lines.sort_by_cached_key(|named| fold(&named.name));
        lines.sort_by(|one, other| match given(self.sort.as_ref()) {
            Some(SortedBy::Name) => Ordering::Equal,
            Some(SortedBy::Figure(figure)) => {
                figure.compare(&one.line, &other.line).then_with(|| standing_order(&one.line, &other.line))
            }
            None => standing_order(&one.line, &other.line),
        });
        lines
    }

    /// Why nobody has a line.
    fn why_empty(&self, filter: &Filter, standings: &Standings) -> String {
        match self.filter.min_games() {
            Some(least) if !standings.players().is_empty() => format!("nobody has finished {}", count(least, "game")),
            _ if filter.is_empty() => "no games yet".into(),
            _ => "no game fits".into(),
        }
    }
}
