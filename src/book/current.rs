//! Chooses the game that a command is about: the current one, the newest, or another open one.

use std::collections::BTreeSet;

use ginpad_core::facts::{FactId, List, Subject};
use ginpad_core::{Name, Players};
use rusqlite::{Row, params};
use uuid::Uuid;

use super::error::BookError;
use super::games::StoredGame;
use super::numbers::check_value;
use super::open_book::OpenBook;

/// How many other games are read to find open ones that the user may mean.
const LOOKED_AT: usize = 3;

/// How many of these are the newest in the book. The others are the newest of the players.
const NEWEST: usize = 2;

/// Computes the check value of a row of `chosen_game`.
fn check_of_choice(choice: i64, writer: Uuid, game: &[u8]) -> [u8; 32] {
    let choice = [choice.to_be_bytes().as_slice(), writer.as_bytes()].concat();
    check_value([b"chosen", &choice, game])
}

/// A game that `new` or `use` made the current one.
#[derive(Debug)]
pub(super) struct Choice {
    choice: i64,
    writer: Uuid,
    /// The key of the game.
    game: Vec<u8>,
    hash: [u8; 32],
}

impl Choice {
    fn of(row: &Row<'_>) -> rusqlite::Result<Choice> {
        Ok(Choice { choice: row.get(0)?, writer: row.get(1)?, game: row.get(2)?, hash: row.get(3)? })
    }

    /// Returns the game, if the row matches its check value.
    fn verified(&self, open: &OpenBook<'_>) -> Result<FactId, BookError> {
        let is_sound = self.hash == check_of_choice(self.choice, self.writer, &self.game);
        let game = Subject::game_with_key(&self.game).filter(|_| is_sound);
        game.ok_or_else(|| open.damaged("the choice of a game was altered"))
    }
}
/// How many choices of each writer are kept. Among few, one of another device is found quickly; and nobody takes back
/// more games than this one after another.
const REMEMBERED: i64 = 64;

const FORGET: &str = "DELETE FROM chosen_game WHERE writer = ?1 AND choice <= \
                      (SELECT choice FROM chosen_game WHERE writer = ?1 ORDER BY choice DESC LIMIT 1 OFFSET ?2)";

/// A game, and the arrival of the line that begins it or seats people in it.
type Arrived = (i64, FactId);

