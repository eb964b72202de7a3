//! An entry of a game (a hand or an adjustment), its correction, or its removal.

use std::num::NonZero;

use serde::{Deserialize, Deserializer, Serialize};

use super::{Content, Time, is_default};
use crate::facts::{FactId, HandRecord, Subject};
use crate::{
    Adjustment, Count, DeadHand, EntryAt, Game, LoggedHand, LoggedResult, Note, Outcome, Played, Players, Points, Seat,
    Side, Upcard,
};

/// A hand of a game, or another version of one. It has one of `knock`, `gin`, `big_gin`, `undercut`, `points` and
/// `dead`, or `results` at a table with several pairs of opponents. With `adjust` it is an adjustment beside the hands.
/// With `is_removal` it only removes the hand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HandFact {
    /// The game.
    #[serde(default = "FactId::game_of_the_line", skip_serializing_if = "FactId::is_game_of_the_line")]
    pub game: FactId,
    /// Its place: hands are ordered by number, then by age. A line omits the number if it is one more than that of the
    /// hand before it in the line, or 1 for the first. Until the line is read, an omitted number is 0 here.
    #[serde(default, deserialize_with = "from_1", skip_serializing_if = "is_default")]
    pub number: u32,
    /// Other games that hold or held versions of this hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<FactId>,
    /// The first version of a hand that was moved between games. It links the hand's versions while others are missing.
    /// Omitted if it is the first entry of `supersedes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<FactId>,
    /// The hand before which it was inserted; `number` then orders the hands inserted there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<FactId>,
    /// The versions of this hand that it supersedes. It takes the place of the first one in the same game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
    /// Whether it removes the hand from the game.
    #[serde(rename = "gone", default, skip_serializing_if = "is_default")]
    pub is_removal: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    knock: Option<(usize, Count, Count)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gin: Option<Caught>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    big_gin: Option<Caught>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undercut: Option<(usize, Count, Count)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<(usize, u32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dead: Option<DeadHand>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adjust: Option<Adjust>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    results: Vec<HandResult>,
    /// The seats of the two who played, if others sat out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    between: Option<(u8, u8)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    up: Option<Upcard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<Note>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Time>,
}

/// A result between one pair of opponents. It gives players by seat, counted from 0 in the order of the sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum HandResult {
    /// The knocker, the knocker's deadwood and the defender's.
    Knock(usize, Count, Count),
    /// The player who went gin, and the opponent's deadwood.
    Gin(Caught),
    /// The player who went big gin, and the opponent's deadwood.
    BigGin(Caught),
    /// The undercutter, the undercutter's deadwood and the knocker's.
    Undercut(usize, Count, Count),
    /// The winner and the points, if only those are known.
    Points(usize, u32),
    /// Nobody won.
    Dead,
}

/// The player who went gin, the opponent's deadwood, and the caller's cards if they were given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Caught(usize, Count, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Count>);

/// The adjusted side, the points, and the only column that takes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Adjust(Side, i64, #[serde(default, skip_serializing_if = "Option::is_none")] Option<usize>);

impl HandFact {
    /// The highest number of a hand. Higher numbers count as this one, so a next number always exists.
    pub(in crate::facts) const MOST_NUMBER: u32 = 1 << 31;

    /// A hand as the table logged it.
    pub fn new(hand: &LoggedHand, players: &Players) -> HandFact {
        let LoggedHand { played, between, upcard, note, at } = hand;
        let (up, note, at) = (*upcard, note.clone(), at.map(Time::from));
        let seat = |seat: Seat| u8::try_from(players.number(seat)).unwrap_or(u8::MAX);
        let between = between.map(|[one, other]| (seat(one), seat(other)));
        let mut fact = HandFact { between, up, note, at, ..HandFact::default() };
        match played {
            Played::Dead(dead) => fact.dead = Some(*dead),
            Played::Results(results) => match &results[..] {
                [result] => fact.name_alone(HandResult::new(result, players)),
                several => fact.results = several.iter().map(|result| HandResult::new(result, players)).collect(),
            },
        }
        fact
    }

