//! Reads many games in order and folds them on all cores: while some are folded, those before are visited and the next
//! ones read. Only a few are in memory at a time.

use std::collections::{BTreeSet, VecDeque};
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope};

use ginpad_core::Game;
use ginpad_core::facts::{
    Change, Counting, FactId, FoldedGame, Hash, People, RulesRead, Sorted, Subject, fold_game, games_sharing_hands,
    verified,
};

use super::lines::part_of_sum;
use super::{BookError, OpenBook, Stored, StoredGame};

/// Up to this many games are read one by one. Reading more begins with the people and the undos of the whole book.
const FEW: usize = 8;

/// For more games than this, keeping more of the indexes in memory saves time.
const MANY: usize = 1000;

/// The memory for that, in KiB, as SQLite wants it.
const MEMORY: i64 = -6_000;

/// How many bytes of lines a thread folds at a time.
const FULL: usize = 32 << 10;

/// The most threads that fold.
const MOST_THREADS: usize = 4;

/// How much each of them has, in full chunks: one that it folds, and one that waits.
const AT_ONCE: usize = 2;

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

/// A thread that folds chunks.
struct Worker<T> {
    chunks: Sender<Chunk>,
    results: Receiver<Vec<Read<T>>>,
}

impl<T: Send, M: Fn(FoldedGame, i64) -> T + Sync> Folding<M> {
    /// Starts a thread that folds chunks in the order in which it is given them; `None` if the system refuses it.
    fn worker<'s>(&'s self, scope: &'s Scope<'s, '_>) -> Option<Worker<T>>
    where
        T: 's,
    {
        let ((chunks, given), (fold, results)) = (channel::<Chunk>(), channel());
        let work = move || {
            let mut rules = RulesRead::default();
            let all = |chunk: Chunk| chunk.games.iter().map(|game| self.one(&chunk.text, game, &mut rules)).collect();
            // Nobody waits any more once the reading has failed.
            given.into_iter().map(all).try_for_each(|folded| fold.send(folded))
        };
        thread::Builder::new().spawn_scoped(scope, work).ok()?;
        Some(Worker { chunks, results })
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

    /// Reads these games, and visits the result of `make` for each, in order. An error of a game may come before the games
    /// just before it are visited.
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
        let mut games = games.iter().copied();
        thread::scope(|scope| {
            let workers: Vec<Worker<T>> = (0..threads).map_while(|_| folding.worker(scope)).collect();
            if workers.is_empty() {
                return games.try_for_each(|id| self.read_single_game(id, &folding.make, &mut visit));
            }
            let (mut next, mut at_work, mut bytes) = (workers.iter().cycle(), VecDeque::new(), 0);
            loop {
                while bytes < AT_ONCE * workers.len() * FULL
                    && let (Some(chunk), Some(worker)) = (self.next_chunk(&mut games)?, next.next())
                {
                    bytes += chunk.text.len();
                    at_work.push_back((worker, chunk.text.len()));
                    let _ = worker.chunks.send(chunk);
                }
                let Some((worker, done)) = at_work.pop_front() else { return Ok(()) };
                bytes -= done;
                // A worker that panicked makes the scope panic.
                for read in worker.results.recv().unwrap_or_default() {
                    match read {
                        Ok(made) => visit(made)?,
                        Err(id) => self.read_single_game(id, &folding.make, &mut visit)?,
                    }
                }
            }
        })
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

    /// Reads the lines of the next games, if there are any. They are not verified yet, but none is missing.
    fn next_chunk(&self, games: &mut impl Iterator<Item = FactId>) -> Result<Option<Chunk>, BookError> {
        let mut chunk = Chunk::default();
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
        Ok(Some(chunk).filter(|chunk| !chunk.games.is_empty()))
    }
}
