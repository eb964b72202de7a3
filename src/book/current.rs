//! Which game of the book is meant: the current one, the newest, or another open one.

use std::collections::BTreeSet;

use ginpad_core::facts::{FactId, List, Subject};
use ginpad_core::players::{Name, Players};
use rusqlite::{Row, params};
use uuid::Uuid;

use super::error::BookError;
use super::games::StoredGame;
use super::gathered::seating;
use super::numbers::check_value;
use super::pad::Pad;

/// How many games are looked at to find open ones that may be meant instead of another.
const LOOKED_AT: usize = 3;

/// How many of these are the newest of the book. The others are the newest of the players.
const NEWEST: usize = 2;

/// The check value of a row of the games that were chosen.
fn check_of_choice(choice: i64, writer: Uuid, game: &[u8]) -> [u8; 32] {
    let choice = [choice.to_be_bytes().as_slice(), writer.as_bytes()].concat();
    check_value([b"chosen", &choice, game])
}

/// A game that `new` or `use` made the current one.
#[derive(Debug)]
pub(super) struct Choice {
    choice: i64,
    writer: Uuid,
    /// Its key.
    game: Vec<u8>,
    hash: [u8; 32],
}

impl Choice {
    fn of(row: &Row<'_>) -> rusqlite::Result<Choice> {
        Ok(Choice { choice: row.get(0)?, writer: row.get(1)?, game: row.get(2)?, hash: row.get(3)? })
    }

    /// The game, if the choice is what was written.
    fn verified(&self, pad: &Pad<'_>) -> Result<FactId, BookError> {
        let is_sound = self.hash == check_of_choice(self.choice, self.writer, &self.game);
        let game = Subject::game_with_key(&self.game).filter(|_| is_sound);
        game.ok_or_else(|| pad.damaged("the choice of a game is not what was written"))
    }
}
/// So many choices of each writer are kept, so that one of another device is found soon. Nobody takes back more games than
/// these one after another.
const REMEMBERED: i64 = 64;

const FORGET: &str = "DELETE FROM chosen_game WHERE writer = ?1 AND choice <= \
                      (SELECT choice FROM chosen_game WHERE writer = ?1 ORDER BY choice DESC LIMIT 1 OFFSET ?2)";

/// A game, with the arrival of the line that begins it or seats people there.
type Arrived = (i64, FactId);

