//! Which logged hands the rules accept, and why they refuse the others. Source: docs/rules.md, One hand.

use derive_more::From;
use thiserror::Error;

use super::both_hands::{GivenHands, Role};
use super::logged::{Count, DeadHand, LoggedHand, LoggedResult, Moment, Played};
use super::outcome::Outcome;
use super::price::{Award, Counts, Item, ItemReason, PricedHand};
use super::refusal::{MOST_POINTS, Refusal, RefusalKind, refuse_deadwood, refuse_knock, refuse_melds, refuse_upcard};
use super::upcard::Limit;
use crate::cards::{Cards, best_discard, deadwood};
use crate::text::{and_list, count, number_word};
use crate::{Players, Points, Rules, Seat, Table, UndercutTie};

/// A hand that the rules of its game accept. Only an accepted hand can be logged, and only an accepted hand scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedHand {
    logged: LoggedHand,
    /// One award for each result, not priced yet.
    awards: Vec<Award>,
}

/// A hand that the rules refuse, with every reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", and_list(.refusals))]
pub struct RefusedHand {
    /// The hand as logged.
    pub hand: LoggedHand,
    /// Why the rules refuse it; at least one reason.
    pub refusals: Vec<Refusal>,
}

impl RefusedHand {
    /// Whether its only fault is a missing upcard or suit.
    pub(crate) fn lacks_only_the_upcard(&self) -> bool {
        self.refusals
            .iter()
            .all(|refusal| matches!(refusal.kind, RefusalKind::UpcardMissing | RefusalKind::SuitMissing))
    }
}

/// A hand of a game.
///
/// The rules accept every hand when it is logged. The fold checks it again and may then refuse it: a hand from a later
/// version with other rules, or a damaged one. A refused hand scores nothing until somebody corrects it.
#[derive(Debug, Clone, From, PartialEq, Eq)]
pub enum GameHand {
    /// The rules accept it.
    Accepted(AcceptedHand),
    /// The rules refuse it.
    Refused(RefusedHand),
}

impl AcceptedHand {
    /// Checks a hand against the rules.
    ///
    /// # Errors
    /// Every reason why the rules refuse it.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::hand::{AcceptedHand, Count, LoggedHand, LoggedResult, Outcome, Played};
    /// use ginpad_core::notation::read_one;
    /// use ginpad_core::players::Seat;
    /// use ginpad_core::side::Side;
    ///
    /// let game = read_one("sides: Ann, Bob\n").unwrap();
    /// let (players, rules) = (&game.players, &game.rules.rules);
    /// let knock = |own: u8, other: u8| LoggedHand {
    ///     played: Played::Results(vec![LoggedResult::Ended {
    ///         by: Seat { side: Side::First, place: 0 },
    ///         how: Outcome::Knock,
    ///         own: Count::from(own),
    ///         other: Count::from(other),
    ///     }]),
    ///     between: None,
    ///     upcard: None,
    ///     note: None,
    ///     at: None,
    /// };
    /// let accepted = AcceptedHand::new(knock(4, 27), players, rules).unwrap();
    /// assert_eq!(accepted.price(rules).points.0, 23);
    ///
    /// let refused = AcceptedHand::new(knock(12, 27), players, rules).unwrap_err();
    /// assert_eq!(refused.refusals[0].to_string(), "Ann cannot knock with 12 deadwood; the knock limit is 10");
    /// ```
    pub fn new(logged: LoggedHand, players: &Players, rules: &Rules) -> Result<AcceptedHand, RefusedHand> {
        AcceptedHand::checked(logged, players, rules, CheckPurpose::WhenLogged)
    }

    fn checked(
        logged: LoggedHand,
        players: &Players,
        rules: &Rules,
        purpose: CheckPurpose,
    ) -> Result<AcceptedHand, RefusedHand> {
        let limit = Limit::of(rules, logged.upcard);
        let mut check = HandCheck { players, rules, limit, purpose, refusals: Vec::new() };
        let awards = check.hand(&logged);
        match check.refusals {
            refusals if refusals.is_empty() => Ok(AcceptedHand { logged, awards }),
            refusals => Err(RefusedHand { hand: logged, refusals }),
        }
    }

    /// Prices the hand. `rules` are the rules that accepted it.
    pub fn price(&self, rules: &Rules) -> PricedHand {
        PricedHand::new(&self.awards, &self.logged, rules)
    }

