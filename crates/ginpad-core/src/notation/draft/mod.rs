//! Builds an entry piece by piece: the parts given, the next part missing, the answers that the rules allow, and the
//! score.
//!
//! Prompts, pads and pages that ask for a hand step by step fill a [`Draft`]. It reads typed answers with the reader of
//! whole entries, takes a whole entry at any step, and never keeps an answer that the rules refuse.

mod answer;

use std::ops::RangeInclusive;

use thiserror::Error;

use super::fault::EntryFault;
use super::when::LocalTime;
use super::words::OF_A_PLAYER;
use crate::game::Game;
use crate::hand::{
    AcceptedHand, Count, DeadHand, Limit, LoggedHand, LoggedResult, MOST_POINTS, Outcome, Played, Refusal, RefusalKind,
    RefusedHand, Upcard, most_deadwood, refuse_cards, refuse_knock, refuse_melds, refuse_part,
};
use crate::players::Seat;
use crate::rules::{Table, UndercutTie};

/// One hand of a game, with the parts given so far.
///
/// # Example
/// ```
/// use ginpad_core::hand::Moment;
/// use ginpad_core::notation::{Draft, LocalTime, Missing, read_one};
///
/// let game = read_one("sides: Ann, Bob\n").unwrap();
/// let local = LocalTime { now: Moment::default(), offset_at: &|_| *Moment::default().offset() };
/// let mut draft = Draft::new(&game, local);
/// draft.give("ann").unwrap();
/// draft.give("knock").unwrap();
/// assert_eq!(draft.missing(), Missing::OwnCount);
/// let refused = draft.give("12").unwrap_err();
/// assert_eq!(refused[0].to_string(), "Ann cannot knock with 12 deadwood; the knock limit is 10");
/// draft.give("4").unwrap();
/// draft.give("10+9+8").unwrap();
/// assert_eq!(draft.missing(), Missing::Nothing);
/// assert!(draft.entry().is_some());
/// ```
#[derive(Clone)]
pub struct Draft<'a> {
    game: &'a Game,
    local: LocalTime<'a>,
    upcard: Option<Upcard>,
    /// The completed results before the current one: only partners have several.
    results: Vec<LoggedResult>,
    by: Option<Seat>,
    /// The opponent, if others sit out and the two who play were unknown.
    against: Option<Seat>,
    how: Option<Outcome>,
    own: Option<Count>,
    whole: Option<AcceptedHand>,
}

/// The next missing part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The player that the result names, or a dead hand.
    Who,
    /// The opponent of that player, if others sit out and the two who play are unknown.
    Opponent,
    /// The upcard: it sets the knock limit.
    Upcard,
    /// How the hand ended.
    How,
    /// The points.
    Points,
    /// The deadwood of the named player.
    OwnCount,
    /// The opponent's deadwood.
    OtherCount,
    /// Nothing: the entry is complete.
    Nothing,
}

/// The next answers that the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choices {
    /// One of these players, or a dead hand.
    Players(Vec<Seat>),
    /// Any card.
    Card,
    /// One of these endings.
    Ways(Vec<Outcome>),
    /// A number in this range. For deadwood also cards with such a total.
    Number(RangeInclusive<u32>),
    /// The entry is complete.
    Nothing,
}

/// Why an answer is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DraftFault {
    /// The answer cannot be read.
    #[error("{0}")]
    Unread(#[from] EntryFault),
    /// The rules refuse the answer.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// A knock or an undercut where only gin ends a hand.
    #[error("{0}")]
    OnlyGin(Limit),
    /// An undercutter's deadwood that is too high to beat any knock.
    #[error("{who} cannot undercut with {deadwood} deadwood; {limit}")]
    UndercutOverLimit {
        /// The undercutter.
        who: String,
        /// The undercutter's deadwood.
        deadwood: u32,
        /// The limit of this hand.
        limit: Limit,
    },
    /// A part that this step does not ask for.
    #[error("this answers another question")]
    NotMissing,
}

/// The result of a step.
type DraftResult = Result<(), Vec<DraftFault>>;

