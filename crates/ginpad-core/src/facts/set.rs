//! Facts collected from one or several books, each of them once.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;
use uuid::Uuid;

use super::rescued::Completeness;
use super::{Change, Fact};

/// Changes and facts, each of them once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FactSet {
    changes: BTreeMap<Uuid, Change>,
    facts: BTreeMap<Uuid, Fact>,
}

/// Facts ready to be folded. [`FactSet::facts`] makes them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// Each of them once, in the order of their ids.
    pub(super) facts: Vec<Fact>,
    /// The changes whose number of facts is wrong, or whose own record is missing, and that are not rescued.
    pub(super) incomplete: BTreeSet<Uuid>,
    /// The changes like those that are rescued, each with how many facts are there.
    pub(super) rescued: BTreeMap<Uuid, usize>,
}

impl Facts {
    /// The facts.
    pub fn iter(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter()
    }
}

/// Two facts or two changes have one id but different content. One of them is damaged or forged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0} appears twice with different content")]
pub struct Differs(pub Uuid);

impl FactSet {
    /// Adds a change, unless it is there already. Says whether it is new.
    ///
    /// # Errors
    /// A different change has this id.
    pub fn add_change(&mut self, change: Change) -> Result<bool, Differs> {
        add(&mut self.changes, change.id, change)
    }

    /// Adds a fact, unless it is there already. Says whether it is new.
    ///
    /// # Errors
    /// A different fact has this id.
    pub fn add_fact(&mut self, fact: Fact) -> Result<bool, Differs> {
        add(&mut self.facts, fact.id(), fact)
    }

    /// The facts, and which changes are incomplete.
    pub fn facts(self) -> Facts {
        let Completeness { incomplete, rescued } = Completeness::of(&self.changes, &self.facts);
        Facts { incomplete: incomplete.into_keys().collect(), rescued, facts: self.facts.into_values().collect() }
    }
}

fn add<T: PartialEq>(kept: &mut BTreeMap<Uuid, T>, id: Uuid, new: T) -> Result<bool, Differs> {
    match kept.get(&id) {
        Some(there) if *there == new => Ok(false),
        Some(_) => Err(Differs(id)),
        None => {
            kept.insert(id, new);
            Ok(true)
        }
    }
}
