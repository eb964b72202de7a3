//! People who have one name in two books, and are one from then on.

use std::collections::BTreeSet;

use ginpad_core::facts::{Change, ChangeVerb, Fact, FactId, NewChange, People, Subject};
use ginpad_core::ledger::{Acquaintance, Met, Namesakes};
use ginpad_core::players::Name;

use super::error::BookError;
use super::pad::Pad;

/// Somebody of this book who is one person with somebody else, because another device said so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedElsewhere {
    /// How they are called here.
    pub name: Name,
    /// The change that takes it back if it is undone, as it is typed.
    pub change: String,
}

impl Pad<'_> {
    /// Asks who is one with whom.
    fn acquainted<T>(
        &self,
        ask: impl FnOnce(&mut Acquaintance<'_, BookError>) -> Result<T, BookError>,
    ) -> Result<T, BookError> {
        let about = self.about_people()?;
        ask(&mut Acquaintance {
            people: &self.people_of(&about)?,
            said: about.values().collect(),
            kept: self.kept()?,
            both_sit: &mut |one, other| Ok(self.games_with_both(one, other)?.first().copied()),
        })
    }

    /// Joins people of one name, or takes note that they stay apart: see [`Acquaintance::meet`]. Imported `games` may say more
    /// of who is who. The answer also holds the change to write.
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
        let (pairs, mut change) = (self.seated_alike(games)?, NewChange::new(ChangeVerb::MERGE));
        let met = self.acquainted(|people| people.meet((theirs, of_others), &pairs, namesakes, &mut change))?;
        Ok((met, change))
    }

    /// Joins people whom imports of one of these games seat in one place under one name.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn join_as_imported(&self, games: &BTreeSet<FactId>, change: &mut NewChange) -> Result<(), BookError> {
        let pairs = self.seated_alike(games)?;
        self.acquainted(|people| people.join_seated(&pairs, change)).map(drop)
    }

    /// The people whom imports of one dated game seat in one place.
    fn seated_alike(&self, games: &BTreeSet<FactId>) -> Result<BTreeSet<[FactId; 2]>, BookError> {
        let mut pairs = BTreeSet::new();
        for game in games {
            let key = Subject::Game(*game);
            if self.sum(&key.key())?.0 < 2 {
                continue;
            }
            let changes = self.changes_concerning(&key)?;
            let mut seats = changes.iter().flat_map(Change::each_fact).filter_map(|(id, fact)| match fact {
                Fact::Game(said) if id == *game && said.start.is_some() => Some(said.sides.concat()),
                _ => None,
            });
            let Some(first) = seats.next() else { continue };
            pairs.extend(seats.flat_map(|other| first.iter().copied().zip(other).map(<[_; 2]>::from)));
        }
        Ok(pairs)
    }

    /// Who of the people at an earlier time is one person with somebody else since then.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn joined_since(&self, then: &People) -> Result<Vec<JoinedElsewhere>, BookError> {
        let now = self.everyone()?;
        let knew = |person| then.listed.iter().any(|known| known.id == then.joined.listed_as(person));
        let mut found = Vec::new();
        for person in &now.listed {
            let mut new = now.joined.same_as(person.id);
            new.retain(|one| then.joined.listed_as(*one) != person.id && (knew(*one) || knew(person.id)));
            let joinings = new.iter().flat_map(|one| now.joined.joinings(*one)).last();
            if let Some(joining) = joinings
                && let Some((_, change)) = self.change_named(joining.of)?
            {
                found.push(JoinedElsewhere { name: person.name.clone(), change: self.short_id(change.act())? });
            }
        }
        Ok(found)
    }
}
