//! Builds an entry piece by piece: the parts given, the next part missing, the answers that the rules allow, and the
//! score.
//!
//! Prompts, pads and pages that ask for a hand step by step fill a [`Draft`]. It reads typed answers with the reader of
//! whole entries, takes a whole entry at any step, and never keeps an answer that the rules refuse.

mod answer;

use std::ops::RangeInclusive;

use super::when::LocalTime;
use super::words::OF_A_PLAYER;
use crate::hand::{MOST_POINTS, most_deadwood};
use crate::{
    AcceptedHand, Count, DeadHand, Game, Limit, LoggedHand, LoggedResult, Outcome, Played, Refusal, RefusalKind, Seat,
    Table, Upcard,
};

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
/// assert_eq!(draft.missing(), Some(Missing::Deadwood("Ann".into(), 1..=10)));
/// let refused = draft.give("12").unwrap_err();
/// assert_eq!(refused[0], "Ann cannot knock with 12 deadwood; the knock limit is 10");
/// draft.give("4").unwrap();
/// draft.give("10+9+8").unwrap();
/// assert_eq!(draft.missing(), None);
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

/// The next missing part, with the answers that the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// The player that the result names: one of these, or a dead hand.
    Who(Vec<Seat>),
    /// The opponent of that player, if others sit out and the two who play are unknown: one of these.
    Opponent(Vec<Seat>),
    /// The upcard: it sets the knock limit.
    Upcard,
    /// How the hand ended: one of these endings.
    How(Vec<Outcome>),
    /// The points.
    Points(RangeInclusive<u32>),
    /// The deadwood of the player with this name, or cards with such a total.
    Deadwood(String, RangeInclusive<u32>),
}

