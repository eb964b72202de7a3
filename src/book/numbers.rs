//! The numbers by which people know games. They belong to this book and are not facts, so each has a check value.

use std::collections::{BTreeMap, BTreeSet};

use ginpad_core::facts::{Change, Fact, FactId, Subject};
use ginpad_core::ledger::NumberedGame;
use rusqlite::params;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{BookError, OpenBook, StoredGame};

/// After checking this many numbers one by one, all lines that were taken back are read.
const FEW: usize = 8;

/// Computes the check value of a row that names a game.
pub(super) fn check_value(parts: [&[u8]; 3]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update([u8::try_from(part.len()).unwrap_or(u8::MAX)]);
        hash.update(part);
    }
    hash.finalize().into()
}

/// Computes the check value of the number of a game, given the game's key.
pub(super) fn check_of_number(number: i64, game: &[u8]) -> [u8; 32] {
    check_value([b"number", &number.to_be_bytes(), game])
}

/// The games that may need a number, because new lines begin them or make them count again.
#[derive(Debug, Default)]
pub(super) struct NewGames {
    begun: BTreeSet<FactId>,
    redone: BTreeSet<Uuid>,
}

impl NewGames {
    /// Notes an appended change.
    pub(super) fn note(&mut self, change: &Change) {
        self.begun.extend(change.games());
        self.redone.extend(change.facts.iter().filter_map(|fact| match fact {
            Fact::Redo(redo) => Some(redo.of),
            _ => None,
        }));
    }
}

