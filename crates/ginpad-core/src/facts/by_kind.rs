//! Facts sorted by kind, and those about one game by game.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::{
    ClosingFact, Fact, GameFact, HandFact, JoiningFact, KeepingFact, PaymentFact, PlayerFact, PlayerNameFact, RedoFact,
    RemovalFact, RescueFact, SettingFact, TotalsFact, TransferFact, UndoFact,
};

/// All facts, by kind.
#[derive(Default)]
pub(super) struct Kinds<'a> {
    pub(super) players: Vec<&'a PlayerFact>,
    pub(super) names: Vec<&'a PlayerNameFact>,
    pub(super) games: Vec<&'a GameFact>,
    pub(super) hands: BTreeMap<Uuid, Vec<&'a HandFact>>,
    pub(super) removals: Vec<&'a RemovalFact>,
    pub(super) closings: BTreeMap<Uuid, Vec<&'a ClosingFact>>,
    pub(super) totals: BTreeMap<Uuid, Vec<&'a TotalsFact>>,
    pub(super) settings: BTreeMap<Uuid, Vec<&'a SettingFact>>,
    pub(super) joinings: Vec<&'a JoiningFact>,
    pub(super) transfers: Vec<&'a TransferFact>,
    pub(super) keepings: Vec<&'a KeepingFact>,
    pub(super) payments: Vec<&'a PaymentFact>,
    pub(super) undos: Vec<&'a UndoFact>,
    pub(super) redos: Vec<&'a RedoFact>,
    pub(super) rescues: Vec<&'a RescueFact>,
    pub(super) unknown: Vec<Uuid>,
}

impl<'a> Kinds<'a> {
    pub(super) fn of(facts: impl IntoIterator<Item = &'a Fact>) -> Kinds<'a> {
        let mut kinds = Kinds::default();
        for fact in facts {
            match fact {
                Fact::Player(player) => kinds.players.push(player),
                Fact::PlayerName(name) => kinds.names.push(name),
                Fact::Game(game) => kinds.games.push(game),
                Fact::Hand(hand) => kinds.hands.entry(hand.game).or_default().push(hand),
                Fact::Removal(removal) => kinds.removals.push(removal),
                Fact::Closing(closing) => kinds.closings.entry(closing.game).or_default().push(closing),
                Fact::Totals(totals) => kinds.totals.entry(totals.game).or_default().push(totals),
                Fact::Setting(setting) => kinds.settings.entry(setting.game).or_default().push(setting),
                Fact::Joining(joining) => kinds.joinings.push(joining),
                Fact::Transfer(transfer) => kinds.transfers.push(transfer),
                Fact::Keeping(keeping) => kinds.keepings.push(keeping),
                Fact::Paid(payment) => kinds.payments.push(payment),
                Fact::Undo(undo) => kinds.undos.push(undo),
                Fact::Redo(redo) => kinds.redos.push(redo),
                Fact::Rescue(rescue) => kinds.rescues.push(rescue),
                Fact::Unknown(_) => {}
            }
            if fact.has_unknown_fields() {
                kinds.unknown.push(fact.id());
            }
        }
        kinds.unknown.sort_unstable();
        kinds
    }

    /// The removals by game, and those whose hand is missing.
    pub(super) fn removals_by_game(&self) -> (BTreeMap<Uuid, Vec<&'a RemovalFact>>, Vec<&'a RemovalFact>) {
        let game_of: BTreeMap<Uuid, Uuid> = self.hands.values().flatten().map(|hand| (hand.id, hand.game)).collect();
        let mut by_game: BTreeMap<Uuid, Vec<&RemovalFact>> = BTreeMap::new();
        let mut lost = Vec::new();
        for removal in &self.removals {
            match game_of.get(&removal.hand) {
                Some(game) => by_game.entry(*game).or_default().push(removal),
                None => lost.push(*removal),
            }
        }
        (by_game, lost)
    }
}