    /// The hand as logged.
    pub const fn logged(&self) -> &LoggedHand {
        &self.logged
    }

    /// The same hand with this time. No rule depends on the time.
    #[must_use]
    pub fn played_at(self, at: Option<Moment>) -> AcceptedHand {
        AcceptedHand { logged: LoggedHand { at, ..self.logged }, ..self }
    }
}

impl GameHand {
    /// Judges a hand from the book by these rules. Early versions accepted part of a player's cards as a count; a
    /// stored hand like that still counts as before, because no rule of the game has changed.
    pub fn new(logged: LoggedHand, players: &Players, rules: &Rules) -> GameHand {
        GameHand::judged(logged, players, rules, CheckPurpose::WhenRead)
    }

    /// Judges a hand by rules other than those of its game. Equal counts that were logged as an undercut become a tie,
    /// because only the game's own rules made them an undercut.
    pub fn replayed(logged: LoggedHand, players: &Players, rules: &Rules) -> GameHand {
        GameHand::judged(logged, players, rules, CheckPurpose::AfterTheGame)
    }

    fn judged(logged: LoggedHand, players: &Players, rules: &Rules, purpose: CheckPurpose) -> GameHand {
        let checked = AcceptedHand::checked(logged, players, rules, purpose);
        checked.map_or_else(GameHand::Refused, GameHand::Accepted)
    }

    /// The hand as logged.
    pub const fn logged(&self) -> &LoggedHand {
        match self {
            GameHand::Accepted(accepted) => accepted.logged(),
            GameHand::Refused(refused) => &refused.hand,
        }
    }
}

/// One hand and its rules, with the refusals found so far.
struct HandCheck<'a> {
    players: &'a Players,
    rules: &'a Rules,
    limit: Limit,
    purpose: CheckPurpose,
    refusals: Vec<Refusal>,
}

/// The occasion of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CheckPurpose {
    /// The hand is being logged: cards that can only be part of a hand are refused, because the player can still give
    /// the rest.
    WhenLogged,
    /// The hand is read from the book: such cards count as they are.
    WhenRead,
    /// The game is scored again by other rules: such cards count, and a tie may be called an undercut.
    AfterTheGame,
}

