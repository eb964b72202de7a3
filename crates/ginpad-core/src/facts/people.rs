//! The people in a book: their joinings and their names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::conflict::{Conflict, ConflictSubject, SetAside};
use super::kinds::JoiningFact;
use super::sorted::{Sorted, Version};
use super::versions::{Settled, Union, latest};
use super::{FactId, shortened};
use crate::Name;

/// A person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The person's id.
    pub id: FactId,
    /// Their name; with a number if an earlier person has the same name.
    pub name: Name,
}

/// The joined people. Names play no part. If a person was joined to several people, the latest joining counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joined {
    /// For each person joined to another, the person who is listed for both.
    into: HashMap<FactId, FactId>,
    /// Everyone joined with others, by the person who is listed for them.
    members: HashMap<FactId, BTreeSet<FactId>>,
    /// Each person's latest joinings. A new joining of that person supersedes them all.
    latest: BTreeMap<FactId, Vec<FactId>>,
}

impl Joined {
    /// Applies these joinings, and lists the conflicts among them.
    fn of(joinings: &[Version<'_, &JoiningFact>]) -> (Joined, Vec<Conflict>) {
        let mut of_person: BTreeMap<FactId, Vec<Version<'_, &JoiningFact>>> = BTreeMap::new();
        joinings.iter().for_each(|joining| of_person.entry(joining.fact.player).or_default().push(*joining));
        let mut counting: Vec<_> = of_person.values().filter_map(|versions| latest(versions).pop()).collect();
        counting.sort_unstable_by_key(Version::age);
        let mut union = Union(HashMap::new());
        counting.iter().for_each(|joining| union.join(joining.fact.player, joining.fact.into));
        let mut joined = Joined::default();
        let people: Vec<FactId> = union.0.keys().copied().collect();
        for person in people {
            let listed = union.root(person);
            joined.into.insert(person, listed);
            joined.members.entry(listed).or_insert_with(|| BTreeSet::from([listed])).insert(person);
        }
        let mut conflicts = Vec::new();
        for (player, versions) in of_person {
            // Joinings to two people agree if another joining makes those two one person.
            let listed = |joining: &JoiningFact| joined.listed_as(joining.into);
            let Some(settled) = Settled::of(&versions, |one, other| listed(one) == listed(other)) else { continue };
            conflicts.extend(settled.conflict(None, ConflictSubject::Joining(player)));
            joined.latest.insert(player, settled.latest);
        }
        (joined, conflicts)
    }

    /// The person listed for somebody: themselves, unless they were joined to another.
    pub fn listed_as(&self, person: FactId) -> FactId {
        self.into.get(&person).copied().unwrap_or(person)
    }

    /// Everyone joined with this person, including this person.
    pub fn same_as(&self, person: FactId) -> BTreeSet<FactId> {
        let listed = self.listed_as(person);
        self.members.get(&listed).cloned().unwrap_or_else(|| BTreeSet::from([listed]))
    }

    /// The people joined to others.
    pub fn joined(&self) -> impl Iterator<Item = FactId> + '_ {
        self.into.keys().copied()
    }

    /// The latest joinings of a person.
    pub fn joinings(&self, person: FactId) -> Vec<FactId> {
        self.latest.get(&person).cloned().unwrap_or_default()
    }
}

/// The people of a book, or of a part of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct People {
    /// The people listed, in the order they were added. People who share a name get numbers: the first is `Ann`, the
    /// second `Ann (2)`.
    pub listed: Vec<Person>,
    /// The joinings of people.
    pub joined: Joined,
    /// Conflicts of names and of joinings.
    pub conflicts: Vec<Conflict>,
    /// Names that make no sense.
    pub set_aside: Vec<SetAside>,
    /// The names of the people listed.
    names: HashMap<FactId, Name>,
    /// Everyone's own name, before joinings.
    own: HashMap<FactId, Name>,
    /// Each person's latest names. A new name supersedes them all.
    latest: HashMap<FactId, Vec<FactId>>,
}