impl OpenBook<'_> {
    /// Returns the number of a game, if it has one. A game that does not count may have lost its number.
    ///
    /// # Errors
    /// The book cannot be read, or the number is not what was written.
    pub fn number_if_any(&self, game: FactId) -> Result<Option<i64>, BookError> {
        let key = Subject::Game(game).key();
        let find = "SELECT number, hash FROM game_number WHERE game = ?1";
        let row = self.one(find, [&key], |row| Ok((row.get(0)?, row.get(1)?)))?;
        row.map(|(number, hash)| self.game_of_row(number, &key, hash).map(|_| number)).transpose()
    }

    /// Returns the number of a game in this book.
    ///
    /// # Errors
    /// The book cannot be read, or has no such game.
    pub(crate) fn number_of(&self, game: FactId) -> Result<i64, BookError> {
        self.number_if_any(game)?.ok_or_else(|| self.damaged("a game is missing"))
    }

    /// Makes sure that no index hides the number of a game that seems to have none. (An import reads games before it
    /// numbers them.)
    pub(super) fn make_sure_of_no_number(&self, game: FactId) -> Result<(), BookError> {
        let listed = "SELECT 1 FROM game_number NOT INDEXED WHERE game = ?1";
        let hidden = self.one(listed, [Subject::Game(game).key()], |_| Ok(()))?;
        if hidden.is_none() { Ok(()) } else { Err(self.damaged("two lists of its games do not agree")) }
    }

    /// Returns the id of the game with this number, whether it counts or not.
    pub(super) fn numbered(&self, number: i64) -> Result<Option<FactId>, BookError> {
        let row = self.one("SELECT game, hash FROM game_number WHERE number = ?1", [number], |row| {
            Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, [u8; 32]>(1)?))
        })?;
        row.map(|(key, hash)| self.game_of_row(number, &key, hash)).transpose()
    }

    fn game_of_row(&self, number: i64, key: &[u8], hash: [u8; 32]) -> Result<FactId, BookError> {
        let game = Subject::game_with_key(key).filter(|_| hash == check_of_number(number, key));
        game.ok_or_else(|| self.damaged(format_args!("the number {number} of a game was altered")))
    }

    /// Returns the game with this number, if it counts.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn game_numbered(&self, number: i64) -> Result<Option<StoredGame>, BookError> {
        let Some(game) = self.numbered(number)? else { return Ok(None) };
        if self.counts(game)? { self.game(game).map(Some) } else { Ok(None) }
    }

    /// Returns the game with this number, if it was removed as a whole, and the acts that removed it.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn taken_out(&self, number: i64) -> Result<Option<(StoredGame, Vec<Uuid>)>, BookError> {
        let Some(game) = self.numbered(number)? else { return Ok(None) };
        if self.counts(game)? || !self.is_begun(game)? {
            return Ok(None);
        }
        let game = self.game(game)?;
        let mut acts = Vec::new();
        for removal in &game.record.removals {
            acts.extend(self.change_named(removal.of)?.map(|(_, change)| change.act()));
        }
        Ok(Some((game, acts)))
    }

    /// Returns the highest number of a game that counts or was removed; 0 if there is none.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn highest_number(&self) -> Result<i64, BookError> {
        Ok(self.last_numbered(|game| self.is_begun(game))?.map_or(0, |(number, _)| number))
    }

    /// Returns the game with the highest number among those that `is_meant` accepts and that count or were removed.
    pub(super) fn last_numbered(
        &self,
        is_meant: impl Fn(FactId) -> Result<bool, BookError>,
    ) -> Result<Option<(i64, FactId)>, BookError> {
        let highest = "SELECT max(number) FROM game_number WHERE number < ?1";
        let (mut before, mut seen, mut taken_back) = (i64::MAX, 0, None);
        while let Some(number) = self.one(highest, [before], |row| row.get::<_, Option<i64>>(0))?.flatten() {
            let Some(game) = self.numbered(number)? else { break };
            // An import that was undone may have left many numbers.
            if seen == FEW {
                taken_back = Some(self.lines_taken_back()?);
            }
            let is_gone = taken_back.as_ref().map(|lines| self.is_gone(game, lines)).transpose()?;
            if is_gone != Some(true) && is_meant(game)? {
                return Ok(Some((number, game)));
            }
            (before, seen) = (number, seen + 1);
        }
        Ok(None)
    }

    /// Numbers those of these games that were begun and have no number, by start. Games in `before` get their old
    /// numbers, each number once; the others follow the highest number. Returns the new numbers of games that count, in
    /// order.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub(super) fn number_new_games(
        &self,
        new: NewGames,
        before: &BTreeMap<FactId, i64>,
    ) -> Result<Vec<i64>, BookError> {
        let mut games = new.begun;
        for act in new.redone {
            self.each_of_act(act, |change| games.extend(change.games()))?;
        }
        let mut unnumbered = BTreeSet::new();
        for game in games {
            if self.number_if_any(game)?.is_none() {
                unnumbered.insert(game);
            }
        }
        if unnumbered.is_empty() {
            return Ok(Vec::new());
        }
        let (mut taken, mut others, mut out) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        let listed = self.listed_among(&unnumbered, |listing| {
            out.extend(listing.is_removed.then_some(listing.place.2));
            true
        })?;
        for game in listed {
            match before.get(&game).filter(|number| **number >= 1) {
                Some(number) if taken.insert(*number) => self.number(game, *number)?,
                _ => others.push(game),
            }
        }
        let mut next = self.highest_number()?;
        for game in others {
            next += 1;
            self.number(game, next)?;
            taken.insert(next);
        }
        for game in out {
            taken.remove(&self.number_of(game)?);
        }
        Ok(taken.into_iter().collect())
    }

    /// Returns those of these numbers that are free here, if they belong to a copy of this book: every game that both
    /// have has the same number in both.
    pub(super) fn numbers_of_a_copy(
        &self,
        numbers: &BTreeMap<FactId, i64>,
    ) -> Result<BTreeMap<FactId, i64>, BookError> {
        let (mut is_a_copy, mut free) = (false, BTreeMap::new());
        for (game, number) in numbers {
            match self.number_if_any(*game)? {
                Some(here) if here == *number => is_a_copy = true,
                Some(_) => return Ok(BTreeMap::new()),
                None => match self.numbered(*number)? {
                    Some(other) if self.is_begun(other)? => {}
                    _ => drop(free.insert(*game, *number)),
                },
            }
        }
        Ok(if is_a_copy { free } else { BTreeMap::new() })
    }

    /// Gives a game this number in place of the one it had. If a game that no longer counts had it, that game loses it.
    pub(super) fn number(&self, game: FactId, number: i64) -> Result<(), BookError> {
        let key = Subject::Game(game).key();
        let put = "INSERT OR REPLACE INTO game_number (number, game, hash) VALUES (?1, ?2, ?3)";
        self.run(put, params![number, key, check_of_number(number, &key)]).map(drop)
    }

    /// Returns all numbers of games, in order.
    ///
    /// # Errors
    /// The book cannot be read, or a number is not what was written.
    pub(super) fn numbered_games(&self) -> Result<Vec<NumberedGame>, BookError> {
        let all = "SELECT number, game, hash FROM game_number ORDER BY number";
        let rows = self.all(all, [], |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?, row.get(2)?)))?;
        let numbered = |(number, key, hash): (u32, Vec<u8>, [u8; 32])| {
            self.game_of_row(number.into(), &key, hash).map(|game| NumberedGame { game, number })
        };
        rows.into_iter().map(numbered).collect()
    }

    /// Whether the highest number is above this, including those that were undone.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn is_larger_than(&self, games: i64) -> Result<bool, BookError> {
        let highest = self.one("SELECT max(number) FROM game_number", [], |row| row.get::<_, Option<i64>>(0))?;
        Ok(highest.flatten().unwrap_or(0) > games)
    }
}
