//! Who is in a book, and what they are called.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::conflict::{Conflict, Waiting};
use super::kinds::Unreadable;
use super::versions::{Version, latest};
use super::{CountingChanges, Joined, PlayerFact, PlayerNameFact};
use crate::players::Name;
use crate::text::fold;

/// The facts about people.
#[derive(Debug, Clone, Default)]
pub struct PeopleFacts<'a> {
    /// The people.
    pub players: Vec<&'a PlayerFact>,
    /// Their names.
    pub names: Vec<&'a PlayerNameFact>,
    /// Those who sit in a game that counts, or paid or were paid.
    pub involved: BTreeSet<Uuid>,
    /// Which of them are one. Only the one whose name stands is listed.
    pub joined: Joined,
}

/// A person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The person's id.
    pub id: Uuid,
    /// Their name, followed by a number if an earlier person has the same name.
    pub name: Name,
}

/// People, and what the fold lists about them.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) people: Vec<Person>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) waiting: Vec<Waiting>,
    pub(super) unreadable: Vec<Unreadable>,
}

/// The people in the order of their ids. A person is listed while a fact that counts adds them, names them, seats
/// them in a game, or pays them.
///
/// People who share a name get numbers: the first is `Ann`, the second `Ann (2)`.
pub fn people(facts: &PeopleFacts<'_>, standing: &CountingChanges) -> Vec<Person> {
    named(facts, standing).people
}

/// The people whom devices renamed in different ways.
pub fn name_conflicts(facts: &PeopleFacts<'_>, standing: &CountingChanges) -> Vec<Conflict> {
    named(facts, standing).conflicts
}

/// The name of everyone: of those who are listed, and of those who were joined to them.
pub fn names(people: &[Person], joined: &Joined) -> BTreeMap<Uuid, Name> {
    let mut names: BTreeMap<Uuid, Name> = people.iter().map(|person| (person.id, person.name.clone())).collect();
    let others = joined.joined().filter_map(|other| Some((other, names.get(&joined.listed_as(other))?.clone())));
    let others: Vec<(Uuid, Name)> = others.collect();
    names.extend(others);
    names
}

pub(super) fn named(facts: &PeopleFacts<'_>, standing: &CountingChanges) -> Named {
    let mut named = Named::default();
    let mut names: BTreeMap<Uuid, Vec<&PlayerNameFact>> = BTreeMap::new();
    for name in &facts.names {
        names.entry(name.player).or_default().push(name);
    }
    let players: BTreeMap<Uuid, &PlayerFact> = facts.players.iter().map(|player| (player.id, *player)).collect();
    for (id, names) in &names {
        if !players.contains_key(id) {
            let counting = names.iter().filter(|name| standing.counts(name.change));
            named.waiting.extend(counting.map(|name| Waiting::ForItsPlayer { fact: name.id, player: *id }));
        }
    }
    for (id, player) in players {
        let names = names.get(&id).map_or(&[][..], Vec::as_slice);
        let is_named = names.iter().any(|name| standing.counts(name.change));
        let is_involved = facts.involved.contains(&id) || facts.joined.involves(id);
        if !standing.counts(player.change) && !is_involved && !is_named {
            continue;
        }
        let Some(name) = name_of(id, names, standing, &mut named.conflicts) else {
            named.waiting.push(Waiting::ForItsPlayer { fact: id, player: id });
            continue;
        };
        match Name::read(&name.name) {
            Ok(name) => named.people.push(Person { id, name }),
            Err(fault) => named.unreadable.push(Unreadable { fact: name.id, why: fault.to_string() }),
        }
    }
    named.people.retain(|person| facts.joined.listed_as(person.id) == person.id);
    tell_apart(&mut named.people);
    named
}

/// The name of a person that counts.
fn name_of<'a>(
    player: Uuid,
    names: &[&'a PlayerNameFact],
    standing: &CountingChanges,
    conflicts: &mut Vec<Conflict>,
) -> Option<&'a PlayerNameFact> {
    let mut latest = latest_names(names, standing);
    let counts = latest.pop()?;
    let said = |id: Uuid| names.iter().find(|name| name.id == id).map(|name| name.name.as_str());
    // Devices that gave the same name agree. A conflict names them too, or else it would be another one than earlier versions
    // listed and people kept.
    let is_disputed = latest.iter().any(|other| said(*other) != said(counts));
    if is_disputed && names.iter().any(|name| standing.counts(name.change)) {
        conflicts.push(Conflict::Name { player, counts, others: latest });
    }
    names.iter().copied().find(|name| name.id == counts)
}

/// Of the names of one person those that no other takes the place of, the one that counts last: several only if devices
/// did not know of each other. A person may sit in a game although the change that named them was undone. They keep that
/// name.
pub fn latest_names(names: &[&PlayerNameFact], standing: &CountingChanges) -> Vec<Uuid> {
    let any_counts = names.iter().any(|name| standing.counts(name.change));
    let version = |name: &&PlayerNameFact| Version {
        id: name.id,
        supersedes: name.supersedes.clone(),
        counts: standing.counts(name.change) || !any_counts && !standing.is_incomplete(name.change),
    };
    latest(&names.iter().map(version).collect::<Vec<_>>())
}

/// Numbers the people who share a name, in the order of their ids.
fn tell_apart(people: &mut [Person]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let own: BTreeSet<String> = people.iter().map(|person| person.name.folded()).collect();
    for person in people {
        if taken.insert(person.name.folded()) {
            continue;
        }
        let numbered = (2..).map(|number| person.name.numbered(number));
        // Somebody may really be called `Ann (2)`.
        let free = |name: &Name| !own.contains(&name.folded()) && !taken.contains(&name.folded());
        if let Some(name) = { numbered }.find(free) {
            taken.insert(name.folded());
            person.name = name;
        }
    }
}

/// A name in one case, without the numbers that a shared name gets: `ann` for `Ann`, `ann` and `Ann (2)`. Only people
/// whose names have the same bare form decide which number each gets.
pub fn bare(name: &str) -> String {
    let folded = fold(name);
    let mut bare = folded.as_str();
    while let Some((name, number)) = bare.strip_suffix(')').and_then(|name| name.rsplit_once(" ("))
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        bare = name;
    }
    bare.to_string()
}
