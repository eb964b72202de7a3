//! Which people are one.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::conflict::Conflict;
use super::versions::{Version, latest};
use super::{CountingChanges, JoiningFact};

/// Which people are one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joined {
    /// Whom each person was joined to.
    into: BTreeMap<Uuid, Uuid>,
    /// Everyone whom a joining that counts names.
    involved: BTreeSet<Uuid>,
    /// The joinings of each person that count. Another joining of that person supersedes them all.
    latest: BTreeMap<Uuid, Vec<Uuid>>,
    pub(super) conflicts: Vec<Conflict>,
}

impl Joined {
    /// The person as whom somebody is listed: themselves, unless they were joined to another.
    pub fn listed_as(&self, person: Uuid) -> Uuid {
        let mut at = person;
        while let Some(next) = self.into.get(&at) {
            at = *next;
        }
        at
    }

    /// Everyone who is the same person as this one.
    pub fn same_as(&self, person: Uuid) -> BTreeSet<Uuid> {
        let listed = self.listed_as(person);
        self.into.keys().copied().filter(|other| self.listed_as(*other) == listed).chain([listed]).collect()
    }

    /// The people who were joined to others.
    pub fn joined(&self) -> impl Iterator<Item = Uuid> + '_ {
        self.into.keys().copied()
    }

    /// Whether a joining that counts names this person.
    pub fn involves(&self, person: Uuid) -> bool {
        self.involved.contains(&person)
    }

    /// The joinings that disagree, or do not count.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// The joinings of a person that count.
    pub(super) fn joinings(&self, person: Uuid) -> Vec<Uuid> {
        self.latest.get(&person).cloned().unwrap_or_default()
    }
}

/// Which people are one. Of several joinings of one person the one with the greatest id counts. A joining does not count
/// if it joins people in a ring, or would seat one person twice: `together` gives a game that seats both of two people,
/// each with all their spellings.
///
/// # Errors
/// Those of `together`.
pub fn joined<E>(
    joinings: &[&JoiningFact],
    standing: &CountingChanges,
    mut together: impl FnMut(&BTreeSet<Uuid>, &BTreeSet<Uuid>) -> Result<Option<Uuid>, E>,
) -> Result<Joined, E> {
    let mut joined = Joined::default();
    let mut of_person: BTreeMap<Uuid, Vec<Version>> = BTreeMap::new();
    for fact in joinings {
        let counts = standing.counts(fact.change);
        of_person.entry(fact.player).or_default().push(Version {
            id: fact.id,
            supersedes: fact.supersedes.clone(),
            counts,
        });
        if counts {
            joined.involved.extend([fact.player, fact.same_as]);
        }
    }
    let by_id: BTreeMap<Uuid, &JoiningFact> = joinings.iter().map(|fact| (fact.id, *fact)).collect();
    let mut counting: Vec<&JoiningFact> = Vec::new();
    for (player, versions) in of_person {
        let latest = latest(&versions);
        if let Some(counts) = latest.last() {
            counting.extend(by_id.get(counts).copied());
            joined.latest.insert(player, latest);
        }
    }
    counting.sort_unstable_by_key(|fact| fact.id);
    let mut seated_twice = Vec::new();
    for fact in counting {
        let [player, into] = [fact.player, fact.same_as].map(|person| joined.listed_as(person));
        if player == into {
            continue;
        }
        match together(&joined.same_as(player), &joined.same_as(into))? {
            Some(game) => seated_twice.push(Conflict::SeatedTwice { joining: fact.id, game }),
            None => drop(joined.into.insert(player, into)),
        }
    }
    // Devices may have joined a person to two who are one by another joining. That is no disagreement.
    let listed = |id: &Uuid| by_id.get(id).map(|fact| joined.listed_as(fact.same_as));
    let mut conflicts = Vec::new();
    for (player, latest) in &joined.latest {
        let Some(counts) = latest.last() else { continue };
        let others: Vec<Uuid> = latest.iter().copied().filter(|other| listed(other) != listed(counts)).collect();
        if !others.is_empty() {
            conflicts.push(Conflict::Joining { player: *player, counts: *counts, others });
        }
    }
    conflicts.extend(seated_twice);
    joined.conflicts = conflicts;
    Ok(joined)
}
