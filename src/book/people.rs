//! People: who is in the book, who is one with whom, their games and their payments.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{
    Fact, FactId, FoldedGame, Joined, KnownPeople, List, Payment, People, Person, Sorted, Subject, payments,
};

use super::error::BookError;
use super::games::StoredGame;
use super::gathered::{Gathered, seating};
use super::pad::Pad;

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

    /// The payments that count, the oldest first.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn payments(&self) -> Result<Vec<Payment>, BookError> {
        let paid = self.gathered(&Subject::List(List::Payments))?;
        if paid.is_empty() {
            return Ok(Vec::new());
        }
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
        let games = self.games_together(&one, &other)?;
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
        self.games_among(&self.games_together(&joined.same_as(first), &joined.same_as(second))?)
    }

    /// The games in which one of these people and one of those were seated together, by any line.
    pub(super) fn games_together(
        &self,
        one: &BTreeSet<FactId>,
        other: &BTreeSet<FactId>,
    ) -> Result<BTreeSet<FactId>, BookError> {
        self.games_seating(Subject::Seats, one, other)
    }

    /// The same of the games that lines begin or seat which are listed as this subject of both.
    pub(super) fn games_seating(
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
            games.extend(
                seating(&change)
                    .filter(|(_, seated)| {
                        [one, other].iter().all(|people| seated.iter().any(|person| people.contains(person)))
                    })
                    .map(|(game, _)| game),
            );
        }
        Ok(games)
    }
}
