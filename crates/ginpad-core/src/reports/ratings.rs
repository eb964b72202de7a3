//! Each player's strength, estimated from results: Glicko-2, with one rating period a day.
//!
//! The system is Mark Glickman's ("Example of the Glicko-2 system", 2013) with the values of his paper: everyone starts
//! at 1500 with a deviation of 350 and a volatility of 0.06, and the volatility changes with τ = 0.5. All games of one
//! day count at once. A player who sits out a day keeps the rating, and the deviation grows.
//!
//! Only this file uses floating-point numbers. Results are rounded to whole points.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use derive_more::Display;
use serde::{Serialize, Serializer};
use serde_json::json;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

use super::Finished;
use crate::{BySide, GameResult, Name, Players, ScoredGame, Side};

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
        let mut rated = json!(self.rating);
        rated["games"] = self.games.into();
        rated["enough_games"] = (self.grounds() == Grounds::Enough).into();
        rated.serialize(serializer)
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
    players: BTreeMap<Name, Strength>,
    followed: Option<Name>,
    open: BTreeMap<NaiveDate, Vec<RatedGame>>,
    last: Option<NaiveDate>,
    history: Vec<RatedDay>,
    undated: usize,
}

/// A finished game: the players, and how it went for each side.
type RatedGame = (Players, BySide<GameResult>);

/// A player's day: each opponent's strength in the morning, and the outcome.
type DayResults = Vec<(Glicko2Rating, Outcomes)>;

/// Whether a rating rests on enough games to be meaningful. It prints its word in plain records.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq)]
#[display(rename_all = "kebab-case")]
pub enum Grounds {
    /// It rests on enough games.
    Enough,
    /// The player has finished fewer than [`PlayerRating::FEWEST_GAMES`] rated games.
    #[display("few")]
    FewGames,
    /// The player has played too little recently: the deviation is above [`PlayerRating::WIDEST`].
    FewOfLate,
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
        let meaningful = self.history.iter().copied().filter(|day| {
            games += day.games;
            PlayerRating { rating: day.rating, games }.grounds() == Grounds::Enough
        });
        meaningful.reduce(|highest, day| if day.rating.points > highest.rating.points { day } else { highest })
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
        // A game that comes too late counts on the first day still open.
        let day = started.date_naive();
        let day = self.last.and_then(|last| last.checked_add_days(Days::new(1))).map_or(day, |open| day.max(open));
        self.open.entry(day).or_default().push((scored.game.players.clone(), finished.results));
    }

    /// The ratings after all games.
    pub fn finish(mut self) -> Ratings {
        for (day, games) in std::mem::take(&mut self.open) {
            self.close(day, &games);
        }
        let next = self.last.and_then(|last| last.checked_add_days(Days::new(1)));
        let rated = |(name, strength): (Name, Strength)| {
            let rating = next.map_or(strength.rating, |next| strength.on(next));
            (name, PlayerRating { rating: Rating::of(&rating), games: strength.games })
        };
        Ratings { players: self.players.into_iter().map(rated).collect(), history: self.history, undated: self.undated }
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
        let mut results: BTreeMap<&Name, DayResults> = BTreeMap::new();
        for (players, went) in games {
            let morning = |side: Side| players.of(side).iter().map(|name| self.strength(name).on(day));
            for side in players.order() {
                let outcome = match went[side] {
                    GameResult::Won => Outcomes::WIN,
                    GameResult::Lost => Outcomes::LOSS,
                    GameResult::Tied => Outcomes::DRAW,
                };
                let own: Vec<Glicko2Rating> = morning(side).collect();
                let others: Vec<_> = players.order().filter(|other| *other != side).flat_map(morning).collect();
                for (at, name) in players.of(side).iter().enumerate() {
                    let opponent = met(&own, at, &others);
                    results.entry(name).or_default().push((opponent, outcome));
                }
            }
        }
        let evening = |(name, results): (&Name, DayResults)| {
            let games = results.len();
            (name.clone(), games, evening(self.strength(name), day, results))
        };
        let evenings: Vec<(Name, usize, Strength)> = results.into_iter().map(evening).collect();
        for (name, games, strength) in evenings {
            if self.followed.as_ref() == Some(&name) {
                self.history.push(RatedDay { day, games, rating: Rating::of(&strength.rating) });
            }
            self.players.insert(name, strength);
        }
        self.last = Some(day);
    }

    /// A player's strength after the last closed day.
    fn strength(&self, name: &Name) -> Strength {
        self.players.get(name).copied().unwrap_or_default()
    }
}