impl<'a> Draft<'a> {
    /// Starts the next hand of a game, with no part given.
    pub const fn new(game: &'a Game, local: LocalTime<'a>) -> Draft<'a> {
        Draft {
            game,
            local,
            upcard: None,
            results: Vec::new(),
            by: None,
            against: None,
            how: None,
            own: None,
            whole: None,
        }
    }

    /// The next missing part. Under Oklahoma the upcard comes first, because it sets the limit.
    pub fn missing(&self) -> Missing {
        match (self.by, self.how) {
            _ if self.whole.is_some() => Missing::Nothing,
            (None, _) => Missing::Who,
            (Some(by), None) if self.lacks_opponent(by) => Missing::Opponent,
            (Some(_), None) if Limit::lacks_upcard(&self.game.rules.rules, self.upcard) => Missing::Upcard,
            (Some(_), None) => Missing::How,
            (Some(_), Some(Outcome::Points)) => Missing::Points,
            (Some(_), Some(Outcome::Knock | Outcome::Undercut)) if self.own.is_none() => Missing::OwnCount,
            (Some(_), Some(_)) => Missing::OtherCount,
        }
    }

    /// The number of the current result in the hand, from 1.
    pub const fn result_number(&self) -> usize {
        self.results.len() + 1
    }

    /// The name of the player whose deadwood is missing next; `None` if another part is.
    pub fn whose(&self) -> Option<String> {
        let by = self.by?;
        match self.missing() {
            Missing::OwnCount => Some(self.game.players.name(by).to_string()),
            Missing::OtherCount => match self.opponent(by) {
                Some(opponent) => Some(self.game.players.name(opponent).to_string()),
                None => Some(self.game.players.across(by, Some(by.side.other()))),
            },
            _ => None,
        }
    }

    /// The next answers that the rules allow.
    pub fn choices(&self) -> Choices {
        match self.missing() {
            Missing::Who => {
                let playing = self.game.playing();
                let plays = |seat: &Seat| playing.is_none_or(|two| two.contains(seat));
                let free = self.game.players.seats().map(|(seat, _)| seat).filter(|seat| !self.is_named(*seat));
                Choices::Players(free.filter(plays).collect())
            }
            Missing::Opponent => {
                let seats = self.game.players.seats().map(|(seat, _)| seat);
                Choices::Players(seats.filter(|seat| self.by.is_none_or(|by| by.side != seat.side)).collect())
            }
            Missing::Upcard => Choices::Card,
            Missing::How => {
                Choices::Ways(OF_A_PLAYER.into_iter().filter(|how| self.refuse_how(*how).is_none()).collect())
            }
            Missing::Points => Choices::Number(0..=MOST_POINTS),
            Missing::OwnCount if self.how == Some(Outcome::Undercut) => {
                let limit = u32::from(self.limit().deadwood);
                Choices::Number(0..=if self.ties_are_undercuts() { limit } else { limit.saturating_sub(1) })
            }
            Missing::OwnCount => Choices::Number(1..=self.limit().deadwood.into()),
            Missing::OtherCount if self.how == Some(Outcome::Undercut) => {
                let own = self
                    .own
                    .as_ref()
                    .filter(|own| own.full_hand(self.game.rules.rules.dealt).is_none())
                    .map_or(0, |own| own.total(self.game.rules.rules.ace));
                let least = if self.ties_are_undercuts() { own.max(1) } else { own + 1 };
                Choices::Number(least..=self.limit().deadwood.into())
            }
            Missing::OtherCount => Choices::Number(0..=most_deadwood(self.game.rules.rules.cards())),
            Missing::Nothing => Choices::Nothing,
        }
    }

    /// The hand, once it is complete.
    pub const fn entry(&self) -> Option<&AcceptedHand> {
        self.whole.as_ref()
    }

    /// Takes the first upcard.
    ///
    /// # Errors
    /// The rules need its suit too.
    pub fn upcard(&mut self, upcard: Upcard) -> DraftResult {
        if upcard.lacks_suit(&self.game.rules.rules) {
            return Err(vec![Refusal::suit_missing(upcard).into()]);
        }
        self.upcard = Some(upcard);
        Ok(())
    }

    /// Takes a whole entry in place of everything given so far.
    fn entry_given(&mut self, hand: LoggedHand) -> DraftResult {
        self.whole = Some(self.game.accept(hand).map_err(refused_hand)?);
        Ok(())
    }

    /// Takes the player who ended the hand, or the opponent.
    fn player(&mut self, seat: Seat) -> DraftResult {
        if self.is_named(seat) || self.by.is_some_and(|by| by.side == seat.side) {
            return Err(vec![Refusal::player_twice(self.game.players.name(seat)).into()]);
        }
        *if self.by.is_none() { &mut self.by } else { &mut self.against } = Some(seat);
        Ok(())
    }

    /// Takes a dead hand, for the whole table or for this pair.
    fn dead(&mut self) -> DraftResult {
        match self.game.players.pairs() {
            1 => self.entry_given(self.hand(Played::Dead(DeadHand::Stock))),
            _ => self.complete(LoggedResult::Dead),
        }
    }

    fn how(&mut self, how: Outcome) -> DraftResult {
        if let Some(fault) = self.refuse_how(how) {
            return Err(vec![fault]);
        }
        self.how = Some(how);
        Ok(())
    }

    /// Takes the deadwood of the named player.
    fn own(&mut self, own: Count) -> DraftResult {
        self.check_own(&own)?;
        self.own = Some(own);
        Ok(())
    }

    /// Takes the opponent's deadwood.
    fn other(&mut self, other: Count) -> DraftResult {
        let (Some(by), Some(how)) = (self.by, self.how) else { return Err(vec![DraftFault::NotMissing]) };
        let own = self.own.clone().unwrap_or(Count::NOTHING);
        self.complete(LoggedResult::Ended { by, how, own, other })
    }

    /// Adds a result; the last one completes the entry.
    fn complete(&mut self, result: LoggedResult) -> DraftResult {
        let results: Vec<LoggedResult> = self.results.iter().cloned().chain([result]).collect();
        let is_of_a_caller = self.table() == Table::RoundTable && results.iter().all(LoggedResult::has_knocker);
        let all = if is_of_a_caller { self.game.players.sides() - 1 } else { self.game.players.pairs() };
        let last = results.len() >= all;
        let all_dead = results.iter().all(|result| *result == LoggedResult::Dead);
        let hand = match () {
            () if last && all_dead => self.hand(Played::Dead(DeadHand::Stock)),
            () => self.hand(Played::Results(results.clone())),
        };
        let whole = if last {
            Some(self.game.accept(hand).map_err(refused_hand)?)
        } else {
            self.check_so_far(hand)?;
            None
        };
        if is_of_a_caller && !last {
            self.results = results;
            return Ok(());
        }
        let results = if last { Vec::new() } else { results };
        *self = Draft { upcard: self.upcard, results, whole, ..Draft::new(self.game, self.local) };
        Ok(())
    }

    /// Checks a hand to which more results will be added.
    fn check_so_far(&self, hand: LoggedHand) -> DraftResult {
        let Err(mut refused) = self.game.accept(hand) else { return Ok(()) };
        refused.refusals.retain(|refusal| !matches!(refusal.kind, RefusalKind::Results | RefusalKind::AllDead));
        if refused.refusals.is_empty() { Ok(()) } else { Err(refused_hand(refused)) }
    }

    /// Checks that a player's deadwood is possible for the current knock or undercut.
    fn check_own(&self, own: &Count) -> DraftResult {
        let rules = self.game.rules.rules.cards();
        let (Some(by), deadwood, limit) = (self.by, own.total(rules.ace), self.limit()) else { return Ok(()) };
        let who = || self.game.players.name(by).to_string();
        let most = if self.how == Some(Outcome::Knock) { rules.most_of_a_knock() } else { rules.dealt };
        if let Some(refusal) = refuse_cards(who, own.cards(), most).or_else(|| refuse_part(who, own, rules)) {
            return Err(vec![refusal.into()]);
        }
        if self.how == Some(Outcome::Knock) {
            let unmelded = own.cards().and_then(|cards| refuse_melds(who, cards, rules));
            let refusals: Vec<DraftFault> =
                refuse_knock(who, deadwood, limit).into_iter().chain(unmelded).map(DraftFault::from).collect();
            return if refusals.is_empty() { Ok(()) } else { Err(refusals) };
        }
        let most = u32::from(limit.deadwood);
        // The deadwood of a full hand is counted before lay-offs, which may still reduce it.
        if own.full_hand(rules.dealt).is_some() || deadwood < most || deadwood == most && self.ties_are_undercuts() {
            Ok(())
        } else {
            Err(vec![DraftFault::UndercutOverLimit { who: who(), deadwood, limit }])
        }
    }

    /// Why the rules refuse this ending.
    fn refuse_how(&self, how: Outcome) -> Option<DraftFault> {
        let limit = self.limit();
        match how {
            Outcome::Knock | Outcome::Undercut if limit.deadwood == 0 => Some(DraftFault::OnlyGin(limit)),
            Outcome::BigGin if !self.game.rules.rules.plays_big_gin() => Some(Refusal::big_gin_off(None).into()),
            Outcome::Undercut if self.table() == Table::RoundTable => {
                let who = self.by.map_or("", |by| self.game.players.name(by));
                Some(Refusal::undercut_of_round(who).into())
            }
            _ => None,
        }
    }

    /// Whether an earlier result names a player.
    fn is_named(&self, seat: Seat) -> bool {
        self.results.iter().any(|result| result.by() == Some(seat))
    }

    fn limit(&self) -> Limit {
        Limit::of(&self.game.rules.rules, self.upcard)
    }

    fn ties_are_undercuts(&self) -> bool {
        matches!(self.game.rules.rules.undercut_tie, UndercutTie::Bonus | UndercutTie::NoBonus)
    }

    fn table(&self) -> Table {
        self.game.rules.rules.table
    }

    /// Whether the player's opponent is unknown.
    fn lacks_opponent(&self, by: Seat) -> bool {
        self.table().has_others_sit_out() && self.opponent(by).is_none()
    }

    /// The opponent in the current result, if known.
    fn opponent(&self, by: Seat) -> Option<Seat> {
        match self.table() {
            Table::Two => None,
            Table::RoundTable => {
                let sides = self.game.players.order().cycle().skip(by.side.index() + 1 + self.results.len());
                sides.map(|side| Seat { side, place: 0 }).next()
            }
            Table::Cutthroat | Table::Captain => {
                self.against.or_else(|| self.game.opponent_of(by, self.game.playing()))
            }
        }
    }

    fn hand(&self, played: Played) -> LoggedHand {
        let named = self.by.and_then(|by| Some([by, self.opponent(by)?]));
        let between = named.or_else(|| self.game.playing()).filter(|_| self.table().has_others_sit_out());
        let between = between.map(|[one, other]| Seat::two(one, other));
        LoggedHand { played, between, upcard: self.upcard, note: None, at: None }
    }
}

fn refused_hand(refused: RefusedHand) -> Vec<DraftFault> {
    refused.refusals.into_iter().map(DraftFault::from).collect()
}
