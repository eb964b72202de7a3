//! A row of the standings: the games and hands of one player, or of one side of partners. It is stored as text, and
//! adds up with a row of later games.

use derive_more::AddAssign;
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use super::{Finished, day_text};
use crate::facts::{FactId, Time};
use crate::{Award, GameResult, Moment, Outcome, Points, Side};

/// A row of the standings. Hands after the end of a game, and refused hands, count nowhere.
///
/// `won`, `lost`, `tied` and `net` count finished games. The rest counts every hand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, AddAssign)]
pub struct StandingsRow {
    /// Games won.
    pub won: usize,
    /// Games lost.
    pub lost: usize,
    /// Games tied.
    pub tied: usize,
    /// The sum of the nets of the games.
    pub net: Points,
    /// Hands played, including dead ones.
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
    /// The points of the hands won, without extra boxes, lines, game and shutout bonuses.
    pub points_for: Points,
    /// The points of the hands lost.
    pub points_against: Points,
    /// The side's own deadwood in every knock of its own, whoever won the hand.
    pub knocking: Sum,
    /// The side's own deadwood in every hand that the opponent won by a knock or gin.
    pub caught: Sum,
    /// The opponent's knocks, whoever won the hand.
    pub defended: usize,
    /// Hands with a known ending: all but those with only points.
    pub known_endings: usize,
    /// Hands that this side dealt.
    pub with_deal: Dealt,
    /// Hands that the other side dealt.
    pub without_deal: Dealt,
    /// The hands of finished games, against somebody those between the two, and the number of these games. Leaves out games
    /// with only totals.
    pub lengths: Sum,
    /// Streaks of games won.
    #[add_assign(skip)]
    pub streak: Streak,
    /// The hand with the most points; the first among equals.
    #[serde(skip)]
    #[add_assign(skip)]
    pub biggest_hand: Option<Best>,
    /// The largest deficit turned into a won game; the first among equals.
    #[serde(skip)]
    #[add_assign(skip)]
    pub comeback: Option<Best>,
    /// The start of the first game with a date.
    #[serde(skip)]
    #[add_assign(skip)]
    pub first: Option<Moment>,
    /// The start of the last game with a date.
    #[serde(skip)]
    #[add_assign(skip)]
    pub last: Option<Moment>,
}

/// A sum of numbers, and their count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, AddAssign)]
pub struct Sum {
    /// Their sum.
    pub total: i64,
    /// Their count.
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, AddAssign)]
pub struct Dealt {
    /// Their number, without dead hands.
    pub hands: usize,
    /// The number of them that were won.
    pub won: usize,
}

/// Streaks of consecutive games won. A loss or a tie ends a streak.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The streak at the start.
    pub first: usize,
    /// The current streak.
    pub now: usize,
    /// The longest streak.
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
    /// Its start, if known.
    #[serde(rename = "date", serialize_with = "super::day_of")]
    pub started: Option<Moment>,
}

/// The words for a game by its number, which is 0 if the book does not have it.
pub fn game_called(number: i64) -> String {
    if number == 0 { "a game of another table".into() } else { format!("game {number}") }
}

impl GamePlace {
    /// Its number, if the book has the game: a club may have other games.
    pub fn known_number(&self) -> Option<i64> {
        Some(self.number).filter(|number| *number != 0)
    }
}

/// Serializes a game's number; null if the book does not have it.
///
/// # Errors
/// Those of the serializer.
pub fn number_or_null<S: Serializer>(number: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    Some(*number).filter(|number| *number != 0).serialize(serializer)
}

/// An outstanding hand or game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Best {
    /// Its points.
    pub points: Points,
    /// The game.
    pub game: GamePlace,
    /// The hand, counted from 0, if it is one hand.
    pub hand: Option<usize>,
}

impl Best {
    /// Takes the place of an earlier one if it is more.
    pub(super) fn replace(self, held: &mut Option<Best>) {
        if held.is_none_or(|held| self.points > held.points) {
            *held = Some(self);
        }
    }
}

impl Serialize for Best {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut best = serializer.serialize_struct("Best", 3 + usize::from(self.hand.is_some()))?;
        best.serialize_field("points", &self.points)?;
        best.serialize_field("game", &self.game.known_number())?;
        self.hand.iter().try_for_each(|hand| best.serialize_field("hand", &(hand + 1)))?;
        best.serialize_field("date", &self.game.started.map(day_text))?;
        best.end()
    }
}

/// One hand from a side's view.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandSeen {
    /// The side.
    pub(super) side: Side,
    /// Whether the side won a result of it.
    pub(super) won: bool,
    /// The points the side won.
    pub(super) points_for: Points,
    /// The points the side lost.
    pub(super) points_against: Points,
    /// The side that dealt it, if known.
    pub(super) dealer: Option<Side>,
    /// Whether it is dead.
    pub(super) dead: bool,
    /// Its game.
    pub(super) game: GamePlace,
    /// Its place in the game, counted from 0.
    pub(super) hand: usize,
}

