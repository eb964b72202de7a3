//! Verifies what is read of one game: each fact by its hash, and each change by the number of its facts.
//!
//! SQLite has no checksums. A damaged row still has its hash, so a changed fact shows. A damaged index hides rows, and
//! each fact is in two of them: the one that the game was read by, and the one of its change.

use std::collections::BTreeSet;

use ginpad_core::facts::{HandFact, Hasher, OfKind};
use rusqlite::{Connection, params};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::one_game::AboutGame;
use super::rescued::is_rescued;
use super::{Found, all, facts_there, one};

/// A change with more facts is not counted here.
const MOST_FACTS: usize = 1000;

/// How many changes in a row may be about something else before the next change of the game is searched for.
const MOST_OTHERS: usize = 16;

/// How many changes about something else are looked into: one of them may be the game's, if an index hides its facts.
const MOST_LOOKED_INTO: usize = 128;

/// What is wrong with what was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::book) enum Flaw {
    /// A fact of this kind is not what was written.
    Changed(&'static str),
    /// A fact is missing, or hidden by a damaged index.
    Missing,
    /// Two lists that must agree, a table and an index of it, do not. This is what they list.
    Lists(&'static str),
}

/// Verifies facts by their hashes, and keeps the first flaw.
pub(in crate::book) struct Verifier<'c> {
    connection: &'c Connection,
    hasher: Hasher,
    flaw: Option<Flaw>,
}

impl<'c> Verifier<'c> {
    pub(in crate::book) fn new(connection: &'c Connection) -> Verifier<'c> {
        Verifier { connection, hasher: Hasher::default(), flaw: None }
    }

    /// What was read, if all of it is sound.
    pub(super) fn sound<T>(&self, read: T) -> Result<T, Flaw> {
        self.flaw.map_or(Ok(read), Err)
    }

    /// The first flaw.
    pub(in crate::book) const fn flaw(&self) -> Option<Flaw> {
        self.flaw
    }

    pub(super) fn found(&mut self, flaw: Flaw) {
        self.flaw = self.flaw.or(Some(flaw));
    }

    /// Facts of one kind that were read with their hashes, verified. If all of a fact was kept whole, because this
    /// version does not know all of it, it is read from there.
    pub(in crate::book) fn each<T: OfKind + DeserializeOwned>(
        &mut self,
        facts: Vec<(T, [u8; 32])>,
        id: impl Fn(&T) -> Uuid,
    ) -> Found<Vec<T>> {
        let verify = |(mut fact, hash): (T, [u8; 32])| {
            self.fact(id(&fact), &mut fact, &hash)?;
            Ok(fact)
        };
        facts.into_iter().map(verify).collect()
    }

    /// The same for one fact.
    pub(super) fn fact<T: OfKind + DeserializeOwned>(&mut self, id: Uuid, fact: &mut T, hash: &[u8; 32]) -> Found<()> {
        if self.hasher.fact(fact) != *hash {
            match self.whole(id)?.filter(|whole| self.hasher.fact(whole) == *hash) {
                Some(whole) => *fact = whole,
                None => self.found(Flaw::Changed(T::KIND)),
            }
        }
        Ok(())
    }

    /// The same for a hand.
    pub(super) fn hand(&mut self, hand: &mut HandFact, hash: &[u8; 32]) -> Found<()> {
        if self.hasher.hand(hand) == *hash { Ok(()) } else { self.fact(hand.id, hand, hash) }
    }

    /// A fact that was kept whole.
    fn whole<T: OfKind + DeserializeOwned>(&self, id: Uuid) -> Found<Option<T>> {
        let text: Option<String> =
            one(self.connection, "SELECT content FROM kept_whole WHERE id = ?1", [id], |row| row.get(0))?;
        let whole = text.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
        Ok(whole.and_then(|mut whole| {
            let fields = whole.as_object_mut()?;
            let is_this = fields.remove("kind")? == T::KIND && fields.get("id")?.as_str()? == id.to_string();
            is_this.then(|| serde_json::from_value(whole).ok())?
        }))
    }
}

/// A change of the game, and how many of its facts were read.
struct Made {
    change: Uuid,
    read: usize,
    is_seen: bool,
}

/// Counts the facts of the game's changes. `people` are the changes of the people's facts, one for each fact.
pub(in crate::book) fn hidden(connection: &Connection, about: &AboutGame, people: &[Uuid]) -> Found<Option<Flaw>> {
    let counting = Counting::new(connection, about, people);
    counting.run()
}

/// The changes of a game, while their facts are counted.
struct Counting<'a> {
    connection: &'a Connection,
    about: &'a AboutGame,
    /// The changes, by id.
    made: Vec<Made>,
    /// Changes of which not all facts were read, with the number of their facts.
    short: Vec<(Uuid, usize)>,
    /// Changes near those of the game, with their commands.
    others: Vec<(Uuid, String)>,
}

