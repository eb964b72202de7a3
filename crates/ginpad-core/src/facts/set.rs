//! Facts collected from one or several books, each of them once.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;
use uuid::Uuid;

use super::{Change, Fact};

/// Changes and facts, each of them once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FactSet {
    changes: BTreeMap<Uuid, Change>,
    facts: BTreeMap<Uuid, Fact>,
}

/// Facts ready to be folded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The facts, in any order.
    pub facts: Vec<Fact>,
    /// The changes that are missing facts, or whose own record is missing.
    pub incomplete: BTreeSet<Uuid>,
}

/// Two facts or two changes have one id but different content. One of them is damaged or forged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0} appears twice with different content")]
pub struct Differs(pub Uuid);

impl FactSet {
    /// Adds a change, unless it is there already.
    ///
    /// # Errors
    /// A different change has this id.
    pub fn add_change(&mut self, change: Change) -> Result<(), Differs> {
        let id = change.id;
        let kept = self.changes.entry(id).or_insert_with(|| change.clone());
        if *kept == change { Ok(()) } else { Err(Differs(id)) }
    }

    /// Adds a fact, unless it is there already.
    ///
    /// # Errors
    /// A different fact has this id.
    pub fn add_fact(&mut self, fact: Fact) -> Result<(), Differs> {
        let id = fact.id();
        let kept = self.facts.entry(id).or_insert_with(|| fact.clone());
        if *kept == fact { Ok(()) } else { Err(Differs(id)) }
    }

    /// The facts, and which changes are incomplete.
    pub fn facts(self) -> Facts {
        let mut there: BTreeMap<Uuid, usize> = self.changes.keys().map(|id| (*id, 0)).collect();
        for fact in self.facts.values() {
            *there.entry(fact.change()).or_default() += 1;
        }
        let expected = |id: &Uuid| self.changes.get(id).map(|change| change.facts);
        let incomplete = there.into_iter().filter(|(id, facts)| expected(id) != Some(*facts)).map(|(id, _)| id);
        Facts { incomplete: incomplete.collect(), facts: self.facts.into_values().collect() }
    }
}
