//! Questions about people: who is one with whom, their games and their payments.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ginpad_core::facts::{Joined, Payment, Person, between_people, joined, payments};
use ginpad_core::hand::Moment;
use uuid::Uuid;

use super::error::{BookError, flawed};
use super::pad::Pad;
use super::read::{self, Verifier};
use ginpad_core::facts::{ChangeVerb, GameOrder};

impl Pad<'_> {
    /// Which people are one.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn joined(&self) -> Result<Rc<Joined>, BookError> {
        if let Some(joined) = &*self.joined.borrow() {
            return Ok(Rc::clone(joined));
        }
        let mut verifier = Verifier::new(&self.transaction);
        let (joinings, standing) = self.sqlite(read::joinings(&self.transaction, &mut verifier))?;
        if let Some(flaw) = verifier.flaw() {
            return Err(flawed(self.path(), flaw, None));
        }
        let joinings: Vec<_> = joinings.iter().collect();
        let together = |one: &BTreeSet<Uuid>, other: &BTreeSet<Uuid>| Ok(self.seats_both(one, other)?.first().copied());
        let joined = Rc::new(joined::<BookError>(&joinings, &standing, together)?);
        self.joined.replace(Some(Rc::clone(&joined)));
        Ok(joined)
    }

    /// The games in which one of these people and one of those were seated, each with its change. Others may sit there now.
    pub(super) fn games_together(
        &self,
        one: &BTreeSet<Uuid>,
        other: &BTreeSet<Uuid>,
    ) -> Result<Vec<(GameOrder, Uuid)>, BookError> {
        let mut games: BTreeMap<Uuid, (GameOrder, Uuid)> = BTreeMap::new();
        for first in one {
            for second in other {
                let found = self.sqlite(read::games_of_pair(&self.transaction, [*first, *second]))?;
                games.extend(found.into_iter().map(|game| (game.0.id, game)));
            }
        }
        Ok(games.into_values().collect())
    }

    /// The games that count and seat one of these people and one of those.
    pub(super) fn seats_both(&self, one: &BTreeSet<Uuid>, other: &BTreeSet<Uuid>) -> Result<Vec<Uuid>, BookError> {
        let mut both = Vec::new();
        for (game, change) in self.games_together(one, other)? {
            if !self.sqlite(read::counts(&self.transaction, change))? {
                continue;
            }
            let about = self.sqlite(read::about_game(&self.transaction, game.id))?;
            let seats = about.ok_or_else(|| self.damaged("a game is missing"))?.seats().concat();
            if [one, other].iter().all(|person| seats.iter().any(|seated| person.contains(seated))) {
                both.push(game.id);
            }
        }
        Ok(both)
    }

    /// The numbers of the games that seat both of these people. If they are one, none does.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn games_with_both(&self, one: Uuid, other: Uuid) -> Result<Vec<i64>, BookError> {
        let joined = self.joined()?;
        let (one, other) = (joined.same_as(one), joined.same_as(other));
        let games = if one == other { Vec::new() } else { self.seats_both(&one, &other)? };
        let mut numbers = games.into_iter().map(|game| self.number_of(game)).collect::<Result<Vec<_>, _>>()?;
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Makes two people one. The name of the second stands.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn merge_people(&self, player: Uuid, into: Uuid, now: Moment) -> Result<(), BookError> {
        let joined = self.joined()?;
        self.append(ChangeVerb::Merge, now, |change| {
            change.join(player, into, &joined);
            Ok(())
        })
    }

    /// Everyone as if nobody were one with another, for whoever undoes that.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn people_apart(&self) -> Result<Vec<Person>, BookError> {
        let joined = self.joined.replace(Some(Rc::default()));
        let people = self.people();
        self.joined.replace(joined);
        people
    }

    /// The payments that count, in the order of their ids. A payment of somebody who is not in the book waits.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn payments(&self) -> Result<Vec<Payment>, BookError> {
        let (facts, standing) = self.sqlite(read::payments(&self.transaction))?;
        let (mut payments, unreadable) = payments(facts.iter(), &standing);
        if let Some(why) = unreadable.first() {
            return Err(self.damaged(why));
        }
        if !payments.is_empty() {
            let people: BTreeSet<Uuid> = self.people()?.into_iter().map(|person| person.id).collect();
            payments = between_people(payments, &*self.joined()?);
            payments.retain(|payment| people.contains(&payment.payer) && people.contains(&payment.payee));
        }
        Ok(payments)
    }

    /// How many games that count each person sits in.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn games_by_person(&self) -> Result<BTreeMap<Uuid, usize>, BookError> {
        let mut games: BTreeMap<Uuid, usize> =
            self.sound(read::games_by_player(&self.transaction))?.into_iter().collect();
        let undone = self.sqlite(read::seats_of_undone_games(&self.transaction))?;
        let standing = self.sound(read::trusted_standing_of_all(&self.transaction))?;
        for (player, _) in undone.iter().filter(|(_, change)| !standing.counts(*change)) {
            if let Some(games) = games.get_mut(player) {
                *games = games.saturating_sub(1);
            }
        }
        for (game, first) in self.sqlite(read::reseated_games(&self.transaction))? {
            if self.counts(game)? {
                for player in first {
                    games.entry(player).and_modify(|games| *games = games.saturating_sub(1));
                }
                let seats = self.game(game)?.record.seats;
                seats.into_iter().flatten().for_each(|player| *games.entry(player).or_default() += 1);
            }
        }
        let joined = self.joined()?;
        let mut listed: BTreeMap<Uuid, usize> = BTreeMap::new();
        games.into_iter().for_each(|(player, games)| *listed.entry(joined.listed_as(player)).or_default() += games);
        Ok(listed)
    }
}
