//! `player NAME`: everything about one player; its commands add, rename and merge players. `players`: everybody.

use clap::{Args, Subcommand};
use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Head, Hint, Remark, Sentence};
use crate::app::App;
use crate::arguments::filter_args::{ReportArgs, kept, person};
use crate::arguments::games::Only;
use crate::book::{BookError, OpenBook};
use crate::commands::changes::entered_twice_among;
use crate::commands::standings::{listed, sorted_by};
use crate::reports::outcome::Outcome;
use crate::reports::players::{ListedPlayer, PlayerReport, PlayersReport};
use ginpad_core::facts::{FactId, Person};
use ginpad_core::players::Players;
use ginpad_core::reports::{Figure, PlayerGames, RatingPeriods};
use ginpad_core::text::{count, fold, nearest};
use ginpad_core::{Game, Name};

/// Show everything about one player; add, rename or merge players
///
/// Shows the figures of the standings, the rating with its history, and the figures by opponent and by partner. The rating
/// is of every finished game with a date, whatever the flags say.
#[derive(Debug, Args)]
pub(crate) struct PlayerArgs {
    /// The subcommand, if there is one.
    #[command(subcommand)]
    command: Option<PlayerCommand>,

    /// The player; `-- NAME` if the name is one of the commands below
    #[arg(value_name = "NAME", required = true)]
    name: Option<String>,

    #[command(flatten)]
    report: ReportArgs,

    /// Sort opponents and partners by this column, the highest first
    #[arg(long, value_name = "COLUMN", value_parser = sorted_by, help_heading = "How it is shown")]
    sort: Option<Figure>,
}

/// Shows the player.
pub(crate) fn run(mut args: PlayerArgs, app: &App) -> Result<Answer, Failure> {
    match args.command.take() {
        Some(PlayerCommand::Add { name }) => {
            let name = Name::read(&name).map_err(Failure::usage)?;
            return app.write(|book| add(app, book, &name));
        }
        Some(PlayerCommand::Rename { old, new }) => return app.change(|book| rename(app, book, &old, &new)),
        Some(PlayerCommand::Merge { name, other }) => return app.change(|book| merge(app, book, [&name, &other])),
        None => {}
    }
    let typed = args.name.take().unwrap_or_default();
    args.report.report(app, [&typed], |from, mut wanted, [Person { name, id }]| {
        let sits = |game: &Game| game.players.seats().any(|(_, seated)| *seated == name);
        wanted.find_where(from, Only { with: &[id], ..Only::default() }, sits)?;
        let mut games = PlayerGames::new(name.clone(), app.now.date_naive());
        wanted.each(from, |game| games.enter(game))?;
        let mut ratings = RatingPeriods::following(name.clone());
        from.each(&from.all()?, &mut |game| ratings.enter(game.scored))?;
        let ratings = ratings.finish();
        let head = wanted.head(name.as_str(), wanted.games.is_empty());
        let report = PlayerReport {
            player: games.line(),
            first: games.span.map(|(first, _)| first),
            last: games.span.map(|(_, last)| last),
            rating: ratings.players.get(&name).copied(),
            highest_rating: ratings.highest(),
            rating_history: ratings.history,
            opponents: listed(games.opponents(), &wanted, args.sort),
            partners: listed(games.partners(), &wanted, args.sort),
            on_this_day: games.this_day.clone(),
            sorted_by: args.sort,
        };
        Ok(Answer::headed(head, report))
    })
}

/// List the players
#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {}

/// Lists the people.
pub(crate) fn list(_: PlayersArgs, app: &App) -> Result<Answer, Failure> {
    app.read(|book| {
        let games = book.games_by_person()?;
        let known =
            |person: Person| ListedPlayer { games: games.get(&person.id).copied().unwrap_or(0), name: person.name };
        let players: Vec<ListedPlayer> = book.people()?.into_iter().map(known).collect();
        let why_empty = players
            .is_empty()
            .then(|| Sentence::from("no players yet; ").run(CommandLine::new_game()).say(" adds them"));
        let head = Head { title: "Players".into(), why_empty, ..Head::default() };
        Ok(Answer::headed(head, PlayersReport { players }))
    })
}

/// The subcommands of `player`.
#[derive(Debug, Subcommand)]
pub(crate) enum PlayerCommand {
    /// Add a player who has no game yet
    Add {
        /// The name
        name: String,
    },
    /// Give a player another name
    ///
    /// Every game shows it, also those that are over. Nothing else changes, and `ginpad undo` brings the old name back.
    Rename {
        /// The player
        old: String,

        /// The new name
        new: String,
    },
    /// Make two spellings one person
    ///
    /// All games, payments and figures of both are those of one person from now on, called by the second name. It is refused while a game seats both. `ginpad undo` separates them again.
    Merge {
        /// The name that disappears
        name: String,

        /// The name that stays
        other: String,
    },
}