impl<'a> Counting<'a> {
    fn new(connection: &'a Connection, about: &'a AboutGame, people: &[Uuid]) -> Counting<'a> {
        let undos = about.moves.undos.iter().map(|undo| undo.change);
        let redos = about.moves.redos.iter().map(|redo| redo.change);
        let mut own: Vec<Uuid> = about.changes().chain(undos).chain(redos).collect();
        own.sort_unstable();
        let mut made: Vec<Made> = Vec::with_capacity(own.len());
        for change in own {
            match made.last_mut() {
                Some(last) if last.change == change => last.read += 1,
                _ => made.push(Made { change, read: 1, is_seen: false }),
            }
        }
        for change in people {
            if let Ok(at) = made.binary_search_by_key(change, |made| made.change) {
                made[at].read += 1;
            }
        }
        Counting { connection, about, made, short: Vec::new(), others: Vec::new() }
    }

    fn run(mut self) -> Found<Option<Flaw>> {
        let mut next = 0;
        while let Some(more) = self.made.iter().skip(next).position(|made| !made.is_seen) {
            next += more;
            if !self.scan(next)? {
                return Ok(Some(Flaw::Missing));
            }
        }
        for (change, facts) in &self.short {
            if !self.is_whole(*change, *facts)? {
                return Ok(Some(Flaw::Missing));
            }
        }
        for (change, verb) in &self.others {
            if self.is_of_the_game(*change, verb)? {
                return Ok(Some(Flaw::Missing));
            }
        }
        Ok(None)
    }

    /// Reads changes in the order of their arrival, beginning with one of the game, until too many in a row are about
    /// something else. Says whether it is as it should be.
    fn scan(&mut self, first: usize) -> Found<bool> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, facts, verb FROM change
             WHERE arrival >= (SELECT arrival FROM change WHERE id = ?1) ORDER BY arrival",
        )?;
        let mut rows = statement.query([self.made[first].change])?;
        let (mut likely, mut others) = (first, 0);
        while others <= MOST_OTHERS
            && let Some(row) = rows.next()?
        {
            let id: Uuid = row.get(0)?;
            let at = match self.made.get(likely) {
                Some(made) if made.change == id => Some(likely),
                _ => self.made.binary_search_by_key(&id, |made| made.change).ok(),
            };
            let Some(made) = at.and_then(|at| self.made.get_mut(at)) else {
                others += 1;
                if self.others.len() < MOST_LOOKED_INTO {
                    self.others.push((id, row.get(2)?));
                }
                continue;
            };
            (likely, others) = (at.map_or(likely, |at| at + 1), 0);
            made.is_seen = true;
            let facts: usize = row.get(1)?;
            if made.read > facts && !is_rescued(self.connection, id, facts, made.read)? {
                return Ok(false);
            }
            if made.read < facts && facts <= MOST_FACTS {
                self.short.push((id, facts));
            }
        }
        Ok(self.made[first].is_seen)
    }

    /// Whether all facts of a change are in the book, and all of them that are about this game were read.
    fn is_whole(&self, change: Uuid, facts: usize) -> Found<bool> {
        let there = facts_there(self.connection, change)?;
        let is_counted = there == facts || is_rescued(self.connection, change, facts, there)?;
        if !is_counted || self.hides_another(change)? {
            return Ok(false);
        }
        let hands = || self.about.hands.iter().zip(&self.about.arrivals).filter(|(hand, _)| hand.change == change);
        let read = hands().count();
        let first = hands().map(|(_, arrival)| *arrival).min().unwrap_or(0);
        let last = hands().map(|(_, arrival)| *arrival).max().unwrap_or(0);
        let game = self.about.game.id;
        // The hands of an imported game arrive one after another, so a hidden one is among them or next to them.
        let span = usize::try_from(last - first).unwrap_or(usize::MAX);
        let there: Option<usize> = if read > 0 && span <= 4 * read {
            let near = "SELECT count(*) FROM hand WHERE arrival BETWEEN ?1 AND ?2 AND +game = ?3 AND +change = ?4";
            one(self.connection, near, params![first - 1, last + 1, game, change], |row| row.get(0))?
        } else {
            let of = "SELECT count(*) FROM hand INDEXED BY hand_by_change WHERE change = ?1 AND +game = ?2";
            one(self.connection, of, [change, game], |row| row.get(0))?
        };
        Ok(there == Some(read))
    }

    /// Whether a change that the game does not know is about it.
    fn is_of_the_game(&self, change: Uuid, verb: &str) -> Found<bool> {
        match verb {
            "log" | "fix" | "insert" => self.hides_a_hand(change),
            "new" | "import" | "settle" => Ok(false),
            _ => Ok(self.hides_another(change)? || self.hides_a_hand(change)?),
        }
    }

    /// Whether a change that the game does not know holds one of its hands.
    fn hides_a_hand(&self, change: Uuid) -> Found<bool> {
        let hand = "SELECT 1 FROM hand INDEXED BY hand_by_change WHERE change = ?1 AND +game = ?2";
        one(self.connection, hand, [change, self.about.game.id], |_| Ok(())).map(|row| row.is_some())
    }

    /// Whether a change holds a fact about the game, other than a hand, that was not read.
    fn hides_another(&self, change: Uuid) -> Found<bool> {
        let about = self.about;
        let of_game = |statement: &str| -> Found<Vec<Uuid>> {
            all(self.connection, statement, [change, about.game.id], |row| row.get(0))
        };
        let removals = of_game(
            "SELECT removal.id FROM removal INDEXED BY removal_by_change CROSS JOIN hand ON hand.id = removal.hand
             WHERE removal.change = ?1 AND +hand.game = ?2",
        )?;
        let closings = of_game("SELECT id FROM closing INDEXED BY closing_by_change WHERE change = ?1 AND +game = ?2")?;
        let totals = of_game("SELECT id FROM totals INDEXED BY totals_by_change WHERE change = ?1 AND +game = ?2")?;
        let settings = of_game("SELECT id FROM setting INDEXED BY setting_by_change WHERE change = ?1 AND +game = ?2")?;
        let transfers = of_game(
            "SELECT transfer.id FROM transfer INDEXED BY transfer_by_change CROSS JOIN hand ON hand.id = transfer.hand
             WHERE transfer.change = ?1 AND (+transfer.game = ?2 OR +hand.game = ?2)",
        )?;
        if removals.iter().any(|id| about.removals.iter().all(|read| read.id != *id))
            || closings.iter().any(|id| about.closings.iter().all(|read| read.id != *id))
            || totals.iter().any(|id| about.totals.iter().all(|read| read.id != *id))
            || settings.iter().any(|id| about.settings.iter().all(|read| read.id != *id))
            || transfers.iter().any(|id| about.transfers().all(|read| read.id != *id))
        {
            return Ok(true);
        }
        let pairs = |statement: &str| -> Found<Vec<(Uuid, Uuid)>> {
            all(self.connection, statement, [change], |row| Ok((row.get(0)?, row.get(1)?)))
        };
        let mut undos = pairs("SELECT id, undone FROM undo INDEXED BY undo_by_change WHERE change = ?1")?;
        undos.retain(|(id, _)| about.moves.undos.iter().all(|read| read.id != *id));
        let undone: BTreeSet<Uuid> = undos.into_iter().map(|(_, undone)| undone).collect();
        if !undone.is_empty() && about.changes().any(|own| undone.contains(&own)) {
            return Ok(true);
        }
        let redos = pairs("SELECT id, undo FROM redo INDEXED BY redo_by_change WHERE change = ?1")?;
        let is_read = |id: Uuid| about.moves.redos.iter().any(|read| read.id == id);
        Ok(redos.iter().any(|(id, undo)| about.moves.undos.iter().any(|read| read.id == *undo) && !is_read(*id)))
    }
}
