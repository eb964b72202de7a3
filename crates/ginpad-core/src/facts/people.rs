//! Who is in a book, who is one with whom, and what they are called.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::conflict::{Conflict, SetAside};
use super::kinds::JoiningFact;
use super::said::{Age, Said, Sorted};
use super::versions::{Settled, Version, latest};
use super::{FactId, shortened};
use crate::players::Name;
use crate::text::fold;

/// A person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The person's id.
    pub id: FactId,
    /// Their name, followed by a number if an earlier person has the same name.
    pub name: Name,
}

/// Which people are one. The joinings alone decide; where a person was joined to several, the latest counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joined {
    /// The person as whom each one is listed who was joined to another.
    into: HashMap<FactId, FactId>,
    /// Everyone who is one with somebody else, by the person as whom they are listed.
    members: HashMap<FactId, Vec<FactId>>,
    /// The joinings of each person that count. Another joining of that person supersedes them all.
    latest: BTreeMap<FactId, Vec<FactId>>,
    conflicts: Vec<Conflict>,
}

impl Joined {
    pub(super) fn of(joinings: &[Said<'_, JoiningFact>]) -> Joined {
        let mut of_person: BTreeMap<FactId, Vec<Said<'_, JoiningFact>>> = BTreeMap::new();
        joinings.iter().for_each(|joining| of_person.entry(joining.fact.player).or_default().push(*joining));
        let mut joined = Joined::default();
        let mut counting: Vec<(FactId, Settled<'_, JoiningFact>)> = Vec::new();
        for (player, versions) in of_person {
            // Whether two joinings agree is known only when all people are joined.
            counting.extend(Settled::of(&versions, |_, _| true).map(|settled| (player, settled)));
        }
        counting.sort_unstable_by_key(|(_, settled)| settled.counts.age);
        for (player, settled) in &counting {
            joined.join(*player, settled.counts.fact.into);
        }
        joined.shorten();
        let into: HashMap<FactId, FactId> = joinings.iter().map(|joining| (joining.id, joining.fact.into)).collect();
        for (player, settled) in counting {
            let listed = |id: &FactId| into.get(id).map(|into| joined.listed_as(*into));
            // Devices may have joined a person to two who are one by another joining. That is no conflict.
            let counts = settled.counts.id;
            let stands = listed(&counts);
            let others: Vec<FactId> = settled.latest.iter().copied().filter(|other| listed(other) != stands).collect();
            if !others.is_empty() {
                joined.conflicts.push(Conflict::Joining { player, counts, others });
            }
            joined.latest.insert(player, settled.latest);
        }
        joined
    }

    /// Makes two people one, unless they are. The smaller list of names goes into the longer one, so that a long chain of
    /// joinings is followed in little more than one step each.
    fn join(&mut self, player: FactId, into: FactId) {
        let [player, into] = [player, into].map(|person| self.root(person));
        if player == into {
            return;
        }
        self.into.insert(player, into);
        let mut members = |person: FactId| self.members.remove(&person).unwrap_or_else(|| vec![person]);
        let (mut many, mut few) = (members(player), members(into));
        if many.len() < few.len() {
            std::mem::swap(&mut many, &mut few);
        }
        many.append(&mut few);
        self.members.insert(into, many);
    }

    /// The person as whom somebody is listed; every second step of the way there is shortened.
    fn root(&mut self, person: FactId) -> FactId {
        let mut at = person;
        while let Some(next) = self.into.get(&at).copied() {
            if let Some(beyond) = self.into.get(&next).copied() {
                self.into.insert(at, beyond);
            }
            at = next;
        }
        at
    }

    /// Joins everyone directly to the person as whom they are listed.
    fn shorten(&mut self) {
        for (listed, members) in &self.members {
            self.into.extend(members.iter().filter(|member| *member != listed).map(|member| (*member, *listed)));
        }
    }

    /// The person as whom somebody is listed: themselves, unless they were joined to another.
    pub fn listed_as(&self, person: FactId) -> FactId {
        self.into.get(&person).copied().unwrap_or(person)
    }

    /// Everyone who is the same person as this one.
    pub fn same_as(&self, person: FactId) -> BTreeSet<FactId> {
        let listed = self.listed_as(person);
        self.members.get(&listed).into_iter().flatten().copied().chain([listed]).collect()
    }

    /// The people who were joined to others.
    pub fn joined(&self) -> impl Iterator<Item = FactId> + '_ {
        self.into.keys().copied()
    }

    /// Whether a joining that counts names this person.
    pub fn involves(&self, person: FactId) -> bool {
        self.into.contains_key(&person) || self.members.contains_key(&person)
    }

    /// The joinings that disagree.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// The joinings of a person that count.
    pub fn joinings(&self, person: FactId) -> Vec<FactId> {
        self.latest.get(&person).cloned().unwrap_or_default()
    }
}

/// The people of a book, or those who are concerned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct People {
    /// Those who are listed, those added first coming first. People who share a name get numbers: the first is `Ann`, the
    /// second `Ann (2)`.
    pub listed: Vec<Person>,
    /// Which people are one.
    pub joined: Joined,
    /// Names that disagree, and joinings that do.
    pub conflicts: Vec<Conflict>,
    /// Names that make no sense.
    pub set_aside: Vec<SetAside>,
    /// What those who are listed are called.
    names: HashMap<FactId, Name>,
    /// What everyone is called by themselves.
    own: HashMap<FactId, Name>,
    /// The latest names of each person. Another name supersedes them all.
    latest: HashMap<FactId, Vec<FactId>>,
}