/// A player's strength in the evening of a day. Sorts the results, so that their order cannot change the last digit of a
/// sum.
fn evening(before: Strength, day: NaiveDate, mut results: DayResults) -> Strength {
    results.sort_by(|(one, won), (other, lost)| {
        let by_rating = one.rating.total_cmp(&other.rating).then(one.deviation.total_cmp(&other.deviation));
        by_rating.then_with(|| won.to_chess_points().total_cmp(&lost.to_chess_points()))
    });
    let rating = glicko2_rating_period(&before.on(day), &results, &Glicko2Config::new());
    Strength { rating: within_bounds(rating), day: Some(day), games: before.games + results.len() }
}

impl Rating {
    #[expect(clippy::cast_possible_truncation, reason = "both are within bounds of a few thousand")]
    fn of(rating: &Glicko2Rating) -> Rating {
        Rating { points: rating.rating.round() as i64, deviation: rating.deviation.round() as i64 }
    }
}

/// A player's strength after their last day with a finished rated game.
#[derive(Debug, Clone, Copy, Default)]
struct Strength {
    rating: Glicko2Rating,
    day: Option<NaiveDate>,
    games: usize,
}

impl Strength {
    /// The strength in the morning of a day, after the idle days before it.
    ///
    /// An idle day adds the squared volatility to the squared deviation, up to the deviation of a newcomer. So any
    /// number of idle days is one step with that many times the squared volatility.
    fn on(&self, day: NaiveDate) -> Glicko2Rating {
        let idle = self.day.map_or(0, |last| (day - last).num_days() - 1);
        if idle <= 0 {
            return self.rating;
        }
        let idle = f64::from(i32::try_from(idle).unwrap_or(i32::MAX));
        let volatility = self.rating.volatility * idle.sqrt();
        let decayed = decay_deviation(&Glicko2Rating { volatility, ..self.rating });
        Glicko2Rating { deviation: decayed.deviation, ..self.rating }
    }
}

/// The opponent a player met in a game. In a game between two it is the other player.
///
/// Partners win and lose together. Each is rated as if against one opponent, whose rating is the player's own plus the
/// difference between the sides' averages. The deviation of that opponent is the uncertainty of this difference,
/// without the player's own part.
fn met(own: &[Glicko2Rating], at: usize, others: &[Glicko2Rating]) -> Glicko2Rating {
    let (Some(player), false) = (own.get(at), others.is_empty()) else { return Glicko2Rating::new() };
    if let ([_], [only]) = (own, others) {
        return *only;
    }
    let average = |side: &[Glicko2Rating]| side.iter().map(|one| one.rating).sum::<f64>() / number(side.len());
    let partners = own.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, partner)| partner);
    let unknown = |square: f64, one: &Glicko2Rating| one.deviation.mul_add(one.deviation, square);
    let unknown = partners.chain(others).fold(0.0, unknown).sqrt() / number(others.len());
    Glicko2Rating { rating: player.rating + average(others) - average(own), deviation: unknown, ..Glicko2Rating::new() }
}

/// A small number of players as a floating-point number.
fn number(players: usize) -> f64 {
    u32::try_from(players).map_or(1.0, f64::from)
}

