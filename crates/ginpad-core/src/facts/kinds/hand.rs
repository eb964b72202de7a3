//! A hand, or a correction of one.

use serde::{Deserialize, Serialize};

use super::{Content, Time, text};
use crate::cards::{Cards, DEALT, MOST_CARDS};
use crate::facts::{FactId, Subject};
use crate::hand::{Count, DeadHand, LoggedHand, LoggedResult, Note, Played, Upcard};
use crate::players::{Players, Seat};

/// A hand of a game, or another version of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct HandFact {
    /// The game.
    pub game: FactId,
    /// Its place: hands are ordered by number, then by age. In a line the number is left out if it is one more than that
    /// of the hand before it there, or 1; that stands as 0 here until the line is read.
    pub number: u32,
    /// Other games in which versions of this hand stand or stood.
    pub was: Vec<FactId>,
    /// The hand it was inserted before; `number` then orders the hands inserted there.
    pub before: Option<FactId>,
    /// The versions of this hand that it supersedes. It takes the place of the first that is of the same game.
    pub supersedes: Vec<FactId>,
    /// What was said of it.
    pub said: SaidHand,
}

/// What was said of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidHand {
    /// How it ended.
    pub play: SaidPlay,
    /// The upcard.
    pub up: Option<Upcard>,
    /// A remark.
    pub note: Option<Note>,
    /// When it was played.
    pub at: Option<Time>,
}

/// How a hand ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SaidPlay {
    /// Nobody won it.
    Dead(DeadHand),
    /// One result.
    One(HandResult),
    /// One result for each pair of opponents.
    Several(Vec<HandResult>),
}

/// What was said about one pair of opponents. Players are given by their seats, counted from 0 in the order of the sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandResult {
    /// The knocker, the knocker's deadwood and the defender's.
    Knock(usize, #[serde(with = "text::count")] Count, #[serde(with = "text::count")] Count),
    /// Who went gin, and the opponent's deadwood.
    Gin(Caught),
    /// Who went big gin, and the opponent's deadwood.
    BigGin(Caught),
    /// The undercutter, the undercutter's deadwood and the knocker's.
    Undercut(usize, #[serde(with = "text::count")] Count, #[serde(with = "text::count")] Count),
    /// Who won, and how many points, where only those are known.
    Points(usize, u32),
    /// Nobody won.
    Dead,
}

/// Who went gin, with what the opponent was caught, and the caller's cards if they were given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caught(
    usize,
    #[serde(with = "text::count")] Count,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::cards")] Option<Cards>,
);

/// A hand as a line has it. One result stands for itself.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    #[serde(default = "FactId::game_of_the_line", skip_serializing_if = "FactId::is_game_of_the_line")]
    game: FactId,
    #[serde(default, skip_serializing_if = "is_next")]
    number: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    was: Vec<FactId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<FactId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    supersedes: Vec<FactId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    knock: Option<Two>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gin: Option<Caught>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    big_gin: Option<Caught>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undercut: Option<Two>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<(usize, u32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dead: Option<Why>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    results: Vec<HandResult>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::upcard")]
    up: Option<Upcard>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::note")]
    note: Option<Note>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Time>,
}

/// A player with two counts.
#[derive(Serialize, Deserialize)]
struct Two(usize, #[serde(with = "text::count")] Count, #[serde(with = "text::count")] Count);

/// Why a hand is dead.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Why {
    Stock,
    Misdeal,
}

/// No hand has a higher number. Others count as this one, so that there always is a next number.
const MOST_NUMBER: u32 = 1 << 31;

fn is_next(number: &u32) -> bool {
    *number == 0
}

impl From<Written> for HandFact {
    fn from(written: Written) -> HandFact {
        let Written { game, number, was, before, supersedes, up, note, at, .. } = written;
        let ones = [
            written.knock.map(|Two(by, own, other)| HandResult::Knock(by, own, other)),
            written.gin.map(HandResult::Gin),
            written.big_gin.map(HandResult::BigGin),
            written.undercut.map(|Two(by, own, other)| HandResult::Undercut(by, own, other)),
            written.points.map(|(by, points)| HandResult::Points(by, points)),
        ];
        let number = number.min(MOST_NUMBER);
        let mut results: Vec<HandResult> = ones.into_iter().flatten().collect();
        let play = match (written.dead, results.len(), written.results.is_empty()) {
            (Some(Why::Stock), 0, true) => SaidPlay::Dead(DeadHand::Stock),
            (Some(Why::Misdeal), 0, true) => SaidPlay::Dead(DeadHand::Misdeal),
            (None, 1, true) => SaidPlay::One(results.remove(0)),
            // A hand that says too much, or nothing, has as many results as no table.
            (dead, ..) => {
                results.extend(written.results);
                results.extend(dead.map(|_| HandResult::Dead));
                SaidPlay::Several(results)
            }
        };
        HandFact { game, number, was, before, supersedes, said: SaidHand { play, up, note, at } }
    }
}

