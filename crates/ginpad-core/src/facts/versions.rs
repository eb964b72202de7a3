//! Decides which of several versions counts.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::FactId;
use super::conflict::{Conflict, ConflictSubject};
use super::sorted::Version;

/// The ancestors of the versions that count.
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

/// The versions that count and have no descendant that counts, the oldest first. There are several if devices did not
/// know of each other.
pub(super) fn latest<'a, T: Copy>(versions: &[Version<'a, T>]) -> Vec<Version<'a, T>> {
    let superseded = superseded(versions);
    let counting = || versions.iter().filter(|version| version.counts).copied();
    let mut latest: Vec<Version<'a, T>> = counting().filter(|version| !superseded.contains(&version.id)).collect();
    if latest.is_empty() {
        // Only forged versions, which supersede each other in a ring, leave none. Then keep all of them.
        latest = counting().collect();
    }
    latest.sort_unstable_by_key(Version::age);
    latest
}

/// The version that counts, and the different versions from devices that did not know of it.
#[derive(Debug)]
pub(super) struct Settled<'a, T> {
    /// The version that counts: the latest.
    pub(super) counts: Version<'a, T>,
    /// Every latest version, including the one that counts. A new version supersedes them all.
    pub(super) latest: Vec<FactId>,
    /// The latest versions that differ from the one that counts.
    others: Vec<FactId>,
}

impl<'a, T: Copy> Settled<'a, T> {
    /// Decides which version counts; `None` if none does. `agree` compares two versions.
    pub(super) fn of(versions: &[Version<'a, T>], agree: impl Fn(T, T) -> bool) -> Option<Settled<'a, T>> {
        let latest = latest(versions);
        let counts = *latest.last()?;
        let others = latest.iter().filter(|other| !agree(other.fact, counts.fact)).map(|other| other.id).collect();
        Some(Settled { counts, latest: latest.iter().map(|version| version.id).collect(), others })
    }

    /// The conflict between the versions, if there is one.
    pub(super) fn conflict(&self, game: Option<FactId>, about: ConflictSubject) -> Option<Conflict> {
        let conflict = || Conflict { game, about, counts: vec![self.counts.id], others: self.others.clone() };
        (!self.others.is_empty()).then(conflict)
    }
}

/// Groups of ids: each id leads to the id that represents its group.
#[derive(Debug)]
pub(crate) struct Union<T>(pub(crate) HashMap<T, T>);

impl<T: Copy + Eq + Hash> Union<T> {
    /// Puts two ids in one group, unless they share one. The second one's representative remains.
    pub(crate) fn join(&mut self, one: T, into: T) {
        let [one, into] = [one, into].map(|id| self.root(id));
        if one != into {
            self.0.insert(one, into);
        }
    }

    /// The representative of an id's group. Shortens every second step of the path.
    pub(crate) fn root(&mut self, id: T) -> T {
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
