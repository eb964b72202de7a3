//! People who have one name in two books, and are one from then on.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{
    Change, ChangeVerb, Fact, FactId, Joined, Kept, List, NewChange, People, Person, Subject, bare,
};
use ginpad_core::players::Name;
use ginpad_core::text::fold;

use super::error::BookError;
use super::moves::MovedChange;
use super::pad::Pad;

/// What is to become of people of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Namesakes {
    /// They are one.
    Join,
    /// They stay apart.
    KeepApart,
}

/// People of one name who stay apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// How they are called here.
    pub names: Vec<Name>,
    /// Why.
    pub why: WhyApart,
}

impl Apart {
    fn of(people: &[&Person], why: WhyApart) -> Apart {
        Apart { names: people.iter().map(|person| person.name.clone()).collect(), why }
    }
}

/// Why people of one name stay apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyApart {
    /// It was asked for now.
    Asked,
    /// It was asked for before, here or on another device.
    AskedBefore,
    /// There are more than two, so nobody can tell who is who.
    Several,
    /// A game seats both.
    BothSit(i64),
    /// They were joined before, and somebody took that back.
    TakenBack,
    /// They share no name any more, and only who does is joined.
    Renamed,
    /// Nobody said that they are one.
    Unsaid,
}

impl WhyApart {
    /// Whether they can be joined all the same.
    pub const fn can_be_joined(&self) -> bool {
        !matches!(self, WhyApart::Several | WhyApart::BothSit(_))
    }
}

/// Somebody of this book who is one person with somebody else, because another device said so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedElsewhere {
    /// How they are called here.
    pub name: Name,
    /// The change that takes it back if it is undone, as it is typed.
    pub change: String,
}

/// What became of people of one name.
#[derive(Debug, Default)]
pub struct Met {
    /// Who was joined.
    pub joined: Vec<Name>,
    /// Who stays apart.
    pub apart: Vec<Apart>,
}

/// The people of a book at some time.
#[derive(Debug)]
pub struct PeopleThen {
    people: BTreeSet<FactId>,
    joined: Joined,
}

/// The people who share a name, by its bare form, those added first coming first.
fn by_name(people: &[Person]) -> BTreeMap<String, Vec<&Person>> {
    let mut alike: BTreeMap<String, Vec<&Person>> = BTreeMap::new();
    for person in people {
        alike.entry(bare(person.name.as_str())).or_default().push(person);
    }
    alike.retain(|_, people| people.len() > 1);
    alike
}

/// Why two people whom nothing keeps apart are not one yet.
fn why_not_yet(pair: [&Person; 2], people: &[Person]) -> WhyApart {
    let [one, other] = pair.map(|person| bare(person.name.as_str()));
    let alike = people.iter().filter(|person| bare(person.name.as_str()) == one).count();
    match (one == other, alike) {
        (false, _) => WhyApart::Renamed,
        (true, 2) => WhyApart::Unsaid,
        (true, _) => WhyApart::Several,
    }
}