impl HandCheck<'_> {
    /// Adds a refusal. A fault of the caller's hand would repeat in each of the results.
    fn refuse(&mut self, refusal: impl Into<Option<Refusal>>) {
        self.refusals.extend(refusal.into().filter(|refusal| !self.refusals.contains(refusal)));
    }

    fn refuse_for(&mut self, kind: RefusalKind, why: impl Into<String>) {
        self.refuse(Refusal::new(kind, why));
    }

    /// Checks a hand. The awards are meaningless if the check finds a refusal.
    fn hand(&mut self, hand: &LoggedHand) -> Vec<Award> {
        let results = match &hand.played {
            Played::Dead(DeadHand::Stock | DeadHand::Misdeal) => return vec![Award::default()],
            Played::Results(results) => results,
        };
        self.seating(results);
        self.two_of_several(hand, results);
        if results.iter().any(LoggedResult::has_knocker) {
            self.refuse(refuse_upcard(hand.upcard, self.rules));
        }
        let players = self.players;
        let awards = results.iter().enumerate().map(|(at, result)| {
            let award = Award::unpriced(result, hand.against(at, players.sides()));
            self.result(result, Award { opponent: hand.opponent(at, players), ..award })
        });
        awards.collect()
    }

    /// Checks that each pair has one result, and that no player is named twice.
    fn seating(&mut self, results: &[LoggedResult]) {
        let pairs = self.players.pairs();
        if self.rules.table == Table::RoundTable {
            self.round(results, self.players.sides());
        } else if results.len() != pairs {
            let (results, pairs) = (count(results.len(), "result"), count(pairs, "pair"));
            let why = format!("{results} for {pairs}; a hand of this game needs one result for each pair of opponents");
            self.refuse_for(RefusalKind::Results, why);
        }
        let named = || results.iter().filter_map(LoggedResult::by);
        if named().next().is_none() && !results.is_empty() {
            self.refuse_for(RefusalKind::AllDead, "every pair's hand is dead");
        }
        let is_of_a_caller = self.rules.table == Table::RoundTable && results.iter().any(LoggedResult::has_knocker);
        for (at, seat) in named().enumerate() {
            if !is_of_a_caller && named().take(at).any(|other| other == seat) {
                self.refuse(Refusal::player_twice(&self.name(seat)));
            }
        }
    }

    /// Checks that the caller has one way to end the hand and a result against each other side, or that each result
    /// gives points and a player is left to lose them.
    fn round(&mut self, results: &[LoggedResult], sides: usize) {
        let (given, others) = (results.len(), sides - 1);
        let calls = || results.iter().filter(|result| result.has_knocker());
        let points = results.iter().filter(|result| matches!(result, LoggedResult::Points { .. })).count();
        let is_of_points = points == given && (1..=others).contains(&given);
        let is_of_calls = calls().count() == given && given == others;
        if !is_of_points && !is_of_calls {
            let needs =
                format!("a hand of a round table needs {}, one against each other player", count(others, "result"));
            self.refuse_for(RefusalKind::Results, format!("{needs}; {given} given"));
        }
        let Some(first) = calls().next() else { return };
        for other in calls() {
            match (first.by(), other.by()) {
                (Some(one), Some(by)) if one != by => {
                    let why = format!("{} and {} cannot both end the hand", self.name(one), self.name(by));
                    self.refuse_for(RefusalKind::Combination, why);
                }
                _ if !first.calls_like(other) => self.refuse_for(
                    RefusalKind::Combination,
                    "a hand ends in one way, with one count against all opponents; these results give several",
                ),
                _ => {}
            }
        }
        let undercut = calls().find(|result| result.outcome() == Outcome::Undercut);
        if let Some(by) = undercut.and_then(LoggedResult::by) {
            let why = "at a round table an undercut follows from the counts; log the knock, not";
            self.refuse_for(RefusalKind::Combination, format!("{why} {}'s undercut", self.name(by)));
        }
        self.cards_of_round(results);
    }

    /// Checks that no two defenders of a round have the same card.
    fn cards_of_round(&mut self, results: &[LoggedResult]) {
        let held: Vec<Cards> = results.iter().filter_map(|result| result.cards()?.1).collect();
        for (at, cards) in held.iter().enumerate() {
            let twice = held[..at].iter().fold(Cards::NONE, |twice, other| twice | (*other & *cards));
            if !twice.is_empty() {
                self.refuse_for(RefusalKind::Combination, format!("two players cannot both have {twice}"));
            }
        }
    }

    /// Checks that the two who played are known, if others sit out.
    fn two_of_several(&mut self, hand: &LoggedHand, results: &[LoggedResult]) {
        let by = results.first().and_then(LoggedResult::by);
        let has_faced = |by: Seat, two: [Seat; 2]| two.contains(&by) && two[0].side != two[1].side;
        let is_known = |by: Seat| match hand.between {
            Some(two) => self.rules.table.has_others_sit_out() && has_faced(by, two),
            None => !self.rules.table.has_others_sit_out(),
        };
        if let Some(by) = by.filter(|by| !is_known(*by)) {
            let unknown = format!("it is not known who played against {}", self.name(by));
            let why = unknown + "; name the opponent before the opponent's count";
            self.refuse_for(RefusalKind::OpponentMissing, why);
        }
    }

    fn result(&mut self, result: &LoggedResult, award: Award) -> Award {
        match (result, GivenHands::of(result, award.against)) {
            (LoggedResult::Points { by, points }, _) => {
                if *points > MOST_POINTS {
                    let why = format!("a hand is worth 0 to {MOST_POINTS} points, not {points}");
                    self.refuse_for(RefusalKind::Impossible, why);
                }
                let item = Item { reason: ItemReason::AsGiven, points: Points((*points).into()) };
                Award { winner: Some(by.side), items: vec![item], ..award }
            }
            (_, None) => award,
            (_, Some(hands)) => Award { deadwood: self.hands(award.outcome, &hands), ..award },
        }
    }

    /// Checks a knock, an undercut, gin or big gin. Returns both counts; `None` if one is given only in part.
    fn hands(&mut self, outcome: Outcome, hands: &GivenHands<'_>) -> Option<Counts> {
        if let Some(cards) = hands.in_both() {
            let (one, other) = (self.who(hands, hands.named), self.who(hands, hands.named.other()));
            self.refuse(Refusal::in_both_hands(&one, &other, cards));
        }
        let rules = self.rules.cards();
        let most = [hands.knocker_holds(rules).1, rules.dealt];
        for ((role, given), most) in hands.given().into_iter().zip(most) {
            if let Some(given) = given.filter(|given| given.len() > most) {
                let (who, cards) = (self.who(hands, role), count(given.len(), "card"));
                let why = format!("{who} cannot have {cards} in the end; under these rules it is at most {most}");
                self.refuse_for(RefusalKind::OfTheRules, why);
            }
        }
        if self.purpose == CheckPurpose::WhenLogged && self.has_part(hands) {
            // The deadwood of an incomplete hand is unknown.
            return None;
        }
        let (own, other) = (hands.knocker_total(self.rules), hands.defender_total(self.rules));
        if outcome.is_gin() {
            self.gin(hands, outcome);
        } else {
            self.knock(hands, own);
        }
        self.refuse(refuse_deadwood(|| self.who(hands, Role::Defender), other, rules));
        if outcome == Outcome::Undercut {
            self.undercut(hands, other, own);
        }
        Some(Counts::of(own, other))
    }

    /// Refuses counts given by only part of the cards: one card short of a hand, so one was forgotten, or fewer cards with
    /// a meld among them. Returns whether it found one.
    fn has_part(&mut self, hands: &GivenHands<'_>) -> bool {
        let (all, ace) = (self.rules.dealt, self.rules.ace);
        let mut has_part = false;
        for (role, count) in [(Role::Knocker, hands.knocker_count), (Role::Defender, Some(hands.defender))] {
            let Some(given) = count.and_then(Count::cards).filter(|cards| cards.len() < all) else { continue };
            if given.len() + 1 == all || deadwood(given, ace) < given.value(ace) {
                let (who, all) = (self.who(hands, role), number_word(all));
                let why = format!("only {} of {who}'s {all} cards are given", given.len());
                self.refuse_for(RefusalKind::PartOfHand, why);
                has_part = true;
            }
        }
        has_part
    }

    fn knock(&mut self, hands: &GivenHands<'_>, deadwood: u32) {
        let who = || self.who(hands, Role::Knocker);
        let over = refuse_knock(who, deadwood, self.limit);
        let unmelded = hands.knocker_cards.and_then(|cards| refuse_melds(who, cards, self.rules.cards()));
        self.refuse(over);
        self.refuse(unmelded);
    }

    /// Checks that the rules allow the call, and that the caller's cards, if given, are gin.
    fn gin(&mut self, hands: &GivenHands<'_>, called: Outcome) {
        let own = hands.knocker_cards;
        if called == Outcome::BigGin && !self.rules.plays_big_gin() {
            let throw = own.and_then(|own| best_discard(own, self.rules.ace));
            self.refuse(Refusal::big_gin_off(throw));
        }
        let gin = if called == Outcome::BigGin { "big gin" } else { "gin" };
        let (all, given) = (hands.knocker_holds(self.rules.cards()).0, own.map_or(0, Cards::len));
        if given > 0 && given < all {
            let (who, all) = (self.who(hands, Role::Knocker), number_word(all));
            let why = format!("{gin} takes {all} cards under these rules; {who} has {given}");
            self.refuse_for(RefusalKind::OfTheRules, why);
        }
        let left = own.map_or(0, |own| deadwood(own, self.rules.ace));
        if left > 0 {
            let who = self.who(hands, Role::Knocker);
            let why = format!("{who}'s cards are not {gin}; they leave {left} deadwood");
            self.refuse_for(RefusalKind::OfTheRules, why);
        }
    }

    fn undercut(&mut self, hands: &GivenHands<'_>, own: u32, other: u32) {
        let tie = self.rules.undercut_tie;
        let is_no_undercut = matches!(tie, UndercutTie::Knocker | UndercutTie::Void);
        if own > other {
            let who = self.who(hands, Role::Defender);
            let why = format!("{who} cannot undercut with {own} against {other}; the knocker has less");
            self.refuse_for(RefusalKind::Combination, why);
        } else if own == other && own > 0 && is_no_undercut && self.purpose != CheckPurpose::AfterTheGame {
            let (who, meaning) = (self.who(hands, Role::Defender), tie.meaning());
            let why = format!("{who} cannot undercut with {own} against {own}; under these rules {meaning}");
            self.refuse_for(RefusalKind::OfTheRules, why);
        }
    }

    /// The name of the knocker or the defender: a description if several are possible.
    fn who(&self, hands: &GivenHands<'_>, role: Role) -> String {
        if role == hands.named { self.name(hands.by) } else { self.players.across(hands.by, hands.against) }
    }

    fn name(&self, seat: Seat) -> String {
        self.players.name(seat).to_string()
    }
}
