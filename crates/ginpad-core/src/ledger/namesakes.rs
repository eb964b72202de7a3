//! Namesakes: joins people with one name when books come together, or explains why they stay apart.
//!
//! Two namesakes are joined, unless somebody keeps them apart, a game seats both, or an earlier joining of them was
//! undone. More than two stay apart, because nobody can know who is who.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::Name;
use crate::facts::{AcceptedConflicts, Change, Fact, FactId, Joined, KeepingFact, NewChange, People, Person, bare};
use crate::text::fold;

/// The treatment of namesakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Namesakes {
    /// Join them.
    #[default]
    Join,
    /// Join those whom imports of one game put in the same seat. List the others, who may be different people.
    JoinImported,
    /// Keep them apart.
    KeepApart,
}

/// Namesakes who stay apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// Their names here.
    pub names: Vec<Name>,
    /// The names of those who are in the other book.
    pub theirs: Vec<Name>,
    /// The reason.
    pub why: WhyApart,
}

/// Why namesakes stay apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyApart {
    /// The user asked for it now.
    Asked,
    /// Somebody asked for it before, here or on another device.
    AskedBefore,
    /// There are more than two, so nobody can know who is who.
    Several,
    /// The game with this number seats both.
    BothSit(i64),
    /// They were joined before, and somebody undid that.
    TakenBack,
    /// Nobody declared them one person, and two homes may know different people with one name.
    Unasked,
}

impl WhyApart {
    /// Whether a user may still join them.
    pub const fn can_be_joined(&self) -> bool {
        !matches!(self, WhyApart::Several | WhyApart::BothSit(_))
    }
}

/// The results for namesakes.
#[derive(Debug, Default)]
pub struct NamesakeResults {
    /// The people joined.
    pub joined: Vec<Name>,
    /// The people who stay apart.
    pub apart: Vec<Apart>,
}

/// The facts about people from a store, for decisions about namesakes.
pub struct PeopleFacts<'a, E> {
    /// Everyone.
    pub people: &'a People,
    /// The changes about people and their joinings, whether they count or not.
    pub changes: Vec<&'a Change>,
    /// The people kept apart.
    pub kept: AcceptedConflicts,
    /// Finds the number of a game that seats both people.
    pub both_sit: &'a mut dyn FnMut(FactId, FactId) -> Result<Option<i64>, E>,
}

