//! Which game of the book is meant: the current one, the newest, the one before another, or another open one.

use std::collections::BTreeSet;

use ginpad_core::facts::{GameOrder, games_in_order};
use uuid::Uuid;

use super::error::{BookError, flawed};
use super::pad::{Pad, StoredGame};
use super::read::{self, Flaw, Origin};

/// How many games are looked at to find open ones that may be meant instead of another.
const LOOKED_AT: usize = 3;

/// How many of these are the newest of the book. The others are the newest of the players.
const NEWEST: usize = 2;

/// A book with more games is large.
const MANY: i64 = 1000;

/// How many games are read at first to find one that comes before another.
const SOME: usize = 16;

impl Pad<'_> {
    /// The current game: that of this device's latest `new` or `use` that still counts, whether it is open or over. A
    /// device that has none goes on with the newest game.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn current_game(&self) -> Result<Option<StoredGame>, BookError> {
        self.current()?.map(|id| self.game(id)).transpose()
    }

    /// The id of the current game.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn current(&self) -> Result<Option<Uuid>, BookError> {
        match self.sound(read::verified_opened_by(&self.transaction, self.device))? {
            None => self.newest(),
            opened => Ok(opened),
        }
    }

    /// The id of the game begun last in this book. Without one, that of the game imported last.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn newest(&self) -> Result<Option<Uuid>, BookError> {
        self.sound(read::newest(&self.transaction))
    }

    /// The game begun last, chosen like [`Pad::newest`].
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn newest_game(&self) -> Result<Option<StoredGame>, BookError> {
        self.newest()?.map(|id| self.game(id)).transpose()
    }

    /// Open games that somebody may have had in mind instead of this one, the newest first, at most `most`. Only a few
    /// games are looked at, so that a large book is as quick as a small one: the newest of the book, then the newest of
    /// its players.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_besides(&self, game: Uuid, most: usize) -> Result<Vec<StoredGame>, BookError> {
        // This game may be among the newest.
        let mut near = self.sqlite(read::newest_games(&self.transaction, Origin::Begun, NEWEST + 1))?;
        near.retain(|other| *other != game);
        near.truncate(NEWEST);
        let of_players = self.sqlite(read::newest_games_with(&self.transaction, game, LOOKED_AT + 1))?;
        for other in of_players {
            if near.len() < LOOKED_AT && other != game && !near.contains(&other) {
                near.push(other);
            }
        }
        // Ids grow with the time.
        near.sort_unstable_by(|one, other| other.cmp(one));
        let mut open = Vec::new();
        for id in near {
            if open.len() < most {
                open.extend(self.if_open(id)?);
            }
        }
        Ok(open)
    }

    /// The newest open game of the same players, if it is among their last few.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn open_of_the_same(&self, game: &StoredGame) -> Result<Option<StoredGame>, BookError> {
        let players = |game: &StoredGame| -> BTreeSet<String> {
            game.scored.game.players.seats().map(|(_, name)| name.to_string()).collect()
        };
        for id in self.sqlite(read::newest_games_with(&self.transaction, game.id, LOOKED_AT + 1))? {
            if id != game.id
                && let Some(open) = self.if_open(id)?
                && players(&open) == players(game)
            {
                return Ok(Some(open));
            }
        }
        Ok(None)
    }

    /// A game, if it counts and is open. One that is damaged is not offered: whoever asks about another need not hear of
    /// it.
    fn if_open(&self, game: Uuid) -> Result<Option<StoredGame>, BookError> {
        if !self.counts(game)? {
            return Ok(None);
        }
        Ok(self.game(game).ok().filter(|game| game.scored.is_open()))
    }

    /// The game that comes this many places before another, in the order of [`Pad::games`]. Of the games that have a
    /// start, only those just before it are read.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn game_before(&self, game: Uuid, back: usize) -> Result<Option<StoredGame>, BookError> {
        if !self.is_larger_than(MANY)? {
            // So few are quickly listed without an index, which may be damaged.
            let games = self.games()?;
            let place = games.iter().position(|other| *other == game);
            let before = place.and_then(|place| place.checked_sub(back)).and_then(|place| games.get(place));
            return before.map(|before| self.game(*before)).transpose();
        }
        let Some(from) = self.sqlite(read::order_of_game(&self.transaction, game))? else { return Ok(None) };
        let without_start = self.sqlite(read::games_without_start(&self.transaction))?;
        let mut most = back.saturating_add(SOME);
        loop {
            let started = self.sqlite(read::games_started_until(&self.transaction, from.time(), most))?;
            // Older games may be missing, so nothing is known of what comes before the oldest.
            let oldest = started.last().filter(|_| started.len() == most).map(|oldest| oldest.id);
            let orders: Vec<GameOrder> = started.into_iter().chain(without_start.iter().copied()).collect();
            let games = games_in_order(orders.clone());
            let place = |game: Uuid| games.iter().position(|other| *other == game);
            let known = oldest.and_then(place).unwrap_or(0)..place(game).unwrap_or(0);
            let mut left = back;
            for before in games.get(known).unwrap_or_default().iter().rev() {
                left = left.saturating_sub(usize::from(self.counts(*before)?));
                if left == 0 {
                    let rows = self.sqlite(read::games_that_came_near(&self.transaction, [*before, game]))?;
                    if is_any_hidden(&orders, [*before, game], &rows) {
                        return Err(flawed(self.path(), Flaw::Lists("games"), None));
                    }
                    return self.game(*before).map(Some);
                }
            }
            if oldest.is_none() {
                return Ok(None);
            }
            most = most.saturating_mul(4);
        }
    }
}

/// Whether an index hides one of these rows of games, or puts it in another place: it belongs between two games, and is not
/// among those that the index listed.
fn is_any_hidden(listed: &[GameOrder], between: [Uuid; 2], rows: &[GameOrder]) -> bool {
    let place = |game: &GameOrder| (game.time(), game.id);
    let ends = between.map(|end| rows.iter().find(|row| row.id == end).map(place));
    let [Some(first), Some(last)] = ends else { return true };
    rows.iter().any(|row| (first..=last).contains(&place(row)) && !listed.contains(row))
}
