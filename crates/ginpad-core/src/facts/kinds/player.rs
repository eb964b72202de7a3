//! A person, a new name for a person, two people joined into one, and money that one paid another.

use serde::{Deserialize, Serialize};

use super::Content;
use crate::facts::{FactId, List, Subject};
use crate::money::Amount;

/// A person, with their first name in the book. A [`NameFact`] gives another name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerFact {
    /// The name.
    pub name: String,
}

impl Content for PlayerFact {
    fn subjects(&self, own: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Person(own), Subject::called(&self.name), Subject::List(List::People)]
    }
}

/// A new name for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameFact {
    /// The person.
    pub player: FactId,
    /// The name.
    pub name: String,
    /// The earlier names it supersedes. The first name is the fact that added the person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl Content for NameFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        self.supersedes.iter_mut().chain([&mut self.player])
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Person(self.player), Subject::called(&self.name), Subject::List(List::People)]
    }
}

/// Joins two people into one: somebody whose name was spelled in two ways, or who was added in two books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoiningFact {
    /// The person whose name disappears.
    pub player: FactId,
    /// The person whose name remains.
    pub into: FactId,
    /// The earlier joinings of `player` that this one supersedes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<FactId>,
}

impl Content for JoiningFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        self.supersedes.iter_mut().chain([&mut self.player, &mut self.into])
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Person(self.player), Subject::Person(self.into), Subject::List(List::Joinings)]
    }
}

/// Money that one person paid another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaymentFact {
    /// The payer.
    pub from: FactId,
    /// The payee.
    pub to: FactId,
    /// The amount.
    pub amount: Amount,
}

impl Content for PaymentFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        [&mut self.from, &mut self.to]
    }

    fn subjects(&self, _: FactId) -> impl IntoIterator<Item = Subject> {
        [Subject::Seats(self.from), Subject::Seats(self.to), Subject::List(List::Payments)]
    }
}
