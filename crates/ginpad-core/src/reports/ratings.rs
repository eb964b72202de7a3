//! Each player's strength, estimated from results: Glicko-2, with one rating period a day.
//!
//! The system is Mark Glickman's ("Example of the Glicko-2 system", 2013) with the values of his paper: everyone starts
//! at 1500 with a deviation of 350 and a volatility of 0.06, and the volatility changes with τ = 0.5. All games of one
//! day count at once. A player who sits out a day keeps the rating, and the deviation grows.
//!
//! Only this file and `strength` use floating-point numbers. Results are rounded to whole points.

mod strength;

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use self::strength::{Strength, met, within_bounds};
use super::Finished;
use crate::game::{GameResult, ScoredGame};
use crate::players::Name;
use crate::side::{BySide, Side};

/// A player's strength in whole points, and its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// The rating; everyone starts at 1500.
    #[serde(rename = "rating")]
    pub points: i64,
    /// One standard deviation. The strength lies within one deviation of the rating two times out of three, and within
    /// two deviations nineteen times out of twenty.
    pub deviation: i64,
}

/// The rating of a player, and its basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerRating {
    /// The rating after the last day on which anybody played a rated game.
    pub rating: Rating,
    /// The number of games behind it.
    pub games: usize,
}

/// A player's rating after a day with rated games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RatedDay {
    /// The day, by the clock of the place where the games were played.
    #[serde(rename = "date", serialize_with = "as_text")]
    pub day: NaiveDate,
    /// The number of rated games the player finished that day.
    pub games: usize,
    /// The rating after that day.
    #[serde(flatten)]
    pub rating: Rating,
}

fn as_text<S: Serializer>(day: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(day)
}

impl Serialize for PlayerRating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rated = serializer.serialize_struct("PlayerRating", 4)?;
        rated.serialize_field("rating", &self.rating.points)?;
        rated.serialize_field("deviation", &self.rating.deviation)?;
        rated.serialize_field("games", &self.games)?;
        rated.serialize_field("enough_games", &(self.grounds() == Grounds::Enough))?;
        rated.end()
    }
}

/// Everybody's ratings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ratings {
    /// The rating of everyone who has finished a rated game.
    pub players: BTreeMap<Name, PlayerRating>,
    /// The rated days of the player followed, oldest first.
    pub history: Vec<RatedDay>,
    /// The number of finished games without a date. They belong to no period, and are not rated.
    pub undated: usize,
}

/// Games folded into ratings. It keeps each player's strength, and the games of days that may still grow.
#[derive(Debug, Clone, Default)]
pub struct RatingPeriods {
    players: BTreeMap<Name, usize>,
    strengths: Vec<Strength>,
    followed: Option<Name>,
    open: BTreeMap<NaiveDate, Vec<RatedGame>>,
    last: Option<NaiveDate>,
    history: Vec<RatedDay>,
    undated: usize,
}

/// A finished game: the players by side, and the winner.
#[derive(Debug, Clone)]
struct RatedGame {
    sides: BySide<Vec<usize>>,
    results: BySide<GameResult>,
}

/// A player's day: each opponent's strength in the morning, and the outcome.
type DayResults = Vec<(Glicko2Rating, Outcomes)>;

/// Whether a rating rests on enough games to be meaningful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grounds {
    /// It rests on enough games.
    Enough,
    /// The player has finished fewer than [`PlayerRating::FEWEST_GAMES`] rated games.
    FewGames,
    /// The player has played too little recently: the deviation is above [`PlayerRating::WIDEST`].
    FewOfLate,
}

impl Grounds {
    /// Its word in plain records.
    pub const fn word(self) -> &'static str {
        match self {
            Grounds::Enough => "enough",
            Grounds::FewGames => "few",
            Grounds::FewOfLate => "few-of-late",
        }
    }
}

impl PlayerRating {
    /// The fewest games for a meaningful rating. After ten games between two newcomers on one day the deviation is
    /// about 150.
    pub const FEWEST_GAMES: usize = 10;
    /// The widest deviation of a meaningful rating. Two deviations in both directions then span 800 points.
    pub const WIDEST: i64 = 200;

