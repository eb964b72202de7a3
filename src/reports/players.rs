//! Players: their figures side by side and as columns, the standings, everything about one of them, the ratings, and the
//! records.

use serde::Serialize;
use serde_json::json;

use crate::answer::{Audience, Block, Cell, Column, Report, Table, cells};
use ginpad_core::reports::{
    Anniversary, Figure, FigureKind, GamePlace, Grounds, Line, PlayerRating, RatedDay, Rating, Record, RecordKind,
    Records, StandingsRow, day_text, game_called, joined,
};
use ginpad_core::text::{and_list, count, printable, times};
use ginpad_core::{Name, Side};

/// The figures for people, the most telling first.
const TELLING: &str = "games won net lost tied hands hands_won points_for points_against gins undercuts knocks big_gins \
    dead points_per_hand_won gin_rate undercut_against hands_per_game knocking_deadwood caught_deadwood undercut_rate \
    undercut_against_rate longest_streak biggest_hand biggest_comeback won_with_deal";
/// The number of figures that even a narrow table shows.
const ALWAYS: usize = 3;

/// The figures of several lines below each other: a column for each figure, then the days of the first and the last
/// game. `name` is the name of a line. People see only figures that some line has; a narrow table keeps the figure
/// `first`.
pub(crate) fn table<'a>(
    caption: &str,
    [kind, heading]: [&'static str; 2],
    lines: &'a [Line],
    name: impl Fn(&Line) -> String + 'a,
    first: Option<Figure>,
) -> Table<'a> {
    let names =
        Table::of(caption, lines)
            .programs("kind", |_| Cell::Text(kind.into()))
            .column("name", heading, move |line| Cell::Name(name(line)));
    let figures = Figure::ALL.iter().fold(names, |table, figure| {
        let place = TELLING.split(' ').position(|word| word == figure.word());
        let rank =
            if Some(*figure) == first { 0 } else { (place.unwrap_or(usize::MAX - 1) + 1).saturating_sub(ALWAYS) };
        let is_read = rank == 0 || says_something(*figure, lines);
        let audiences = if is_read { Audience::ALL } else { Audience::PROGRAMS };
        let column = Column::new(figure.word(), figure.heading()).rank(rank).only(audiences);
        table.add(column, |line| cell(*figure, &line.row))
    });
    let days = figures.programs("first", |line| Cell::day(line.row.first));
    days.programs("last", |line| Cell::day(line.row.last)).table
}

/// The figures of a few lines side by side, for people: a row for each figure that some line has.
pub(crate) fn side_by_side<'a>(caption: &str, lines: &'a [Line]) -> Table<'a> {
    let figures = Figure::ALL.iter().filter(|figure| says_something(**figure, lines));
    let mut table = Table::of(caption, figures).people("", |figure| Cell::Text(label(**figure, lines)));
    for line in lines {
        table = table.people(&printable(&line.name()), |figure| cell(**figure, &line.row));
    }
    table.table.only(Audience::PEOPLE)
}

fn says_something(figure: Figure, lines: &[Line]) -> bool {
    lines.iter().any(|line| figure.value(&line.row).is_some_and(|value| value.part != 0))
}

fn cell(figure: Figure, row: &StandingsRow) -> Cell {
    match (figure.value(row), figure.kind()) {
        (None, _) => Cell::Empty,
        (Some(value), FigureKind::Count) => Cell::Count(value.part),
        (Some(value), FigureKind::Average) => Cell::Average(value.rounded()),
        (Some(value), FigureKind::Share) => Cell::Share(value.rounded()),
    }
}

/// The label of a figure without a heading to explain it. For a single line, a record names its game.
pub(crate) fn label(figure: Figure, lines: &[Line]) -> String {
    let game = match (figure, lines) {
        (Figure::BiggestHand, [only]) => only.row.biggest_hand.map(|best| best.game),
        (Figure::BiggestComeback, [only]) => only.row.comeback.map(|best| best.game),
        _ => None,
    };
    let game = game.map(|game| format!(" ({})", game_called(game.number))).unwrap_or_default();
    let words = match figure {
        Figure::Won => "games won",
        Figure::Lost => "games lost",
        Figure::Tied => "games tied",
        Figure::Dead => "dead hands",
        other => other.heading(),
    };
    format!("{words}{game}")
}

