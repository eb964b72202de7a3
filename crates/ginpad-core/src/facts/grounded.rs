//! Which facts have arrived together with everything that they build on.
//!
//! A fact is *grounded* if its change is whole or rescued and everything that it refers to is grounded. The others wait: they
//! take no part in the fold, not even as versions that a later one descends from. So a store can keep them apart, and
//! answers from the grounded facts alone.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::conflict::Waiting;
use super::{CountingChanges, Fact, Facts, HandFact};

/// Facts, divided into those that are grounded and those that wait.
pub(super) struct Grounded<'a> {
    /// The facts that are grounded.
    pub(super) facts: Vec<&'a Fact>,
    /// The others, without those of incomplete changes.
    waiting: Vec<&'a Fact>,
    games: BTreeSet<Uuid>,
    hands: BTreeSet<Uuid>,
    named: BTreeSet<Uuid>,
}

impl<'a> Grounded<'a> {
    /// Divides facts.
    pub(super) fn new(facts: &'a Facts) -> Grounded<'a> {
        let complete: Vec<&Fact> =
            facts.facts.iter().filter(|fact| !facts.incomplete.contains(&fact.change())).collect();
        let changes: BTreeSet<Uuid> = complete.iter().map(|fact| fact.change()).collect();
        let players: BTreeSet<Uuid> = ids(&complete, |fact| matches!(fact, Fact::Player(_)));
        let named: BTreeSet<Uuid> = complete
            .iter()
            .filter_map(|fact| match fact {
                Fact::PlayerName(name) if players.contains(&name.player) => Some(name.player),
                _ => None,
            })
            .collect();
        let games = ids(&complete, |fact| match fact {
            Fact::Game(game) => game.seats.iter().flatten().all(|player| named.contains(player)),
            _ => false,
        });
        let hands = hands(&complete, &games);
        let game_of: BTreeMap<Uuid, Uuid> =
            complete.iter().filter_map(hand).map(|(id, hand)| (id, hand.game)).collect();
        let undos = ids(&complete, |fact| matches!(fact, Fact::Undo(undo) if changes.contains(&undo.undone)));
        let is_grounded = |fact: &&Fact| match fact {
            Fact::Player(_) | Fact::Keeping(_) | Fact::Rescue(_) | Fact::Unknown(_) => true,
            Fact::PlayerName(name) => players.contains(&name.player),
            Fact::Game(game) => games.contains(&game.id),
            Fact::Hand(hand) => hands.contains(&hand.id),
            Fact::Removal(removal) => hands.contains(&removal.hand),
            Fact::Closing(closing) => games.contains(&closing.game),
            Fact::Totals(totals) => games.contains(&totals.game),
            Fact::Setting(setting) => {
                games.contains(&setting.game) && setting.seated().all(|player| named.contains(&player))
            }
            Fact::Joining(joining) => named.contains(&joining.player) && named.contains(&joining.same_as),
            Fact::Transfer(transfer) => {
                let next = transfer.inserted_before;
                hands.contains(&transfer.hand)
                    && games.contains(&transfer.game)
                    && next.is_none_or(|next| hands.contains(&next) && game_of.get(&next) == Some(&transfer.game))
            }
            Fact::Paid(payment) => players.contains(&payment.payer) && players.contains(&payment.payee),
            Fact::Undo(undo) => undos.contains(&undo.id),
            Fact::Redo(redo) => undos.contains(&redo.undo),
        };
        let (facts, waiting) = complete.into_iter().partition(is_grounded);
        Grounded { facts, waiting, games, hands, named }
    }

    /// What the facts of complete changes wait for, if their changes count. Undos and redos are not among them.
    pub(super) fn waiting(&self, standing: &CountingChanges) -> Vec<Waiting> {
        let hands: BTreeMap<Uuid, &HandFact> = self.waiting.iter().filter_map(|fact| hand(fact)).collect();
        let counting = self.waiting.iter().filter(|fact| standing.counts(fact.change()));
        counting.filter_map(|fact| self.waits(fact, &hands)).collect()
    }

    /// The hands of these facts that wait, with those of incomplete changes.
    pub(super) fn waiting_hands(&self, facts: &[Fact]) -> BTreeSet<Uuid> {
        let hands = facts.iter().filter(|fact| matches!(fact, Fact::Hand(_))).map(Fact::id);
        hands.filter(|hand| !self.hands.contains(hand)).collect()
    }

    /// What a fact waits for. `waiting` are the hands that wait.
    fn waits(&self, waits: &Fact, waiting: &BTreeMap<Uuid, &HandFact>) -> Option<Waiting> {
        let fact = waits.id();
        let for_hand = |hand: Uuid| match waiting.get(&hand) {
            Some(there) if !self.games.contains(&there.game) => Waiting::ForItsGame { fact, game: there.game },
            _ => Waiting::ForItsHand { fact, hand: self.missing(hand, waiting) },
        };
        Some(match waits {
            Fact::PlayerName(name) => Waiting::ForItsPlayer { fact, player: name.player },
            Fact::Game(game) => {
                let player = *game.seats.iter().flatten().find(|player| !self.named.contains(player))?;
                Waiting::ForItsPlayer { fact, player }
            }
            Fact::Joining(joining) => {
                let player = if self.named.contains(&joining.player) { joining.same_as } else { joining.player };
                Waiting::ForItsPlayer { fact, player }
            }
            Fact::Paid(payment) => {
                let player = if self.named.contains(&payment.payer) { payment.payee } else { payment.payer };
                Waiting::ForItsPlayer { fact, player }
            }
            Fact::Hand(hand) if self.games.contains(&hand.game) => {
                for_hand(before(hand).find(|other| !self.hands.contains(other)).unwrap_or(fact))
            }
            Fact::Hand(hand) => Waiting::ForItsGame { fact, game: hand.game },
            Fact::Removal(removal) => for_hand(removal.hand),
            Fact::Transfer(transfer) if !self.hands.contains(&transfer.hand) => for_hand(transfer.hand),
            Fact::Transfer(transfer) => match transfer.inserted_before {
                Some(hand) if self.games.contains(&transfer.game) => Waiting::ForItsHand { fact, hand },
                _ => Waiting::ForItsGame { fact, game: transfer.game },
            },
            Fact::Closing(closing) => Waiting::ForItsGame { fact, game: closing.game },
            Fact::Totals(totals) => Waiting::ForItsGame { fact, game: totals.game },
            Fact::Setting(setting) => match setting.seated().find(|player| !self.named.contains(player)) {
                Some(player) if self.games.contains(&setting.game) => Waiting::ForItsPlayer { fact, player },
                _ => Waiting::ForItsGame { fact, game: setting.game },
            },
            Fact::Player(_) | Fact::Keeping(_) | Fact::Undo(_) | Fact::Redo(_) | Fact::Rescue(_) | Fact::Unknown(_) => {
                return None;
            }
        })
    }

    /// The hand that is missing, at the end of the hands that wait for each other from this one on.
    fn missing(&self, hand: Uuid, waiting: &BTreeMap<Uuid, &HandFact>) -> Uuid {
        let mut at = hand;
        // Hands that wait for each other in a ring are forged.
        for _ in 0..=waiting.len() {
            let Some(there) = waiting.get(&at) else { return at };
            let Some(next) = before(there).find(|other| !self.hands.contains(other)) else { return at };
            at = next;
        }
        hand
    }
}

/// The ids of the facts that are wanted.
fn ids(facts: &[&Fact], wanted: impl Fn(&Fact) -> bool) -> BTreeSet<Uuid> {
    facts.iter().filter(|fact| wanted(fact)).map(|fact| fact.id()).collect()
}

/// A hand with its id.
fn hand<'a>(fact: &&'a Fact) -> Option<(Uuid, &'a HandFact)> {
    match fact {
        Fact::Hand(hand) => Some((hand.id, hand)),
        _ => None,
    }
}