    /// Whether it rests on enough games, and if not, why.
    pub const fn grounds(&self) -> Grounds {
        if self.games < PlayerRating::FEWEST_GAMES {
            Grounds::FewGames
        } else if self.rating.deviation > PlayerRating::WIDEST {
            Grounds::FewOfLate
        } else {
            Grounds::Enough
        }
    }
}

impl Ratings {
    /// The highest meaningful rating of the player followed; the first among equals.
    pub fn highest(&self) -> Option<RatedDay> {
        let mut games = 0;
        let mut highest: Option<RatedDay> = None;
        for day in &self.history {
            games += day.games;
            let rated = PlayerRating { rating: day.rating, games };
            let is_higher = highest.is_none_or(|highest| day.rating.points > highest.rating.points);
            if rated.grounds() == Grounds::Enough && is_higher {
                highest = Some(*day);
            }
        }
        highest
    }
}

impl RatingPeriods {
    /// Ratings before any game, which keep this player's history.
    pub fn following(player: Name) -> RatingPeriods {
        RatingPeriods { followed: Some(player), ..RatingPeriods::default() }
    }

    /// Enters the next game. Games must come in the order of their starts, as a book lists them. The order of games
    /// within a day makes no difference.
    ///
    /// Rates only a game that was won or tied. A forfeit is a win and a loss.
    pub fn enter(&mut self, scored: &ScoredGame) {
        let Some(finished) = Finished::of(scored) else { return };
        let Some(started) = scored.game.started else {
            self.undated += 1;
            return;
        };
        self.close_before(started.naive_utc().date());
        let players = &scored.game.players;
        let sides =
            BySide::from_fn(players.sides(), |side| players.of(side).iter().map(|name| self.place(name)).collect());
        // A game that comes too late counts on the first day still open.
        let day = started.date_naive();
        let day = self.last.and_then(|last| last.checked_add_days(Days::new(1))).map_or(day, |open| day.max(open));
        self.open.entry(day).or_default().push(RatedGame { results: finished.results, sides });
    }

    /// The ratings after all games.
    pub fn finish(mut self) -> Ratings {
        for (day, games) in std::mem::take(&mut self.open) {
            self.close(day, &games);
        }
        let next = self.last.and_then(|last| last.checked_add_days(Days::new(1)));
        let rated = |place: &usize| {
            let strength = self.strengths[*place];
            let rating = next.map_or(strength.rating, |next| strength.on(next));
            PlayerRating { rating: Rating::of(&rating), games: strength.games }
        };
        let players = self.players.iter().map(|(name, place)| (name.clone(), rated(place))).collect();
        Ratings { players, history: self.history, undated: self.undated }
    }

    /// A player's index in the list of strengths.
    fn place(&mut self, name: &Name) -> usize {
        if let Some(place) = self.players.get(name) {
            return *place;
        }
        let place = self.strengths.len();
        self.players.insert(name.clone(), place);
        self.strengths.push(Strength { rating: Glicko2Rating::new(), day: None, games: 0 });
        place
    }

    /// Closes the days to which no later game can belong. An offset is less than a day, so a game that starts on this
    /// UTC day or later belongs to the day before it at the earliest.
    fn close_before(&mut self, utc: NaiveDate) {
        while let Some(entry) = self.open.first_entry()
            && entry.key().succ_opt().is_some_and(|next| next < utc)
        {
            let (day, games) = entry.remove_entry();
            self.close(day, &games);
        }
    }

    /// Rates a day: every player against the others' strengths in the morning.
    fn close(&mut self, day: NaiveDate, games: &[RatedGame]) {
        let mut results: BTreeMap<usize, DayResults> = BTreeMap::new();
        for game in games {
            let morning = |side: Side| game.sides[side].iter().map(|place| self.morning(*place, day));
            for (side, places) in game.sides.sides() {
                let outcome = match game.results[side] {
                    GameResult::Won => Outcomes::WIN,
                    GameResult::Lost => Outcomes::LOSS,
                    GameResult::Tied => Outcomes::DRAW,
                };
                let own: Vec<Glicko2Rating> = morning(side).collect();
                let others: Vec<_> = game.sides.order().filter(|other| *other != side).flat_map(morning).collect();
                for (at, place) in places.iter().enumerate() {
                    let opponent = met(&own, at, &others);
                    results.entry(*place).or_default().push((opponent, outcome));
                }
            }
        }
        let followed = self.followed.as_ref().and_then(|name| self.players.get(name)).copied();
        let evenings: Vec<(usize, Strength)> =
            results.into_iter().map(|(place, results)| (place, self.evening(place, day, results))).collect();
        for (place, strength) in evenings {
            if followed == Some(place) {
                let games = strength.games - self.strengths[place].games;
                self.history.push(RatedDay { day, games, rating: Rating::of(&strength.rating) });
            }
            self.strengths[place] = strength;
        }
        self.last = Some(day);
    }

