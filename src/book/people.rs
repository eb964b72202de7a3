//! People: who is in the book, who was joined with whom, their games and payments, and people of one name in two books.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::Name;
use ginpad_core::facts::{
    Change, ChangeVerb, Conflict, Fact, FactId, FoldedGame, Joined, KnownPeople, List, NewChange, Payment, People,
    Person, Sorted, Subject, payments,
};
use ginpad_core::ledger::{NamesakeResults, Namesakes, PeopleFacts};
use ginpad_core::text::fold;

use super::error::BookError;
use super::games::StoredGame;
use super::gathered::Gathered;
use super::open_book::OpenBook;

/// Somebody in this book whom another device joined with somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedElsewhere {
    /// Their name here.
    pub name: Name,
    /// The change that joined them, as a user types it for `undo`.
    pub change: String,
}

impl OpenBook<'_> {
    /// Reads the changes about people and their joinings.
    pub(super) fn about_people(&self) -> Result<Gathered, BookError> {
        let mut about = self.gathered(&Subject::List(List::People))?;
        about.append(&mut self.gathered(&Subject::List(List::Joinings))?);
        Ok(about)
    }

    /// Returns everyone in the book, with their names and joinings.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn everyone(&self) -> Result<People, BookError> {
        self.people_of(&self.about_people()?)
    }

    /// Lists everyone in the book, in the order in which they were added.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn people(&self) -> Result<Vec<Person>, BookError> {
        Ok(self.everyone()?.listed)
    }

    /// Lists everyone as if nobody had been joined, for a command that undoes a joining.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn people_apart(&self) -> Result<Vec<Person>, BookError> {
        let mut about = self.gathered(&Subject::List(List::People))?;
        let facts = about.values_mut().flat_map(|change| &mut change.facts);
        // Joinings are replaced, not removed, so that the other facts keep their places.
        facts.filter(|fact| matches!(fact, Fact::Joining(_))).for_each(|fact| *fact = Fact::Unknown(String::new()));
        Ok(self.people_of(&about)?.listed)
    }

    /// Returns everyone in the book by name.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn known_people(&self) -> Result<KnownPeople, BookError> {
        Ok(KnownPeople::new(self.people()?.into_iter().map(|person| (person.name, person.id))))
    }

    /// Returns the earlier names that people of this book had, folded, each with the present name. Old notebooks use the names that people had before they
    /// were renamed or merged.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn earlier_names(&self) -> Result<BTreeMap<String, Name>, BookError> {
        let (about, everyone) = (self.gathered(&Subject::List(List::People))?, self.everyone()?);
        let counting = self.counting_of(about.values())?;
        let mut earlier: BTreeMap<String, BTreeSet<FactId>> = BTreeMap::new();
        for (person, name) in about.values().filter(|change| counting.counts(change)).flat_map(Change::names) {
            earlier.entry(fold(name)).or_default().insert(everyone.joined.listed_as(person));
        }
        everyone.listed.iter().for_each(|person| drop(earlier.remove(&person.name.folded())));
        let present = |people: &BTreeSet<FactId>| {
            let mut meant = everyone.listed.iter().filter(|person| people.contains(&person.id));
            meant.next().filter(|_| people.len() == 1).map(|person| person.name.clone())
        };
        Ok(earlier.into_iter().filter_map(|(name, people)| Some((name, present(&people)?))).collect())
    }

    /// Returns which people were joined.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn joined(&self) -> Result<Joined, BookError> {
        let joinings = self.gathered(&Subject::List(List::Joinings))?;
        Ok(self.people_of(&joinings)?.joined)
    }

    /// Lists the facts that count and that joined any of these people, who are one person.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn joinings_of(&self, people: &[FactId]) -> Result<Vec<FactId>, BookError> {
        let joined = self.joined()?;
        let one: BTreeSet<FactId> = people.iter().flat_map(|person| joined.same_as(*person)).collect();
        Ok(one.into_iter().flat_map(|person| joined.joinings(person)).collect())
    }

    /// Lists the conflicts between devices about people.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn conflicts_about_people(&self) -> Result<Vec<Conflict>, BookError> {
        let mut about_people = self.everyone()?.conflicts;
        self.kept()?.settle(&mut about_people);
        Ok(about_people)
    }

    /// Lists the numbers of all conflicts between devices.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn numbers_of_conflicts(&self) -> Result<Vec<String>, BookError> {
        let mut numbers: Vec<String> = self.conflicts_about_people()?.iter().map(Conflict::digits).collect();
        self.each_game(&self.games()?, |game| {
            numbers.extend(game.conflicts.iter().map(Conflict::digits));
            Ok::<(), BookError>(())
        })?;
        Ok(numbers)
    }

    /// Lists the payments that count, oldest first.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn payments(&self) -> Result<Vec<Payment>, BookError> {
        let paid = self.gathered(&Subject::List(List::Payments))?;
        let counting = self.counting_of(paid.values())?;
        Ok(payments(&Sorted::of(paid.values(), &counting), &self.everyone()?))
    }

    /// Counts the games in which each person sits, without games that do not count.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn games_by_person(&self) -> Result<BTreeMap<FactId, usize>, BookError> {
        let joined = self.joined()?;
        let mut games: BTreeMap<FactId, usize> = BTreeMap::new();
        let sides = |folded: FoldedGame, _: i64| folded.record.sides;
        self.each_made(&self.games()?, sides, |sides| {
            for person in sides.iter().flatten() {
                *games.entry(joined.listed_as(*person)).or_default() += 1;
            }
            Ok::<(), BookError>(())
        })?;
        Ok(games)
    }

    /// Lists the numbers of the games that seat both of these people; none if they are the same person.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn games_with_both(&self, one: FactId, other: FactId) -> Result<Vec<i64>, BookError> {
        let joined = self.joined()?;
        let (one, other) = (joined.same_as(one), joined.same_as(other));
        if one == other {
            return Ok(Vec::new());
        }
        let games = self.games_together(Subject::Seats, &one, &other)?;
        let mut numbers = Vec::new();
        self.each_game_among(&games, |game| {
            let sits = |people: &BTreeSet<FactId>| game.record.sides.iter().flatten().any(|seat| people.contains(seat));
            if sits(&one) && sits(&other) {
                numbers.push(game.number);
            }
            Ok::<(), BookError>(())
        })?;
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Lists the games in which the first players of this game's two sides sit, or sat before others took their places,
    /// by start.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn games_of_pair(&self, game: &StoredGame) -> Result<Vec<FactId>, BookError> {
        let [Some(first), Some(second)] = [0, 1].map(|side| game.record.sides.get(side)?.first().copied()) else {
            return Ok(Vec::new());
        };
        let joined = self.joined()?;
        let games = self.games_together(Subject::Seats, &joined.same_as(first), &joined.same_as(second))?;
        self.games_among(&games)
    }

    /// Finds the games in which somebody of `one` and somebody of `other` were seated together, by the lines that are
    /// listed under this subject for both.
    pub(super) fn games_together(
        &self,
        subject: fn(FactId) -> Subject,
        one: &BTreeSet<FactId>,
        other: &BTreeSet<FactId>,
    ) -> Result<BTreeSet<FactId>, BookError> {
        let seats = |people: &BTreeSet<FactId>| -> Result<BTreeSet<i64>, BookError> {
            let arrivals = people.iter().map(|person| self.arrivals(&subject(*person)));
            Ok(arrivals.collect::<Result<Vec<_>, _>>()?.concat().into_iter().collect())
        };
        let mut games = BTreeSet::new();
        for arrival in seats(one)?.intersection(&seats(other)?) {
            let change = self.line_at(*arrival)?.0;
            let sits = |seated: &[FactId], people: &BTreeSet<_>| seated.iter().any(|person| people.contains(person));
            let together = change.seats().filter(|(_, seated)| sits(seated, one) && sits(seated, other));
            games.extend(together.map(|(game, _)| game));
        }
        Ok(games)
    }

    /// Joins people of one name, or records that they stay separate: see [`PeopleFacts::meet`]. Imported `games` may
    /// show who is who. Also returns the change to write.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn meet_namesakes(
        &self,
        verb: ChangeVerb,
        theirs: &BTreeSet<FactId>,
        of_others: &BTreeSet<FactId>,
        games: &BTreeSet<FactId>,
        namesakes: Namesakes,
    ) -> Result<(NamesakeResults, NewChange), BookError> {
        let (about, pairs) = (self.about_people()?, self.seated_alike(games)?);
        let mut people_facts = PeopleFacts {
            people: &self.people_of(&about)?,
            changes: about.values().collect(),
            kept: self.kept()?,
            both_sit: &mut |one, other| Ok(self.games_with_both(one, other)?.first().copied()),
        };
        let mut change = NewChange::new(verb);
        let met = people_facts.meet((theirs, of_others), &pairs, namesakes, &mut change)?;
        Ok((met, change))
    }

    /// Finds the pairs of people whom imports of the same dated game put in the same seat.
    fn seated_alike(&self, games: &BTreeSet<FactId>) -> Result<BTreeSet<[FactId; 2]>, BookError> {
        let mut pairs = BTreeSet::new();
        for game in games {
            let key = Subject::Game(*game);
            if self.sum(&key.key())?.0 < 2 {
                continue;
            }
            let changes = self.changes_concerning(&key)?;
            let mut seats = changes.iter().flat_map(Change::each_fact).filter_map(|(id, fact)| match fact {
                Fact::Game(stated) if id == *game && stated.start.is_some() => Some(stated.sides.concat()),
                _ => None,
            });
            let Some(first) = seats.next() else { continue };
            pairs.extend(seats.flat_map(|other| first.iter().copied().zip(other).map(<[_; 2]>::from)));
        }
        Ok(pairs)
    }

    /// Finds the people who have been joined with somebody since an earlier time.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn joined_since(&self, then: &People) -> Result<Vec<JoinedElsewhere>, BookError> {
        let now = self.everyone()?;
        let knew = |person| then.listed.iter().any(|earlier| earlier.id == then.joined.listed_as(person));
        let mut joined = Vec::new();
        for person in &now.listed {
            let was = then.joined.same_as(person.id);
            let is_new = |one: &FactId| !was.contains(one) && (knew(*one) || knew(person.id));
            let new = now.joined.same_as(person.id).into_iter().filter(is_new);
            let mut joinings = new.flat_map(|one| now.joined.joinings(one).into_iter().map(move |by| (one, by)));
            let is_later = |(one, by): &(FactId, FactId)| !then.joined.joinings(*one).contains(by);
            if let Some((_, joining)) = joinings.rfind(is_later)
                && let Some((_, change)) = self.change_named(joining.of)?
            {
                joined.push(JoinedElsewhere { name: person.name.clone(), change: self.short_id(change.act())? });
            }
        }
        Ok(joined)
    }
}