impl People {
    /// The people of these facts. A person is listed if a fact that counts adds, names or joins them, or if `about`
    /// finds such a fact that seats or pays them.
    ///
    /// # Errors
    /// Those of `about`, which is called only for people whom no other fact lists.
    pub fn of<E>(sorted: &Sorted<'_>, mut about: impl FnMut(FactId) -> Result<bool, E>) -> Result<People, E> {
        let (joined, conflicts) = Joined::of(&sorted.joinings);
        let mut people = People { joined, conflicts, ..People::default() };
        let mut names: HashMap<FactId, Vec<Version<'_, (FactId, &str)>>> = HashMap::new();
        sorted.names.iter().for_each(|version| names.entry(version.fact.0).or_default().push(*version));
        let mut added: Vec<_> = sorted.names.iter().filter(|version| version.fact.0 == version.id).collect();
        added.sort_unstable_by_key(|version| version.age());
        for id in added.into_iter().map(|version| version.id) {
            let versions = names.remove(&id).unwrap_or_default();
            let is_listed =
                versions.iter().any(|version| version.counts) || people.joined.same_as(id).len() > 1 || about(id)?;
            let name = people.latest_name(id, versions).unwrap_or_else(|| nameless(id));
            people.own.insert(id, name.clone());
            if is_listed && people.joined.listed_as(id) == id {
                people.listed.push(Person { id, name });
            }
        }
        number_namesakes(&mut people.listed);
        people.names = people.listed.iter().map(|person| (person.id, person.name.clone())).collect();
        Ok(people)
    }

    /// Settles a person's name. If every fact that named a person is undone, they keep the name, because they may still
    /// sit in a game.
    fn latest_name(&mut self, id: FactId, versions: Vec<Version<'_, (FactId, &str)>>) -> Option<Name> {
        let flaw = |version: &Version<'_, (FactId, &str)>| Name::read(version.fact.1).err();
        let (flawed, mut versions): (Vec<_>, Vec<_>) =
            versions.into_iter().partition(|version| flaw(version).is_some());
        let aside = |version: &Version<'_, _>| Some(SetAside { fact: version.id, why: flaw(version)?.to_string() });
        self.set_aside.extend(flawed.iter().filter_map(aside));
        let any_counts = versions.iter().any(|version| version.counts);
        versions.iter_mut().for_each(|version| version.counts |= !any_counts);
        let settled = Settled::of(&versions, |one, other| one == other)?;
        self.conflicts.extend(settled.conflict(None, ConflictSubject::Name(id)).filter(|_| any_counts));
        self.latest.insert(id, settled.latest);
        Name::read(settled.counts.fact.1).ok()
    }

    /// The name of a person: that of the person listed for them, or else their own.
    pub fn name_of(&self, person: FactId) -> Name {
        let listed = self.joined.listed_as(person);
        self.names.get(&listed).cloned().unwrap_or_else(|| self.own_name_of(listed))
    }

    /// The name of a person before joinings.
    pub fn own_name_of(&self, person: FactId) -> Name {
        self.own.get(&person).cloned().unwrap_or_else(|| nameless(person))
    }

    /// The latest names of a person. A new name supersedes them all.
    pub fn latest_names(&self, person: FactId) -> Vec<FactId> {
        self.latest.get(&person).cloned().unwrap_or_default()
    }
}

/// The placeholder for a person without a valid name.
fn nameless(person: FactId) -> Name {
    let start: String = shortened(person.of).chars().take(6).collect();
    let name = if person.place == 0 { format!("?{start}") } else { format!("?{start}.{}", person.place) };
    Name::read(&name).unwrap_or_else(|_| unreachable!("six characters of base64url are a name"))
}

/// Numbers the people who share a name, in their order.
fn number_namesakes(people: &mut [Person]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let own: BTreeSet<String> = people.iter().map(|person| person.name.folded()).collect();
    let mut next: HashMap<String, usize> = HashMap::new();
    for person in people {
        let folded = person.name.folded();
        if taken.insert(folded.clone()) {
            continue;
        }
        // A person's real name may be `Ann (2)`.
        let from = next.entry(folded).or_insert(2);
        while let name = person.name.numbered(*from)
            && (own.contains(&name.folded()) || !taken.insert(name.folded()))
        {
            *from += 1;
        }
        person.name = person.name.numbered(*from);
    }
}