/// A line as stored. It names games by id, because each book has its own numbers.
#[derive(Serialize, Deserialize)]
struct KeptLine {
    row: StandingsRow,
    best: Option<(i64, KeptGame, usize)>,
    comeback: Option<(i64, KeptGame)>,
    span: [Option<Time>; 2],
}

type KeptGame = (FactId, Option<Time>);

fn kept(game: GamePlace) -> KeptGame {
    (game.id, game.started.map(Time::from))
}

fn moment(time: Option<Time>) -> Option<Moment> {
    time.map(Time::moment)
}

impl StandingsRow {
    /// The number of finished games: won, lost and tied.
    pub const fn games(&self) -> usize {
        self.won + self.lost + self.tied
    }

    /// Enters a game that is finished.
    pub(super) fn finish(&mut self, finished: Finished, side: Side) {
        self.net += finished.nets[side];
        match finished.results[side] {
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

    /// Enters the start of a game of any state.
    pub(super) fn meet(&mut self, started: Option<Moment>) {
        self.first = self.first.or(started);
        self.last = started.or(self.last);
    }

    /// Enters the winner and the points of a hand.
    pub(super) fn play(&mut self, hand: HandSeen) {
        self.hands += 1;
        self.dead += usize::from(hand.dead);
        let won = hand.won;
        self.points_against += hand.points_against;
        if won {
            self.hands_won += 1;
            self.points_for += hand.points_for;
            let best = Best { points: hand.points_for, game: hand.game, hand: Some(hand.hand) };
            best.replace(&mut self.biggest_hand);
        }
        if let Some(dealer) = hand.dealer.filter(|_| !hand.dead) {
            let dealt = if dealer == hand.side { &mut self.with_deal } else { &mut self.without_deal };
            dealt.hands += 1;
            dealt.won += usize::from(won);
        }
    }

    /// Enters how the results of a round ended for a side. A caller with several results counts once, as won or
    /// undercut.
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

    /// Enters how one result ended.
    pub(super) fn end(&mut self, award: &Award, side: Side) {
        let won = award.winner == Some(side);
        let is_lost = award.winner.is_some() && !won;
        let own = award.deadwood_of(side).map(i64::from);
        self.known_endings += usize::from(award.outcome != Outcome::Points);
        if matches!(award.outcome, Outcome::Knock | Outcome::Undercut) {
            match own.filter(|_| award.knocker == Some(side)) {
                Some(own) => self.knocking.add(own),
                None => self.defended += 1,
            }
        }
        match award.outcome {
            Outcome::Undercut if is_lost => self.undercut_against += 1,
            _ if is_lost => own.into_iter().for_each(|own| self.caught.add(own)),
            Outcome::Knock => self.knocks += usize::from(won),
            Outcome::Undercut => self.undercuts += usize::from(won),
            Outcome::Gin => self.gins += usize::from(won),
            Outcome::BigGin => self.big_gins += usize::from(won),
            Outcome::Points | Outcome::Dead => {}
        }
    }

    /// Adds a line that covers later games.
    pub fn go_on(&mut self, later: StandingsRow) {
        let games = self.games();
        let (own, next) = (&mut self.streak, later.streak);
        own.longest = own.longest.max(next.longest).max(own.now + next.first);
        // A streak continues through a line whose games were all won.
        own.first += if own.first == games { next.first } else { 0 };
        own.now = if next.now == later.games() { own.now + next.now } else { next.now };
        later.biggest_hand.into_iter().for_each(|best| best.replace(&mut self.biggest_hand));
        later.comeback.into_iter().for_each(|best| best.replace(&mut self.comeback));
        self.first = self.first.or(later.first);
        self.last = later.last.or(self.last);
        *self += later;
    }

    /// The line as stored text.
    pub fn keep(&self) -> String {
        let kept = KeptLine {
            row: self.clone(),
            best: self.biggest_hand.and_then(|best| Some((best.points.0, kept(best.game), best.hand?))),
            comeback: self.comeback.map(|best| (best.points.0, kept(best.game))),
            span: [self.first, self.last].map(|moment| moment.map(Time::from)),
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Reads a stored line. `number` gives a game's number in the book.
    pub fn of_kept(text: &str, number: impl Fn(FactId) -> i64) -> Option<StandingsRow> {
        let kept: KeptLine = serde_json::from_str(text).ok()?;
        let mut line = kept.row;
        let best = |points, (id, started): KeptGame, hand| {
            let game = GamePlace { id, number: number(id), started: moment(started) };
            Best { points: Points(points), game, hand }
        };
        line.biggest_hand = kept.best.map(|(points, game, hand)| best(points, game, Some(hand)));
        line.comeback = kept.comeback.map(|(points, game)| best(points, game, None));
        [line.first, line.last] = kept.span.map(moment);
        Some(line)
    }
}
