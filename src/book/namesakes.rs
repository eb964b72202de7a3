//! People who have one name in two books, and are one from then on.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{ChangeVerb, Person, bare};
use ginpad_core::players::Name;
use uuid::Uuid;

use super::error::BookError;
use super::merge::{Merged, Merging};
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

/// Why people of one name stay apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyApart {
    /// It was asked for.
    Asked,
    /// There are more than two, so nobody can tell who is who.
    Several,
    /// A game seats both.
    BothSit(i64),
    /// They were joined before, and somebody took that back.
    TakenBack,
}

impl WhyApart {
    /// Whether they can be joined all the same.
    pub const fn can_be_joined(&self) -> bool {
        matches!(self, WhyApart::Asked | WhyApart::TakenBack)
    }
}

/// Two people who are to be one. The name of the second stands.
#[derive(Debug)]
struct Pair<'p> {
    one: &'p Person,
    into: &'p Person,
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
        let mut alike: BTreeMap<String, Vec<&Person>> = BTreeMap::new();
        for person in &people {
            alike.entry(bare(person.name.as_str())).or_default().push(person);
        }
        let mut pairs = Vec::new();
        for people in alike.into_values().filter(|people| people.len() > 1) {
            match self.pair(&people, theirs, merging.namesakes)? {
                Some(Ok(pair)) => pairs.push(pair),
                Some(Err(why)) => {
                    merged.apart.push(Apart { names: people.iter().map(|person| person.name.clone()).collect(), why });
                }
                None => {}
            }
        }
        if pairs.is_empty() {
            return Ok(());
        }
        if merged.backup.is_none() && merged.taken == TakenIn::default() {
            merged.backup = self.backed_up(merging)?;
        }
        self.append(ChangeVerb::Merge, merging.now, |change| {
            pairs.iter().for_each(|pair| change.join(pair.one.id, pair.into.id, &joined));
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
        let (all_one, all_into) = (joined.same_as(one.id), joined.same_as(into.id));
        if let Some(game) = self.seats_both(&all_one, &all_into)?.first() {
            return Ok(Some(Err(WhyApart::BothSit(self.number_of(*game)?))));
        }
        let (joinings, _) = self.sqlite(read::joinings(&self.transaction, &mut Verifier::new(&self.transaction)))?;
        let were_joined = joinings.iter().any(|joining| {
            let ends = [joining.player, joining.same_as];
            [&all_one, &all_into].iter().all(|person| ends.iter().any(|end| person.contains(end)))
        });
        Ok(Some(if were_joined { Err(WhyApart::TakenBack) } else { Ok(Pair { one, into }) }))
    }
}