/// The standings: `ginpad/standings/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/standings/1")]
pub(crate) struct StandingsReport {
    /// A line for each player, in their order.
    pub players: Vec<Line>,
    /// A line for each side of partners.
    pub partners: Vec<Line>,
    /// The figure that the lines are sorted by, if any.
    #[serde(skip)]
    pub sorted_by: Option<Figure>,
    /// The ranking, in words.
    #[serde(skip)]
    pub ranked_by: String,
}

impl Report for StandingsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let players = table("Players", ["player", "player"], &self.players, Line::name, self.sorted_by);
        let partners = table("Partners", ["partners", "partners"], &self.partners, Line::name, self.sorted_by);
        let players = Table { note: Some(self.ranked_by.clone()), ..players };
        vec![Block::Table(players), Block::Table(partners)]
    }
}

/// The number of rated days that people see.
const DAYS: usize = 10;

/// One player: `ginpad/player/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/player/1")]
pub(crate) struct PlayerReport {
    /// The player's line of the standings.
    pub player: Line,
    /// The first game, in any state.
    pub first: Option<GamePlace>,
    /// The last game, in any state.
    pub last: Option<GamePlace>,
    /// The rating, if the player has finished a game with a date.
    pub rating: Option<PlayerRating>,
    /// The highest rating after enough games.
    pub highest_rating: Option<RatedDay>,
    /// The rating after each day with rated games, oldest first.
    pub rating_history: Vec<RatedDay>,
    /// The player's figures against each opponent.
    pub opponents: Vec<Line>,
    /// The player's figures with each partner.
    pub partners: Vec<Line>,
    /// The player's games on this day in other years.
    pub on_this_day: Vec<Anniversary>,
    /// The figure that opponents and partners are sorted by, if any.
    #[serde(skip)]
    pub sorted_by: Option<Figure>,
}

impl Report for PlayerReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let own = std::slice::from_ref(&self.player);
        let summary = [self.finished(), self.rated()].into_iter().chain(self.span()).map(Block::words);
        let tables = [
            side_by_side("Figures", own),
            table("", ["player", ""], own, Line::name, None).only(Audience::PROGRAMS),
            table("Against each opponent", ["against", "against"], &self.opponents, Line::name, self.sorted_by),
            table("With each partner", ["partners", "with"], &self.partners, |line| self.beside(line), self.sorted_by),
        ];
        let grounds = |rated: PlayerRating| vec![Cell::Text(rated.grounds().to_string())];
        let rating = |rated| [cells(&json!(rated), "rating deviation games"), grounds(rated)].concat();
        let rating = Block::kind("rating", self.rating.map(rating));
        let tables = tables.into_iter().map(Block::Table).chain([rating]).chain([Block::Table(self.history())]);
        summary.chain(tables).chain(on_this_day(&self.on_this_day)).collect()
    }
}

impl PlayerReport {
    /// The player's partners in a line.
    fn beside(&self, line: &Line) -> String {
        let others = line.names.iter().filter(|name| !self.player.names.contains(name));
        joined(&others.cloned().collect::<Vec<Name>>())
    }

    fn finished(&self) -> String {
        let (name, row) = (self.player.name(), &self.player.row);
        match row.games() {
            0 => format!("{name} has not finished a game"),
            games => {
                let tied = if row.tied > 0 { format!(", {} tied", row.tied) } else { String::new() };
                let (games, won, lost, net) = (count(games, "game"), row.won, row.lost, row.net);
                format!("{name} has finished {games}: {won} won, {lost} lost{tied}, net {net}")
            }
        }
    }