fn add(app: &App, book: &OpenBook<'_>, name: &Name) -> Result<Answer, Failure> {
    if let Some(known) = book.people()?.iter().find(|person| person.name.folded() == name.folded()) {
        return Err(Failure::refused(format!("the book has a player called {} already", known.name))
            .see(CommandLine::of("player").words([known.name.as_str()]), "shows what it knows of them"));
    }
    book.add_person(name, app.now)?;
    let document = json!({ "schema": "ginpad/player-name/1", "before": null, "after": name, "games": 0 });
    Ok(Outcome::new(document).did([format!("added {name}")]).into())
}

fn rename(app: &App, book: &OpenBook<'_>, old: &str, new: &str) -> Result<Answer, Failure> {
    let people = book.people()?;
    let mut failures = Vec::new();
    let renamed = kept(person(&people, old), &mut failures);
    let new = kept(Name::read(new).map_err(Failure::refused), &mut failures);
    let (Some(renamed), Some(new)) = (renamed, new) else {
        return Err(Failure::all("the player cannot be renamed", failures));
    };
    let old = &renamed.name;
    if *old == new && !book.disagrees_on_name(renamed)? {
        return Err(Failure::refused(format!("{old} is called that already")));
    }
    let mut others = people.iter().filter(|other| other.id != renamed.id);
    if let Some(other) = others.find(|other| other.name.folded() == new.folded()) {
        let joins = CommandLine::of("player merge").words([old.as_str(), other.name.as_str()]);
        let hint = match book.games_with_both(renamed.id, other.id)?.first() {
            Some(_) => Hint::does("players", "lists the players"),
            None => Hint::does(joins, "joins the two, if they are one person"),
        };
        return Err(Failure::refused(format!("another player is called {}", other.name)).hint(hint));
    }
    book.rename(renamed, &new, app.now)?;
    let games = games(book, renamed.id)?;
    let document = json!({ "schema": "ginpad/player-name/1", "before": old, "after": new, "games": games });
    let lead = if *old == new { format!("{new} stays the name") } else { format!("{old} is called {new} now") };
    let what = format!("{lead}, in {}", count(games, "game"));
    Ok(Outcome::new(document).did([what]).into())
}

fn merge(app: &App, book: &OpenBook<'_>, typed: [&str; 2]) -> Result<Answer, Failure> {
    let people = book.people()?;
    let mut failures = Vec::new();
    let [one, other] = typed.map(|typed| kept(person(&people, typed), &mut failures));
    let (Some(one), Some(other)) = (one, other) else {
        return Err(Failure::all("the players cannot be merged", failures));
    };
    let (merged, name) = (&one.name, &other.name);
    if one.id == other.id {
        return Err(Failure::refused(format!("both names mean {name}")).see("players", "lists the players"));
    }
    if let Some(game) = book.games_with_both(one.id, other.id)?.first() {
        let what = format!("{merged} and {name} cannot be merged: both play in game {game}");
        return Err(
            Failure::refused(what).see(format!("score {game}"), "shows who sits there; `set sides` corrects it")
        );
    }
    book.merge_people(one.id, other.id, app.now)?;
    let games = games(book, other.id)?;
    let document = json!({ "schema": "ginpad/player-merge/1", "merged": merged, "name": name, "games": games });
    let what = format!("{merged} is {name} now, with {} in all", count(games, "game"));
    let twice =
        entered_twice_among(book, book.games_where(|game| game.players.seats().any(|(_, seated)| seated == name))?)?;
    Ok(Outcome::new(document).did([what]).remarks(twice).into())
}

/// The number of games that count in which this person sits.
fn games(book: &OpenBook<'_>, person: FactId) -> Result<usize, Failure> {
    Ok(book.games_by_person()?.get(&person).copied().unwrap_or(0))
}

/// Remarks about new players, in a book that has others: the name may be mistyped, or an earlier name of somebody.
///
/// # Errors
/// The book cannot be read.
pub(super) fn newcomers(book: &OpenBook<'_>, players: &Players, known: &[Person]) -> Result<Vec<Remark>, BookError> {
    let is_new = |name: &&Name| known.iter().all(|person| person.name.folded() != name.folded());
    let new: Vec<&Name> = players.seats().map(|(_, name)| name).filter(is_new).collect();
    if known.is_empty() || new.is_empty() {
        return Ok(Vec::new());
    }
    let earlier = book.earlier_names()?;
    let remark = |name: &Name| {
        let is_part = |person: &&Person| fold(person.name.as_str()).split(' ').any(|word| word == name.folded());
        let near = earlier.get(&name.folded()).or_else(|| known.iter().find(is_part).map(|person| &person.name));
        let near = near.map(Name::as_str);
        let near = near.or_else(|| nearest(name.as_str(), known.iter().map(|person| person.name.as_str())));
        let new = Sentence::from(format!("{name} is new to the book"));
        Remark::Note(match near {
            Some(near) => new.say(format!("; if you meant {near}, take it back with ")).run("undo"),
            None => new,
        })
    };
    Ok(new.into_iter().map(remark).collect())
}
