//! Which of several versions of one thing counts.

use std::collections::{HashMap, HashSet};

use super::FactId;
use super::conflict::{About, Conflict};
use super::sorted::Version;

/// The versions that a version that counts descends from.
///
/// A version descends from the versions it supersedes and from their ancestors, whether those count or not.
pub(super) fn superseded<T>(versions: &[Version<'_, T>]) -> HashSet<FactId> {
    let before: HashMap<FactId, &[FactId]> = versions.iter().map(|version| (version.id, version.supersedes)).collect();
    let mut superseded = HashSet::new();
    let counting = versions.iter().filter(|version| version.counts);
    let mut pending: Vec<FactId> = counting.flat_map(|version| version.supersedes.iter().copied()).collect();
    while let Some(id) = pending.pop() {
        if superseded.insert(id) {
            pending.extend(before.get(&id).copied().unwrap_or_default());
        }
    }
    superseded
}

/// The versions that count and have no descendant that counts, the oldest first. There are several if devices did not know
/// of each other.
pub(super) fn latest<'a, T: Copy>(versions: &[Version<'a, T>]) -> Vec<Version<'a, T>> {
    let superseded = superseded(versions);
    let counting = || versions.iter().filter(|version| version.counts).copied();
    let mut latest: Vec<Version<'a, T>> = counting().filter(|version| !superseded.contains(&version.id)).collect();
    if latest.is_empty() {
        // Only versions that supersede each other in a ring leave none. Such facts are forged; still, none may vanish.
        latest = counting().collect();
    }
    latest.sort_unstable_by_key(Version::age);
    latest
}

/// Of several versions of one thing the one that counts, and those that devices said without knowing of it.
#[derive(Debug)]
pub(super) struct Settled<'a, T> {
    /// The version that counts: the latest.
    pub(super) counts: Version<'a, T>,
    /// Every latest version, that one included. Another version supersedes them all.
    pub(super) latest: Vec<FactId>,
    /// Those of them that say something else.
    others: Vec<FactId>,
}

impl<'a, T: Copy> Settled<'a, T> {
    /// Settles which version counts. `agree` tells whether two versions say the same. `None` if none counts.
    pub(super) fn of(said: &[Version<'a, T>], agree: impl Fn(T, T) -> bool) -> Option<Settled<'a, T>> {
        let latest = latest(said);
        let counts = *latest.last()?;
        let others = latest.iter().filter(|other| !agree(other.fact, counts.fact)).map(|other| other.id).collect();
        Some(Settled { counts, latest: latest.iter().map(|version| version.id).collect(), others })
    }

    /// What devices disagree about, if they do.
    pub(super) fn conflict(&self, about: About) -> Option<Conflict> {
        let conflict = || Conflict { about, counts: vec![self.counts.id], others: self.others.clone() };
        (!self.others.is_empty()).then(conflict)
    }
}

/// Things of which some are one: whatever is one with something goes by another's id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Union(pub(super) HashMap<FactId, FactId>);

impl Union {
    /// Makes two things one, unless they are. The first goes by the second.
    pub(super) fn join(&mut self, one: FactId, into: FactId) {
        let [one, into] = [one, into].map(|id| self.root(id));
        if one != into {
            self.0.insert(one, into);
        }
    }

    /// The id by which a thing goes. Every second step of the way there is shortened.
    pub(super) fn root(&mut self, id: FactId) -> FactId {
        let mut at = id;
        while let Some(next) = self.0.get(&at).copied() {
            if let Some(beyond) = self.0.get(&next).copied() {
                self.0.insert(at, beyond);
            }
            at = next;
        }
        at
    }
}
