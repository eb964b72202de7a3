//! `player NAME`: everything about one player. What else can be done with people is in [`super::player_names`].

use clap::Args;

use super::player_names::PlayerCommand;
use super::standings::SortedBy;
use crate::answer::{Answer, Failure};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::arguments::filter_args::{FilterArgs, Selection, kept, person};
use crate::book::{BookError, Pad};
use crate::reports::figures::NamedLine;
use crate::reports::player::{Opponent, PlayerReport};
use ginpad_core::facts::Person;
use ginpad_core::reports::{PlayerGames, RatingPeriods, Ratings, ReportedGame};

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
    #[arg(long, value_name = "COLUMN", help_heading = "How it is shown")]
    sort: Option<String>,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

impl PlayerArgs {
    /// Shows the player.
    pub(crate) fn run(mut self, app: &App) -> Result<Answer, Failure> {
        if let Some(command) = self.command.take() {
            return command.run(app);
        }
        let typed = self.name.take().unwrap_or_default();
        app.read(|pad| {
            let people = pad.people()?;
            let mut failures = Vec::new();
            let person = kept(person(&people, &typed), &mut failures);
            let wanted = self.filter.read(app, &people, &mut failures);
            let sorted_by = SortedBy::read(&self.sort, &mut failures);
            let (Some(Person { name, .. }), true) = (person, failures.is_empty()) else {
                return Err(Failure::all("the player cannot be shown", failures));
            };
            let selection = wanted.games_where(pad, |game| game.players.seats().any(|(_, seated)| seated == name))?;
            let mut games = PlayerGames::new(name.clone(), app.now.date_naive());
            let ratings = read(pad, &selection, &mut games)?;
            let rating = ratings.players.get(name).copied();
            let why_empty = selection.games.is_empty().then(|| match rating {
                Some(_) => format!("no game of {name} fits").into(),
                None => format!("{name} has not played a game that fits").into(),
            });
            let about = self.filter.about(app, selection.games.len(), games.line().games(), why_empty);
            let mut opponents: Vec<Opponent> = games.opponents().iter().map(Opponent::new).collect();
            opponents.retain(|opponent| wanted.enough(opponent.line.line.games()));
            let mut partners: Vec<NamedLine> = games.partners().into_iter().map(NamedLine::of_partners).collect();
            partners.retain(|side| wanted.enough(side.line.games()));
            if let Some(sorted_by) = sorted_by {
                sorted_by.sort(&mut opponents, |opponent| &opponent.line);
                sorted_by.sort(&mut partners, |side| side);
            }
            Ok(Answer::report(PlayerReport {
                player: NamedLine::of(name, &games.line()),
                first: games.span().map(|(first, _)| first),
                last: games.span().map(|(_, last)| last),
                rating,
                highest_rating: ratings.highest(),
                rating_history: ratings.history,
                opponents,
                partners,
                on_this_day: games.this_day().to_vec(),
                undated: selection.undated,
                sorted_by: sorted_by.and_then(SortedBy::figure),
                about,
            })
            .remarks(selection.remark()))
        })
    }
}

/// Reads every game of the book once: all of them are rated, and those that fit are reported. Both lists have
/// the order of the book.
fn read(pad: &Pad<'_>, selection: &Selection, games: &mut PlayerGames) -> Result<Ratings, BookError> {
    let mut ratings = RatingPeriods::following(games.name().clone());
    let mut next = selection.games.iter().peekable();
    pad.each_game(&pad.games()?, |stored| {
        ratings.enter(&stored.scored);
        if next.next_if_eq(&&stored.id).is_some() {
            games.enter(ReportedGame { id: stored.id, number: stored.number, scored: &stored.scored });
        }
        Ok::<(), BookError>(())
    })?;
    Ok(ratings.finish())
}