impl Pad<'_> {
    /// The current game: that of this book's latest `new` or `use` on this device that still counts, whether it is open or
    /// over. A book that has none here goes on with the newest game.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn current_game(&self) -> Result<Option<StoredGame>, BookError> {
        self.current()?.map(|id| self.game(id)).transpose()
    }

    /// The id of the current game.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn current(&self) -> Result<Option<FactId>, BookError> {
        let latest =
            "SELECT choice, writer, game, hash FROM chosen_game WHERE choice < ?1 ORDER BY choice DESC LIMIT 1";
        let (own, mut before) = (self.own_writers()?, i64::MAX);
        let is_own = |writer: &Uuid| self.keeper.is_none() || own.contains(writer);
        loop {
            let Some(found) = self.one(latest, [before], Choice::of)? else { return self.newest() };
            let game = found.verified(self)?;
            if is_own(&found.writer) && self.counts(game)? {
                return Ok(Some(game));
            }
            before = found.choice;
        }
    }

    /// Every choice of a game.
    ///
    /// # Errors
    /// The book cannot be read, or a choice is not what was written.
    pub(super) fn choices(&self) -> Result<Vec<Choice>, BookError> {
        let choices = self.all("SELECT choice, writer, game, hash FROM chosen_game ORDER BY choice", [], Choice::of)?;
        choices.iter().try_for_each(|choice| choice.verified(self).map(drop))?;
        Ok(choices)
    }

    /// Takes over a choice of the same book in another file. One of a writer that this book was not counts for nothing.
    pub(super) fn put_choice(&self, Choice { choice, writer, game, hash }: &Choice) -> Result<(), BookError> {
        self.run("INSERT INTO chosen_game VALUES (?1, ?2, ?3, ?4)", params![choice, writer, game, hash]).map(drop)
    }

    /// Makes a game the current one of this book on this device, as `new` and `use` do. This is not a fact, so other devices
    /// do not learn of it.
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

    /// The id of the game begun last in this book. Without one, that of the game with the highest number.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn newest(&self) -> Result<Option<FactId>, BookError> {
        match self.newest_begun(1)?.first() {
            Some((_, game)) => Ok(Some(*game)),
            None => Ok(self.last_numbered(|game| self.counts(game))?.map(|(_, game)| game)),
        }
    }

    /// The games begun in a book that count, the newest first, at most `most`.
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

    /// The newest games with some of these people, at most `most` of each, with those that do not count.
    fn newest_games_with(
        &self,
        people: impl IntoIterator<Item = FactId>,
        most: usize,
    ) -> Result<BTreeSet<Arrived>, BookError> {
        let mut games = BTreeSet::new();
        for person in people {
            let (mut found, mut before) = (BTreeSet::new(), i64::MAX);
            // Some of the lines are payments.
            for _ in 0..2 * most {
                let Some(arrival) = self.arrival_before(&Subject::Seats(person), before)? else { break };
                let change = self.line_at(arrival)?.0;
                let seats = seating(&change).filter(|(_, seated)| seated.contains(&person));
                found.extend(seats.map(|(game, _)| (arrival, game)));
                before = arrival;
                if found.len() >= most {
                    break;
                }
            }
            games.extend(found);
        }
        Ok(games)
    }

    /// When the last line arrived before another that says something of a subject.
    fn arrival_before(&self, subject: &Subject, before: i64) -> Result<Option<i64>, BookError> {
        let last = "SELECT max(arrival) FROM concerns WHERE subject = ?1 AND arrival < ?2";
        Ok(self.one(last, params![subject.key(), before], |row| row.get::<_, Option<i64>>(0))?.flatten())
    }

    /// Open games that somebody may have had in mind instead of this one, the newest first, at most `most`. Only a few
    /// games are looked at, so that a large book is as quick as a small one: the newest of the book, then the newest of
    /// its players.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_besides(&self, game: FactId, most: usize) -> Result<Vec<StoredGame>, BookError> {
        // This game may be among the newest.
        let mut near = self.newest_begun(NEWEST + 1)?;
        near.retain(|(_, other)| *other != game);
        near.truncate(NEWEST);
        let seated = self.game(game)?.record.sides.into_iter().flatten();
        for (arrival, other) in self.newest_games_with(seated, LOOKED_AT + 1)?.into_iter().rev() {
            if near.len() < LOOKED_AT && other != game && near.iter().all(|(_, known)| *known != other) {
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

    /// The newest open game of the same players as this one, if it is among their last few.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_of_the_same(&self, game: &StoredGame) -> Result<Option<StoredGame>, BookError> {
        self.open_of(&game.scored.game.players, Some(game.id))
    }

    /// The newest open game of these players, besides one, if it is among their last few.
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

    /// The newest open games of people whose names fit, besides one, at most `most`, if they are among their last few.
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
        for (_, id) in self.newest_games_with(people, LOOKED_AT + 1)?.into_iter().rev() {
            if Some(id) != besides && open.len() < most {
                open.extend(self.if_open(id)?.filter(&is_meant));
            }
        }
        Ok(open)
    }

    /// A game, if it counts and is open. One that is damaged is not offered: whoever asks about another need not hear of
    /// it.
    fn if_open(&self, game: FactId) -> Result<Option<StoredGame>, BookError> {
        if !self.counts(game)? {
            return Ok(None);
        }
        Ok(self.game(game).ok().filter(|game| game.scored.is_open()))
    }
}
