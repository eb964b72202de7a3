//! Folds many games at once, on all cores. One thread reads lines and is shown the games, in order; others verify, fold
//! and score them. A few batches are on their way at a time, so a large book takes no more memory than a small one.

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use ginpad_core::facts::{
    Change, Counting, FactId, FoldedGame, Hash, People, RulesRead, Sorted, Subject, fold_game, games_besides, verified,
};

use super::append::part_of_sum;
use super::numbers::check_of_number;

/// A batch is full with so many bytes of lines.
const FULL: usize = 96 << 10;

/// Of fewer games than this no threads are started.
const MANY: usize = 256;

/// How many threads fold at most.
const MOST_THREADS: usize = 4;

/// How many batches each thread has before it.
const AHEAD: usize = 2;

/// What all games need, and what is made of each.
pub(super) struct Together<M> {
    /// Everyone.
    pub people: People,
    /// Every undo.
    pub counting: Counting,
    /// What is made of a game and its number.
    pub make: M,
}

/// What became of a game.
pub(super) enum Read<T> {
    /// This was made of it.
    Made(T),
    /// It makes no sense.
    SetAside,
    /// It needs lines of other games too, or does not count.
    Apart(FactId),
    /// It is damaged: its number, and how.
    Flawed(i64, String),
}

/// The number of a game, as its row has it.
pub(super) struct Numbered {
    pub number: i64,
    pub hash: Hash,
}

/// The lines of some games.
pub(super) struct Batch {
    text: String,
    games: Vec<Lines>,
}

/// The lines of a game.
struct Lines {
    id: FactId,
    number: Option<Numbered>,
    /// How many there are, and the sum of their hashes.
    sum: (i64, i64),
    lines: Vec<(Range<usize>, Hash)>,
}

impl Batch {
    /// Begins with another game.
    pub(super) fn begin(&mut self, id: FactId, number: Option<Numbered>, sum: (i64, i64)) {
        self.games.push(Lines { id, number, sum, lines: Vec::new() });
    }

    /// Adds a line of that game.
    pub(super) fn push(&mut self, text: &str, hash: Hash) {
        let from = self.text.len();
        self.text.push_str(text);
        if let Some(game) = self.games.last_mut() {
            game.lines.push((from..self.text.len(), hash));
        }
    }
}

/// Reads these games with `read`, folds them, and shows what became of each, in order.
///
/// # Errors
/// Those of `read` and `visit`, which end it.
pub(super) fn each<T: Send, M: Fn(FoldedGame, i64) -> T + Sync, E, F: From<E>>(
    together: &Together<M>,
    games: &[FactId],
    mut read: impl FnMut(&mut Batch, FactId) -> Result<(), E>,
    mut visit: impl FnMut(Read<T>) -> Result<(), F>,
) -> Result<(), F> {
    let mut games = games.iter().copied();
    let is_many = games.len() >= MANY;
    let mut next = |text: String| {
        let mut batch = Batch { text, games: Vec::new() };
        while batch.text.len() < FULL
            && let Some(game) = games.next()
        {
            read(&mut batch, game)?;
        }
        Ok::<_, E>((!batch.games.is_empty()).then_some(batch))
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
    if !is_many || threads < 2 {
        let (mut rules, mut spare) = (RulesRead::default(), String::new());
        while let Some(batch) = next(spare)? {
            let folded = together.fold(batch, &mut rules);
            folded.games.into_iter().try_for_each(&mut visit)?;
            spare = folded.text;
        }
        return Ok(());
    }
    thread::scope(|scope| {
        let workers: Vec<Worker<T>> = (0..threads)
            .map(|_| {
                let (give, todo) = sync_channel::<Batch>(AHEAD);
                let (done, take) = sync_channel(AHEAD);
                scope.spawn(move || together.work(&todo, &done));
                Worker { give, take }
            })
            .collect();
        let mut under_way: VecDeque<usize> = VecDeque::new();
        let mut turns = (0..threads).cycle();
        // To give so much memory back and take it again for each batch costs more than to fold it.
        let mut spare: Vec<String> = Vec::new();
        loop {
            let batch = next(spare.pop().unwrap_or_default())?;
            let is_last = batch.is_none();
            if let (Some(batch), Some(turn)) = (batch, turns.next()) {
                // A thread is gone only if it panicked, which the end of the scope passes on.
                let _ = workers[turn].give.send(batch);
                under_way.push_back(turn);
            }
            while under_way.len() >= threads * AHEAD || is_last && !under_way.is_empty() {
                let folded = under_way.pop_front().and_then(|turn| workers[turn].take.recv().ok());
                if let Some(Folded { games, text }) = folded {
                    games.into_iter().try_for_each(&mut visit)?;
                    spare.push(text);
                }
            }
            if is_last {
                return Ok(());
            }
        }
    })
}

/// What became of a batch.
struct Folded<T> {
    games: Vec<Read<T>>,
    /// Room for the text of the next batch.
    text: String,
}

/// A thread that folds.
struct Worker<T> {
    give: SyncSender<Batch>,
    take: Receiver<Folded<T>>,
}

impl<T, M: Fn(FoldedGame, i64) -> T> Together<M> {
    fn work(&self, todo: &Receiver<Batch>, done: &SyncSender<Folded<T>>) {
        let mut rules = RulesRead::default();
        while let Ok(batch) = todo.recv() {
            if done.send(self.fold(batch, &mut rules)).is_err() {
                break;
            }
        }
    }

    fn fold(&self, batch: Batch, rules: &mut RulesRead) -> Folded<T> {
        let Batch { mut text, games } = batch;
        let games = games.into_iter().map(|lines| self.fold_one(&text, lines, rules)).collect();
        text.clear();
        Folded { games, text }
    }

    fn fold_one(&self, text: &str, lines: Lines, rules: &mut RulesRead) -> Read<T> {
        let Lines { id, number, sum, lines } = lines;
        let flawed = |what: &str| Read::Flawed(number.as_ref().map_or(0, |row| row.number), what.to_string());
        let key = Subject::Game(id).key();
        if number.as_ref().is_some_and(|row| row.hash != check_of_number(row.number, &key)) {
            return flawed("the number of a game is not what was written");
        }
        let found = lines.iter().fold((0, 0), |(lines, sum), (_, hash)| (lines + 1, sum ^ part_of_sum(hash)));
        if found != sum {
            return flawed("a line is missing where it should be listed");
        }
        let mut changes: Vec<Change> = Vec::with_capacity(lines.len());
        for (range, hash) in lines {
            match verified(&text[range], &hash) {
                Ok(change) => changes.push(change),
                Err(_) => return flawed("a line is not what was written"),
            }
        }
        if number.is_none() || !games_besides(id, changes.iter()).is_empty() {
            return Read::Apart(id);
        }
        let sorted = Sorted::of(&changes, &self.counting);
        match fold_game(id, &sorted, &self.people, rules) {
            Ok(Some(folded)) => Read::Made((self.make)(folded, number.map_or(0, |row| row.number))),
            Ok(None) => Read::Apart(id),
            Err(_) => Read::SetAside,
        }
    }
}
