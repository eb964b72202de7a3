//! What one player, or one side of partners, did over many games: a line of the standings.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::facts::FactId;

use super::{Finished, day_text};
use crate::game::GameResult;
use crate::hand::{Award, Moment, Outcome};
use crate::points::Points;
use crate::side::Side;

/// A line of the standings. Hands after the end of a game and refused hands count nowhere.
///
/// `won`, `lost`, `tied` and `net` are of finished games. The rest is of every hand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Games won.
    pub won: usize,
    /// Games lost.
    pub lost: usize,
    /// Games that nobody won.
    pub tied: usize,
    /// The nets of the games, added up.
    pub net: Points,
    /// Hands played, dead ones included.
    pub hands: usize,
    /// Hands won.
    pub hands_won: usize,
    /// Hands won by a knock.
    pub knocks: usize,
    /// Hands won by gin.
    pub gins: usize,
    /// Hands won by big gin.
    pub big_gins: usize,
    /// Hands won by undercutting a knock.
    pub undercuts: usize,
    /// Hands lost because a knock was undercut.
    pub undercut_against: usize,
    /// Dead hands.
    pub dead: usize,
    /// The points of the hands won, without extra boxes, lines, game and shutout.
    pub points_for: Points,
    /// The points of the hands lost.
    pub points_against: Points,
    /// The own deadwood in every knock, whoever won the hand.
    pub knocking: Sum,
    /// The own deadwood in every hand that the opponent's knock or gin won.
    pub caught: Sum,
    /// The opponent's knocks, whoever won the hand.
    pub defended: usize,
    /// Hands whose end is known: all but those of which only the points are.
    pub told: usize,
    /// Hands that the own side dealt.
    pub with_deal: Dealt,
    /// Hands that the other side dealt.
    pub without_deal: Dealt,
    /// Finished games of which the hands are known, and those hands.
    pub lengths: Sum,
    /// Games won one after another.
    pub streak: Streak,
    /// The hand that brought the most points, the first of several.
    pub biggest_hand: Option<BestHand>,
    /// The largest deficit that was turned into a won game, the first of several.
    pub comeback: Option<BestGame>,
    /// When the first game with a date started.
    pub first: Option<Moment>,
    /// When the last game with a date started.
    pub last: Option<Moment>,
}

/// Numbers added up, and how many there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    /// Their sum.
    pub total: i64,
    /// How many there are.
    pub of: usize,
}

impl Sum {
    /// Adds one number.
    pub fn add(&mut self, number: i64) {
        self.total += number;
        self.of += 1;
    }
}

/// Hands that one side dealt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dealt {
    /// How many, without dead ones.
    pub hands: usize,
    /// How many of them were won.
    pub won: usize,
}

/// Games won one after another, in the order of the games. A loss or a tie ends a streak.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Streak {
    /// The one with which the games began.
    pub first: usize,
    /// The one that goes on.
    pub now: usize,
    /// The longest.
    pub longest: usize,
}

/// A game of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GamePlace {
    /// Its id.
    #[serde(skip)]
    pub id: FactId,
    /// Its number; 0 if the book does not have it.
    #[serde(rename = "game", serialize_with = "number_or_null")]
    pub number: i64,
    /// When it started, if that is known.
    #[serde(rename = "date", serialize_with = "super::day_of")]
    pub started: Option<Moment>,
}

/// What people call a game by its number, which is 0 if the book does not have it.
pub fn game_called(number: i64) -> String {
    if number == 0 { "a game of another table".into() } else { format!("game {number}") }
}

impl GamePlace {
    /// Its number, if the book has the game: a club may have others.
    pub fn known_number(&self) -> Option<i64> {
        Some(self.number).filter(|number| *number != 0)
    }
}

/// Serializes the number of a game; null if the book does not have it.
///
/// # Errors
/// Those of the serializer.
pub fn number_or_null<S: Serializer>(number: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    Some(*number).filter(|number| *number != 0).serialize(serializer)
}

/// A hand that stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestHand {
    /// Its points.
    pub points: Points,
    /// Its game.
    pub game: GamePlace,
    /// The hand, counted from 0.
    pub hand: usize,
}

impl Serialize for BestHand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut hand = serializer.serialize_struct("BestHand", 4)?;
        hand.serialize_field("points", &self.points)?;
        hand.serialize_field("game", &self.game.known_number())?;
        hand.serialize_field("hand", &(self.hand + 1))?;
        hand.serialize_field("date", &self.game.started.map(day_text))?;
        hand.end()
    }
}

