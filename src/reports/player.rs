//! Everything about one player; all players, and their ratings.

use serde::Serialize;

use crate::answer::{Audience, Block, Cell, Report, Table};
use crate::reports::figures::{side_by_side, table};
use crate::reports::records::on_this_day;
use ginpad_core::Name;
use ginpad_core::reports::{
    Anniversary, Figure, GamePlace, Grounds, Line, PlayerRating, RatedDay, Rating, day_text, game_called, joined,
};
use ginpad_core::text::count;

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
        let rating = self.rating.map(|rated| {
            let (rating, grounds) = (rated.rating, Cell::Text(rated.grounds().to_string()));
            vec![Cell::Count(rating.points), Cell::Count(rating.deviation), Cell::count(rated.games), grounds]
        });
        let rating = Block::records("rating", rating);
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
        let Some(rated) = self.rating else { return "no rating: no finished game has a date".into() };
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
