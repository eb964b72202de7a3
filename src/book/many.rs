//! Many games, read and scored one after another.

use std::collections::BTreeSet;

use ginpad_core::facts::{FactId, FoldedGame, Kept, Subject};
use ginpad_core::game::Game;
use rusqlite::CachedStatement;

use super::error::BookError;
use super::games::StoredGame;
use super::pad::Pad;
use super::together::{self, Batch, Numbered, Read, Together};
use super::watched::Work;

/// So few games are read one by one: to read many, the people and the undos of the whole book are read first.
const FEW: usize = 8;

/// For more games than this it is worth its while to keep more of the indexes in memory.
const MANY: usize = 1000;

/// How much that is, in KiB, as SQLite wants it.
const MEMORY: i64 = -6_000;

impl Pad<'_> {
    /// The ids of the games that count and that `wanted` accepts, by their start.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_where(&self, mut wanted: impl FnMut(&Game) -> bool) -> Result<Vec<FactId>, BookError> {
        let mut found = Vec::new();
        let make = |folded: FoldedGame, _: i64| (folded.record.id, folded.game);
        self.each_made(&self.games()?, make, |made: Result<(FactId, Game), StoredGame>| {
            let (id, game) = made.unwrap_or_else(|stored| (stored.id, stored.scored.game));
            if wanted(&game) {
                found.push(id);
            }
            Ok::<(), BookError>(())
        })?;
        Ok(found)
    }

    /// Reads, verifies and scores these games one after another. Each is what [`Pad::game`] gives. A game that makes no sense
    /// is not shown.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`, which end the reading.
    pub fn each_game<E: From<BookError>>(
        &self,
        games: &[FactId],
        mut visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let steps = self.steps(Work::ReadGames, games.len());
        let mut kept: Option<Kept> = None;
        self.each_made(games, StoredGame::new, |game: Result<StoredGame, StoredGame>| {
            let mut game = game.unwrap_or_else(|apart| apart);
            if !game.conflicts.is_empty() {
                let kept = match &mut kept {
                    Some(kept) => kept,
                    none => none.insert(self.kept()?),
                };
                kept.settle(&mut game.conflicts);
            }
            visit(game)?;
            steps.step();
            Ok(())
        })
    }

    /// The same with those of these games that are in the book and count, by their start.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`, which end the reading.
    pub fn each_game_among<E: From<BookError>>(
        &self,
        games: &BTreeSet<FactId>,
        visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_game(&self.games_among(games)?, visit)
    }

    /// Reads these games one after another, and shows what `make` makes of each. Where the lines of other games are needed
    /// too, the whole game is shown instead.
    pub(super) fn each_made<T: Send, E: From<BookError>>(
        &self,
        games: &[FactId],
        make: impl Fn(FoldedGame, i64) -> T + Sync,
        mut visit: impl FnMut(Result<T, StoredGame>) -> Result<(), E>,
    ) -> Result<(), E> {
        let apart = |id: FactId, visit: &mut dyn FnMut(Result<T, StoredGame>) -> Result<(), E>| {
            self.sensible_game(id)?.map_or(Ok(()), |game| visit(Err(game)))
        };
        if games.len() <= FEW {
            return games.iter().try_for_each(|id| apart(*id, &mut visit));
        }
        if games.len() > MANY {
            self.sqlite(self.transaction.pragma_update(None, "cache_size", MEMORY))?;
        }
        let (people, counting) = self.everything_besides()?;
        let together = Together { people, counting, make };
        let mut reader = Reader::new(self)?;
        together::each(
            &together,
            games,
            |batch, id| reader.read(batch, id),
            |read| match read {
                Read::Made(made) => visit(Ok(made)),
                Read::SetAside => Ok(()),
                Read::Apart(id) => apart(id, &mut visit),
                Read::Flawed(number, what) => Err(self.of_game(self.damaged(what), Some(number)).into()),
            },
        )
    }
}

/// Reads the lines of one game after another.
struct Reader<'p, 'b> {
    pad: &'p Pad<'b>,
    lines: CachedStatement<'p>,
    sum: CachedStatement<'p>,
    number: CachedStatement<'p>,
}

impl<'p, 'b> Reader<'p, 'b> {
    fn new(pad: &'p Pad<'b>) -> Result<Reader<'p, 'b>, BookError> {
        let prepared = |statement| pad.sqlite(pad.transaction.prepare_cached(statement));
        Ok(Reader {
            pad,
            lines: prepared(
                "SELECT change.line, change.hash FROM concerns CROSS JOIN change ON change.arrival = concerns.arrival \
                 WHERE concerns.subject = ?1 ORDER BY concerns.arrival",
            )?,
            sum: prepared("SELECT lines, hash FROM sum WHERE subject = ?1")?,
            number: prepared("SELECT number, hash FROM game_number WHERE game = ?1")?,
        })
    }

    /// Adds a game to a batch. Nothing is verified yet.
    fn read(&mut self, batch: &mut Batch, id: FactId) -> Result<(), BookError> {
        let key = Subject::Game(id).key();
        let read = self.number.query_row([&key], |row| Ok(Numbered { number: row.get(0)?, hash: row.get(1)? }));
        let number = match read {
            Err(rusqlite::Error::QueryReturnedNoRows) => None,
            read => Some(self.pad.sqlite(read)?),
        };
        let sum = match self.sum.query_row([&key], |row| Ok((row.get(0)?, row.get(1)?))) {
            Err(rusqlite::Error::QueryReturnedNoRows) => (0, 0),
            read => self.pad.sqlite(read)?,
        };
        batch.begin(id, number, sum);
        let mut rows = self.pad.sqlite(self.lines.query([&key]))?;
        while let Some(row) = self.pad.sqlite(rows.next())? {
            let text = self.pad.sqlite(row.get_ref(0))?.as_str();
            let hash = self.pad.sqlite(row.get_ref(1))?.as_blob().ok().and_then(|hash| hash.try_into().ok());
            match (text, hash) {
                (Ok(text), Some(hash)) => batch.push(text, hash),
                _ => return Err(self.pad.damaged("a line is not what was written")),
            }
        }
        Ok(())
    }
}
