//! Random books of many games, told by points and gins so simple that their scores need no scorer.

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta};
use ginpad_core::facts::FactId;
use ginpad_core::notation::{LocalTime, read_games};
use ginpad_core::reports::ReportedGame;
use ginpad_core::{Game, ScoredGame};
use uuid::Uuid;

use super::dice::Dice;

/// The players who may sit down.
pub(crate) const NAMES: [&str; 6] = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"];

/// One result of a hand: who won it, in which place of the side, and by how much.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Won {
    pub side: usize,
    pub place: usize,
    pub gin: bool,
    pub points: i64,
}

/// How a game was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    /// It goes on, unless a side has reached the target.
    AsItStands,
    /// This side gave up.
    GivenUp(usize),
    /// Nobody wins it.
    Unfinished,
}

/// A game of one column, whose lines, bonuses and shutouts count nothing.
#[derive(Debug, Clone)]
pub(crate) struct Evening {
    pub start: Option<NaiveDateTime>,
    pub target: i64,
    /// The players of each side, as places in [`NAMES`].
    pub sides: [Vec<usize>; 2],
    /// The hands, each with one result a pair; a dead hand has none.
    pub hands: Vec<Vec<Won>>,
    pub left: Left,
}

/// How a game came out, added up by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Came {
    /// How many hands count.
    pub hands: usize,
    /// The points of each side after each of them.
    pub race: Vec<[i64; 2]>,
    /// Who won by the rules.
    pub by_the_rules: Option<usize>,
    /// Who won, if anybody, and the net of the first side; `None` while it is not finished.
    pub finished: Option<(Option<usize>, i64)>,
}

impl Won {
    /// What it is worth: a gin brings 25 more.
    pub(crate) const fn worth(&self) -> i64 {
        self.points + if self.gin { 25 } else { 0 }
    }
}

impl Evening {
    /// A random game that starts at this time.
    pub(crate) fn random(dice: &mut Dice, start: Option<NaiveDateTime>) -> Evening {
        let mut free: Vec<usize> = (0..NAMES.len()).collect();
        let a_side = [1, 1, 1, 2][dice.below(4)];
        let mut seat = || (0..a_side).map(|_| free.swap_remove(dice.below(free.len()))).collect::<Vec<_>>();
        let sides = [seat(), seat()];
        let target = [1, 50, 100, 150][dice.below(4)];
        let hands = (0..dice.below(14)).map(|_| hand(dice, a_side)).collect();
        let left = match dice.below(12) {
            0 => Left::GivenUp(dice.below(2)),
            1 => Left::Unfinished,
            _ => Left::AsItStands,
        };
        let mut evening = Evening { start, target, sides, hands, left };
        // Only an open game can be closed.
        if evening.came().by_the_rules.is_some() {
            evening.left = Left::AsItStands;
        }
        evening
    }

    /// The text sheet of the game.
    pub(crate) fn sheet(&self) -> String {
        let name = |player: usize| NAMES[player].to_string();
        let side = |side: usize| self.sides[side].iter().copied().map(name).collect::<Vec<_>>().join(" & ");
        let mut sheet =
            self.start.map_or(String::new(), |start| format!("date: {} +00:00\n", start.format("%Y-%m-%d %H:%M")));
        sheet += &format!("rules: simple, target={}\nsides: {}, {}\n", self.target, side(0), side(1));
        match self.left {
            Left::GivenUp(by) => sheet += &format!("closed: forfeit {}\n", name(self.sides[by][0])),
            Left::Unfinished => sheet += "closed: unfinished\n",
            Left::AsItStands => {}
        }
        sheet += "\n";
        for hand in &self.hands {
            let result = |won: &Won| {
                let who = name(self.sides[won.side][won.place]);
                if won.gin { format!("{who} gin {}", won.points) } else { format!("{who} points {}", won.points) }
            };
            let results: Vec<String> = hand.iter().map(result).collect();
            sheet += &if results.is_empty() { "dead\n".to_string() } else { results.join(", ") + "\n" };
        }
        sheet
    }

    /// How it came out.
    pub(crate) fn came(&self) -> Came {
        let (mut points, mut race, mut by_the_rules) = ([0, 0], Vec::new(), None);
        for hand in &self.hands {
            if by_the_rules.is_some() {
                break;
            }
            let sum = |side: usize| hand.iter().filter(|won| won.side == side).map(Won::worth).sum::<i64>();
            let net = sum(0) - sum(1);
            points[usize::from(net < 0)] += net.abs();
            race.push(points);
            by_the_rules = (0..2).find(|side| points[*side] >= self.target);
        }
        let finished = match (by_the_rules, self.left) {
            (Some(winner), _) => Some((Some(winner), points[0] - points[1])),
            // The column is settled as it stands, if a hand was won in it.
            (None, Left::GivenUp(by)) => Some((Some(1 - by), points[0] - points[1])),
            (None, _) => None,
        };
        Came { hands: race.len(), race, by_the_rules, finished }
    }
}

fn hand(dice: &mut Dice, a_side: usize) -> Vec<Won> {
    if dice.below(8) == 0 {
        return Vec::new();
    }
    let won = |place| {
        let points = 1 + i64::try_from(dice.below(60)).unwrap();
        Won { side: dice.below(2), place, gin: dice.below(4) == 0, points }
    };
    (0..a_side).map(won).collect()
}

/// A random book in order of start, with games without a date among them.
pub(crate) fn evenings(dice: &mut Dice, games: usize) -> Vec<Evening> {
    let mut start = NaiveDate::from_ymd_opt(2019, 11, 1).unwrap().and_hms_opt(19, 0, 0).unwrap();
    let mut evening = |_| {
        start += TimeDelta::hours([1, 20, 24, 24 * 20, 24 * 300][dice.below(5)]);
        let dated = dice.below(12) > 0;
        Evening::random(dice, dated.then_some(start))
    };
    (0..games).map(&mut evening).collect()
}

/// The games of a book, scored.
pub(crate) fn scored(evenings: &[Evening]) -> Vec<ScoredGame> {
    let sheets = evenings.iter().map(Evening::sheet).collect::<Vec<_>>().join("---\n");
    let utc = DateTime::UNIX_EPOCH.fixed_offset();
    let local = LocalTime { now: utc, offset_at: &|_| *DateTime::UNIX_EPOCH.fixed_offset().offset() };
    let games = read_games(&sheets, local).unwrap_or_else(|faults| panic!("{faults:?}\n{sheets}"));
    games.into_iter().map(Game::scored).collect()
}

/// The games as reports take them, numbered from 1.
pub(crate) fn reported(scored: &[ScoredGame]) -> impl Iterator<Item = ReportedGame<'_>> {
    let game = |(number, scored): (i64, _)| ReportedGame {
        id: FactId { of: Uuid::from_u128(number.unsigned_abs().into()), place: 0 },
        number,
        scored,
    };
    (1..).zip(scored).map(game)
}