impl OpenBook<'_> {
    /// Returns the current game, open or over: the one that this device last chose with `new` or `use`, if that still
    /// counts. Without one, returns the newest game.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn current_game(&self) -> Result<Option<StoredGame>, BookError> {
        self.current()?.map(|id| self.game(id)).transpose()
    }

    /// Returns the id of the current game.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn current(&self) -> Result<Option<FactId>, BookError> {
        let latest =
            "SELECT choice, writer, game, hash FROM chosen_game WHERE choice < ?1 ORDER BY choice DESC LIMIT 1";
        let (own, mut before) = (self.own_writers()?, i64::MAX);
        let is_own = |writer: &Uuid| self.keeper.is_none() || own.contains(writer);
        loop {
            let Some(choice) = self.one(latest, [before], Choice::of)? else { return self.newest() };
            let game = choice.verified(self)?;
            if is_own(&choice.writer) && self.counts(game)? {
                return Ok(Some(game));
            }
            before = choice.choice;
        }
    }

    /// Lists every choice of a game.
    ///
    /// # Errors
    /// The book cannot be read, or a choice is not what was written.
    pub(super) fn choices(&self) -> Result<Vec<Choice>, BookError> {
        let choices = self.all("SELECT choice, writer, game, hash FROM chosen_game ORDER BY choice", [], Choice::of)?;
        choices.iter().try_for_each(|choice| choice.verified(self).map(drop))?;
        Ok(choices)
    }

    /// Copies a choice from another file of the same book. It has no effect if this book was never that writer.
    pub(super) fn put_choice(&self, Choice { choice, writer, game, hash }: &Choice) -> Result<(), BookError> {
        self.run("INSERT INTO chosen_game VALUES (?1, ?2, ?3, ?4)", params![choice, writer, game, hash]).map(drop)
    }

    /// Makes a game the current one of this book on this device, as `new` and `use` do. This is not a fact, so other
    /// devices do not learn of it.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn choose(&self, game: FactId) -> Result<(), BookError> {
        let writer = self.next_line()?.writer;
        let last = self.one("SELECT max(choice) FROM chosen_game", [], |row| row.get::<_, Option<i64>>(0))?;
        let (choice, game) = (last.flatten().unwrap_or(0) + 1, Subject::Game(game).key());
        let hash = check_of_choice(choice, writer, &game);
        self.put_choice(&Choice { choice, writer, game, hash })?;
        self.run(FORGET, params![writer, REMEMBERED])?;
        Ok(())
    }

    /// Returns the id of the game begun last in this book; if none was, that of the game with the highest number.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn newest(&self) -> Result<Option<FactId>, BookError> {
        match self.newest_begun(1)?.first() {
            Some((_, game)) => Ok(Some(*game)),
            None => Ok(self.last_numbered(|game| self.counts(game))?.map(|(_, game)| game)),
        }
    }

    /// Whether this game, which counts, is the newest. Nearly always the last line that begins a game shows it.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn is_newest(&self, game: FactId) -> Result<bool, BookError> {
        match self.arrival_before(&Subject::List(List::Begun), i64::MAX)? {
            Some(last) if self.line_at(last)?.0.games().next() == Some(game) => Ok(true),
            _ => Ok(self.newest()? == Some(game)),
        }
    }

    /// Lists at most `most` games that were begun in this book and count, newest first.
    fn newest_begun(&self, most: usize) -> Result<Vec<Arrived>, BookError> {
        let (mut games, mut before) = (Vec::new(), i64::MAX);
        while games.len() < most
            && let Some(arrival) = self.arrival_before(&Subject::List(List::Begun), before)?
        {
            for game in self.line_at(arrival)?.0.games() {
                if self.counts(game)? {
                    games.push((arrival, game));
                }
            }
            before = arrival;
        }
        Ok(games)
    }

    /// Lists the newest games in which any of these people sit, at most `most` for each person. Some may not count.
    fn newest_games_with(
        &self,
        people: impl IntoIterator<Item = FactId>,
        most: usize,
    ) -> Result<BTreeSet<Arrived>, BookError> {
        let mut games = BTreeSet::new();
        for person in people {
            let (mut seated, mut before) = (BTreeSet::new(), i64::MAX);
            // Some of the lines are payments, so more lines are read than games are wanted.
            for _ in 0..2 * most {
                let Some(arrival) = self.arrival_before(&Subject::Seats(person), before)? else { break };
                let change = self.line_at(arrival)?.0;
                let seats = change.seats().filter(|(_, seated)| seated.contains(&person));
                seated.extend(seats.map(|(game, _)| (arrival, game)));
                before = arrival;
                if seated.len() >= most {
                    break;
                }
            }
            games.extend(seated);
        }
        Ok(games)
    }

    /// Returns the last arrival, before another one, of a line about a subject.
    fn arrival_before(&self, subject: &Subject, before: i64) -> Result<Option<i64>, BookError> {
        let last = "SELECT max(arrival) FROM concerns WHERE subject = ?1 AND arrival < ?2";
        Ok(self.one(last, params![subject.key(), before], |row| row.get::<_, Option<i64>>(0))?.flatten())
    }

    /// Lists at most `most` open games that the user may mean instead of this one, newest first. It reads only a few
    /// games, so that a large book is as quick as a small one: the newest of the book, then the newest of the game's
    /// players.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_besides(&self, game: FactId, most: usize) -> Result<Vec<StoredGame>, BookError> {
        // This game may be among the newest, so one more is read.
        let mut near = self.newest_begun(NEWEST + 1)?;
        near.retain(|(_, other)| *other != game);
        near.truncate(NEWEST);
        let seated = self.game(game)?.record.sides.into_iter().flatten();
        for (arrival, other) in self.newest_games_with(seated, LOOKED_AT + 1)?.into_iter().rev() {
            if near.len() < LOOKED_AT && other != game && near.iter().all(|(_, near)| *near != other) {
                near.push((arrival, other));
            }
        }
        near.sort_unstable_by(|one, other| other.cmp(one));
        let mut open = Vec::new();
        for (_, id) in near {
            if open.len() < most {
                open.extend(self.if_open(id)?);
            }
        }
        Ok(open)
    }

    /// Returns the newest open game of the same players as this one, if it is among their last few.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_of_the_same(&self, game: &StoredGame) -> Result<Option<StoredGame>, BookError> {
        self.open_of(&game.scored.game.players, Some(game.id))
    }

    /// Returns the newest open game of these players other than `besides`, if it is among their last few.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_of(&self, players: &Players, besides: Option<FactId>) -> Result<Option<StoredGame>, BookError> {
        let folded =
            |players: &Players| -> BTreeSet<String> { players.seats().map(|(_, name)| name.folded()).collect() };
        let names = folded(players);
        let of_the_same = |open: &StoredGame| folded(&open.scored.game.players) == names;
        Ok(self.open_with(|name| names.contains(&name.folded()), besides, 1, of_the_same)?.pop())
    }

    /// Lists at most `most` open games, without `besides`, of people whose names fit, newest first. Only their last few
    /// games are read.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_with(
        &self,
        fits: impl Fn(&Name) -> bool,
        besides: Option<FactId>,
        most: usize,
        is_meant: impl Fn(&StoredGame) -> bool,
    ) -> Result<Vec<StoredGame>, BookError> {
        let joined = self.joined()?;
        let people = self.people()?.into_iter().filter(|person| fits(&person.name));
        let people = people.flat_map(|person| joined.same_as(person.id));
        let mut open = Vec::new();
        let mut seen = BTreeSet::new();
        // Somebody else may sit there by now.
        let sits = |game: &StoredGame| game.scored.game.players.seats().any(|(_, name)| fits(name));
        for (_, id) in self.newest_games_with(people, LOOKED_AT + 1)?.into_iter().rev() {
            if Some(id) != besides && open.len() < most && seen.insert(id) {
                open.extend(self.if_open(id)?.filter(|game| sits(game) && is_meant(game)));
            }
        }
        Ok(open)
    }

    /// Returns a game if it counts and is open. A damaged game is not offered, because the user asked about another
    /// one.
    fn if_open(&self, game: FactId) -> Result<Option<StoredGame>, BookError> {
        if !self.counts(game)? {
            return Ok(None);
        }
        Ok(self.game(game).ok().filter(|game| game.scored.is_open()))
    }
}
