//! A hand, or a correction of one.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::Unreadable;
use super::later;
use super::time::{moment, time_columns};
use crate::cards::{Card, Cards, DEALT, MOST_CARDS};
use crate::hand::{Count, DeadHand, LoggedHand, LoggedResult, Note, Outcome, Played, Upcard};
use crate::players::{Players, Seat};
use crate::side::Side;

/// A hand as it was logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct HandFact {
    /// The fact's id.
    pub id: Uuid,
    /// Its change.
    pub change: Uuid,
    /// The game.
    pub game: Uuid,
    /// Its place: hands are ordered by number, then by id.
    pub number: i64,
    /// The hand it was inserted before; `number` then orders the hands inserted there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inserted_before: Option<Uuid>,
    /// The version of this hand that it corrects.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub replaces: Option<Uuid>,
    /// Why it is dead, if it is: `stock` or `misdeal`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dead: Option<String>,
    /// The upcard's code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub upcard: Option<String>,
    /// The upcard's rank, if its suit was not said.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub upcard_rank: Option<String>,
    /// A remark.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
    /// When it was played, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub played_at: Option<i64>,
    /// The offset from UTC where it was played, in minutes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub played_offset: Option<i32>,
    /// One result for each pair of opponents.
    pub results: Vec<HandResult>,
    /// Other versions of this hand that it supersedes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub supersedes: Vec<Uuid>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// What was said about one pair of opponents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandResult {
    /// `knock`, `gin`, `big-gin`, `undercut`, `points` or `dead`.
    pub kind: Cow<'static, str>,
    /// The side of the player named, 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<usize>,
    /// That player's place on the side, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<usize>,
    /// That player's deadwood.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own: Option<u32>,
    /// How that was added up, if it was given as a sum.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own_sum: Option<String>,
    /// That player's cards, if they were given; for gin the whole hand.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own_cards: Option<String>,
    /// The opponent's deadwood.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other: Option<u32>,
    /// How that was added up, if it was given as a sum.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other_sum: Option<String>,
    /// The opponent's cards, if they were given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other_cards: Option<String>,
    /// The points, if only they are known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub points: Option<u32>,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl Serialize for HandFact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        HandFact::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for HandFact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HandFact, D::Error> {
        let mut hand = HandFact::deserialize(deserializer)?;
        let is_rank = |rank: &String| HandFact::is_upcard_rank(hand.upcard.as_deref(), rank);
        let [upcard_rank] = HandFact::LATER_FIELDS;
        hand.upcard_rank = later::take(&mut hand.unknown, upcard_rank, is_rank);
        Ok(hand)
    }
}

impl HandFact {
    /// The fields that a hand got later.
    pub(in crate::facts) const LATER_FIELDS: [&str; 1] = ["upcard_rank"];

    /// Whether a hand with this upcard can have this `upcard_rank`.
    pub fn is_upcard_rank(upcard: Option<&str>, rank: &str) -> bool {
        upcard.is_none() && Upcard::read(rank).is_ok_and(|read| read.card().is_none() && read.code() == rank)
    }

    pub(in crate::facts) fn has_unknown_fields(&self) -> bool {
        !self.unknown.is_empty() || self.results.iter().any(|result| !result.unknown.is_empty())
    }

    /// The fact of a new hand with this number.
    pub(in crate::facts) fn new(id: Uuid, change: Uuid, game: Uuid, number: i64, hand: &LoggedHand) -> HandFact {
        let (dead, results) = match &hand.played {
            Played::Dead(DeadHand::Stock) => (Some("stock".to_string()), Vec::new()),
            Played::Dead(DeadHand::Misdeal) => (Some("misdeal".to_string()), Vec::new()),
            Played::Results(results) => (None, results.iter().map(result_fact).collect()),
        };
        let played = hand.at.map(time_columns);
        HandFact {
            id,
            change,
            game,
            number,
            inserted_before: None,
            replaces: None,
            dead,
            upcard: hand.upcard.and_then(Upcard::card).map(Card::code),
            upcard_rank: hand.upcard.filter(|upcard| upcard.card().is_none()).map(Upcard::code),
            note: hand.note.as_ref().map(|note| note.as_str().to_string()),
            played_at: played.map(|(at, _)| at),
            played_offset: played.map(|(_, offset)| offset),
            results,
            supersedes: Vec::new(),
            unknown: Map::new(),
        }
    }