    /// A player's rating on the morning of a day.
    fn morning(&self, place: usize, day: NaiveDate) -> Glicko2Rating {
        self.strengths[place].on(day)
    }

    /// A player's strength in the evening of a day. Sorts the results, so that their order cannot change the last digit
    /// of a sum.
    fn evening(&self, place: usize, day: NaiveDate, mut results: DayResults) -> Strength {
        results.sort_by(|(one, won), (other, lost)| {
            let by_rating = one.rating.total_cmp(&other.rating).then(one.deviation.total_cmp(&other.deviation));
            by_rating.then_with(|| won.to_chess_points().total_cmp(&lost.to_chess_points()))
        });
        let rating = glicko2_rating_period(&self.morning(place, day), &results, &Glicko2Config::new());
        let games = self.strengths[place].games + results.len();
        Strength { rating: within_bounds(rating), day: Some(day), games }
    }
}

impl Rating {
    #[expect(clippy::cast_possible_truncation, reason = "both are within bounds of a few thousand")]
    fn of(rating: &Glicko2Rating) -> Rating {
        Rating { points: rating.rating.round() as i64, deviation: rating.deviation.round() as i64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, number).unwrap()
    }

    fn rating(rating: f64, deviation: f64) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility: 0.06 }
    }

    /// Players with these ratings in the morning of day 20.
    fn players(ratings: &[Glicko2Rating]) -> RatingPeriods {
        let strengths =
            ratings.iter().map(|rating| Strength { rating: *rating, day: Some(day(19)), games: 0 }).collect();
        RatingPeriods { strengths, ..RatingPeriods::default() }
    }

    fn game(first: &[usize], second: &[usize], winner: Option<Side>) -> RatedGame {
        let result = |side| match winner {
            Some(winner) if winner == side => GameResult::Won,
            Some(_) => GameResult::Lost,
            None => GameResult::Tied,
        };
        RatedGame { sides: BySide::new(first.to_vec(), second.to_vec()), results: BySide::from_fn(2, result) }
    }

    #[test]
    fn the_worked_example_of_the_paper_comes_out() {
        let mut periods =
            players(&[rating(1500.0, 200.0), rating(1400.0, 30.0), rating(1550.0, 100.0), rating(1700.0, 300.0)]);
        let games = [
            game(&[0], &[1], Some(Side::First)),
            game(&[2], &[0], Some(Side::First)),
            game(&[0], &[3], Some(Side::Second)),
        ];
        periods.close(day(20), &games);
        let Glicko2Rating { rating, deviation, volatility } = periods.strengths[0].rating;
        assert!((rating - 1464.06).abs() < 0.01, "{rating}");
        assert!((deviation - 151.52).abs() < 0.01, "{deviation}");
        assert!((volatility - 0.05999).abs() < 0.00001, "{volatility}");
        assert_eq!(periods.strengths[0].games, 3);
    }

    #[test]
    fn absurd_results_stay_within_bounds() {
        let mut periods = players(&[rating(1500.0, 350.0), rating(1500.0, 350.0)]);
        for round in 0..40 {
            let winner = if round == 39 { Side::Second } else { Side::First };
            periods.close(day(20), &vec![game(&[0], &[1], Some(winner)); 2000]);
        }
        for strength in &periods.strengths {
            let Glicko2Rating { rating, deviation, volatility } = strength.rating;
            assert!((100.0..=2900.0).contains(&rating), "{rating}");
            assert!((1.0..=350.0).contains(&deviation), "{deviation}");
            assert!((0.01..=0.2).contains(&volatility), "{volatility}");
        }
    }
}
