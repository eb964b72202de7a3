//! A hand as the table reported it, before the rules check it.

use chrono::{DateTime, FixedOffset};
use derive_more::Display;
use serde::{Deserialize, Serialize};

use super::outcome::Outcome;
use super::upcard::Upcard;
use crate::cards::{Ace, Cards, MOST_CARDS, deadwood};
use crate::{Note, Players, Seat, Side};

/// A point in time, with the UTC offset where it was noted.
pub type Moment = DateTime<FixedOffset>;

/// Deadwood as given: a number, a sum of numbers, or the cards. It prints as in an entry: `4`, `10+9+4`, `AS2S3SKD`.
#[derive(Debug, Display, Clone, PartialEq, Eq, Hash)]
pub struct Count(CountParts);

#[derive(Debug, Display, Clone, PartialEq, Eq, Hash)]
enum CountParts {
    Number(u32),
    /// A sum of at least two numbers.
    #[display("{}", crate::text::join(_0, "+"))]
    Sum(Vec<u32>),
    #[display("{}", _0.word())]
    Cards(Cards),
}

/// The largest number in a count.
const MOST_IN_A_PART: u32 = 1_000_000;

impl Count {
    /// The most parts a sum may have: no player holds more cards.
    pub(crate) const MOST_PARTS: usize = MOST_CARDS;
    /// No deadwood.
    pub const NOTHING: Count = Count(CountParts::Number(0));

    /// A count with these parts. `None` if there are no parts or more than eleven, or a part is so large that the sum
    /// could overflow.
    pub fn new(parts: Vec<u32>) -> Option<Count> {
        match parts.as_slice() {
            [] => None,
            [number] => Count::number(*number),
            several => {
                let small = several.len() <= Count::MOST_PARTS && several.iter().all(|part| *part <= MOST_IN_A_PART);
                small.then_some(Count(CountParts::Sum(parts)))
            }
        }
    }

    /// A count given as one number. `None` if it is so large that a sum could overflow.
    pub(crate) fn number(number: u32) -> Option<Count> {
        (number <= MOST_IN_A_PART).then_some(Count(CountParts::Number(number)))
    }

    /// A count of these cards, melded to the least deadwood. `None` if there are no cards, or more than a player holds.
    pub const fn of_cards(cards: Cards) -> Option<Count> {
        if cards.is_empty() || cards.len() > MOST_CARDS { None } else { Some(Count(CountParts::Cards(cards))) }
    }

    /// The deadwood in points, before lay-offs for cards.
    pub fn total(&self, ace: Ace) -> u32 {
        match &self.0 {
            CountParts::Number(number) => *number,
            CountParts::Sum(parts) => parts.iter().sum(),
            CountParts::Cards(cards) => deadwood(*cards, ace).into(),
        }
    }

    /// The number, if the count is a single number.
    pub(crate) const fn as_number(&self) -> Option<u32> {
        match &self.0 {
            CountParts::Number(number) => Some(*number),
            CountParts::Sum(_) | CountParts::Cards(_) => None,
        }
    }

    /// The sum as given, if the count is several numbers.
    pub fn sum(&self) -> Option<String> {
        match &self.0 {
            CountParts::Sum(_) => Some(self.to_string()),
            CountParts::Number(_) | CountParts::Cards(_) => None,
        }
    }

    /// The cards, if they were given.
    pub const fn cards(&self) -> Option<Cards> {
        match &self.0 {
            CountParts::Cards(cards) => Some(*cards),
            CountParts::Number(_) | CountParts::Sum(_) => None,
        }
    }

    /// The cards, if they are as many as each player is dealt.
    pub fn full_hand(&self, dealt: usize) -> Option<Cards> {
        self.cards().filter(|cards| cards.len() == dealt)
    }
}

impl From<u8> for Count {
    fn from(number: u8) -> Count {
        Count(CountParts::Number(number.into()))
    }
}

/// One hand as logged.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoggedHand {
    /// How it ended.
    pub played: Played,
    /// The two who played the hand, if others sat out.
    pub between: Option<[Seat; 2]>,
    /// The first upcard, if it was noted.
    pub upcard: Option<Upcard>,
    /// A remark.
    pub note: Option<Note>,
    /// The time when it was played, if given.
    pub at: Option<Moment>,
}

/// How a hand ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Played {
    /// Nobody ended it.
    Dead(DeadHand),
    /// One result for each pair of opponents.
    Results(Vec<LoggedResult>),
}

impl Played {
    /// The reason that the hand is dead, if nobody ended it.
    pub const fn dead(&self) -> Option<DeadHand> {
        match self {
            Played::Dead(dead) => Some(*dead),
            Played::Results(_) => None,
        }
    }
}

/// The reason that a hand is dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeadHand {
    /// The stock ran down.
    Stock,
    /// The deal was wrong.
    Misdeal,
}

/// The report about one pair of opponents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoggedResult {
    /// `by` ended the hand, or undercut the player who did.
    Ended {
        /// The named player.
        by: Seat,
        /// Knock, gin, big gin or undercut.
        how: Outcome,
        /// The deadwood of that player; for gin it is 0, or the caller's cards if given.
        own: Count,
        /// The opponent's deadwood, after lay-offs.
        other: Count,
    },
    /// Only the points are known, as on some old sheets.
    Points {
        /// The winner.
        by: Seat,
        /// The points.
        points: u32,
    },
    /// The hand of this pair of partners was dead.
    Dead,
}