impl From<HandFact> for Written {
    fn from(hand: HandFact) -> Written {
        let HandFact { game, number, was, before, supersedes, said: SaidHand { play, up, note, at } } = hand;
        let mut written = Written {
            game,
            number,
            was,
            before,
            supersedes,
            knock: None,
            gin: None,
            big_gin: None,
            undercut: None,
            points: None,
            dead: None,
            results: Vec::new(),
            up,
            note,
            at,
        };
        match play {
            SaidPlay::Dead(DeadHand::Stock) => written.dead = Some(Why::Stock),
            SaidPlay::Dead(DeadHand::Misdeal) => written.dead = Some(Why::Misdeal),
            SaidPlay::Several(results) => written.results = results,
            SaidPlay::One(HandResult::Knock(by, own, other)) => written.knock = Some(Two(by, own, other)),
            SaidPlay::One(HandResult::Undercut(by, own, other)) => written.undercut = Some(Two(by, own, other)),
            SaidPlay::One(HandResult::Gin(caught)) => written.gin = Some(caught),
            SaidPlay::One(HandResult::BigGin(caught)) => written.big_gin = Some(caught),
            SaidPlay::One(HandResult::Points(by, points)) => written.points = Some((by, points)),
            SaidPlay::One(HandResult::Dead) => written.results = vec![HandResult::Dead],
        }
        written
    }
}

impl SaidHand {
    /// What a table of these players said.
    pub(in crate::facts) fn new(hand: &LoggedHand, players: &Players) -> SaidHand {
        let play = match &hand.played {
            Played::Dead(dead) => SaidPlay::Dead(*dead),
            Played::Results(results) => match results.as_slice() {
                [one] => SaidPlay::One(HandResult::new(one, players)),
                several => SaidPlay::Several(several.iter().map(|one| HandResult::new(one, players)).collect()),
            },
        };
        SaidHand { play, up: hand.upcard, note: hand.note.clone(), at: hand.at.map(Time::from) }
    }

    /// The hand as it was logged, in a game between these players.
    ///
    /// # Errors
    /// It names a seat that the game does not have.
    pub fn logged(&self, players: &Players) -> Result<LoggedHand, String> {
        let played = match &self.play {
            SaidPlay::Dead(dead) => Played::Dead(*dead),
            SaidPlay::One(one) => Played::Results(vec![one.logged(players)?]),
            SaidPlay::Several(several) => {
                Played::Results(several.iter().map(|one| one.logged(players)).collect::<Result<_, _>>()?)
            }
        };
        let at = self.at.map(Time::moment);
        Ok(LoggedHand { played, upcard: self.up, note: self.note.clone(), at })
    }
}

impl HandFact {
    /// Why it makes no sense in a game with this many seats, if it does not.
    pub(in crate::facts) fn flaw(&self, seats: usize) -> Option<&'static str> {
        let results = match &self.said.play {
            SaidPlay::Dead(_) => &[][..],
            SaidPlay::One(one) => std::slice::from_ref(one),
            SaidPlay::Several(several) => several,
        };
        results.iter().find_map(|result| result.flaw(seats))
    }
}

impl HandResult {
    fn flaw(&self, seats: usize) -> Option<&'static str> {
        let (at, cards, whole) = match self {
            HandResult::Knock(at, ..) | HandResult::Undercut(at, ..) | HandResult::Points(at, _) => (*at, None, DEALT),
            HandResult::Gin(Caught(at, _, cards)) => (*at, *cards, DEALT),
            HandResult::BigGin(Caught(at, _, cards)) => (*at, *cards, MOST_CARDS),
            HandResult::Dead => return None,
        };
        match cards {
            _ if at >= seats => Some("a hand names a seat that its game does not have"),
            Some(cards) if cards.len() != whole => Some("a gin hand has the wrong number of cards"),
            _ => None,
        }
    }

    fn new(result: &LoggedResult, players: &Players) -> HandResult {
        let seat = |by: &Seat| by.side.index() * players.a_side() + by.place;
        match result {
            LoggedResult::Knock { by, own, other } => HandResult::Knock(seat(by), own.clone(), other.clone()),
            LoggedResult::Undercut { by, own, other } => HandResult::Undercut(seat(by), own.clone(), other.clone()),
            LoggedResult::Gin { by, own, other } => HandResult::Gin(Caught(seat(by), other.clone(), *own)),
            LoggedResult::BigGin { by, own, other } => HandResult::BigGin(Caught(seat(by), other.clone(), *own)),
            LoggedResult::Points { by, points } => HandResult::Points(seat(by), *points),
            LoggedResult::Dead => HandResult::Dead,
        }
    }

    fn logged(&self, players: &Players) -> Result<LoggedResult, String> {
        let by = |at: usize| {
            let seat = players.seats().nth(at).map(|(seat, _)| seat);
            seat.ok_or_else(|| "a hand names a seat that its game does not have".to_string())
        };
        Ok(match self {
            HandResult::Knock(at, own, other) => {
                LoggedResult::Knock { by: by(*at)?, own: own.clone(), other: other.clone() }
            }
            HandResult::Undercut(at, own, other) => {
                LoggedResult::Undercut { by: by(*at)?, own: own.clone(), other: other.clone() }
            }
            HandResult::Gin(Caught(at, other, own)) => {
                LoggedResult::Gin { by: by(*at)?, own: *own, other: other.clone() }
            }
            HandResult::BigGin(Caught(at, other, own)) => {
                LoggedResult::BigGin { by: by(*at)?, own: *own, other: other.clone() }
            }
            HandResult::Points(at, points) => LoggedResult::Points { by: by(*at)?, points: *points },
            HandResult::Dead => LoggedResult::Dead,
        })
    }
}

impl Content for HandFact {
    fn each_named(&mut self, visit: &mut dyn FnMut(&mut FactId)) {
        visit(&mut self.game);
        self.was.iter_mut().chain(&mut self.before).chain(&mut self.supersedes).for_each(visit);
    }

    fn each_subject(&self, _: FactId, visit: &mut dyn FnMut(Subject)) {
        visit(Subject::Game(self.game));
        self.was.iter().for_each(|game| visit(Subject::Game(*game)));
    }
}