/// A game that stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BestGame {
    /// Its points.
    pub points: Points,
    /// The game.
    #[serde(flatten)]
    pub game: GamePlace,
}

/// One hand as a side sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandSeen {
    /// The own side.
    pub(super) side: Side,
    /// Whether that won something in it.
    pub(super) won: bool,
    /// The points that it won.
    pub(super) points_for: Points,
    /// The points that it lost.
    pub(super) points_against: Points,
    /// The side that dealt it, if that is known.
    pub(super) dealer: Option<Side>,
    /// Whether it is dead.
    pub(super) dead: bool,
    /// Its game.
    pub(super) game: GamePlace,
    /// Its place in the game, counted from 0.
    pub(super) hand: usize,
}

impl Line {
    /// Games finished: won, lost and tied.
    pub const fn games(&self) -> usize {
        self.won + self.lost + self.tied
    }

    /// Enters a game that is finished.
    pub(super) fn finish(&mut self, finished: Finished, side: Side) {
        self.net += finished.net_of(side);
        match finished.result_of(side) {
            GameResult::Won => {
                self.won += 1;
                self.streak.now += 1;
                self.streak.longest = self.streak.longest.max(self.streak.now);
                self.streak.first += usize::from(self.lost + self.tied == 0);
                return;
            }
            GameResult::Lost => self.lost += 1,
            GameResult::Tied => self.tied += 1,
        }
        self.streak.now = 0;
    }

    /// Enters a game of any state: when it was played.
    pub(super) fn meet(&mut self, started: Option<Moment>) {
        self.first = self.first.or(started);
        self.last = started.or(self.last);
    }

    /// Enters who won a hand, and what it was worth.
    pub(super) fn play(&mut self, hand: HandSeen) {
        self.hands += 1;
        self.dead += usize::from(hand.dead);
        let won = hand.won;
        self.points_against += hand.points_against;
        if won {
            self.hands_won += 1;
            self.points_for += hand.points_for;
            if self.biggest_hand.is_none_or(|best| hand.points_for > best.points) {
                self.biggest_hand = Some(BestHand { points: hand.points_for, game: hand.game, hand: hand.hand });
            }
        }
        if let Some(dealer) = hand.dealer.filter(|_| !hand.dead) {
            let dealt = if dealer == hand.side { &mut self.with_deal } else { &mut self.without_deal };
            dealt.hands += 1;
            dealt.won += usize::from(won);
        }
    }

    /// Enters how the results of a round ended for a side. The caller has several: the one call counts once, won or undercut.
    pub(super) fn end_round(&mut self, awards: &[Award], side: Side) {
        let own = || awards.iter().filter(|award| award.takes_part(side));
        let called = own().find(|award| award.knocker == Some(side) && award.winner == Some(side));
        let undercut = own().find(|award| award.outcome == Outcome::Undercut);
        let Some(first) = called.or(undercut).or_else(|| own().next()) else { return };
        self.end(first, side);
        if called.is_some() && undercut.is_some() {
            self.undercut_against += 1;
        }
    }

    /// Enters how a result ended.
    pub(super) fn end(&mut self, award: &Award, side: Side) {
        let won = award.winner == Some(side);
        let own = award.deadwood_of(side).map(i64::from);
        self.told += usize::from(award.outcome != Outcome::Points);
        match award.outcome {
            Outcome::Knock | Outcome::Undercut if award.knocker == Some(side) => {
                own.into_iter().for_each(|own| self.knocking.add(own));
            }
            Outcome::Knock | Outcome::Undercut => self.defended += 1,
            Outcome::Gin | Outcome::BigGin | Outcome::Points | Outcome::Dead => {}
        }
        if won {
            match award.outcome {
                Outcome::Knock => self.knocks += 1,
                Outcome::Undercut => self.undercuts += 1,
                Outcome::Gin => self.gins += 1,
                Outcome::BigGin => self.big_gins += 1,
                Outcome::Points | Outcome::Dead => {}
            }
        } else if award.winner.is_some() {
            match award.outcome {
                Outcome::Undercut => self.undercut_against += 1,
                Outcome::Knock | Outcome::Gin | Outcome::BigGin => {
                    own.into_iter().for_each(|own| self.caught.add(own));
                }
                Outcome::Points | Outcome::Dead => {}
            }
        }
    }

    /// Enters a comeback.
    pub(super) fn come_back(&mut self, points: Points, game: GamePlace) {
        if self.comeback.is_none_or(|best| points > best.points) {
            self.comeback = Some(BestGame { points, game });
        }
    }
}
