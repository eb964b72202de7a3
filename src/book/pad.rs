//! One transaction on the book, and what can be asked of it.

use std::path::Path;

use rusqlite::Transaction;
use uuid::Uuid;

use super::convert;
use super::error::{BookError, damaged};
use super::order::ordered;
use super::read;
use ginpad_core::game::ScoredGame;
use ginpad_core::players::Name;

/// One transaction on the book. Dropping it takes everything back that was not committed.
#[derive(Debug)]
pub struct Pad<'b> {
    pub(super) transaction: Transaction<'b>,
    path: &'b Path,
    pub(super) device: Uuid,
}

/// A game of the book with its sheet worked out.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// Its id.
    pub id: Uuid,
    /// What this book calls it.
    pub number: i64,
    /// The facts and what they come to.
    pub scored: ScoredGame,
    /// The SHA-256, in hexadecimal, of the text sheet it was imported from.
    pub source: Option<String>,
    pub(super) hands: Vec<(Uuid, i64)>,
    pub(super) next_hand: i64,
}

/// A person in the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Their id.
    pub id: Uuid,
    /// What they are called.
    pub name: Name,
    /// How many games they sat down to.
    pub games: usize,
}

impl<'b> Pad<'b> {
    pub(super) const fn new(transaction: Transaction<'b>, path: &'b Path, device: Uuid) -> Pad<'b> {
        Pad { transaction, path, device }
    }

    /// Keeps everything that was written.
    ///
    /// # Errors
    /// The disk is full or failed; then nothing was kept.
    pub fn commit(self) -> Result<(), BookError> {
        let path = self.path;
        self.transaction.commit().map_err(|error| BookError::of(error, path))
    }

    pub(super) fn sqlite<T>(&self, result: rusqlite::Result<T>) -> Result<T, BookError> {
        result.map_err(|error| BookError::of(error, self.path))
    }

    /// The ids of all games, oldest first.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn games(&self) -> Result<Vec<Uuid>, BookError> {
        self.sqlite(read::games(&self.transaction))
    }

    /// The game of that number.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn game_numbered(&self, number: i64) -> Result<Option<StoredGame>, BookError> {
        self.sqlite(read::game_numbered(&self.transaction, number))?.map(|id| self.game(id)).transpose()
    }

    /// The id of the game begun last. One taken in from a sheet is not begun: it only counts where there is no other.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn newest(&self) -> Result<Option<Uuid>, BookError> {
        self.sqlite(read::newest_game(&self.transaction))
    }

    /// The game begun last.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn newest_game(&self) -> Result<Option<StoredGame>, BookError> {
        self.newest()?.map(|id| self.game(id)).transpose()
    }

    /// The newest game that takes hands, those begun here before those taken in from sheets.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn newest_open(&self) -> Result<Option<StoredGame>, BookError> {
        // Nearly always the first one is open, and no other needs to be looked at.
        if let Some(newest) = self.newest_game()?.filter(|game| game.scored.is_open()) {
            return Ok(Some(newest));
        }
        for id in self.sqlite(read::newest_games(&self.transaction))? {
            let game = self.game(id)?;
            if game.scored.is_open() {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// The current game: the one chosen, else the newest that is open, else the newest.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn current_game(&self) -> Result<Option<StoredGame>, BookError> {
        match self.sqlite(read::chosen_game(&self.transaction, self.device))? {
            Some(chosen) => self.game(chosen).map(Some),
            None => self.newest_open()?.map_or_else(|| self.newest_game(), |open| Ok(Some(open))),
        }
    }

    /// A game of the book.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn game(&self, id: Uuid) -> Result<StoredGame, BookError> {
        let row = self.sqlite(read::game(&self.transaction, id))?.ok_or_else(|| damaged("a game is missing"))?;
        let rows = self.sqlite(read::hands(&self.transaction, id))?;
        let (hands, next_hand) = ordered(rows);
        let closing = self.sqlite(read::closing(&self.transaction, id))?.map(|closing| closing.forfeit);
        let mut names = [Vec::new(), Vec::new()];
        for (side, players) in row.seats.iter().enumerate() {
            for player in players {
                let name = self.sqlite(read::name(&self.transaction, *player))?;
                names[side].push(name.ok_or_else(|| damaged("a player has no name"))?);
            }
        }
        let game = convert::game(&row, names, &hands, closing)?;
        let number = self.sqlite(read::number_of(&self.transaction, id))?.unwrap_or(0);
        let scored = game.scored();
        let hands = hands.iter().map(|hand| (hand.id, hand.number)).collect();
        Ok(StoredGame { id, number, scored, source: row.source, hands, next_hand })
    }

    /// Everyone in the book, in the order in which they came.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn people(&self) -> Result<Vec<Person>, BookError> {
        let names = self.sqlite(read::names(&self.transaction))?;
        let person = |(id, name): (Uuid, String)| {
            let games = self.sqlite(read::games_of(&self.transaction, id))?;
            Ok(Person { id, name: Name::read(&name).map_err(damaged)?, games })
        };
        names.into_iter().map(person).collect()
    }

    /// What this book calls a game.
    ///
    /// # Errors
    /// The book cannot be read, or has no such game.
    pub fn number_of(&self, game: Uuid) -> Result<i64, BookError> {
        self.sqlite(read::number_of(&self.transaction, game))?.ok_or_else(|| damaged("a game is missing"))
    }
}

impl StoredGame {
    /// Where a hand stands, counted from 0; `None` where it does not count.
    #[must_use]
    pub fn place_of(&self, hand: Uuid) -> Option<usize> {
        self.hands.iter().position(|(id, _)| *id == hand)
    }

    pub(super) fn hand_at(&self, at: usize) -> Result<(Uuid, i64), BookError> {
        self.hands.get(at).copied().ok_or_else(|| damaged("a hand is missing"))
    }
}