/// Keeps a rating within bounds that no table approaches. Absurd results in a book could otherwise exceed them in one
/// step, and sums would overflow.
fn within_bounds(rating: Glicko2Rating) -> Glicko2Rating {
    let Glicko2Rating { rating, deviation, volatility } = rating;
    Glicko2Rating {
        rating: rating.clamp(100.0, 2900.0),
        deviation: deviation.clamp(1.0, 350.0),
        volatility: volatility.clamp(0.01, 0.2),
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

    fn name(place: usize) -> Name {
        Name::read(&format!("P{place}")).unwrap()
    }

    /// Players with these ratings in the morning of day 20.
    fn players(ratings: &[Glicko2Rating]) -> RatingPeriods {
        let strength = |rating: &Glicko2Rating| Strength { rating: *rating, day: Some(day(19)), games: 0 };
        let players = ratings.iter().enumerate().map(|(place, rating)| (name(place), strength(rating))).collect();
        RatingPeriods { players, ..RatingPeriods::default() }
    }

    fn game(first: usize, second: usize, winner: Option<Side>) -> RatedGame {
        let result = |side| match winner {
            Some(winner) if winner == side => GameResult::Won,
            Some(_) => GameResult::Lost,
            None => GameResult::Tied,
        };
        let players = Players::new(BySide::new(vec![name(first)], vec![name(second)])).unwrap();
        (players, BySide::from_fn(2, result))
    }

    #[test]
    fn the_worked_example_of_the_paper_comes_out() {
        let mut periods =
            players(&[rating(1500.0, 200.0), rating(1400.0, 30.0), rating(1550.0, 100.0), rating(1700.0, 300.0)]);
        let games = [game(0, 1, Some(Side::First)), game(2, 0, Some(Side::First)), game(0, 3, Some(Side::Second))];
        periods.close(day(20), &games);
        let Glicko2Rating { rating, deviation, volatility } = periods.players[&name(0)].rating;
        assert!((rating - 1464.06).abs() < 0.01, "{rating}");
        assert!((deviation - 151.52).abs() < 0.01, "{deviation}");
        assert!((volatility - 0.05999).abs() < 0.00001, "{volatility}");
        assert_eq!(periods.players[&name(0)].games, 3);
    }

    #[test]
    fn absurd_results_stay_within_bounds() {
        let mut periods = players(&[rating(1500.0, 350.0), rating(1500.0, 350.0)]);
        for round in 0..40 {
            let winner = if round == 39 { Side::Second } else { Side::First };
            periods.close(day(20), &vec![game(0, 1, Some(winner)); 2000]);
        }
        for strength in periods.players.values() {
            let Glicko2Rating { rating, deviation, volatility } = strength.rating;
            assert!((100.0..=2900.0).contains(&rating), "{rating}");
            assert!((1.0..=350.0).contains(&deviation), "{deviation}");
            assert!((0.01..=0.2).contains(&volatility), "{volatility}");
        }
    }

    #[test]
    fn idle_days_at_once_are_idle_days_one_by_one() {
        for (deviation, idle) in [(84.0, 1), (84.0, 40), (200.0, 300), (30.0, 5000)] {
            let strength = Strength { rating: rating(1612.0, deviation), day: Some(day(1)), games: 20 };
            let back = day(1).checked_add_days(Days::new(idle + 1)).unwrap();
            let one_by_one = (0..idle).fold(strength.rating, |rating, _| decay_deviation(&rating));
            let at_once = strength.on(back);
            assert!((one_by_one.deviation - at_once.deviation).abs() < 1e-6, "{one_by_one:?} {at_once:?}");
            assert_eq!((at_once.rating, at_once.volatility), (1612.0, 0.06));
        }
        let strength = Strength { rating: rating(1612.0, 84.0), day: Some(day(1)), games: 20 };
        assert_eq!(strength.on(day(2)), strength.rating, "the next day, no day was idle");
    }

    #[test]
    fn partners_are_rated_by_the_averages_of_the_sides() {
        let own = [rating(1600.0, 60.0), rating(1500.0, 80.0)];
        let others = [rating(1700.0, 120.0), rating(1480.0, 90.0)];
        // The other side is 40 better on average. The deviations of the three other players make up the uncertainty.
        let opponent = met(&own, 0, &others);
        assert!((opponent.rating - 1640.0).abs() < 1e-9);
        let unknown: f64 = 80.0 * 80.0 + 120.0 * 120.0 + 90.0 * 90.0;
        assert!((opponent.deviation - unknown.sqrt() / 2.0).abs() < 1e-9);
        assert!((met(&own, 1, &others).rating - 1540.0).abs() < 1e-9);
        assert_eq!(met(&own[..1], 0, &others[1..]), others[1]);
    }
}
