//! People: who is in the book, who is one with whom, their games and their payments; and people of one name in two books.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{
    Change, ChangeVerb, Conflict, Fact, FactId, FoldedGame, Joined, KnownPeople, List, NewChange, Payment, People,
    Person, Sorted, Subject, payments,
};
use ginpad_core::ledger::{Acquaintance, Met, Namesakes};
use ginpad_core::players::Name;

use super::error::BookError;
use super::games::StoredGame;
use super::gathered::{Gathered, seating};
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
    /// The changes that say something of people, and of who is one with whom.
    pub(super) fn about_people(&self) -> Result<Gathered, BookError> {
        let mut about = self.gathered(&Subject::List(List::People))?;
        self.gather(&mut about, &Subject::List(List::Joinings))?;
        Ok(about)
    }

    /// Everyone in the book, with what they are called and who is one with whom.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn everyone(&self) -> Result<People, BookError> {
        self.people_of(&self.about_people()?)
    }

    /// Everyone in the book, those added first coming first.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn people(&self) -> Result<Vec<Person>, BookError> {
        Ok(self.everyone()?.listed)
    }

    /// Everyone as if nobody were one with another, for whoever undoes that.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn people_apart(&self) -> Result<Vec<Person>, BookError> {
        let mut about = self.gathered(&Subject::List(List::People))?;
        let facts = about.values_mut().flat_map(|change| &mut change.facts);
        // Each of the others keeps its place.
        facts.filter(|fact| matches!(fact, Fact::Joining(_))).for_each(|fact| *fact = Fact::Unknown(String::new()));
        Ok(self.people_of(&about)?.listed)
    }

    /// Everyone in the book by name.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn known(&self) -> Result<KnownPeople, BookError> {
        Ok(KnownPeople::new(self.people()?.into_iter().map(|person| (person.name, person.id))))
    }

    /// Which people are one.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn joined(&self) -> Result<Joined, BookError> {
        let joinings = self.gathered(&Subject::List(List::Joinings))?;
        Ok(self.people_of(&joinings)?.joined)
    }

    /// The facts that count by which some of these people, who are one, were made one.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn joinings_of(&self, people: &[FactId]) -> Result<Vec<FactId>, BookError> {
        let joined = self.joined()?;
        let one: BTreeSet<FactId> = people.iter().flat_map(|person| joined.same_as(*person)).collect();
        Ok(one.into_iter().flat_map(|person| joined.joinings(person)).collect())
    }

    /// What devices disagree about people.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn conflicts_about_people(&self) -> Result<Vec<Conflict>, BookError> {
        let mut about_people = self.everyone()?.conflicts;
        self.kept()?.settle(&mut about_people);
        Ok(about_people)
    }

    /// The numbers of all that devices disagree about.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn numbers_of_disagreements(&self) -> Result<Vec<String>, BookError> {
        let mut numbers: Vec<String> = self.conflicts_about_people()?.iter().map(Conflict::digits).collect();
        self.each_game(&self.games()?, |game| {
            numbers.extend(game.conflicts.iter().map(Conflict::digits));
            Ok::<(), BookError>(())
        })?;
        Ok(numbers)
    }

    /// The payments that count, the oldest first.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn payments(&self) -> Result<Vec<Payment>, BookError> {
        let paid = self.gathered(&Subject::List(List::Payments))?;
        let counting = self.counting_of(paid.values())?;
        Ok(payments(&Sorted::of(paid.values(), &counting), &self.everyone()?))
    }

    /// How many games that count each person sits in.
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

    /// The numbers of the games that seat both of these people. If they are one, none does.
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

    /// The games in which the first players of both sides of this one sit, or sat before others were seated there, by their
    /// start.
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

    /// The games in which one of these people and one of those were seated together, by any line that is listed as this
    /// subject of both.
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
            let together = seating(&change).filter(|(_, seated)| sits(seated, one) && sits(seated, other));
            games.extend(together.map(|(game, _)| game));
        }
        Ok(games)
    }

    /// Joins people of one name, or takes note that they stay apart: see [`Acquaintance::meet`]. Imported `games` may say more
    /// of who is who. The answer also holds the change to write.
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
    ) -> Result<(Met, NewChange), BookError> {
        let (about, pairs) = (self.about_people()?, self.seated_alike(games)?);
        let mut acquaintance = Acquaintance {
            people: &self.people_of(&about)?,
            said: about.values().collect(),
            kept: self.kept()?,
            both_sit: &mut |one, other| Ok(self.games_with_both(one, other)?.first().copied()),
        };
        let mut change = NewChange::new(verb);
        let met = acquaintance.meet((theirs, of_others), &pairs, namesakes, &mut change)?;
        Ok((met, change))
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
