//! Reads many games in order and folds them on all cores: while some are folded, the next ones are read. Only a few are
//! in memory at a time. And data for tables of figures outside the book: the games that new lines concern, and all numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::{mem, panic, thread};

use super::error::BookError;
use super::games::StoredGame;
use super::lines::{Stored, part_of_sum};
use super::open_book::OpenBook;
use ginpad_core::facts::{
    Change, Counting, FactId, FoldedGame, Hash, People, RulesRead, Sorted, Subject, fold_game, games_sharing_hands,
    verified,
};
use ginpad_core::game::Game;

/// Up to this many games are read one by one. Reading more begins with the people and the undos of the whole book.
const FEW: usize = 8;

/// For more games than this, keeping more of the indexes in memory saves time.
const MANY: usize = 1000;

/// The memory for that, in KiB, as SQLite wants it.
const MEMORY: i64 = -6_000;

/// How many bytes of lines are folded at a time.
const FULL: usize = 96 << 10;

/// The most threads that fold.
const MOST_THREADS: usize = 4;

/// The lines of some games, one after another.
#[derive(Default)]
struct Chunk {
    text: String,
    games: Vec<Lines>,
}

/// The lines of one game.
struct Lines {
    id: FactId,
    /// The number of the game, if it has one.
    number: Option<i64>,
    /// The place of each line in the text, and its hash.
    lines: Vec<(Range<usize>, Hash)>,
}

/// The result for a game, or the id of a game that must be read by itself: it also needs lines of other games, does not
/// count, makes no sense, or is damaged.
type Read<T> = Result<T, FactId>;

/// The data that folding needs, and the function that makes a result of each folded game.
struct Folding<M> {
    people: People,
    counting: Counting,
    make: M,
}

impl<T, M: Fn(FoldedGame, i64) -> T> Folding<M> {
    fn all(&self, text: &str, games: &[Lines], rules: &mut RulesRead) -> Vec<Read<T>> {
        games.iter().map(|game| self.one(text, game, rules)).collect()
    }

    fn one(&self, text: &str, game: &Lines, rules: &mut RulesRead) -> Read<T> {
        let lines = game.lines.iter().map(|(place, hash)| verified(&text[place.clone()], hash));
        let changes: Vec<Change> = lines.collect::<Result<_, _>>().map_err(|_| game.id)?;
        let is_alone = games_sharing_hands(game.id, changes.iter()).is_empty();
        let number = game.number.filter(|_| is_alone).ok_or(game.id)?;
        let folded = fold_game(game.id, &Sorted::of(&changes, &self.counting), &self.people, rules);
        let folded = folded.ok().flatten().ok_or(game.id)?;
        Ok((self.make)(folded, number))
    }
}

