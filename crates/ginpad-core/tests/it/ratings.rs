//! Ratings against a naive Glicko-2: written from the paper, day by day, for everyone, without the crate.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use chrono::{DateTime, NaiveDate, TimeDelta};
use ginpad_core::notation::{LocalTime, read_games};
use ginpad_core::reports::{Grounds, PlayerRating, RatedDay, Rating, RatingPeriods, Ratings};
use ginpad_core::{Game, Name, ScoredGame};

use super::support::dice::{Dice, times};

/// One game: its start, its sides, and how it came out.
#[derive(Debug, Clone)]
struct Played {
    /// Minutes after the first moment, in UTC.
    start: Option<i64>,
    /// Minutes east of UTC.
    offset: i64,
    sides: [Vec<usize>; 2],
    came: Came,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Came {
    Won(usize),
    Given(usize),
    Tied,
    Unfinished,
    Open,
}

const NAMES: [&str; 6] = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"];

fn first_moment() -> DateTime<chrono::Utc> {
    "2026-02-25T00:00:00Z".parse().unwrap()
}

impl Played {
    fn local(&self) -> Option<chrono::NaiveDateTime> {
        let minutes = self.start? + self.offset;
        Some((first_moment() + TimeDelta::minutes(minutes)).naive_utc())
    }

    fn sheet(&self) -> String {
        let side = |side: usize| self.sides[side].iter().map(|player| NAMES[*player]).collect::<Vec<_>>().join(" & ");
        let partners = self.sides[0].len() > 1;
        let mut sheet = String::new();
        if let Some(local) = self.local() {
            let (sign, offset) = (if self.offset < 0 { '-' } else { '+' }, self.offset.abs());
            let date = local.format("%Y-%m-%d %H:%M");
            sheet += &format!("date: {date} {sign}{:02}:{:02}\n", offset / 60, offset % 60);
        }
        let level = "hollywood, columns=2, target=1, game_bonus=0, line_bonus=0, shutout=none";
        sheet += &match self.came {
            Came::Tied => format!("rules: {level}\n"),
            _ => "rules: simple, target=1\n".to_string(),
        };
        sheet += &format!("sides: {}, {}\n", side(0), side(1));
        match self.came {
            Came::Given(by) => sheet += &format!("closed: forfeit {}\n", NAMES[self.sides[by][0]]),
            Came::Unfinished => sheet += "closed: unfinished\n",
            _ => {}
        }
        let win = |by: usize| {
            let result = |(at, player): (usize, &usize)| match at {
                0 => format!("{} points 5", NAMES[*player]),
                _ => "dead".to_string(),
            };
            self.sides[by].iter().enumerate().map(result).collect::<Vec<_>>().join(", ")
        };
        match self.came {
            Came::Won(by) => sheet += &format!("\n{}\n", win(by)),
            Came::Tied => sheet += &format!("\n{}\n{}\n", win(0), win(1)),
            _ if partners => {}
            _ => sheet += "\ndead\n",
        }
        sheet
    }