impl Pad<'_> {
    /// Makes everyone of `theirs` one with the person who has their name here and is not of `theirs`, or takes note that
    /// they stay apart. Those who are only `of_others` are not looked at yet. Imported `games` may say more of who is who.
    /// The answer also holds the change to write.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn meet_namesakes(
        &self,
        theirs: &BTreeSet<FactId>,
        of_others: &BTreeSet<FactId>,
        games: &BTreeSet<FactId>,
        namesakes: Namesakes,
    ) -> Result<(Met, NewChange), BookError> {
        let everyone = self.everyone()?;
        let (mut people, joined) = (everyone.listed.clone(), &everyone.joined);
        people
            .retain(|person| joined.same_as(person.id).iter().any(|id| theirs.contains(id) || !of_others.contains(id)));
        let (mut met, mut change) = (Met::default(), NewChange::new(ChangeVerb::Merge));
        if namesakes == Namesakes::Join {
            let same = self.join_as_imported(games, &everyone, &mut change)?;
            met.joined.extend(same.iter().map(|[_, stays]| everyone.own_name_of(*stays)));
            people.retain(|person| !same.as_flattened().contains(&person.id));
        }
        for alike in by_name(&people).into_values() {
            let is_theirs = |person: &&&Person| joined.same_as(person.id).iter().any(|id| theirs.contains(id));
            let (known, unknown): (Vec<&&Person>, Vec<&&Person>) = alike.iter().partition(is_theirs);
            let why = match (known.as_slice(), unknown.as_slice()) {
                ([], _) | (_, []) => continue,
                _ if namesakes == Namesakes::KeepApart => Some(WhyApart::Asked),
                ([_], [_]) => self.why_apart([alike[0], alike[1]], joined)?,
                _ => Some(WhyApart::Several),
            };
            match why {
                // Every device joins the same two in the same way: the one added first stays.
                None => {
                    change.join(alike[1].id, alike[0].id, joined);
                    met.joined.push(everyone.own_name_of(alike[0].id));
                }
                Some(why) => {
                    if why == WhyApart::Asked && !self.are_kept_apart(&alike, joined)? {
                        // Other devices join them neither.
                        change.keep_apart(alike.iter().map(|person| person.id));
                    }
                    met.apart.push(Apart::of(&alike, why));
                }
            }
        }
        Ok((met, change))
    }

    /// Joins people whom imports of one dated game seat in one place under one name. The answer has whom, with the one who
    /// stays second.
    pub(super) fn join_as_imported(
        &self,
        games: &BTreeSet<FactId>,
        everyone: &People,
        change: &mut NewChange,
    ) -> Result<Vec<[FactId; 2]>, BookError> {
        let (joined, listed) = (&everyone.joined, &everyone.listed);
        let (mut same, mut seen): (Vec<[FactId; 2]>, BTreeSet<[FactId; 2]>) = Default::default();
        for game in games {
            if self.sum(&Subject::Game(*game).key())?.0 < 2 {
                continue;
            }
            let changes = self.changes_concerning(&Subject::Game(*game))?;
            let sayings = changes.iter().flat_map(Change::each_fact).filter_map(|(id, fact)| match fact {
                Fact::Game(said) if id == *game && said.start.is_some() => Some(said.sides.concat()),
                _ => None,
            });
            let seats: Vec<Vec<FactId>> = sayings.collect();
            let Some((first, others)) = seats.split_first() else { continue };
            for (one, other) in others.iter().flat_map(|other| first.iter().zip(other)) {
                if !seen.insert([*one, *other]) {
                    continue;
                }
                let at = |id: FactId| listed.iter().position(|person| person.id == joined.listed_as(id));
                let (Some(one_at), Some(other_at)) = (at(*one), at(*other)) else { continue };
                // Every device joins the same two in the same way: the one added first stays.
                let [stays, goes] = [one_at.min(other_at), one_at.max(other_at)].map(|at| &listed[at]);
                let is_done = stays.id == goes.id || same.iter().any(|[gone, _]| *gone == goes.id);
                if !is_done && self.share_a_name(*one, *other)? && self.why_apart([stays, goes], joined)?.is_none() {
                    change.join(goes.id, stays.id, joined);
                    same.push([goes.id, stays.id]);
                }
            }
        }
        Ok(same)
    }

    /// Whether two people were ever called the same.
    fn share_a_name(&self, one: FactId, other: FactId) -> Result<bool, BookError> {
        let names = |person| -> Result<BTreeSet<String>, BookError> {
            let about = self.changes_concerning(&Subject::Person(person))?;
            let facts = about.iter().flat_map(Change::each_fact).filter_map(|(id, fact)| match fact {
                Fact::Player(player) if id == person => Some(fold(&player.name)),
                Fact::Name(name) if name.player == person => Some(fold(&name.name)),
                _ => None,
            });
            Ok(facts.collect())
        };
        Ok(!names(one)?.is_disjoint(&names(other)?))
    }

    /// What keeps two people of one name from being made one, if anything does.
    fn why_apart(&self, pair: [&Person; 2], joined: &Joined) -> Result<Option<WhyApart>, BookError> {
        if let Some(game) = self.games_with_both(pair[0].id, pair[1].id)?.first() {
            return Ok(Some(WhyApart::BothSit(*game)));
        }
        if self.are_kept_apart(&pair, joined)? {
            return Ok(Some(WhyApart::AskedBefore));
        }
        let all = pair.map(|person| joined.same_as(person.id));
        let joinings = self.changes_concerning(&Subject::List(List::Joinings))?;
        let were_joined = joinings.iter().flat_map(|change| &change.facts).any(|fact| match fact {
            Fact::Joining(joining) => {
                all.iter().all(|person| [joining.player, joining.into].iter().any(|end| person.contains(end)))
            }
            _ => false,
        });
        Ok(were_joined.then_some(WhyApart::TakenBack))
    }

    /// The people who share a name that one of these changes gives, or gave in place of another.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn namesakes(&self, changes: &[MovedChange]) -> Result<Vec<Apart>, BookError> {
        let names = changes.iter().flat_map(|change| &change.names);
        let names = names.flat_map(|(before, name)| before.iter().chain([name]));
        let names: BTreeSet<String> = names.map(|name| bare(name)).collect();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let (people, joined) = (self.people()?, self.joined()?);
        let mut apart = Vec::new();
        for (_, people) in by_name(&people).into_iter().filter(|(name, _)| names.contains(name)) {
            let why = match people.as_slice() {
                [one, other] => self.why_apart([one, other], &joined)?.unwrap_or(WhyApart::Unsaid),
                _ => WhyApart::Several,
            };
            apart.push(Apart::of(&people, why));
        }
        Ok(apart)
    }

    /// Who is two people still, although the wish for it in this change does not count any more, and why. `Unsaid` if
    /// nothing keeps the next who takes in a book from making them one.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn still_apart(&self, change: &MovedChange) -> Result<Vec<Apart>, BookError> {
        if change.kept.is_empty() {
            return Ok(Vec::new());
        }
        let (people, joined) = (self.people()?, self.joined()?);
        let mut apart = Vec::new();
        for kept in &change.kept {
            let kept: BTreeSet<FactId> = kept.iter().map(|person| joined.listed_as(*person)).collect();
            let kept: Vec<&Person> = people.iter().filter(|person| kept.contains(&person.id)).collect();
            let why = match kept.as_slice() {
                [] | [_] => continue,
                [one, other] => match self.why_apart([one, other], &joined)? {
                    Some(why) => why,
                    None => why_not_yet([one, other], &people),
                },
                _ => WhyApart::Several,
            };
            apart.push(Apart::of(&kept, why));
        }
        Ok(apart)
    }

    /// Whether somebody said of all of these people that they are not one.
    fn are_kept_apart(&self, alike: &[&Person], joined: &Joined) -> Result<bool, BookError> {
        let keepings = self.changes_concerning(&Subject::List(List::Keepings))?;
        let kept = Kept::of(&keepings, &self.counting_of(keepings.iter())?);
        let listed = |people: &BTreeSet<FactId>| people.iter().map(|person| joined.listed_as(*person)).collect();
        Ok(kept.each().any(|people| {
            let named: BTreeSet<FactId> = listed(people);
            alike.iter().all(|person| named.contains(&joined.listed_as(person.id)))
        }))
    }

    /// The people who are listed now.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn people_now(&self) -> Result<PeopleThen, BookError> {
        Ok(PeopleThen { people: self.people()?.iter().map(|person| person.id).collect(), joined: self.joined()? })
    }

    /// Who of the people at that time is one person with somebody else since then.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn joined_since(&self, then: &PeopleThen) -> Result<Vec<JoinedElsewhere>, BookError> {
        let joined = self.joined()?;
        let is_new = |one: &FactId| then.joined.listed_as(*one) != joined.listed_as(*one);
        let knew = |person: FactId| then.people.contains(&then.joined.listed_as(person));
        let new: Vec<FactId> =
            joined.joined().filter(is_new).filter(|one| knew(*one) || knew(joined.listed_as(*one))).collect();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let (people, joinings) = (self.people()?, self.changes_concerning(&Subject::List(List::Joinings))?);
        let mut found = BTreeMap::new();
        for one in new {
            let joins = |change: &&Change| {
                change.facts.iter().any(|fact| matches!(fact, Fact::Joining(joining) if joining.player == one))
            };
            let change = joinings.iter().filter(joins).max_by_key(|change| (change.id, change.name));
            let listed = joined.listed_as(one);
            let at = people.iter().position(|person| person.id == listed);
            if let Some((at, change)) = at.zip(change) {
                let change = self.short_id(change.act())?;
                found.insert(at, JoinedElsewhere { name: people[at].name.clone(), change });
            }
        }
        Ok(found.into_values().collect())
    }
}
