//! The lines that standings and reports list, and their figures with names and exact values.

use std::cmp::Ordering;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::day_text;
use super::ledger::Lead;
use super::standings_row::StandingsRow;
use crate::Name;

/// A number as an exact fraction; for a whole number `of` is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    /// The numerator.
    pub part: i64,
    /// The denominator; at least 1.
    pub of: i64,
}

impl Ratio {
    const fn of_number(number: i64) -> Ratio {
        Ratio { part: number, of: 1 }
    }

    /// The fraction; `None` if the denominator is 0.
    fn of(part: i64, of: usize) -> Option<Ratio> {
        (of > 0).then(|| Ratio { part, of: number(of) })
    }

    /// The number, rounded to four decimals.
    pub fn rounded(self) -> f64 {
        (self.part as f64 / self.of as f64 * 10_000.0).round() / 10_000.0
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        (i128::from(self.part) * i128::from(other.of)).cmp(&(i128::from(other.part) * i128::from(self.of)))
    }
}

/// The format of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureKind {
    /// A whole number.
    Count,
    /// An average.
    Average,
    /// A part of a whole, at most 1.
    Share,
}

macro_rules! figures {
    ($( $(#[doc = $doc:literal])+ $name:ident $kind:ident $word:literal, $heading:literal, $value:expr; )+) => {
        /// A figure of a line.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Figure {
            $( $(#[doc = $doc])+ $name, )+
        }

        impl Figure {
            /// All figures, in the order of the list.
            pub const ALL: &'static [Figure] = &[ $( Figure::$name, )+ ];

            /// Its name in JSON and CSV.
            pub const fn word(self) -> &'static str {
                match self { $( Figure::$name => $word, )+ }
            }

            /// Its heading in a table.
            pub const fn heading(self) -> &'static str {
                match self { $( Figure::$name => $heading, )+ }
            }

            /// Its format.
            pub const fn kind(self) -> FigureKind {
                match self { $( Figure::$name => FigureKind::$kind, )+ }
            }

            /// Its value; `None` if nothing was counted.
            pub fn value(self, line: &StandingsRow) -> Option<Ratio> {
                let value: fn(&StandingsRow) -> Option<Ratio> = match self { $( Figure::$name => $value, )+ };
                value(line)
            }
        }
    };
}

figures! {
    /// Games finished.
    Games Count "games", "games", |line| count(line.games());
    /// Games won.
    Won Count "won", "won", |line| count(line.won);
    /// Games lost.
    Lost Count "lost", "lost", |line| count(line.lost);
    /// Games that nobody won.
    Tied Count "tied", "tied", |line| count(line.tied);
    /// The nets of the games, added up.
    Net Count "net", "net", |line| Some(Ratio::of_number(line.net.0));
    /// Hands played.
    Hands Count "hands", "hands", |line| count(line.hands);
    /// Hands won.
    HandsWon Count "hands_won", "hands won", |line| count(line.hands_won);
    /// Hands won by a knock.
    Knocks Count "knocks", "knocks", |line| count(line.knocks);
    /// Hands won by gin.
    Gins Count "gins", "gins", |line| count(line.gins);
    /// Hands won by big gin.
    BigGins Count "big_gins", "big gins", |line| count(line.big_gins);
    /// Hands won by an undercut.
    Undercuts Count "undercuts", "undercuts", |line| count(line.undercuts);
    /// Hands lost to an undercut.
    UndercutAgainst Count "undercut_against", "undercut against", |line| count(line.undercut_against);
    /// Dead hands.
    Dead Count "dead", "dead", |line| count(line.dead);
    /// The points of the hands won.
    PointsFor Count "points_for", "points for", |line| Some(Ratio::of_number(line.points_for.0));
    /// The points of the hands lost.
    PointsAgainst Count "points_against", "points against", |line| Some(Ratio::of_number(line.points_against.0));
    /// The average points of a hand won.
    PointsAHand Average "points_per_hand_won", "points a hand won", |line| Ratio::of(line.points_for.0, line.hands_won);
    /// The average own deadwood when knocking.
    KnockingDeadwood Average "knocking_deadwood", "deadwood when knocking", |line| Ratio::of(line.knocking.total, line.knocking.of);
    /// The average own deadwood when the opponent's knock or gin won.
    CaughtDeadwood Average "caught_deadwood", "deadwood when caught", |line| Ratio::of(line.caught.total, line.caught.of);
    /// The share of the opponent's knocks that were undercut.
    UndercutRate Share "undercut_rate", "undercut rate", |line| Ratio::of(number(line.undercuts), line.defended);
    /// The share of the own knocks that were undercut.
    UndercutAgainstRate Share "undercut_against_rate", "undercut rate against",
        |line| Ratio::of(number(line.undercut_against), line.knocking.of);
    /// The share of the hands that were won by gin or big gin.
    GinRate Share "gin_rate", "gin rate", |line| Ratio::of(number(line.gins + line.big_gins), line.known_endings);
    /// The average number of hands in a game.
    HandsAGame Average "hands_per_game", "hands a game", |line| Ratio::of(line.lengths.total, line.lengths.of);
    /// Hands with the deal, without dead ones.
    HandsWithDeal Count "hands_with_deal", "hands with the deal", |line| count(line.with_deal.hands);
    /// Hands won with the deal.
    WonWithDeal Count "won_with_deal", "won with the deal", |line| count(line.with_deal.won);
    /// Hands without the deal, without dead ones.
    HandsWithoutDeal Count "hands_without_deal", "hands without the deal", |line| count(line.without_deal.hands);
    /// Hands won without the deal.
    WonWithoutDeal Count "won_without_deal", "won without the deal", |line| count(line.without_deal.won);
    /// The most games won one after another.
    LongestStreak Count "longest_streak", "longest streak", |line| count(line.streak.longest);
    /// The most points of a hand won.
    BiggestHand Count "biggest_hand", "biggest hand", |line| Some(Ratio::of_number(line.biggest_hand?.points.0));
    /// The largest deficit that was turned into a won game.
    BiggestComeback Count "biggest_comeback", "biggest comeback", |line| Some(Ratio::of_number(line.comeback?.points.0));
}

impl Figure {
    /// The figure of this name.
    pub fn find(word: &str) -> Option<Figure> {
        Figure::ALL.iter().copied().find(|figure| figure.word() == word)
    }

    /// Compares two lines by this figure: the larger first, and a line without it last.
    pub fn compare(self, one: &StandingsRow, other: &StandingsRow) -> Ordering {
        self.value(other).cmp(&self.value(one))
    }
}

/// Compares two lines for the standings: more games won first, then the higher net, then more hands won.
pub fn standing_order(one: &StandingsRow, other: &StandingsRow) -> Ordering {
    let by = |figure: Figure| figure.compare(one, other);
    by(Figure::Won).then_with(|| by(Figure::Net)).then_with(|| by(Figure::HandsWon))
}

fn count(count: usize) -> Option<Ratio> {
    Some(Ratio::of_number(number(count)))
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The figures of a player, of partners, or of a player against an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The player or the opponent; or the partners, sorted by name.
    pub names: Vec<Name>,
    /// The figures. Those of partners are of their side: hands and points as on the sheet, and how the partners' own
    /// results were won and lost, added up.
    pub row: StandingsRow,
    /// Against an opponent, the sum of the player's nets in these games, and the lead changes.
    pub lead: Option<Lead>,
}

impl Line {
    /// The line of a player or of partners.
    pub const fn of(names: Vec<Name>, row: StandingsRow) -> Line {
        Line { names, row, lead: None }
    }

    /// The name of the line; those of partners are joined.
    pub fn name(&self) -> String {
        joined(&self.names)
    }

    /// Whether it is the line of partners.
    pub const fn is_of_partners(&self) -> bool {
        self.names.len() > 1
    }
}

/// The names of partners, joined.
pub fn joined(names: &[Name]) -> String {
    crate::text::join(names, " & ")
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name())?;
        if self.is_of_partners() {
            map.serialize_entry("players", &self.names)?;
        }
        for figure in Figure::ALL {
            let (key, value) = (figure.word(), figure.value(&self.row));
            match (figure, figure.kind()) {
                (Figure::BiggestHand, _) => map.serialize_entry(key, &self.row.biggest_hand)?,
                (Figure::BiggestComeback, _) => map.serialize_entry(key, &self.row.comeback)?,
                (_, FigureKind::Count) => map.serialize_entry(key, &value.map(|value| value.part))?,
                (_, _) => map.serialize_entry(key, &value.map(|value| value.rounded()))?,
            }
        }
        map.serialize_entry("first", &self.row.first.map(day_text))?;
        map.serialize_entry("last", &self.row.last.map(day_text))?;
        if let Some(lead) = self.lead {
            map.serialize_entry("cumulative", &lead.cumulative)?;
            map.serialize_entry("lead_changes", &lead.changes)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::super::standings_row::Sum;
    use super::*;
    use crate::points::Points;

    #[test]
    fn fractions_are_compared_exactly_and_nothing_comes_last() {
        let line = |total, of| StandingsRow { knocking: Sum { total, of }, ..StandingsRow::default() };
        let by = |one: &StandingsRow, other: &StandingsRow| Figure::KnockingDeadwood.compare(one, other);
        assert_eq!(by(&line(1, 3), &line(2, 6)), Ordering::Equal);
        assert_eq!(by(&line(333_333, 1_000_000), &line(1, 3)), Ordering::Greater);
        assert_eq!(by(&line(0, 0), &line(0, 1)), Ordering::Greater);
    }

    #[test]
    fn the_standings_are_by_games_then_by_net() {
        let line = |won, net| StandingsRow { won, net: Points(net), ..StandingsRow::default() };
        assert_eq!(standing_order(&line(2, -50), &line(1, 900)), Ordering::Less);
        assert_eq!(standing_order(&line(2, -50), &line(2, -49)), Ordering::Greater);
    }

    #[test]
    fn every_figure_has_a_name_of_its_own() {
        for figure in Figure::ALL {
            assert_eq!(Figure::find(figure.word()), Some(*figure));
        }
    }
}