    /// An adjustment.
    pub fn adjusting(adjustment: &Adjustment) -> HandFact {
        let Adjustment { side, points, column, note, .. } = adjustment;
        let adjust = Some(Adjust(*side, points.0, *column));
        HandFact { adjust, note: note.clone(), ..HandFact::default() }
    }

    /// An entry of a game.
    pub fn at(at: EntryAt, game: &Game) -> HandFact {
        match at {
            EntryAt::Hand(at) => HandFact::new(game.hands[at].logged(), &game.players),
            EntryAt::Adjustment(at) => HandFact::adjusting(&game.adjustments[at]),
        }
    }

    /// The removal of a hand.
    pub(in crate::facts) fn removal() -> HandFact {
        HandFact { is_removal: true, ..HandFact::default() }
    }

    /// Whether it is an adjustment.
    pub const fn is_adjustment(&self) -> bool {
        self.adjust.is_some()
    }

    /// The adjustment, if it is one. `after` is the number of hands before it.
    pub fn adjustment(&self, after: usize) -> Option<Adjustment> {
        let Adjust(side, points, column) = self.adjust?;
        Some(Adjustment { after, side, points: Points(points), column, note: self.note.clone() })
    }

    /// Makes it the next version of a hand. `was` are the other games that hold or held versions.
    pub(in crate::facts) fn follow(&mut self, at: &HandRecord, was: Vec<FactId>) {
        self.supersedes = at.versions();
        self.first = Some(at.first).filter(|first| !was.is_empty() && *first != at.id);
        self.was = was;
    }

    /// The first version of a hand that was moved between games.
    pub(in crate::facts) fn first(&self) -> Option<FactId> {
        self.first.or_else(|| self.supersedes.first().copied().filter(|_| !self.was.is_empty()))
    }

    /// Puts a single result into its own field.
    fn name_alone(&mut self, result: HandResult) {
        match result {
            HandResult::Knock(by, own, other) => self.knock = Some((by, own, other)),
            HandResult::Gin(caught) => self.gin = Some(caught),
            HandResult::BigGin(caught) => self.big_gin = Some(caught),
            HandResult::Undercut(by, own, other) => self.undercut = Some((by, own, other)),
            HandResult::Points(by, points) => self.points = Some((by, points)),
            HandResult::Dead => self.results.push(result),
        }
    }

    /// Its results.
    fn each_result(&self) -> impl Iterator<Item = HandResult> + '_ {
        let alone = [
            self.knock.clone().map(|(by, own, other)| HandResult::Knock(by, own, other)),
            self.gin.clone().map(HandResult::Gin),
            self.big_gin.clone().map(HandResult::BigGin),
            self.undercut.clone().map(|(by, own, other)| HandResult::Undercut(by, own, other)),
            self.points.map(|(by, points)| HandResult::Points(by, points)),
        ];
        alone.into_iter().flatten().chain(self.results.iter().cloned())
    }

    /// The hand as logged, in a game between these players. `None` if it names a seat that the game does not have.
    pub fn logged(&self, players: &Players) -> Option<LoggedHand> {
        let mut results = self.each_result().map(|result| result.logged(players)).collect::<Option<Vec<_>>>()?;
        let played = match self.dead {
            Some(dead) if results.is_empty() => Played::Dead(dead),
            dead => {
                // A hand with too many results, or none, fits no table.
                results.extend(dead.map(|_| LoggedResult::Dead));
                Played::Results(results)
            }
        };
        let seat = |at: u8| players.seats().nth(at.into()).map(|(seat, _)| seat);
        let between = match self.between {
            Some((one, other)) => Some(Seat::two(seat(one)?, seat(other)?)),
            None => None,
        };
        Some(LoggedHand { played, between, upcard: self.up, note: self.note.clone(), at: self.at.map(Time::moment) })
    }

    /// The fault of a hand in a game with these people. If nobody knows the people, any seat may exist.
    pub(in crate::facts) fn flaw(&self, sides: &[Vec<FactId>]) -> Option<&'static str> {
        let or_any = |number: usize| if sides.is_empty() { usize::MAX } else { number };
        let seats = or_any(sides.iter().map(Vec::len).sum());
        let is_out_of_range = |Adjust(_, points, _): Adjust| !(-Adjustment::MOST..=Adjustment::MOST).contains(&points);
        if self.adjust.is_some_and(|Adjust(side, ..)| side.index() >= or_any(sides.len())) {
            return Some("an adjustment is of a side that its game does not have");
        }
        if self.adjust.is_some_and(is_out_of_range) {
            return Some("an adjustment has too many points");
        }
        let has_seat = |at: u8| usize::from(at) < seats;
        if self.between.is_some_and(|(one, other)| !has_seat(one) || !has_seat(other) || one == other) {
            return Some("a hand is between seats that cannot play it");
        }
        self.each_result().find_map(|result| result.flaw(seats))
    }

    /// Whether another version agrees with this one in everything except its place and its versions.
    pub fn agrees_with(&self, other: &HandFact) -> bool {
        let HandFact { number, was, first, before, supersedes, .. } = self.clone();
        *self == HandFact { number, was, first, before, supersedes, ..other.clone() }
    }
}