impl OpenBook<'_> {
    /// Lists the ids of the games that count and that `wanted` accepts, by start.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_where(&self, mut wanted: impl FnMut(&Game) -> bool) -> Result<Vec<FactId>, BookError> {
        let (games, mut accepted) = (self.games()?, Vec::new());
        let make = |folded: FoldedGame, _| (folded.record.id, folded.game);
        self.each_made(&games, make, |(id, game)| {
            accepted.extend(wanted(&game).then_some(id));
            Ok::<(), BookError>(())
        })?;
        Ok(accepted)
    }

    /// Reads, verifies and scores these games one after another, as [`OpenBook::game`] does. Games that make no sense are
    /// skipped.
    ///
    /// # Errors
    /// The book cannot be read or is damaged, or `visit` fails, which ends the reading.
    pub fn each_game<E: From<BookError>>(
        &self,
        games: &[FactId],
        mut visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let (steps, kept) = (self.steps("reading games", games.len()), self.kept()?);
        self.each_made(games, StoredGame::new, |mut game| {
            kept.settle(&mut game.conflicts);
            visit(game)?;
            steps.advance(1);
            Ok(())
        })
    }

    /// Like [`OpenBook::each_game`], but visits those of these games that are in the book and count, by start.
    ///
    /// # Errors
    /// The book cannot be read or is damaged, or `visit` fails, which ends the reading.
    pub fn each_game_among<E: From<BookError>>(
        &self,
        games: &BTreeSet<FactId>,
        visit: impl FnMut(StoredGame) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_game(&self.games_among(games)?, visit)
    }

    /// Reads these games, and visits the result of `make` for each, in order.
    pub(super) fn each_made<T: Send, E: From<BookError>>(
        &self,
        games: &[FactId],
        make: impl Fn(FoldedGame, i64) -> T + Sync,
        mut visit: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        if games.len() <= FEW {
            return games.iter().try_for_each(|id| self.read_single_game(*id, &make, &mut visit));
        }
        if games.len() > MANY {
            self.sqlite(self.transaction.pragma_update(None, "cache_size", MEMORY))?;
        }
        let (people, counting) = (self.everyone()?, Counting::of(self.every_undo()?.values()));
        let folding = Folding { people, counting, make };
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
        let mut rules: Vec<RulesRead> = (0..threads).map(|_| RulesRead::default()).collect();
        let (mut games, mut spare) = (games.iter().copied(), Chunk::default());
        let mut chunk = self.next_chunk(Chunk::default(), &mut games)?;
        while !chunk.games.is_empty() {
            let (read, next) = thread::scope(|scope| {
                let parts = chunk.games.chunks(chunk.games.len().div_ceil(threads));
                let at_work = parts.zip(&mut rules).map(|(part, rules)| {
                    let (folding, text) = (&folding, &chunk.text);
                    let thread = thread::Builder::new().spawn_scoped(scope, move || folding.all(text, part, rules));
                    // If the system refuses a thread, this one does the work.
                    thread.map_err(|_| folding.all(text, part, &mut RulesRead::default()))
                });
                let at_work: Vec<_> = at_work.collect();
                let next = self.next_chunk(mem::take(&mut spare), &mut games);
                let read = at_work.into_iter().map(|part| match part {
                    Ok(part) => part.join().unwrap_or_else(|why| panic::resume_unwind(why)),
                    Err(read) => read,
                });
                (read.collect::<Vec<_>>(), next)
            });
            for read in read.into_iter().flatten() {
                match read {
                    Ok(made) => visit(made)?,
                    Err(id) => self.read_single_game(id, &folding.make, &mut visit)?,
                }
            }
            spare = mem::replace(&mut chunk, next?);
        }
        Ok(())
    }

    /// Reads one game with everything that it needs.
    fn read_single_game<T, E: From<BookError>>(
        &self,
        id: FactId,
        make: impl Fn(FoldedGame, i64) -> T,
        mut visit: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.folded_game(id)?.map_or(Ok(()), |(folded, number)| visit(make(folded, number)))
    }

    /// Reads the lines of the next games into a spare chunk. They are not verified yet, but none is missing.
    fn next_chunk(&self, spare: Chunk, games: &mut impl Iterator<Item = FactId>) -> Result<Chunk, BookError> {
        let mut chunk = spare;
        chunk.text.clear();
        chunk.games.clear();
        while chunk.text.len() < FULL
            && let Some(id) = games.next()
        {
            let number = self.number_if_any(id)?;
            let (mut lines, mut sum) = (Vec::new(), 0);
            let key = Subject::Game(id).key();
            self.each(Stored::OF_SUBJECT, [&key], |stored| {
                let begins = chunk.text.len();
                chunk.text.push_str(stored.text);
                lines.push((begins..chunk.text.len(), stored.hash));
                sum ^= part_of_sum(&stored.hash);
                Ok(ControlFlow::Continue(()))
            })?;
            if self.sum(&key)? != (i64::try_from(lines.len()).unwrap_or(i64::MAX), sum) {
                return Err(self.of_game(self.hides_a_line(), number));
            }
            chunk.games.push(Lines { id, number, lines });
        }
        Ok(chunk)
    }
}

/// How many lines are read at a time.
const AT_ONCE: usize = 2000;

impl OpenBook<'_> {
    /// Returns the arrival and the hash of the last line, if there is one.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn last_line(&self) -> Result<Option<(i64, Hash)>, BookError> {
        self.one("SELECT arrival, hash FROM change ORDER BY arrival DESC LIMIT 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// Whether the line with this hash has this arrival.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn has_arrived(&self, arrival: i64, hash: &Hash) -> Result<bool, BookError> {
        let find = "SELECT 1 FROM change WHERE arrival = ?1 AND hash = ?2";
        Ok(self.one(find, (arrival, hash), |_| Ok(()))?.is_some())
    }

    /// Returns the games that lines after an arrival concern, and those that exchanged hands with them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_since(&self, arrival: i64) -> Result<BTreeSet<FactId>, BookError> {
        let (mut games, last) = (BTreeSet::new(), self.last_line()?.map_or(0, |(last, _)| last));
        for first in (arrival.saturating_add(1)..=last).step_by(AT_ONCE) {
            let (mut changes, after) = (Vec::new(), first.saturating_add_unsigned(AT_ONCE as u64));
            self.arrived(first, after - 1, |stored| {
                changes.push(self.change_of(&stored)?);
                Ok(ControlFlow::Continue(()))
            })?;
            games.append(&mut self.games_concerned(&changes)?);
        }
        games.append(&mut self.games_sharing_hands(&games)?);
        Ok(games)
    }

    /// Returns the numbers of all games that have one.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn all_numbers(&self) -> Result<BTreeMap<FactId, i64>, BookError> {
        Ok(self.numbered_games()?.into_iter().map(|numbered| (numbered.game, numbered.number.into())).collect())
    }
}
