//! `standings`: what everybody did, over all games or some.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::Args;

use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Remark;
use crate::cli::session::filter_args::{Chosen, FilterArgs, everyone, given, value};
use crate::cli::session::page_file::{Source, facts};
use crate::cli::session::{Face, Session, Value, WrongValue};
use crate::render::{self, StandingsShown, json};
use ginpad_core::game::Status;
use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, Filter, Line, Standings, standing_order};
use ginpad_core::text::{and_list, count, harmless};

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

    /// Answer with comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"], help_heading = "How it is shown")]
    csv: bool,

    /// Write the standings as a web page; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "plain", "csv"], help_heading = "How it is shown")]
    html: Option<PathBuf>,
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
        WrongValue::SortedBy(harmless(text), and_list(&words))
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
        let shown = self.shown(&standings, chosen.undated);
        let empty = shown.is_empty().then(|| self.why_empty(&filter, &standings));
        if let Some(html) = &self.html {
            let facts = facts(session, &self.filter, chosen.games.len(), finished);
            let page = render::standings_page(&shown, facts, empty.as_deref()).map_err(Failure::fault)?;
            let answer = session.write_page(html, &page, Source::Book)?;
            return Ok(answer.remarks(empty.map(Remark::note)).remarks(chosen.remark()));
        }
        let answer = self.answer(session, &shown);
        let is_said = shown.is_empty() && session.face() == Face::Table && !self.csv;
        Ok(match empty {
            Some(why) if is_said => Answer::of(why).remarks(chosen.remark()),
            why => answer.remarks(why.map(Remark::note)).remarks(chosen.remark()),
        })
    }

    fn answer(&self, session: &Session, shown: &StandingsShown<'_>) -> Answer {
        Answer::of(match session.face() {
            _ if self.csv => render::standings_csv(shown),
            Face::Json => json::print(&json::standings(shown)),
            Face::Plain => render::standings_plain(shown),
            Face::Table => {
                render::standings(shown, given(self.sort.as_ref()).and_then(SortedBy::figure), session.look())
            }
        })
    }

    /// The lines in their order, without those of too few games.
    fn shown<'a>(&self, standings: &'a Standings, undated: usize) -> StandingsShown<'a> {
        let mut players: Vec<_> = standings.players().iter().map(|(name, line)| (name, line)).collect();
        let mut partners: Vec<_> = standings.partners().iter().collect();
        players.retain(|(_, line)| self.filter.enough(line.games()));
        partners.retain(|partners| self.filter.enough(partners.line.games()));
        let by = |one: &Line, other: &Line| match given(self.sort.as_ref()) {
            Some(SortedBy::Figure(figure)) => figure.compare(one, other).then_with(|| standing_order(one, other)),
            Some(SortedBy::Name) => std::cmp::Ordering::Equal,
            None => standing_order(one, other),
        };
        players.sort_by_cached_key(|(name, _)| name.folded());
        players.sort_by(|(_, one), (_, other)| by(one, other));
        partners.sort_by_cached_key(|partners| render::side_name(&partners.names).to_lowercase());
        partners.sort_by(|one, other| by(&one.line, &other.line));
        StandingsShown { players, partners, undated }
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