/// Reads a written number. Refuses 0.
fn from_1<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    NonZero::deserialize(deserializer).map(NonZero::get)
}

impl HandResult {
    fn flaw(&self, seats: usize) -> Option<&'static str> {
        let (at, cards, sizes) = match self {
            HandResult::Knock(at, ..) | HandResult::Undercut(at, ..) | HandResult::Points(at, _) => {
                (*at, None, [7, 10])
            }
            HandResult::Gin(Caught(at, _, cards)) => (*at, cards.as_ref(), [7, 10]),
            HandResult::BigGin(Caught(at, _, cards)) => (*at, cards.as_ref(), [8, 11]),
            HandResult::Dead => return None,
        };
        let is_whole = |count: &Count| count.cards().is_some_and(|cards| sizes.contains(&cards.len()));
        match cards {
            _ if at >= seats => Some("a hand names a seat that its game does not have"),
            Some(cards) if !is_whole(cards) => Some("a gin hand has the wrong number of cards"),
            _ => None,
        }
    }

    fn new(result: &LoggedResult, players: &Players) -> HandResult {
        match result {
            LoggedResult::Ended { by, how, own, other } => {
                let (at, own, other) = (players.number(*by), own.clone(), other.clone());
                let caught = |own: Count, other| Caught(at, other, Some(own).filter(|own| own.cards().is_some()));
                match how {
                    Outcome::Undercut => HandResult::Undercut(at, own, other),
                    Outcome::Gin => HandResult::Gin(caught(own, other)),
                    Outcome::BigGin => HandResult::BigGin(caught(own, other)),
                    _ => HandResult::Knock(at, own, other),
                }
            }
            LoggedResult::Points { by, points } => HandResult::Points(players.number(*by), *points),
            LoggedResult::Dead => HandResult::Dead,
        }
    }

    fn logged(self, players: &Players) -> Option<LoggedResult> {
        let by = |at: usize| players.seats().nth(at).map(|(seat, _)| seat);
        let ended = |how, at, own, other| Some(LoggedResult::Ended { by: by(at)?, how, own, other });
        let caught = |how, Caught(at, other, cards)| ended(how, at, cards.unwrap_or(Count::NOTHING), other);
        Some(match self {
            HandResult::Knock(at, own, other) => ended(Outcome::Knock, at, own, other)?,
            HandResult::Undercut(at, own, other) => ended(Outcome::Undercut, at, own, other)?,
            HandResult::Gin(hand) => caught(Outcome::Gin, hand)?,
            HandResult::BigGin(hand) => caught(Outcome::BigGin, hand)?,
            HandResult::Points(at, points) => LoggedResult::Points { by: by(at)?, points },
            HandResult::Dead => LoggedResult::Dead,
        })
    }
}

impl Content for HandFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        let versions = self.was.iter_mut().chain(&mut self.first).chain(&mut self.before).chain(&mut self.supersedes);
        versions.chain([&mut self.game])
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        self.was.iter().copied().chain([self.game]).map(Subject::Game)
    }
}
