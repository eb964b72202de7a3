//! The ledger of a pair year by year.

use chrono::Datelike;

use super::Ledger;
use crate::points::Points;

/// The games of one year between the two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerYear {
    /// The year; `None` for games without a date.
    pub year: Option<i32>,
    /// The number of finished games.
    pub games: usize,
    /// The number of games each player won: first the player named first.
    pub won: [usize; 2],
    /// The sum of their nets for the player named first.
    pub net: Points,
    /// The cumulative net after the year's last game.
    pub cumulative: Points,
}

impl Ledger {
    /// The years with finished games of the two, in the order of their first games.
    pub fn years(&self) -> Vec<LedgerYear> {
        let mut years: Vec<LedgerYear> = Vec::new();
        for entry in &self.entries {
            let year = entry.game.started.map(|started| started.year());
            // The games are in order, so the year is usually the last one.
            let at = years.iter().rposition(|one| one.year == year).unwrap_or_else(|| {
                years.push(LedgerYear { year, games: 0, won: [0; 2], net: Points::ZERO, cumulative: Points::ZERO });
                years.len() - 1
            });
            let row = &mut years[at];
            row.games += 1;
            row.net += entry.net;
            row.cumulative = entry.cumulative;
            if let Some(winner) = entry.winner {
                row.won[winner.index()] += 1;
            }
        }
        years
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::FactId;
    use crate::notation::{LocalTime, read_games};
    use crate::players::Name;
    use crate::reports::ReportedGame;

    #[test]
    fn every_game_is_in_one_year() {
        let sheet = |date: &str, by: &str, points: i64| {
            format!("{date}rules: simple, target=1\nsides: Ann, Bob\n\n{by} points {points}\n")
        };
        let sheets = [
            sheet("date: 2024-12-31 23:00 +01:00\n", "ann", 5),
            sheet("date: 2025-01-01 00:30 +01:00\n", "bob", 9),
            sheet("", "ann", 1),
            sheet("date: 2025-06-01 12:00 +02:00\n", "bob", 2),
        ];
        let now = crate::hand::Moment::from(chrono::DateTime::UNIX_EPOCH);
        let local = LocalTime { now, offset_at: &|_| *crate::hand::Moment::default().offset() };
        let scored: Vec<_> =
            read_games(&sheets.join("---\n"), local).unwrap().into_iter().map(crate::game::Game::scored).collect();
        let games = (1..).zip(&scored).map(|(number, scored)| ReportedGame { id: FactId::default(), number, scored });
        let [ann, bob] = ["Ann", "Bob"].map(|name| Name::read(name).unwrap());
        let mut versus = crate::reports::Versus::new(ann, bob);
        games.for_each(|game| versus.enter(game));
        let years = versus.ledger.years();
        let seen: Vec<_> =
            years.iter().map(|year| (year.year, year.games, year.won, year.net.0, year.cumulative.0)).collect();
        assert_eq!(seen, [(Some(2024), 1, [1, 0], 5, 5), (Some(2025), 2, [0, 2], -11, -5), (None, 1, [1, 0], 1, -3)]);
    }
}