/// The hands of the same game that a hand builds on: the one it corrects, and the one it was inserted before.
fn before(hand: &HandFact) -> impl Iterator<Item = Uuid> {
    hand.replaces.into_iter().chain(hand.inserted_before)
}

/// The hands whose games and hands before them are grounded.
fn hands(facts: &[&Fact], games: &BTreeSet<Uuid>) -> BTreeSet<Uuid> {
    let all: BTreeMap<Uuid, &HandFact> = facts.iter().filter_map(hand).collect();
    let of_a_game = all.values().filter(|hand| games.contains(&hand.game));
    let (first, built): (Vec<&HandFact>, Vec<&HandFact>) = of_a_game.partition(|hand| before(hand).next().is_none());
    let mut waiting: BTreeMap<Uuid, Vec<&HandFact>> = BTreeMap::new();
    for hand in &built {
        before(hand).for_each(|other| waiting.entry(other).or_default().push(hand));
    }
    let mut grounded: BTreeSet<Uuid> = first.iter().map(|hand| hand.id).collect();
    let mut new: Vec<Uuid> = grounded.iter().copied().collect();
    while let Some(arrived) = new.pop() {
        for hand in waiting.remove(&arrived).unwrap_or_default() {
            let is_there =
                |other: Uuid| grounded.contains(&other) && all.get(&other).is_some_and(|other| other.game == hand.game);
            if before(hand).all(is_there) && grounded.insert(hand.id) {
                new.push(hand.id);
            }
        }
    }
    grounded
}
