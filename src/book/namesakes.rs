//! People who have one name in two books, and are one from then on.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ginpad_core::facts::{ChangeVerb, Joined, Person, bare};
use ginpad_core::players::Name;
use uuid::Uuid;

use super::error::BookError;
use super::merge::{Merged, Merging};
use super::moves::MovedChange;
use super::pad::Pad;
use super::read::{self, Verifier};
use super::union::TakenIn;

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
    /// The change that takes it back if it is undone: as much of its id as tells it from others.
    pub change: String,
}

/// The people of a book at some time.
pub(super) struct PeopleThen {
    people: BTreeSet<Uuid>,
    joined: Rc<Joined>,
}

/// Two people who are to be one. The name of the second stands.
#[derive(Debug)]
struct Pair<'p> {
    one: &'p Person,
    into: &'p Person,
}

/// The people who share a name, by its bare form.
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
    /// Makes everyone of the other book one with the person who has their name here and whom the other book does not
    /// know. `theirs` are the people of the other book; those who are only `of_others` are not looked at yet.
    pub(super) fn join_namesakes(
        &self,
        theirs: &BTreeSet<Uuid>,
        of_others: &BTreeSet<Uuid>,
        merging: Merging,
        merged: &mut Merged,
    ) -> Result<(), BookError> {
        let (mut people, joined) = (self.people()?, self.joined()?);
        people
            .retain(|person| joined.same_as(person.id).iter().any(|id| theirs.contains(id) || !of_others.contains(id)));
        let (mut pairs, mut kept_apart) = (Vec::new(), Vec::new());
        for people in by_name(&people).into_values() {
            match self.pair(&people, theirs, merging.namesakes)? {
                Some(Ok(pair)) => pairs.push(pair),
                Some(Err(why)) => {
                    if why == WhyApart::Asked && !self.are_kept_apart(&people, &joined)? {
                        kept_apart.push(people.iter().map(|person| person.id).collect::<Vec<_>>());
                    }
                    merged.apart.push(Apart::of(&people, why));
                }
                None => {}
            }
        }
        if pairs.is_empty() && kept_apart.is_empty() {
            return Ok(());
        }
        if merged.backup.is_none() && merged.taken == TakenIn::default() {
            merged.backup = self.backed_up(merging)?;
        }
        self.append(ChangeVerb::Merge, merging.now, |change| {
            pairs.iter().for_each(|pair| change.join(pair.one.id, pair.into.id, &joined));
            // Other devices join them neither.
            kept_apart.into_iter().for_each(|people| change.keep_apart(people));
            Ok(())
        })?;
        merged.joined = pairs.iter().map(|pair| pair.into.name.clone()).collect();
        Ok(())
    }

    /// The two of these people of one name who are one, or why nobody is. `None` if there is nothing to say: all of them
    /// are of the other book, or none is.
    fn pair<'p>(
        &self,
        alike: &[&'p Person],
        theirs: &BTreeSet<Uuid>,
        namesakes: Namesakes,
    ) -> Result<Option<Result<Pair<'p>, WhyApart>>, BookError> {
        let joined = self.joined()?;
        let is_theirs = |person: &&&Person| joined.same_as(person.id).iter().any(|id| theirs.contains(id));
        let (known, unknown): (Vec<&&Person>, Vec<&&Person>) = alike.iter().partition(is_theirs);
        let (one, other) = match (known.as_slice(), unknown.as_slice()) {
            ([], _) | (_, []) => return Ok(None),
            _ if namesakes == Namesakes::KeepApart => return Ok(Some(Err(WhyApart::Asked))),
            ([one], [other]) => (**one, **other),
            _ => return Ok(Some(Err(WhyApart::Several))),
        };
        // Every device joins the same two in the same way, so that joinings of devices do not stand against each other.
        let (one, into) = if one.id < other.id { (other, one) } else { (one, other) };
        Ok(Some(self.why_apart([one, into], &joined)?.map_or(Ok(Pair { one, into }), Err)))
    }

    /// What keeps two people of one name from being made one, if anything does.
    fn why_apart(&self, pair: [&Person; 2], joined: &Joined) -> Result<Option<WhyApart>, BookError> {
        let all = pair.map(|person| joined.same_as(person.id));
        if let Some(game) = self.seats_both(&all[0], &all[1])?.first() {
            return Ok(Some(WhyApart::BothSit(self.number_of(*game)?)));
        }
        if self.are_kept_apart(&pair, joined)? {
            return Ok(Some(WhyApart::AskedBefore));
        }
        let (joinings, _) = self.sqlite(read::joinings(&self.transaction, &mut Verifier::new(&self.transaction)))?;
        let were_joined = joinings.iter().any(|joining| {
            let ends = [joining.player, joining.same_as];
            all.iter().all(|person| ends.iter().any(|end| person.contains(end)))
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
            let kept: BTreeSet<Uuid> = kept.iter().map(|person| joined.listed_as(*person)).collect();
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
        let mut verifier = Verifier::new(&self.transaction);
        let (keepings, standing) = self.sqlite(read::keepings(&self.transaction, &mut verifier))?;
        Ok(keepings.iter().filter(|keeping| standing.counts(keeping.change)).any(|keeping| {
            let named: BTreeSet<Uuid> = keeping.versions.iter().map(|person| joined.listed_as(*person)).collect();
            alike.iter().all(|person| named.contains(&joined.listed_as(person.id)))
        }))
    }

    /// The people who are listed now.
    pub(super) fn people_now(&self) -> Result<PeopleThen, BookError> {
        Ok(PeopleThen { people: self.people()?.iter().map(|person| person.id).collect(), joined: self.joined()? })
    }

    /// Who of the people at that time is one person with somebody else since then.
    pub(super) fn joined_since(&self, then: &PeopleThen) -> Result<Vec<JoinedElsewhere>, BookError> {
        let joined = self.joined()?;
        let new: Vec<Uuid> =
            joined.joined().filter(|one| then.joined.listed_as(*one) != joined.listed_as(*one)).collect();
        let knew = |person: Uuid| then.people.contains(&then.joined.listed_as(person));
        let (mut found, mut people, mut joinings) = (BTreeMap::new(), Vec::new(), Vec::new());
        for one in new.into_iter().filter(|one| knew(*one) || knew(joined.listed_as(*one))) {
            if joinings.is_empty() {
                people = self.people()?;
                (joinings, _) =
                    self.sqlite(read::joinings(&self.transaction, &mut Verifier::new(&self.transaction)))?;
            }
            let listed = joined.listed_as(one);
            let name = people.iter().find(|person| person.id == listed).map(|person| person.name.clone());
            let change = joinings.iter().filter(|joining| joining.player == one).max_by_key(|joining| joining.id);
            if let Some((name, joining)) = name.zip(change) {
                found.insert(listed, JoinedElsewhere { name, change: self.short_id(joining.change)? });
            }
        }
        Ok(found.into_values().collect())
    }
}
