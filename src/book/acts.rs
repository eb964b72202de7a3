//! Acts of this book: listed newest first, found by id, taken back and restored, with the games they concern.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::iter;
use std::ops::ControlFlow;

use ginpad_core::Moment;
use ginpad_core::facts::{
    Change, ChangeVerb, Counting, Fact, FactId, JoiningFact, RedoFact, Subject, UndoFact, games_sharing_hands,
};
use ginpad_core::ledger::{Act, redoable, undoable};
use rusqlite::params;
use uuid::Uuid;

use super::error::BookError;
use super::lines::Stored;
use super::open_book::OpenBook;

/// Whose acts to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActAuthor {
    /// Those that this book wrote on this device.
    ThisDevice,
    /// Acts of any device. A device that keeps no state gets a new writer each time, so it has no acts of its own.
    Anyone,
}

/// Acts, the newest first.
type Acts<'a> = Box<dyn Iterator<Item = Result<Act, BookError>> + 'a>;

/// How many lines of a larger import are read. Other batches are read whole: they list what they did to each game.
const READ_OF_IMPORT: usize = 64;

impl OpenBook<'_> {
    /// Lists acts, newest first; with a game, those in it and those that took them back or restored them. Acts of this
    /// device are ordered by its writers, the latest first. The iterator reads one act at a time, because an undo needs
    /// only the last ones.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn acts(&self, by: ActAuthor, game: Option<FactId>) -> Result<Acts<'_>, BookError> {
        let own = if by == ActAuthor::ThisDevice { Some(self.own_writers()?) } else { None };
        if let Some(game) = game {
            let mut about = self.newest_about(game)?;
            if let Some(own) = &own {
                about.retain(|change| own.contains(&change.writer));
                about.sort_by_key(|change| Reverse(own.iter().position(|writer| *writer == change.writer)));
            }
            return Ok(Box::new(about.into_iter().map(|change| self.act_with(change))));
        }
        // Lines of an earlier writer may arrive late, from a folder after a restore; they are not the latest acts.
        let writers = own.map_or(vec![None], |own| own.into_iter().rev().map(Some).collect());
        Ok(Box::new(writers.into_iter().flat_map(move |writer| {
            let (mut before, mut batches) = (i64::MAX, HashSet::new());
            iter::from_fn(move || self.next_act(writer, &mut before, &mut batches).transpose())
        })))
    }

    /// Returns the newest act of this writer, or of anyone, that arrived before a line. The list of runs locates a
    /// writer's lines, so that no others are read.
    fn next_act(
        &self,
        writer: Option<Uuid>,
        before: &mut i64,
        batches: &mut HashSet<Uuid>,
    ) -> Result<Option<Act>, BookError> {
        const FIND: &str = "\
            SELECT change.arrival, change.line, change.hash FROM run CROSS JOIN change
                ON change.arrival BETWEEN run.arrival AND min(run.arrival + run.last - run.first, ?1 - 1)
            WHERE run.arrival < ?1 AND (?2 IS NULL OR run.writer = ?2)
            ORDER BY run.arrival DESC, change.arrival DESC LIMIT 1";
        while let Some((arrival, change)) = self.read_changes(FIND, params![*before, writer])?.pop() {
            *before = arrival;
            if let Some(batch) = change.batch {
                if !batches.insert(batch) {
                    continue;
                }
                // Skips the lines of a batch if they arrived one after another.
                let lines = self.arrivals(&Subject::Batch(batch))?;
                if let [first, .., last] = lines[..]
                    && usize::try_from(last - first + 1) == Ok(lines.len())
                {
                    *before = first;
                }
            }
            return self.act_with(change).map(Some);
        }
        Ok(None)
    }

    /// Returns the newest change of each act about a game, or that undid or redid one, newest first.
    fn newest_about(&self, game: FactId) -> Result<Vec<Change>, BookError> {
        let mut changes = self.concerning(&Subject::Game(game))?;
        let about: BTreeSet<Subject> = changes.iter().map(|(_, change)| Subject::Undone(change.act())).collect();
        for act in about {
            changes.append(&mut self.concerning(&act)?);
        }
        changes.sort_by_key(|(arrival, _)| Reverse(*arrival));
        let mut seen = BTreeSet::new();
        changes.retain(|(_, change)| seen.insert(change.act()));
        Ok(changes.into_iter().map(|(_, change)| change).collect())
    }

    /// Returns the act with this id, if the book has it.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn act(&self, id: Uuid) -> Result<Option<Act>, BookError> {
        let change = match self.change_named(id)? {
            // A change inside a batch is not an act.
            Some((_, change)) => Some(change).filter(|change| change.batch.is_none()),
            None => self.batch(id, 1)?.0.pop(),
        };
        change.map(|change| self.act_with(change)).transpose()
    }

    /// Returns the act that this change belongs to.
    fn act_with(&self, change: Change) -> Result<Act, BookError> {
        let most = if ChangeVerb::IMPORT.is(&change.verb) { READ_OF_IMPORT } else { usize::MAX };
        let (changes, count) = match change.batch {
            Some(batch) => self.batch(batch, most)?,
            None => (vec![change], 1),
        };
        let counting = Counting::of(self.undos_of(Act::related_acts(&changes))?.values());
        let mut act = Act::of(changes, count, &counting).ok_or_else(|| self.damaged("a change is missing"))?;
        for version in act.replaced() {
            if let Some((fact, _)) = self.fact(version)? {
                act.before.insert(version, fact);
            }
        }
        Ok(act)
    }

    /// Returns the first `most` changes of a batch, and the number of all.
    fn batch(&self, batch: Uuid, most: usize) -> Result<(Vec<Change>, usize), BookError> {
        let lines = self.arrivals(&Subject::Batch(batch))?;
        let changes = lines.iter().take(most).map(|arrival| Ok(self.line_at(*arrival)?.0));
        Ok((changes.collect::<Result<_, BookError>>()?, lines.len()))
    }

    /// Returns the acts that undoing the last `count` acts would take back, newest first; fewer if there are no more.
    /// With a game, only acts of that game.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_undo(&self, count: usize, by: ActAuthor, game: Option<FactId>) -> Result<Vec<Act>, BookError> {
        undoable(self.acts(by, game)?, count, |id| self.act(id))
    }

    /// Returns the acts that redoing `count` undos would restore, the last undone first. With a game, only acts of that
    /// game.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn to_redo(&self, count: usize, by: ActAuthor, game: Option<FactId>) -> Result<Vec<Act>, BookError> {
        let acts = redoable(self.acts(by, game)?, count)?;
        acts.into_iter().filter_map(|act| self.act(act).transpose()).collect()
    }

    /// Takes these acts back, or restores them.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn move_acts(&self, verb: ChangeVerb, acts: &[Act], now: Moment) -> Result<(), BookError> {
        self.change(verb, now, |change| {
            for act in acts {
                if verb == ChangeVerb::REDO {
                    for undo in &act.undone_by {
                        change.say(Fact::Redo(RedoFact { undo: *undo, of: act.id }));
                    }
                } else {
                    change.say(Fact::Undo(UndoFact { of: act.id }));
                }
            }
        })
    }

    /// Counts the games that these acts are about, each once.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn games_of_acts(&self, acts: &[Act]) -> Result<usize, BookError> {
        let games: BTreeSet<FactId> = acts.iter().flat_map(Act::games).collect();
        let mut count = games.len();
        for large in acts.iter().filter(|act| act.is_large()) {
            count += large.game_count();
            // Another act may be about a game that this one already counts.
            for game in &games {
                let changes = self.changes_concerning(&Subject::Game(*game))?;
                count -= usize::from(changes.iter().any(|change| change.act() == large.id));
            }
        }
        Ok(count)
    }

    /// Returns the acts that concern a game and count. In a game that was taken back, they wait for it.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn counting_acts(&self, game: FactId) -> Result<BTreeSet<Uuid>, BookError> {
        let changes = self.changes_concerning(&Subject::Game(game))?;
        let counting = self.counting_of(changes.iter())?;
        Ok(changes.iter().filter(|change| counting.counts(change)).map(Change::act).collect())
    }

    /// Returns the act that began a game, and whether it counts. If several imports did, prefers one that counts.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn act_that_began(&self, game: FactId) -> Result<Option<(Uuid, bool)>, BookError> {
        let prevailing = self.prevailing(game, |fact| matches!(fact, Fact::Game(_)))?;
        Ok(prevailing.map(|(counts, began)| (began.act(), counts)))
    }

    /// Returns at most `most` acts whose ids lie between these two.
    ///
    /// # Errors
    /// The book cannot be read, or a line is not what was written.
    pub fn acts_between(&self, (first, last): (Uuid, Uuid), most: usize) -> Result<Vec<Uuid>, BookError> {
        const BATCHES: &str = "SELECT substr(subject, 2) FROM sum WHERE subject BETWEEN ?1 AND ?2 LIMIT ?3";
        let [from, to] = [first, last].map(|id| Subject::Batch(id).key());
        let mut acts: Vec<Uuid> = self.all(BATCHES, params![from, to, most], |row| row.get(0))?;
        let names = format!(
            "SELECT {} FROM change WHERE substr(hash, 1, 16) BETWEEN ?1 AND ?2 ORDER BY substr(hash, 1, 16)",
            Stored::COLUMNS
        );
        self.each(&names, [first, last], |stored| {
            let change = self.change_of(&stored)?;
            // A change inside a batch is undone with the batch.
            if acts.len() < most && change.batch.is_none() {
                acts.push(change.name);
            }
            Ok(if acts.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        acts.sort_unstable();
        Ok(acts)
    }

    /// Returns the shortest unique prefix of an act's id, at least eight digits long.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn short_id(&self, act: Uuid) -> Result<String, BookError> {
        const LEAST: usize = 8;
        let rest = u128::MAX >> (4 * LEAST);
        let [first, last] = [act.as_u128() & !rest, act.as_u128() | rest].map(Uuid::from_u128);
        let alike = self.acts_between((first, last), i32::MAX as usize)?;
        let id = act.to_string();
        let shared = |other: Uuid| id.bytes().zip(other.to_string().bytes()).take_while(|(one, it)| one == it).count();
        let shared = alike.into_iter().filter(|other| *other != act).map(shared).max().unwrap_or(0);
        let start = id.get(..(shared + 1).max(LEAST)).unwrap_or(&id);
        Ok(start.trim_end_matches('-').to_string())
    }

    /// Returns the games that may change once these changes are in the book. Games that exchanged hands with them are
    /// not included; see [`OpenBook::games_sharing_hands`].
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(super) fn games_concerned(&self, changes: &[Change]) -> Result<BTreeSet<FactId>, BookError> {
        let mut games: BTreeSet<FactId> = changes.iter().flat_map(Change::concerned_games).collect();
        let (joined, mut acts) = (self.joined()?, BTreeSet::new());
        for fact in changes.iter().flat_map(|change| &change.facts) {
            match fact {
                Fact::Joining(JoiningFact { player, into, .. }) => {
                    let [player, into] = [player, into].map(|person| joined.same_as(*person));
                    games.extend(self.games_together(Subject::Seats, &player, &into)?);
                }
                Fact::Undo(UndoFact { of }) | Fact::Redo(RedoFact { of, .. }) if acts.insert(*of) => {
                    self.each_of_act(*of, |change| games.extend(change.concerned_games()))?;
                }
                _ => {}
            }
        }
        Ok(games)
    }

    /// Returns the other games that may change because hands were moved between them and these.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_sharing_hands(&self, games: &BTreeSet<FactId>) -> Result<BTreeSet<FactId>, BookError> {
        let mut beside = BTreeSet::new();
        for game in games {
            beside.extend(games_sharing_hands(*game, self.changes_concerning(&Subject::Game(*game))?.iter()));
        }
        Ok(beside)
    }

    /// Visits the changes of one act: the change with this name, or those of this batch.
    pub(super) fn each_of_act(&self, act: Uuid, mut visit: impl FnMut(&Change)) -> Result<(), BookError> {
        self.change_named(act)?.iter().for_each(|(_, change)| visit(change));
        // A batch may be large, so its lines are read one at a time.
        for arrival in self.arrivals(&Subject::Batch(act))? {
            visit(&self.line_at(arrival)?.0);
        }
        Ok(())
    }
}
