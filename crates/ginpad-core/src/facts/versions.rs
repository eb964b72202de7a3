//! Which of several versions of one thing counts.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

/// One version of a hand, a closing or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Version {
    /// Its fact.
    pub(super) id: Uuid,
    /// The versions that it supersedes.
    pub(super) supersedes: Vec<Uuid>,
    /// Whether its change counts.
    pub(super) counts: bool,
}

/// The versions that count and have no descendant that counts, in the order of their ids. There are several if devices
/// did not know of each other.
///
/// A version descends from the versions it supersedes and from their ancestors, whether those count or not.
pub(super) fn latest(versions: &[Version]) -> Vec<Uuid> {
    let superseded = superseded(versions);
    let counting = || versions.iter().filter(|version| version.counts).map(|version| version.id);
    let mut latest: Vec<Uuid> = counting().filter(|id| !superseded.contains(id)).collect();
    if latest.is_empty() {
        // Only versions that supersede each other in a ring leave none. Such facts are forged; still, none may vanish.
        latest = counting().collect();
    }
    latest.sort_unstable();
    latest
}

/// The versions that a version that counts descends from.
pub(super) fn superseded(versions: &[Version]) -> BTreeSet<Uuid> {
    let supersedes: BTreeMap<Uuid, &[Uuid]> =
        versions.iter().map(|version| (version.id, version.supersedes.as_slice())).collect();
    let mut superseded: BTreeSet<Uuid> = BTreeSet::new();
    for version in versions.iter().filter(|version| version.counts) {
        let mut pending: Vec<Uuid> = version.supersedes.clone();
        while let Some(id) = pending.pop() {
            if superseded.insert(id) {
                pending.extend(supersedes.get(&id).copied().unwrap_or_default());
            }
        }
    }
    superseded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Versions 1, 2, 3 …, each with those it supersedes and whether it counts.
    fn of(versions: &[(&[u128], bool)]) -> Vec<u128> {
        let versions: Vec<Version> = (1..)
            .zip(versions)
            .map(|(id, (supersedes, counts))| Version {
                id: Uuid::from_u128(id),
                supersedes: supersedes.iter().map(|id| Uuid::from_u128(*id)).collect(),
                counts: *counts,
            })
            .collect();
        latest(&versions).iter().map(Uuid::as_u128).collect()
    }

    #[test]
    fn the_last_of_a_chain_counts() {
        assert_eq!(of(&[(&[], true)]), [1]);
        assert_eq!(of(&[(&[], true), (&[1], true), (&[2], true)]), [3]);
        assert_eq!(of(&[(&[], true), (&[1], true), (&[2], false)]), [2], "the last was undone");
        assert_eq!(of(&[(&[], true), (&[1], false), (&[2], true)]), [3], "descent goes through what was undone");
        assert_eq!(of(&[(&[], true), (&[1], false), (&[2], false)]), [1]);
        assert_eq!(of(&[(&[], false), (&[1], false)]), [0_u128; 0]);
        assert_eq!(of(&[(&[], false), (&[1], true)]), [2], "a correction counts though the first was undone");
    }

    #[test]
    fn versions_that_did_not_know_of_each_other_stand_side_by_side() {
        assert_eq!(of(&[(&[], true), (&[1], true), (&[1], true)]), [2, 3]);
        assert_eq!(of(&[(&[], true), (&[1], true), (&[1], true), (&[2, 3], true)]), [4], "settled");
        assert_eq!(of(&[(&[], true), (&[1], true), (&[1], true), (&[2, 3], false)]), [2, 3], "the settling was undone");
        assert_eq!(of(&[(&[2], true), (&[1], true)]), [1, 2], "a ring hides nothing");
    }
}
