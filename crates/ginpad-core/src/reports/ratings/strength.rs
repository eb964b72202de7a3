//! The arithmetic of a player's strength: idle days, opponents, and bounds.

use chrono::NaiveDate;
use skillratings::glicko2::{Glicko2Rating, decay_deviation};

/// A player's strength after their last day with a finished rated game.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Strength {
    pub(super) rating: Glicko2Rating,
    pub(super) day: Option<NaiveDate>,
    pub(super) games: usize,
}

impl Strength {
    /// The strength in the morning of a day, after the idle days before it.
    ///
    /// An idle day adds the squared volatility to the squared deviation, up to the deviation of a newcomer. So any
    /// number of idle days is one step with that many times the squared volatility.
    pub(super) fn on(&self, day: NaiveDate) -> Glicko2Rating {
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
pub(super) fn met(own: &[Glicko2Rating], at: usize, others: &[Glicko2Rating]) -> Glicko2Rating {
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
pub(super) fn within_bounds(rating: Glicko2Rating) -> Glicko2Rating {
    let Glicko2Rating { rating, deviation, volatility } = rating;
    Glicko2Rating {
        rating: rating.clamp(100.0, 2900.0),
        deviation: deviation.clamp(1.0, 350.0),
        volatility: volatility.clamp(0.01, 0.2),
    }
}

#[cfg(test)]
mod tests {
    use chrono::Days;

    use super::*;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, number).unwrap()
    }

    fn rating(rating: f64, deviation: f64) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility: 0.06 }
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