    fn rated(&self) -> String {
        let Some(rated) = self.rating else { return "no rating without a finished game that has a date".into() };
        let (so_far, games) = (rating(rated.rating), count(rated.games, "game"));
        let highest = self.highest_rating.map(|day| format!("; highest {} on {}", rating(day.rating), day.day));
        let highest = highest.unwrap_or_default();
        match rated.grounds() {
            Grounds::Enough => format!("rating {so_far}, after {games}{highest}"),
            Grounds::FewGames => {
                let needed = PlayerRating::FEWEST_GAMES;
                format!("too few games for a rating: {} of {needed} (so far {so_far})", rated.games)
            }
            Grounds::FewOfLate => format!("too few games of late for a rating: {so_far}, after {games}{highest}"),
        }
    }

    /// The first and the last game.
    fn span(&self) -> Option<String> {
        let when = |game: GamePlace| match game.started {
            Some(started) => format!("{} ({})", day_text(started), game_called(game.number)),
            None => game_called(game.number),
        };
        let (first, last) = (self.first?, self.last?);
        Some(match first.id == last.id {
            true => format!("only game: {}", when(first)),
            false => format!("first game: {}; last: {}", when(first), when(last)),
        })
    }

    /// The days of the rating. People see the last ones, and none before enough games are rated.
    fn history(&self) -> Table<'_> {
        let table = Table::of("The rating after each day", &self.rating_history)
            .kind("rated")
            .column("date", "rated day", |day| Cell::Text(day.day.to_string()))
            .column("games", "games", |day| Cell::count(day.games))
            .people("rating", |day| Cell::Number(rating(day.rating)))
            .fields("rating deviation");
        let is_weak = self.rating.is_none_or(|rated| rated.grounds() == Grounds::FewGames);
        table.table.only(Audience::NO_SPREADSHEET).shortened(if is_weak { 0 } else { DAYS }, "rated day")
    }
}

/// The people of a book: `ginpad/players/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/players/1")]
pub(crate) struct PlayersReport {
    /// Every person.
    pub players: Vec<ListedPlayer>,
}

/// A person in the book.
#[derive(Debug, Serialize)]
pub(crate) struct ListedPlayer {
    pub name: Name,
    /// The number of games that count and include this person.
    pub games: usize,
}

impl Report for PlayersReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let table = Table::of("Players", &self.players).column("name", "player", |person| Cell::name(&person.name));
        vec![Block::Table(table.column("games", "games", |person| Cell::count(person.games)).table)]
    }
}

/// The ratings of all players: `ginpad/ratings/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/ratings/1")]
pub(crate) struct RatingsReport {
    /// All players with a rating, in their order.
    pub players: Vec<Rated>,
}

/// A player with a rating.
#[derive(Debug, Serialize)]
pub(crate) struct Rated {
    pub name: Name,
    /// The rating and its basis.
    #[serde(flatten)]
    pub rating: PlayerRating,
}

impl Report for RatingsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let is_weak = |rated: &Rated| rated.rating.grounds() != Grounds::Enough;
        let rating_text = move |rated: &Rated| match rating(rated.rating.rating) {
            text if is_weak(rated) => format!("({text})"),
            text => format!("{text} "),
        };
        let table = Table::of("Ratings", &self.players)
            .column("name", "player", |rated| Cell::name(&rated.name))
            .people("rating", move |rated| Cell::Number(rating_text(rated)))
            .fields("rating deviation")
            .column("games", "games", |rated| Cell::count(rated.rating.games))
            .programs("grounds", |rated| Cell::Text(rated.rating.grounds().to_string()));
        let few = format!("in parentheses: fewer than {} games, or too few of late", PlayerRating::FEWEST_GAMES);
        let note = self.players.iter().any(is_weak).then_some(few);
        vec![Block::Table(Table { note, ..table.table })]
    }
}

/// A rating with its deviation: `1612 ± 84`.
fn rating(rating: Rating) -> String {
    let Rating { points, deviation } = rating;
    format!("{points} ± {deviation}")
}

