//! Which of several versions of one thing counts.

use std::collections::{HashMap, HashSet};

use super::FactId;
use super::kinds::{ClosingFact, JoiningFact, NameFact, SettingFact, TotalsFact};
use super::said::{Age, Said};

/// One version of something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Version<'a> {
    pub(super) id: FactId,
    pub(super) age: Age,
    pub(super) counts: bool,
    pub(super) supersedes: &'a [FactId],
}

/// A fact that can supersede others of its kind.
pub(super) trait Supersedes {
    fn supersedes(&self) -> &[FactId];
}

macro_rules! supersedes {
    ($($fact:ty),+) => {
        $(impl Supersedes for $fact {
            fn supersedes(&self) -> &[FactId] {
                &self.supersedes
            }
        })+
    };
}
supersedes!(ClosingFact, JoiningFact, NameFact, SettingFact, TotalsFact);

impl<'a, T: Supersedes> From<&Said<'a, T>> for Version<'a> {
    fn from(said: &Said<'a, T>) -> Version<'a> {
        Version { id: said.id, age: said.age, counts: said.counts, supersedes: said.fact.supersedes() }
    }
}

/// The versions that a version that counts descends from.
///
/// A version descends from the versions it supersedes and from their ancestors, whether those count or not.
pub(super) fn superseded(versions: &[Version<'_>]) -> HashSet<FactId> {
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
pub(super) fn latest<'a, 'v>(versions: &'v [Version<'a>]) -> Vec<&'v Version<'a>> {
    let superseded = superseded(versions);
    let counting = || versions.iter().filter(|version| version.counts);
    let mut latest: Vec<&Version<'a>> = counting().filter(|version| !superseded.contains(&version.id)).collect();
    if latest.is_empty() {
        // Only versions that supersede each other in a ring leave none. Such facts are forged; still, none may vanish.
        latest = counting().collect();
    }
    latest.sort_unstable_by_key(|version| version.age);
    latest
}

/// Of several versions of one thing the one that counts, and those that devices said without knowing of it.
#[derive(Debug)]
pub(super) struct Settled<'a, T> {
    /// The version that counts: the latest.
    pub(super) counts: Said<'a, T>,
    /// Every latest version, that one included. Another version supersedes them all.
    pub(super) latest: Vec<FactId>,
    /// Those of them that say something else.
    pub(super) others: Vec<FactId>,
}

impl<'a, T: Supersedes> Settled<'a, T> {
    /// Settles which version counts. `agree` tells whether two versions say the same. `None` if none counts.
    pub(super) fn of(said: &[Said<'a, T>], agree: impl Fn(&T, &T) -> bool) -> Option<Settled<'a, T>> {
        // Nearly everything has one version.
        if let [one] = said {
            return one.counts.then(|| Settled { counts: *one, latest: vec![one.id], others: Vec::new() });
        }
        let by_id: HashMap<FactId, &Said<'a, T>> = said.iter().map(|one| (one.id, one)).collect();
        let versions: Vec<Version<'_>> = said.iter().map(Version::from).collect();
        let latest: Vec<FactId> = latest(&versions).iter().map(|version| version.id).collect();
        let counts = **by_id.get(latest.last()?)?;
        let says_else = |id: &FactId| by_id.get(id).is_some_and(|other| !agree(other.fact, counts.fact));
        let others = latest.iter().copied().filter(says_else).collect();
        Some(Settled { counts, latest, others })
    }
}