    /// All versions of the hand that this one supersedes.
    pub(in crate::facts) fn superseded(&self) -> impl Iterator<Item = Uuid> + '_ {
        self.replaces.into_iter().chain(self.supersedes.iter().copied())
    }

    /// Whether another version says the same of the hand, wherever it comes among the others.
    pub(in crate::facts) fn says_the_same_as(&self, other: &HandFact) -> bool {
        let said = |hand: &HandFact| HandFact {
            id: Uuid::nil(),
            change: Uuid::nil(),
            number: 0,
            inserted_before: None,
            replaces: None,
            supersedes: Vec::new(),
            ..hand.clone()
        };
        said(self) == said(other)
    }

    /// The hand as it was logged, in a game between these players.
    ///
    /// # Errors
    /// Its content makes no sense.
    pub fn logged(&self, players: &Players) -> Result<LoggedHand, Unreadable> {
        self.read(players).map_err(|why| Unreadable::new(self.id, why))
    }

    fn read(&self, players: &Players) -> Result<LoggedHand, String> {
        if self.dead.is_some() && !self.results.is_empty() {
            return Err("a dead hand has results".into());
        }
        let played = match self.dead.as_deref() {
            Some("misdeal") => Played::Dead(DeadHand::Misdeal),
            Some("stock") => Played::Dead(DeadHand::Stock),
            Some(why) => return Err(format!("a hand is dead because of `{why}`, which is neither stock nor misdeal")),
            None => Played::Results(self.results.iter().map(|result| result.read(players)).collect::<Result<_, _>>()?),
        };
        Ok(LoggedHand {
            played,
            upcard: self.read_upcard()?,
            note: self.note.as_deref().map_or(Ok(None), Note::read).map_err(text)?,
            at: moment(self.played_at, self.played_offset)?,
        })
    }

    fn read_upcard(&self) -> Result<Option<Upcard>, String> {
        match (self.upcard.as_deref(), self.upcard_rank.as_deref()) {
            (None, None) => Ok(None),
            (Some(card), None) => Card::read(card).map(|card| Some(card.into())).map_err(text),
            (None, Some(rank)) => Upcard::read(rank).map(Some).map_err(text),
            (Some(_), Some(_)) => Err("a hand has two upcards".into()),
        }
    }
}

fn text(fault: impl ToString) -> String {
    fault.to_string()
}

fn result_fact(result: &LoggedResult) -> HandResult {
    let (own, other, points) = match result {
        LoggedResult::Knock { own, other, .. } | LoggedResult::Undercut { own, other, .. } => {
            (Some(own), Some(other), None)
        }
        LoggedResult::Gin { other, .. } | LoggedResult::BigGin { other, .. } => (None, Some(other), None),
        LoggedResult::Points { points, .. } => (None, None, Some(*points)),
        LoggedResult::Dead => (None, None, None),
    };
    let melded = match result {
        LoggedResult::Gin { own, .. } | LoggedResult::BigGin { own, .. } => *own,
        _ => None,
    };
    HandResult {
        kind: result.outcome().word().into(),
        side: result.by().map(|seat| seat.side.index()),
        place: result.by().map(|seat| seat.place),
        own: own.map(Count::total),
        own_sum: own.and_then(Count::sum),
        own_cards: melded.or(own.and_then(Count::cards)).map(Cards::word),
        other: other.map(Count::total),
        other_sum: other.and_then(Count::sum),
        other_cards: other.and_then(Count::cards).map(Cards::word),
        points,
        unknown: Map::new(),
    }
}

impl HandResult {
    fn read(&self, players: &Players) -> Result<LoggedResult, String> {
        let by = self.seat(players);
        let own = counted(self.own, self.own_sum.as_deref(), self.own_cards.as_deref())?;
        let other = counted(self.other, self.other_sum.as_deref(), self.other_cards.as_deref())?;
        let lacks = || format!("a result of kind `{}` is incomplete", self.kind);
        let outcome = Outcome::from_word(&self.kind).ok_or_else(lacks)?;
        match (outcome, by, own, other, self.points) {
            (Outcome::Knock, Some(by), Some(own), Some(other), _) => Ok(LoggedResult::Knock { by, own, other }),
            (Outcome::Undercut, Some(by), Some(own), Some(other), _) => Ok(LoggedResult::Undercut { by, own, other }),
            (Outcome::Gin, Some(by), _, Some(other), _) => {
                Ok(LoggedResult::Gin { by, own: self.melded(DEALT)?, other })
            }
            (Outcome::BigGin, Some(by), _, Some(other), _) => {
                Ok(LoggedResult::BigGin { by, own: self.melded(MOST_CARDS)?, other })
            }
            (Outcome::Points, Some(by), _, _, Some(points)) => Ok(LoggedResult::Points { by, points }),
            (Outcome::Dead, None, ..) => Ok(LoggedResult::Dead),
            _ => Err(lacks()),
        }
    }

    fn seat(&self, players: &Players) -> Option<Seat> {
        let side = self.side.and_then(Side::from_index)?;
        let place = self.place.filter(|place| *place < players.of(side).len())?;
        Some(Seat { side, place })
    }

    /// All cards of the player who went gin, if they were given.
    fn melded(&self, whole: usize) -> Result<Option<Cards>, String> {
        match cards(self.own_cards.as_deref())? {
            Some(cards) if cards.len() != whole => Err("a gin hand has the wrong number of cards".into()),
            cards => Ok(cards),
        }
    }
}

fn cards(word: Option<&str>) -> Result<Option<Cards>, String> {
    word.map(Cards::read).transpose().map_err(text)
}

fn counted(total: Option<u32>, sum: Option<&str>, given: Option<&str>) -> Result<Option<Count>, String> {
    let Some(total) = total else { return Ok(None) };
    let count = match (cards(given)?, sum) {
        (Some(cards), _) => Count::of_cards(cards),
        (None, Some(sum)) => Count::new(sum.split('+').map(str::parse).collect::<Result<_, _>>().map_err(text)?),
        (None, None) => Count::number(total),
    };
    let count = count.filter(|count| count.total() == total);
    count.map(Some).ok_or_else(|| "a count of deadwood does not add up".into())
}