/// The result of a step: every reason why the answer is refused.
type DraftResult = Result<(), Vec<String>>;

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

    /// The next missing part; `None` if the entry is complete. Under Oklahoma the upcard comes first, because it sets the
    /// limit.
    pub fn missing(&self) -> Option<Missing> {
        let seats = self.game.players.seats().map(|(seat, _)| seat);
        Some(match (self.by, self.how) {
            _ if self.whole.is_some() => return None,
            (None, _) => {
                let playing = self.game.playing();
                let plays = |seat: &Seat| playing.is_none_or(|two| two.contains(seat)) && !self.is_named(*seat);
                Missing::Who(seats.filter(plays).collect())
            }
            (Some(by), None) if self.table().has_others_sit_out() && self.opponent(by).is_none() => {
                Missing::Opponent(seats.filter(|seat| by.side != seat.side).collect())
            }
            (Some(_), None) if Limit::lacks_upcard(&self.game.rules.rules, self.upcard) => Missing::Upcard,
            (Some(_), None) => {
                Missing::How(OF_A_PLAYER.into_iter().filter(|how| self.clone().how(*how).is_ok()).collect())
            }
            (Some(_), Some(Outcome::Points)) => Missing::Points(0..=MOST_POINTS),
            (Some(by), Some(_)) if self.lacks_own() => {
                let name = self.game.players.name(by).to_string();
                Missing::Deadwood(name, self.numbers(|own| self.clone().own(own).is_ok()))
            }
            (Some(by), Some(_)) => {
                let across = || self.game.players.across(by, Some(by.side.other()));
                let name = self.opponent(by).map_or_else(across, |seat| self.game.players.name(seat).to_string());
                Missing::Deadwood(name, self.numbers(|other| self.clone().other(other).is_ok()))
            }
        })
    }

    /// The number of the current result in the hand, from 1.
    pub const fn result_number(&self) -> usize {
        self.results.len() + 1
    }

    /// Whether the deadwood of the named player is missing.
    fn lacks_own(&self) -> bool {
        self.own.is_none() && matches!(self.how, Some(Outcome::Knock | Outcome::Undercut))
    }

    /// The hand, once it is complete.
    pub const fn entry(&self) -> Option<&AcceptedHand> {
        self.whole.as_ref()
    }

    /// The numbers that fit as the next deadwood. If only cards do, those up to the knock limit.
    fn numbers(&self, fits: impl Fn(Count) -> bool) -> RangeInclusive<u32> {
        let numbers = 0..=most_deadwood(self.game.rules.rules.cards());
        let fits = |number: &u32| Count::number(*number).is_some_and(&fits);
        match (numbers.clone().find(fits), numbers.rev().find(fits)) {
            (Some(first), Some(last)) => first..=last,
            _ => 1..=self.most_of_a_knocker().total(self.game.rules.rules.ace),
        }
    }

    /// Takes the first upcard.
    ///
    /// # Errors
    /// The rules need its suit too.
    pub fn upcard(&mut self, upcard: Upcard) -> DraftResult {
        if upcard.lacks_suit(&self.game.rules.rules) {
            return Err(vec![Refusal::suit_missing(upcard).to_string()]);
        }
        self.upcard = Some(upcard);
        Ok(())
    }

    /// Takes a whole entry in place of everything given so far.
    fn entry_given(&mut self, hand: LoggedHand) -> DraftResult {
        self.whole = Some(self.game.accept(hand).map_err(|refused| texts(&refused.refusals))?);
        Ok(())
    }

    /// Takes the player who ended the hand, or the opponent.
    fn player(&mut self, seat: Seat) -> DraftResult {
        if self.is_named(seat) || self.by.is_some_and(|by| by.side == seat.side) {
            return Err(vec![Refusal::player_twice(self.game.players.name(seat)).to_string()]);
        }
        *if self.by.is_none() { &mut self.by } else { &mut self.against } = Some(seat);
        Ok(())
    }

    /// Takes the ending, if the rules accept it with some counts.
    fn how(&mut self, how: Outcome) -> DraftResult {
        let by = self.by.ok_or_else(not_missing)?;
        let limit = self.limit();
        if matches!(how, Outcome::Knock | Outcome::Undercut) && limit.deadwood == 0 {
            return Err(vec![limit.to_string()]);
        }
        let own = if how == Outcome::Knock { Count::from(1) } else { Count::NOTHING };
        let ended = LoggedResult::Ended { by, how, own, other: self.most_of_a_knocker() };
        self.tried(&if how == Outcome::Points { LoggedResult::Points { by, points: 0 } } else { ended })?;
        self.how = Some(how);
        Ok(())
    }

    /// Takes the deadwood of the named player, if the rules accept it against the most of a knocker.
    fn own(&mut self, own: Count) -> DraftResult {
        let (by, how) = self.by.zip(self.how).ok_or_else(not_missing)?;
        let ended = LoggedResult::Ended { by, how, own: own.clone(), other: self.most_of_a_knocker() };
        // Lay-offs may still reduce the deadwood of an undercutter's full hand.
        if how != Outcome::Undercut || own.full_hand(self.game.rules.rules.dealt).is_none() {
            let (deadwood, limit) = (own.total(self.game.rules.rules.ace), self.limit());
            self.tried(&ended).map_err(|why| match how {
                // The knocker's count is not known yet.
                Outcome::Undercut if deadwood >= limit.deadwood.into() => {
                    let who = self.game.players.name(by);
                    vec![format!("{who} cannot undercut with {deadwood} deadwood; {limit}")]
                }
                _ => why,
            })?;
        }
        self.own = Some(own);
        Ok(())
    }

    /// Takes the opponent's deadwood.
    fn other(&mut self, other: Count) -> DraftResult {
        let (by, how) = self.by.zip(self.how).ok_or_else(not_missing)?;
        let own = self.own.clone().unwrap_or(Count::NOTHING);
        self.complete(LoggedResult::Ended { by, how, own, other })
    }

    /// Adds a result; the last one completes the entry.
    fn complete(&mut self, result: LoggedResult) -> DraftResult {
        let whole = self.tried(&result)?;
        let mut results = std::mem::take(&mut self.results);
        results.push(result);
        let is_of_a_caller = self.table() == Table::RoundTable && results.iter().all(LoggedResult::has_knocker);
        if whole.is_some() || !is_of_a_caller {
            *self = Draft { upcard: self.upcard, whole, ..Draft::new(self.game, self.local) };
        }
        if self.whole.is_none() {
            self.results = results;
        }
        Ok(())
    }

    /// Tries a result after the earlier ones. The hand if it is complete; `None` if more results are missing.
    fn tried(&self, result: &LoggedResult) -> Result<Option<AcceptedHand>, Vec<String>> {
        let results: Vec<LoggedResult> = self.results.iter().chain([result]).cloned().collect();
        let is_dead = results == vec![LoggedResult::Dead; self.game.players.pairs()];
        let played = if is_dead { Played::Dead(DeadHand::Stock) } else { Played::Results(results) };
        let mut refusals = match self.game.accept(self.hand(played)) {
            Ok(hand) => return Ok(Some(hand)),
            Err(refused) => refused.refusals,
        };
        refusals.retain(|refusal| !matches!(refusal.kind, RefusalKind::Results | RefusalKind::AllDead));
        if refusals.is_empty() { Ok(None) } else { Err(texts(&refusals)) }
    }

    /// Whether an earlier result names a player.
    fn is_named(&self, seat: Seat) -> bool {
        self.results.iter().any(|result| result.by() == Some(seat))
    }

    /// The knock limit of this hand, but at least 1.
    fn most_of_a_knocker(&self) -> Count {
        self.limit().deadwood.max(1).into()
    }

    fn limit(&self) -> Limit {
        Limit::of(&self.game.rules.rules, self.upcard)
    }

    fn table(&self) -> Table {
        self.game.rules.rules.table
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

fn texts(refusals: &[Refusal]) -> Vec<String> {
    refusals.iter().map(ToString::to_string).collect()
}

/// The fault of an answer to a question that is not asked.
fn not_missing() -> Vec<String> {
    vec!["this answers another question".into()]
}