impl<E> PeopleFacts<'_, E> {
    /// Joins each person whose present name is of `theirs` with the namesake whose name is not, or notes why they stay
    /// apart. Skips people whose names are only of `of_others` for now. Each of `pairs` had one seat in two imports of
    /// one game, which is stronger evidence than a name.
    ///
    /// # Errors
    /// Those of the store.
    pub fn meet(
        &mut self,
        (theirs, of_others): (&BTreeSet<FactId>, &BTreeSet<FactId>),
        pairs: &BTreeSet<[FactId; 2]>,
        namesakes: Namesakes,
        change: &mut NewChange,
    ) -> Result<NamesakeResults, E> {
        let (mut met, joined) = (NamesakeResults::default(), &self.people.joined);
        let mut done = Vec::new();
        if namesakes != Namesakes::KeepApart {
            done = self.join_seated(pairs, change)?;
            met.joined.extend(done.iter().map(|[_, stays]| self.people.own_name_of(*stays)));
        }
        let done: BTreeSet<FactId> = done.into_iter().flatten().collect();
        let is_any = |person: &Person, wanted: &dyn Fn(&FactId) -> bool| {
            joined.same_as(person.id).iter().any(|one| self.people.latest_names(*one).iter().any(wanted))
        };
        let looked_at = self.people.listed.iter().filter(|person| {
            is_any(person, &|id| theirs.contains(id) || !of_others.contains(id)) && !done.contains(&person.id)
        });
        for alike in by_name(looked_at) {
            let theirs: Vec<&Person> =
                alike.iter().copied().filter(|person| is_any(person, &|id| theirs.contains(id))).collect();
            let why = match alike.as_slice() {
                _ if theirs.is_empty() || theirs.len() == alike.len() => continue,
                _ if namesakes == Namesakes::KeepApart && self.are_kept_apart(&alike) => continue,
                _ if namesakes == Namesakes::KeepApart => Some(WhyApart::Asked),
                [one, other] => match self.why_apart([one, other])? {
                    None if namesakes == Namesakes::JoinImported => Some(WhyApart::Unasked),
                    why => why,
                },
                _ => Some(WhyApart::Several),
            };
            if let Some(why) = why {
                if why == WhyApart::Asked {
                    // Other devices must not join them either.
                    let apart: BTreeSet<FactId> = alike.iter().map(|person| person.id).collect();
                    change.say(Fact::Keeping(KeepingFact { game: None, facts: apart.into_iter().collect() }));
                }
                met.apart.push(Apart { names: names(&alike), theirs: names(&theirs), why });
            } else {
                // Every device joins the same two in the same direction: the person added first remains.
                change.join(alike[1].id, alike[0].id, joined);
                met.joined.push(self.people.own_name_of(alike[0].id));
            }
        }
        Ok(met)
    }

    /// Joins people who had one seat in imports of one game, if they ever shared a name. Returns each pair, with the
    /// person who remains second.
    ///
    /// # Errors
    /// Those of the store.
    pub fn join_seated(
        &mut self,
        pairs: &BTreeSet<[FactId; 2]>,
        change: &mut NewChange,
    ) -> Result<Vec<[FactId; 2]>, E> {
        let People { listed, joined, .. } = self.people;
        let place: HashMap<FactId, usize> = listed.iter().enumerate().map(|(at, person)| (person.id, at)).collect();
        let placed = |pair: &[FactId; 2]| {
            let [one, other] = pair.map(|id| place.get(&joined.listed_as(id)).copied());
            let (one, other) = one.zip(other).filter(|(one, other)| one != other)?;
            Some(([one.min(other), one.max(other)], *pair))
        };
        let pairs: BTreeSet<_> = pairs.iter().filter_map(placed).collect();
        let (names, mut same, mut gone) = (self.names_ever(), Vec::new(), BTreeSet::new());
        for (at, pair) in pairs {
            let [Some(one), Some(other)] = pair.map(|id| names.get(&id)) else { continue };
            let shared: BTreeSet<&String> = one.intersection(other).collect();
            let is_renamed = |person: &Person| !shared.contains(&fold(self.people.own_name_of(person.id).as_str()));
            // Every device joins the same two in the same direction: a person renamed since remains, or else the one
            // added first.
            let [mut stays, mut goes] = at.map(|at| &listed[at]);
            if is_renamed(goes) && !is_renamed(stays) {
                (stays, goes) = (goes, stays);
            }
            if !shared.is_empty() && !gone.contains(&goes.id) && self.why_apart([stays, goes])?.is_none() {
                change.join(goes.id, stays.id, joined);
                gone.insert(goes.id);
                same.push([goes.id, stays.id]);
            }
        }
        Ok(same)
    }

    /// The reason that keeps two namesakes apart, if there is one.
    fn why_apart(&mut self, pair: [&Person; 2]) -> Result<Option<WhyApart>, E> {
        if let Some(game) = (self.both_sit)(pair[0].id, pair[1].id)? {
            return Ok(Some(WhyApart::BothSit(game)));
        }
        if self.are_kept_apart(&pair) {
            return Ok(Some(WhyApart::AskedBefore));
        }
        let joined = &self.people.joined;
        let all = pair.map(|person| joined.same_as(person.id));
        // Devices that knew only some of these people may have joined one person to both. That was not undone.
        let were_joined = self.changes.iter().flat_map(|change| change.each_fact()).any(|(id, fact)| match fact {
            Fact::Joining(joining) if !joined.joinings(joining.player).contains(&id) => {
                all.iter().all(|person| [joining.player, joining.into].iter().any(|end| person.contains(end)))
            }
            _ => false,
        });
        Ok(were_joined.then_some(WhyApart::TakenBack))
    }

    /// Whether a declaration keeps all of these people apart.
    fn are_kept_apart(&self, alike: &[&Person]) -> bool {
        let joined: &Joined = &self.people.joined;
        self.kept.0.iter().any(|kept| {
            let kept: BTreeSet<FactId> = kept.iter().map(|person| joined.listed_as(*person)).collect();
            alike.iter().all(|person| kept.contains(&person.id))
        })
    }

    /// Every name each person ever had.
    fn names_ever(&self) -> HashMap<FactId, BTreeSet<String>> {
        let mut names: HashMap<FactId, BTreeSet<String>> = HashMap::new();
        for (person, name) in self.changes.iter().flat_map(|change| change.names()) {
            names.entry(person).or_default().insert(fold(name));
        }
        names
    }
}

/// Groups people by the bare form of their names, in the order they were added. Omits groups of one.
fn by_name<'p>(people: impl Iterator<Item = &'p Person>) -> Vec<Vec<&'p Person>> {
    let mut alike: BTreeMap<String, Vec<&Person>> = BTreeMap::new();
    for person in people {
        alike.entry(bare(person.name.as_str())).or_default().push(person);
    }
    alike.into_values().filter(|people| people.len() > 1).collect()
}

fn names(people: &[&Person]) -> Vec<Name> {
    people.iter().map(|person| person.name.clone()).collect()
}