impl Report for Records {
    fn blocks(&self) -> Vec<Block<'_>> {
        let table = Table::of("Records", &self.records)
            .kind("record")
            .fields("record value unit")
            .programs("players", |record| Cell::Name(joined(&record.holders)))
            .programs("against", |record| Cell::Name(joined(&record.against)))
            .people("record", |record| Cell::Text(record.kind.name().into()))
            .people("value", |record| Cell::Text(value(record)))
            .people("who", |record| Cell::Name(who(record)))
            .programs("game", |record| Cell::Count(record.game.number))
            .programs("hand", |record| record.hand.map_or(Cell::Empty, |hand| Cell::count(hand + 1)))
            .column("date", "date", |record| Cell::day(record.game.started))
            .programs("first_game", |record| record.began.map_or(Cell::Empty, |began| Cell::Count(began.number)))
            .programs("first_date", |record| Cell::day(record.began.and_then(|began| began.started)))
            .programs("shared", |record| Cell::text(record.kind.is_shared().then_some("shared")))
            .programs("equaled", |record| Cell::count(record.equaled));
        std::iter::once(Block::Table(table.table)).chain(on_this_day(&self.this_day)).collect()
    }
}

/// The value of a record with its unit.
fn value(record: &Record) -> String {
    count(usize::try_from(record.value).unwrap_or(0), record.kind.noun())
}

/// The holder of a record, the opponent, the game and hand, its start, and how often it was equaled.
fn who(record: &Record) -> String {
    let (holders, against) = (joined(&record.holders), joined(&record.against));
    let between = if record.kind.is_shared() { "and" } else { "against" };
    let who = if against.is_empty() { holders } else { format!("{holders} {between} {against}") };
    let began = record.began.filter(|began| began.id != record.game.id);
    let began = began.map(|began| match (record.kind, began.started) {
        (RecordKind::LongestStreak, _) | (_, None) => format!("; from {}", game_called(began.number)),
        (_, Some(started)) => format!("; since {}", day_text(started)),
    });
    let equaled = (record.equaled > 0).then(|| format!("; equaled {}", times(record.equaled)));
    let hand = record.hand.map(|hand| format!(", hand {}", hand + 1));
    let notes: String = hand.into_iter().chain(began).chain(equaled).collect();
    format!("{who} ({}{notes})", game_called(record.game.number))
}

/// The games on this day in other years: a sentence and a record each.
fn on_this_day(games: &[Anniversary]) -> impl Iterator<Item = Block<'_>> {
    let record = |game: &Anniversary| {
        let side = |side: Side| Cell::Name(joined(&game.sides[side]));
        vec![
            Cell::Count(game.game.number),
            Cell::day(game.game.started),
            side(Side::First),
            Cell::Name(others(game, Side::First)),
            game.winner.map_or(Cell::Empty, side),
            game.net.map_or(Cell::Empty, |net| Cell::Count(net.0[Side::First].0)),
        ]
    };
    let records = Block::kind("on-this-day", games.iter().map(record));
    games.iter().map(|game| Block::words(anniversary(game))).chain([records])
}

/// The sides that oppose `own`.
fn others(game: &Anniversary, own: Side) -> String {
    let others = game.sides.order().filter(|side| *side != own);
    and_list(others.map(|side| joined(&game.sides[side])))
}

fn anniversary(game: &Anniversary) -> String {
    let (date, number) = (game.game.started.map(day_text).unwrap_or_default(), game.game.number);
    let (first, second) = (joined(&game.sides[Side::First]), others(game, Side::First));
    let what = match (game.winner, game.net) {
        (Some(winner), Some(net)) => {
            let (won, lost) = (joined(&game.sides[winner]), others(game, winner));
            format!("{won} won game {number} against {lost}, net {}", net.0[winner])
        }
        (_, Some(_)) => format!("{first} and {second} tied game {number}"),
        (_, None) => format!("{first} and {second} did not finish game {number}"),
    };
    format!("on this day: {date}, {what}")
}
