//! `player NAME`: everything about one player. What else can be done with people is in [`super::player_names`] and
//! [`merge`].

pub(super) mod merge;

use clap::Args;

use super::player_names::PlayerCommand;
use super::standings::{SortedBy, sorted_by};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Remark;
use crate::book::{BookError, Pad};
use crate::cli::session::filter_args::{Chosen, FilterArgs, everyone, given, person, value};
use crate::cli::session::{Face, Session, Value, which_game};
use crate::render::{self, PlayerShown, json};
use ginpad_core::reports::{Against, Line, Partners, PlayerReport, RatingPeriods, Ratings, ReportedGame};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad player Ann                           everything about Ann, over every game
  ginpad player ann --since 2026 --rules hollywood
  ginpad player ann --sort net                the opponents from whom Ann won most, first
  ginpad player ann --csv > ann.csv           for a spreadsheet
  ginpad player rename Jon John               another name, in every game
  ginpad player merge Annie Ann               Annie is Ann: one person, called Ann";

/// Show everything about one player; add, rename or merge players
///
/// Shows the figures of the standings, the rating and its history, and the figures against each opponent and with each
/// partner. The rating is always of every finished game with a date; the flags choose the games of everything else.
#[derive(Debug, Args)]
pub(crate) struct PlayerArgs {
    /// What else to do.
    #[command(subcommand)]
    command: Option<PlayerCommand>,

    /// The player; `-- NAME` if the name is one of the commands below
    #[arg(value_name = "NAME", required = true)]
    name: Option<String>,

    #[command(flatten)]
    filter: FilterArgs,

    /// Sort the opponents and partners by this column, the highest first; `name` sorts by name
    #[arg(long, value_name = "COLUMN", value_parser = sorted_by)]
    sort: Option<Value<SortedBy>>,

    /// Answer with comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"])]
    csv: bool,
}

impl PlayerArgs {
    /// Shows the player.
    pub(crate) fn run(mut self, session: &Session) -> Result<Answer, Failure> {
        if let Some(command) = self.command.take() {
            return command.run(session);
        }
        let typed = self.name.take().unwrap_or_default();
        session.read(
            || Err(which_game::no_game()),
            |pad| {
                let people = everyone(pad)?;
                let mut failures = Vec::new();
                let name = person(&people, &typed).map_err(|failure| failures.push(failure));
                let filter = self.filter.read(session, &people, &mut failures);
                value(self.sort.as_ref(), &mut failures);
                let (Ok(name), true) = (name, failures.is_empty()) else {
                    return Err(Failure::all("the player cannot be shown", failures));
                };
                let mut report = PlayerReport::new(name.clone(), session.now.date_naive());
                let chosen = Chosen::new(pad, &filter, |game| game.players.seats().any(|(_, seated)| seated == name))?;
                let ratings = read(pad, &chosen, &mut report)?;
                Ok(self.answer(session, &report, &ratings, &chosen))
            },
        )
    }

    fn answer(&self, session: &Session, report: &PlayerReport, ratings: &Ratings, chosen: &Chosen) -> Answer {
        let (line, opponents) = (report.line(), report.opponents());
        let rating = ratings.players.get(report.name()).copied();
        let shown = PlayerShown {
            name: report.name(),
            line: &line,
            span: report.span(),
            rating,
            highest: ratings.highest(),
            history: &ratings.history,
            opponents: self
                .sorted(opponents.iter().collect(), |against: &Against| (&against.line, against.name.folded())),
            partners: self.sorted(report.partners(), |side: &Partners| {
                (&side.line, ginpad_core::text::fold(&render::side_name(&side.names)))
            }),
            sorted_by: given(self.sort.as_ref()).and_then(SortedBy::figure),
            on_this_day: report.this_day(),
            undated: chosen.undated,
        };
        let name = report.name();
        let why = chosen.games.is_empty().then(|| match rating {
            Some(_) => format!("no game of {name} fits"),
            None => format!("{name} has not played a game that fits"),
        });
        let is_table = session.face() == Face::Table && !self.csv;
        match (why, is_table) {
            (Some(why), true) => Answer::of(why),
            (why, _) => Answer::of(self.text(session, &shown)).remarks(why.map(Remark::note)),
        }
        .remarks(chosen.remark())
    }

    /// Opponents or partners in their order, without those of too few games.
    fn sorted<'a, T>(&self, mut lines: Vec<&'a T>, of: impl Fn(&'a T) -> (&'a Line, String)) -> Vec<&'a T> {
        lines.retain(|one| self.filter.enough(of(one).0.games()));
        match given(self.sort.as_ref()) {
            None => {}
            Some(SortedBy::Name) => lines.sort_by_cached_key(|one| of(one).1),
            Some(SortedBy::Figure(figure)) => lines.sort_by(|one, other| figure.compare(of(one).0, of(other).0)),
        }
        lines
    }

    fn text(&self, session: &Session, shown: &PlayerShown<'_>) -> String {
        match session.face() {
            _ if self.csv => render::player_csv(shown),
            Face::Json => json::print(&json::player(shown)),
            Face::Plain => render::player_plain(shown),
            Face::Table => render::player(shown, session.look()),
        }
    }
}

/// Reads every game of the book once: all of them are rated, and those that were chosen are reported. Both lists have
/// the order of the book.
fn read(pad: &Pad<'_>, chosen: &Chosen, report: &mut PlayerReport) -> Result<Ratings, BookError> {
    let mut ratings = RatingPeriods::following(report.name().clone());
    let mut next = chosen.games.iter().peekable();
    pad.each_game(&pad.games()?, |stored| {
        ratings.enter(&stored.scored);
        if next.next_if_eq(&&stored.id).is_some() {
            report.enter(ReportedGame { id: stored.id, number: stored.number, scored: &stored.scored });
        }
        Ok::<(), BookError>(())
    })?;
    Ok(ratings.finish())
}