/// The names of one person.
struct Named<'a> {
    id: FactId,
    age: Age,
    is_listed: bool,
    versions: Vec<(Version<'a>, &'a str)>,
}

impl People {
    /// The people of these facts. A person is listed while a fact that counts adds them, names them, joins them with
    /// another, or is `about` them: seats them in a game, or pays them.
    ///
    /// # Errors
    /// Those of `about`, which is asked only where nothing else lists a person.
    pub fn of<E>(sorted: &Sorted<'_>, mut about: impl FnMut(FactId) -> Result<bool, E>) -> Result<People, E> {
        let joined = Joined::of(&sorted.joinings);
        let mut people = People { conflicts: joined.conflicts.clone(), joined, ..People::default() };
        let mut given: HashMap<FactId, Vec<_>> = HashMap::new();
        for name in &sorted.names {
            given.entry(name.fact.player).or_default().push((Version::from(name), name.fact.name.as_str()));
        }
        let mut named = Vec::new();
        for player in &sorted.players {
            let Said { id, age, counts, .. } = *player;
            let first = Version { id, age, counts, supersedes: &[] };
            let mut versions = vec![(first, player.fact.name.as_str())];
            versions.extend(given.remove(&id).unwrap_or_default());
            let is_listed =
                versions.iter().any(|(version, _)| version.counts) || people.joined.involves(id) || about(id)?;
            named.push(Named { id, age, is_listed, versions });
        }
        named.sort_unstable_by_key(|person| person.age);
        for person in named {
            people.name(person);
        }
        let listed = |person: &Person| people.joined.listed_as(person.id) == person.id;
        people.listed.retain(listed);
        tell_apart(&mut people.listed);
        people.names = people.listed.iter().map(|person| (person.id, person.name.clone())).collect();
        Ok(people)
    }

    /// Takes a person with the latest name. A person may sit in a game although everything that named them was undone.
    /// They keep that name.
    fn name(&mut self, person: Named<'_>) {
        let Named { id, is_listed, mut versions, .. } = person;
        versions.retain(|(version, name)| match Name::read(name) {
            Ok(_) => true,
            Err(fault) => {
                self.set_aside.push(SetAside { fact: version.id, why: fault.to_string() });
                false
            }
        });
        let any_counts = versions.iter().any(|(version, _)| version.counts);
        versions.iter_mut().for_each(|(version, _)| version.counts |= !any_counts);
        let all: Vec<Version<'_>> = versions.iter().map(|(version, _)| *version).collect();
        let latest: Vec<FactId> = latest(&all).iter().map(|version| version.id).collect();
        let said: HashMap<FactId, &str> = versions.iter().map(|(version, name)| (version.id, *name)).collect();
        let counts = latest.last().copied();
        let name = counts.and_then(|counts| Name::read(said.get(&counts)?).ok());
        if let Some(counts) = counts {
            let others = latest.iter().copied().filter(|other| said.get(other) != said.get(&counts));
            let others: Vec<FactId> = others.collect();
            if any_counts && !others.is_empty() {
                self.conflicts.push(Conflict::Name { player: id, counts, others });
            }
        }
        self.latest.insert(id, latest);
        let name = name.unwrap_or_else(|| nameless(id));
        self.own.insert(id, name.clone());
        if is_listed {
            self.listed.push(Person { id, name });
        }
    }

    /// What a person is called: as the person who is listed, or else by their own name.
    pub fn name_of(&self, person: FactId) -> Name {
        let listed = self.joined.listed_as(person);
        self.names.get(&listed).cloned().unwrap_or_else(|| self.own_name_of(listed))
    }

    /// What a person is called if nobody is one with anybody.
    pub fn own_name_of(&self, person: FactId) -> Name {
        self.own.get(&person).cloned().unwrap_or_else(|| nameless(person))
    }

    /// The latest names of a person. Another name supersedes them all.
    pub fn latest_names(&self, person: FactId) -> Vec<FactId> {
        self.latest.get(&person).cloned().unwrap_or_default()
    }
}

/// What somebody without any name that makes sense is shown as.
fn nameless(person: FactId) -> Name {
    let start: String = shortened(person.of).chars().take(6).collect();
    let name = if person.place == 0 { format!("?{start}") } else { format!("?{start}.{}", person.place) };
    Name::read(&name).unwrap_or_else(|_| unreachable!("six characters of base64url are a name"))
}

/// Numbers the people who share a name, in their order.
fn tell_apart(people: &mut [Person]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let own: BTreeSet<String> = people.iter().map(|person| person.name.folded()).collect();
    let mut next: HashMap<String, usize> = HashMap::new();
    for person in people {
        let folded = person.name.folded();
        if taken.insert(folded.clone()) {
            continue;
        }
        // Somebody may really be called `Ann (2)`.
        let from = next.entry(folded).or_insert(2);
        while let name = person.name.numbered(*from)
            && (own.contains(&name.folded()) || !taken.insert(name.folded()))
        {
            *from += 1;
        }
        person.name = person.name.numbered(*from);
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
