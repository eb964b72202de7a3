//! What a new change says about people: who is added, what they are called, who is one with whom, who paid whom.

use std::collections::BTreeMap;

use serde_json::Map;
use uuid::Uuid;

use super::NewChange;
use crate::facts::{Fact, Joined, JoiningFact, PaymentFact, PlayerFact, PlayerNameFact};
use crate::money::Amount;
use crate::players::{Name, Players};
use crate::side::Side;

/// The people that a book knows, by name; case makes no difference.
#[derive(Debug, Clone, Default)]
pub struct KnownPeople(BTreeMap<String, Uuid>);

impl KnownPeople {
    /// The person with this name.
    pub fn find(&self, name: &Name) -> Option<Uuid> {
        self.0.get(&name.folded()).copied()
    }

    /// Takes these people as known.
    pub fn new(people: impl IntoIterator<Item = (Name, Uuid)>) -> KnownPeople {
        KnownPeople(people.into_iter().map(|(name, id)| (name.folded(), id)).collect())
    }
}

impl NewChange<'_> {
    /// Makes two people one. The name of the second stands.
    pub fn join(&mut self, player: Uuid, same_as: Uuid, joined: &Joined) {
        let (id, change, supersedes) = ((self.ids)(), self.id, joined.joinings(player));
        self.facts.push(Fact::Joining(JoiningFact { id, change, player, same_as, supersedes, unknown: Map::new() }));
    }

    /// Records that one person paid another.
    pub fn pay(&mut self, payer: Uuid, payee: Uuid, amount: Amount) {
        self.facts.push(Fact::Paid(PaymentFact {
            id: (self.ids)(),
            change: self.id,
            payer,
            payee,
            minor: amount.minor,
            currency: amount.currency.code().to_string(),
            unknown: Map::new(),
        }));
    }

    /// Adds a person, unless the name is known.
    pub fn add_player(&mut self, name: &Name, known: &mut KnownPeople) {
        self.player(name, known);
    }

    /// Gives a person another name. `supersedes` are the names that it takes the place of.
    pub fn rename(&mut self, player: Uuid, name: &Name, supersedes: Vec<Uuid>) {
        let (id, change) = ((self.ids)(), self.id);
        let name = name.as_str().to_string();
        self.facts.push(Fact::PlayerName(PlayerNameFact { id, change, player, name, supersedes, unknown: Map::new() }));
    }

    /// Gives a name to somebody whose own name is lost. Its id is less than any other, so that the true name counts if it is
    /// found again.
    pub fn stand_in_name(&mut self, player: Uuid, name: &str) {
        let (change, [_, _, _, _, _, _, _, _, rest @ ..]) = (self.id, (self.ids)().into_bytes());
        let mut bytes = [0; 10];
        bytes[2..].copy_from_slice(&rest);
        let id = uuid::Builder::from_unix_timestamp_millis(0, &bytes).into_uuid();
        self.facts.push(Fact::PlayerName(PlayerNameFact {
            id,
            change,
            player,
            name: name.to_string(),
            supersedes: Vec::new(),
            unknown: Map::new(),
        }));
    }

    pub(super) fn seats(&mut self, players: &Players, known: &mut KnownPeople) -> [Vec<Uuid>; 2] {
        Side::BOTH.map(|side| players.of(side).iter().map(|name| self.player(name, known)).collect())
    }

    fn player(&mut self, name: &Name, known: &mut KnownPeople) -> Uuid {
        if let Some(id) = known.0.get(&name.folded()) {
            return *id;
        }
        let (player, change) = ((self.ids)(), self.id);
        self.facts.push(Fact::Player(PlayerFact { id: player, change, unknown: Map::new() }));
        self.facts.push(Fact::PlayerName(PlayerNameFact {
            id: (self.ids)(),
            change,
            player,
            name: name.as_str().to_string(),
            supersedes: Vec::new(),
            unknown: Map::new(),
        }));
        known.0.insert(name.folded(), player);
        player
    }
}
