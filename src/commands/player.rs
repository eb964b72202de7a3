//! `player NAME`: everything about one player; and `players`: everybody. What else can be done with people is in [`super::player_names`].

use clap::Args;

use crate::answer::{Answer, Failure, Head, NEW_GAME};
use crate::app::App;
use crate::arguments::filter_args::FilterArgs;
use crate::arguments::games::Only;
use crate::arguments::{GamesFrom, ReportFlags, number};
use crate::commands::player_names::PlayerCommand;
use crate::commands::standings::{SortedBy, sorted_by};
use crate::reports::figures::NamedLine;
use crate::reports::player::{Opponent, PlayerReport};
use crate::reports::players::{Known, PlayersReport};
use ginpad_core::facts::Person;
use ginpad_core::game::Game;
use ginpad_core::reports::{PlayerGames, RatingPeriods};

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad player Ann                           everything about Ann
  ginpad player ann --since 2026 --rules hollywood
  ginpad player rename Jon John               another name, in every game";

/// Show everything about one player; add, rename or merge players
///
/// Shows the figures of the standings, the rating with its history, and the figures by opponent and by partner. The rating
/// is of every finished game with a date, whatever the flags say.
#[derive(Debug, Args)]
pub(crate) struct PlayerArgs {
    /// What else to do.
    #[command(subcommand)]
    command: Option<PlayerCommand>,

    /// The player; `-- NAME` if the name is one of the commands below
    #[arg(value_name = "NAME", required = true)]
    name: Option<String>,

    #[command(flatten)]
    from: GamesFrom,

    #[command(flatten)]
    filter: FilterArgs,

    /// Leave out whoever finished fewer games
    #[arg(long, value_name = "N", value_parser = number, help_heading = "Which games")]
    min_games: Option<usize>,

    /// Sort opponents and partners by this column, the highest first, or by `name`
    #[arg(long, value_name = "COLUMN", value_parser = sorted_by, help_heading = "How it is shown")]
    sort: Option<SortedBy>,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

/// Shows the player.
pub(crate) fn run(mut args: PlayerArgs, app: &App) -> Result<Answer, Failure> {
    if let Some(command) = args.command.take() {
        return command.run(app);
    }
    let typed = args.name.take().unwrap_or_default();
    args.from.games(app, |from| {
        let (wanted, [Person { name, id }]) = args.filter.read(app, from, args.min_games, [&typed])?;
        let sits = |game: &Game| game.players.seats().any(|(_, seated)| *seated == name);
        let mut selection = wanted.games_where(from, Only::With(&[id]), sits)?;
        let mut games = PlayerGames::new(name.clone(), app.now.date_naive());
        selection.each(from, |game| games.enter(game))?;
        let mut ratings = RatingPeriods::following(name.clone());
        from.each(&from.all()?, &mut |game| ratings.enter(game.scored))?;
        let ratings = ratings.finish();
        let mut opponents: Vec<Opponent> = games.opponents().iter().map(Opponent::new).collect();
        opponents.retain(|opponent| wanted.enough(opponent.line.line.games()));
        let mut partners: Vec<NamedLine> = games.partners().into_iter().map(NamedLine::of_partners).collect();
        partners.retain(|side| wanted.enough(side.line.games()));
        if let Some(sorted_by) = args.sort {
            sorted_by.sort(&mut opponents, |opponent| &opponent.line);
            sorted_by.sort(&mut partners, |side| side);
        }
        let head = selection.head(name.as_str(), selection.games.is_empty());
        let report = PlayerReport {
            player: NamedLine::of(&name, &games.line()),
            first: games.span().map(|(first, _)| first),
            last: games.span().map(|(_, last)| last),
            rating: ratings.players.get(&name).copied(),
            highest_rating: ratings.highest(),
            rating_history: ratings.history,
            opponents,
            partners,
            on_this_day: games.this_day().to_vec(),
            sorted_by: args.sort.and_then(SortedBy::figure),
            undated: head.undated,
        };
        Ok(Answer::headed(head, report))
    })
}

/// Examples above the help of `players`.
pub(crate) const LIST_EXAMPLES: &str = "\
  ginpad players                    everyone, and in how many games";

/// List the players
#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {
    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

/// Lists the people.
pub(crate) fn list(_: PlayersArgs, app: &App) -> Result<Answer, Failure> {
    app.read(|pad| {
        let games = pad.games_by_person()?;
        let known = |person: Person| Known { games: games.get(&person.id).copied().unwrap_or(0), name: person.name };
        let players: Vec<Known> = pad.people()?.into_iter().map(known).collect();
        let why_empty = players.is_empty().then(|| format!("no players yet; {NEW_GAME} adds them").into());
        let head = Head { title: "Players".into(), why_empty, ..Head::default() };
        Ok(Answer::headed(head, PlayersReport { players }))
    })
}