    /// The score of the first side, if the game is rated.
    fn score(&self) -> Option<f64> {
        match self.came {
            Came::Won(0) | Came::Given(1) => Some(1.0),
            Came::Won(_) | Came::Given(_) => Some(0.0),
            Came::Tied => Some(0.5),
            Came::Unfinished | Came::Open => None,
        }
    }
}

fn scored(games: &[Played]) -> Vec<ScoredGame> {
    let sheets = games.iter().map(Played::sheet).collect::<Vec<_>>().join("---\n");
    let local =
        LocalTime { now: first_moment().fixed_offset(), offset_at: &|_| *DateTime::UNIX_EPOCH.fixed_offset().offset() };
    read_games(&sheets, local)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{sheets}"))
        .into_iter()
        .map(Game::scored)
        .collect()
}

fn rated(games: &[Played], followed: usize) -> Ratings {
    let mut periods = RatingPeriods::following(Name::read(NAMES[followed]).unwrap());
    for game in scored(games) {
        periods.enter(&game);
    }
    periods.finish()
}

/// A player on the scale of the paper.
#[derive(Debug, Clone, Copy)]
struct Player {
    mu: f64,
    phi: f64,
    sigma: f64,
    games: usize,
}

const SCALE: f64 = 173.7178;

/// Steps 3 to 8 of the paper, with plain bisection in step 5.
fn period(player: Player, results: &[(f64, f64, f64)]) -> Player {
    let g = |phi: f64| 1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt();
    let expected = |mu: f64, phi: f64| 1.0 / (1.0 + (-g(phi) * (player.mu - mu)).exp());
    let information: f64 =
        results.iter().map(|(mu, phi, _)| g(*phi).powi(2) * expected(*mu, *phi) * (1.0 - expected(*mu, *phi))).sum();
    let surprise: f64 = results.iter().map(|(mu, phi, score)| g(*phi) * (score - expected(*mu, *phi))).sum();
    let (variance, delta) = (1.0 / information, surprise / information);
    let f = |x: f64| {
        let spread = player.phi * player.phi + variance + x.exp();
        x.exp() * (delta * delta - spread) / (2.0 * spread * spread) - (x - (player.sigma * player.sigma).ln()) / 0.25
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    let sigma = (low / 2.0).exp();
    let before = player.phi * player.phi + sigma * sigma;
    let phi = 1.0 / (1.0 / before + information).sqrt();
    Player { mu: player.mu + phi * phi * surprise, phi, sigma, games: player.games + results.len() }
}

/// The opponent of one player of a side, on the scale of the paper.
fn opponent(players: &BTreeMap<usize, Player>, own: &[usize], player: usize, others: &[usize]) -> (f64, f64) {
    let size = f64::from(u32::try_from(own.len()).unwrap());
    let mean = |side: &[usize]| side.iter().map(|player| players[player].mu).sum::<f64>() / size;
    let everyone_else = own.iter().chain(others).filter(|other| **other != player);
    let phi = everyone_else.map(|other| players[other].phi.powi(2)).sum::<f64>().sqrt() / size;
    (players[&player].mu + mean(others) - mean(own), phi)
}

/// A day of a player: how many games it had, and how strong the player was after it.
type Day = (NaiveDate, usize, Player);

fn naive(games: &[Played], followed: usize) -> (BTreeMap<usize, Player>, Vec<Day>) {
    let mut days: BTreeMap<NaiveDate, Vec<&Played>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.score().is_some()) {
        if let Some(local) = game.local() {
            days.entry(local.date()).or_default().push(game);
        }
    }
    let (mut players, mut history) = (BTreeMap::new(), Vec::new());
    let (Some(first), Some(last)) = (days.keys().next().copied(), days.keys().last().copied()) else {
        return (players, history);
    };
    for day in first.iter_days().take_while(|day| *day <= last) {
        let today = days.get(&day).map_or(&[] as &[&Played], Vec::as_slice);
        for player in today.iter().flat_map(|game| game.sides.iter().flatten()) {
            players.entry(*player).or_insert(Player { mu: 0.0, phi: 350.0 / SCALE, sigma: 0.06, games: 0 });
        }
        let morning = players.clone();
        for (player, strength) in &mut players {
            let mut results = Vec::new();
            for game in today {
                for (own, others, score) in [
                    (&game.sides[0], &game.sides[1], game.score().unwrap()),
                    (&game.sides[1], &game.sides[0], 1.0 - game.score().unwrap()),
                ] {
                    if own.contains(player) {
                        let (mu, phi) = opponent(&morning, own, *player, others);
                        results.push((mu, phi, score));
                    }
                }
            }
            if results.is_empty() {
                strength.phi = (strength.phi.powi(2) + strength.sigma.powi(2)).sqrt().min(350.0 / SCALE);
            } else {
                *strength = period(*strength, &results);
                if *player == followed {
                    history.push((day, results.len(), *strength));
                }
            }
        }
    }
    (players, history)
}

fn random_game(dice: &mut Dice, start: &mut i64) -> Played {
    *start += [5, 200, 900, 4000, 60_000][dice.below(5)];
    let mut free: Vec<usize> = (0..NAMES.len()).collect();
    let a_side = [1, 1, 1, 2, 3][dice.below(5)];
    let mut seat = || (0..a_side).map(|_| free.swap_remove(dice.below(free.len()))).collect::<Vec<_>>();
    let sides = [seat(), seat()];
    let came = match dice.below(20) {
        0 => Came::Open,
        1 => Came::Unfinished,
        2 | 3 => Came::Tied,
        4 => Came::Given(dice.below(2)),
        // The players are not equally strong.
        _ => Came::Won(usize::from(dice.below(12) < 4 + sides[0][0].min(4))),
    };
    Played {
        start: (dice.below(25) > 0).then_some(*start),
        offset: [0, 60, -300, 840, -720, 330][dice.below(6)],
        sides,
        came,
    }
}

/// Whether a rounded rating is this one. A naive sum may round the other way.
fn is(rating: Rating, player: &Player) -> bool {
    let near = |whole: i64, exact: f64| (f64::from(i32::try_from(whole).unwrap()) - exact).abs() < 0.5 + 1e-3;
    near(rating.points, 1500.0 + player.mu * SCALE) && near(rating.deviation, player.phi * SCALE)
}

#[test]
fn ratings_are_those_of_the_paper() {
    let mut dice = Dice::new(8);
    for _ in 0..times(40, 2000) {
        let (followed, mut start) = (dice.below(NAMES.len()), 0);
        let games: Vec<Played> = (0..1 + dice.below(80)).map(|_| random_game(&mut dice, &mut start)).collect();
        let ratings = rated(&games, followed);
        let (players, history) = naive(&games, followed);
        assert_eq!(ratings.players.len(), players.len());
        for (place, player) in &players {
            let PlayerRating { rating, games } = ratings.players[&Name::read(NAMES[*place]).unwrap()];
            assert!(is(rating, player), "{}: {rating:?} {player:?}", NAMES[*place]);
            assert_eq!(games, player.games);
        }
        assert_eq!(ratings.history.len(), history.len());
        for (RatedDay { day, games, rating }, (naive_day, naive_games, player)) in ratings.history.iter().zip(&history)
        {
            assert_eq!((day, games), (naive_day, naive_games));
            assert!(is(*rating, player), "{day}: {rating:?} {player:?}");
        }
        let undated = games.iter().filter(|game| game.score().is_some() && game.start.is_none()).count();
        assert_eq!(ratings.undated, undated);
    }
}

#[test]
fn the_games_of_a_day_count_the_same_in_any_order() {
    let mut dice = Dice::new(88);
    let mut games: Vec<Played> = (0..30).map(|_| random_game(&mut dice, &mut 0)).collect();
    for game in &mut games {
        (game.start, game.offset) = (Some(600), 0);
    }
    let before = rated(&games, 0);
    for _ in 0..10 {
        let last = games.pop().unwrap();
        games.insert(dice.below(games.len()), last);
        assert_eq!(rated(&games, 0), before);
    }
    assert!(
        before.players.len() == NAMES.len() && before.players.values().any(|rated| rated.grounds() == Grounds::Enough)
    );
}