impl LoggedHand {
    /// The result of each pair of opponents; none if the hand is dead.
    pub fn results(&self) -> &[LoggedResult] {
        if let Played::Results(results) = &self.played { results } else { &[] }
    }

    /// The same hand won by the other side: the opponent takes over the named player's part. Of several opponents it is
    /// the one in the same place, or if that one won another pair, the next. `None` if nobody is named, because the
    /// hand is dead, or if a game of this many sides has no single other side.
    #[must_use]
    pub fn swapped(&self, sides: usize) -> Option<LoggedHand> {
        let mut swapped = self.clone();
        let Played::Results(results) = &mut swapped.played else { return None };
        let pairs = u8::try_from(results.len()).ok()?;
        let mut taken: Vec<Seat> = results.iter().filter_map(LoggedResult::by).collect();
        for (at, by) in results.iter_mut().enumerate().filter_map(|(at, result)| Some((at, result.by_mut()?))) {
            *by = match self.between {
                Some(two) => two.into_iter().find(|seat| seat.side != by.side)?,
                None if sides == Side::TWO.len() => {
                    let side = self.against(at, sides)?;
                    let places = std::iter::once(by.place).chain(0..pairs);
                    places.map(|place| Seat { side, place }).find(|seat| !taken.contains(seat))?
                }
                None => return None,
            };
            taken.push(*by);
        }
        Some(swapped)
    }

    /// The same hand with counts in numbers in place of cards.
    #[must_use]
    pub(crate) fn in_numbers(&self, ace: Ace) -> LoggedHand {
        let mut hand = self.clone();
        if let Played::Results(results) = &mut hand.played {
            results.iter_mut().for_each(|result| result.count_in_numbers(ace));
        }
        hand
    }

    /// The side that faced the named player of a result, counted from 0, in a game of this many sides. `None` if nobody
    /// is named, or if nobody lost the points given.
    ///
    /// At a round table the caller has one result against each other side, in the order of their seats.
    pub fn against(&self, at: usize, sides: usize) -> Option<Side> {
        let Played::Results(results) = &self.played else { return None };
        let result = results.get(at)?;
        let by = result.by()?;
        match self.between {
            Some(two) => two.into_iter().map(|seat| seat.side).find(|side| *side != by.side),
            None if sides == Side::TWO.len() => Some(by.side.other()),
            None if matches!(result, LoggedResult::Points { .. }) => None,
            None => Side::of(sides).cycle().nth(by.side.index() + 1 + at),
        }
    }

    /// The player who faced the named player of a result, counted from 0, if the hand tells.
    pub fn opponent(&self, at: usize, players: &Players) -> Option<Seat> {
        let side = self.against(at, players.sides())?;
        match self.between {
            Some(two) => two.into_iter().find(|seat| seat.side == side),
            None => (players.of(side).len() == 1).then_some(Seat { side, place: 0 }),
        }
    }
}

impl LoggedResult {
    /// The outcome as reported. The counts may still make a knock an undercut.
    pub const fn outcome(&self) -> Outcome {
        match self {
            LoggedResult::Ended { how, .. } => *how,
            LoggedResult::Points { .. } => Outcome::Points,
            LoggedResult::Dead => Outcome::Dead,
        }
    }

    /// The named player.
    pub const fn by(&self) -> Option<Seat> {
        match self {
            LoggedResult::Ended { by, .. } | LoggedResult::Points { by, .. } => Some(*by),
            LoggedResult::Dead => None,
        }
    }

    /// The named player, to be changed.
    pub const fn by_mut(&mut self) -> Option<&mut Seat> {
        match self {
            LoggedResult::Ended { by, .. } | LoggedResult::Points { by, .. } => Some(by),
            LoggedResult::Dead => None,
        }
    }

    /// Replaces cards by their deadwood as a number.
    fn count_in_numbers(&mut self, ace: Ace) {
        let total = |count: &mut Count| *count = Count::number(count.total(ace)).unwrap_or_else(|| count.clone());
        if let LoggedResult::Ended { how, own, other, .. } = self {
            if how.is_gin() {
                *own = Count::NOTHING;
            }
            total(own);
            total(other);
        }
    }

    /// Whether another result has the same call: the same outcome, with the same count or cards of the named player.
    pub(super) fn calls_like(&self, other: &LoggedResult) -> bool {
        let call = |result: &LoggedResult| match result {
            LoggedResult::Ended { how, own, .. } => Some((*how, own.clone())),
            LoggedResult::Points { .. } | LoggedResult::Dead => None,
        };
        call(self) == call(other)
    }

    /// Whether somebody knocked or went gin.
    pub const fn has_knocker(&self) -> bool {
        matches!(self, LoggedResult::Ended { .. })
    }

    /// The side that knocked or went gin. `against` is the side that faced the named player.
    pub const fn knocker(&self, against: Option<Side>) -> Option<Side> {
        match self {
            LoggedResult::Ended { how: Outcome::Undercut, .. } => against,
            LoggedResult::Ended { by, .. } => Some(by.side),
            LoggedResult::Points { .. } | LoggedResult::Dead => None,
        }
    }

    /// The cards given for the named player and for the opponent; `None` if no cards were given.
    pub fn cards(&self) -> Option<(Option<Cards>, Option<Cards>)> {
        let LoggedResult::Ended { own, other, .. } = self else { return None };
        let (own, other) = (own.cards(), other.cards());
        own.or(other).map(|_| (own, other))
    }
}
