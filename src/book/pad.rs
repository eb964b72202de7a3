//! One transaction on the book, and the questions that it answers.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use ginpad_core::facts::{
    Conflict, CountingChanges, FactSet, Facts, Fold, FoldedGame, GameRecord, Joined, NoGame, PeopleFacts, Person,
    PlayerFact, PlayerNameFact, Waiting, bare, fold, games_in_order, people, unsettled,
};
use ginpad_core::game::ScoredGame;
use ginpad_core::players::Name;
use rusqlite::Transaction;
use uuid::Uuid;

use super::commit::{self, Witness};
use super::connection::keep_little;
use super::error::{BookError, flawed};
use super::notice::Notice;
use super::read::{self, Flaw, PeopleRead, Verifier};
use super::watched::{Steps, Watcher, WithinStatement, Work};

/// One transaction on the book. Dropping it takes back everything that was not committed.
#[derive(Debug)]
pub struct Pad<'b> {
    pub(super) transaction: Transaction<'b>,
    pub(super) path: &'b Path,
    pub(super) device: Uuid,
    /// Who has or had which name. It is read once, and again after people were added or taken back.
    alike: RefCell<Option<Alike>>,
    /// Which people are one, read as often.
    pub(super) joined: RefCell<Option<Rc<Joined>>>,
    watcher: Option<Rc<dyn Watcher>>,
    /// What is in the book if this transaction is kept.
    pub(super) witness: Cell<Option<Witness>>,
}

/// Who has or had a name of the same bare form, which decides the number that each gets.
#[derive(Debug, Default)]
struct Alike {
    bare_names: BTreeMap<Uuid, Vec<String>>,
    people: BTreeMap<String, BTreeSet<Uuid>>,
}

impl Alike {
    fn new(names: Vec<(Uuid, String)>) -> Alike {
        let mut alike = Alike::default();
        for (person, name) in names {
            let bare = bare(&name);
            alike.people.entry(bare.clone()).or_default().insert(person);
            alike.bare_names.entry(person).or_default().push(bare);
        }
        alike
    }

    /// These people, and everyone with a name like one of theirs.
    fn with(&self, people: &[Uuid]) -> BTreeSet<Uuid> {
        let names = people.iter().filter_map(|person| self.bare_names.get(person)).flatten();
        let alike = names.filter_map(|bare| self.people.get(bare)).flatten();
        alike.chain(people).copied().collect()
    }
}

/// The players of a game, and everyone with a like name.
struct Seated {
    names: BTreeMap<Uuid, Name>,
    /// The changes of the facts about them, one for each fact.
    changes: Vec<Uuid>,
    flaw: Option<Flaw>,
}

/// A game of the book, scored.
#[derive(Debug, Clone)]
pub struct StoredGame {
    /// Its id.
    pub id: Uuid,
    /// Its number in this book; 0 if it was taken back and has none.
    pub number: i64,
    /// The game and its sheet.
    pub scored: ScoredGame,
    /// The facts that it comes from.
    pub record: GameRecord,
    /// What devices disagree about.
    pub conflicts: Vec<Conflict>,
    /// What was said about its hands and waits for something that is not in the book.
    pub waiting: Vec<Waiting>,
}

impl<'b> Pad<'b> {
    pub(super) const fn new(transaction: Transaction<'b>, path: &'b Path, device: Uuid) -> Pad<'b> {
        Pad {
            transaction,
            path,
            device,
            alike: RefCell::new(None),
            joined: RefCell::new(None),
            watcher: None,
            witness: Cell::new(None),
        }
    }

    /// The same pad, with somebody who is told about long work.
    #[must_use]
    pub fn watched_by(self, watcher: Rc<dyn Watcher>) -> Pad<'b> {
        Pad { watcher: Some(watcher), ..self }
    }

    /// For a command that looks at one game and no more: keeps little of what it reads in memory, and is quicker so.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn keep_little(&self) -> Result<(), BookError> {
        self.sqlite(keep_little(&self.transaction))
    }

    /// Begins work of this many steps.
    pub(super) fn steps(&self, work: Work, steps: usize) -> Steps<'_> {
        Steps::begin(self.watcher.as_deref(), work, steps)
    }

    /// A part of the work that has begun, which takes so many of its steps, and of SQLite about so many thousands.
    pub(super) fn within_statement(&self, steps: usize, units: usize) -> WithinStatement {
        WithinStatement::of(self.watcher.as_ref(), steps, units)
    }

    /// Reads the names again when they are next needed.
    pub(super) fn forget_names(&self) {
        self.alike.take();
        self.joined.take();
    }

    /// Commits everything that was written. The answer is what failed although everything was kept.
    ///
    /// # Errors
    /// The disk is full, or it failed. Nothing was kept, unless the error says otherwise.
    pub fn commit(self) -> Result<Option<Notice>, BookError> {
        commit::commit(self.transaction, self.witness.get(), self.path)
    }

    /// Where the book is.
    pub(super) const fn path(&self) -> &Path {
        self.path
    }

    pub(super) fn sqlite<T>(&self, result: rusqlite::Result<T>) -> Result<T, BookError> {
        result.map_err(|error| BookError::of(error, self.path).looked_into(&self.transaction))
    }

    /// What was read, if it is sound.
    pub(super) fn sound<T>(&self, read: rusqlite::Result<Result<T, Flaw>>) -> Result<T, BookError> {
        self.sqlite(read)?.map_err(|flaw| flawed(self.path, flaw, None))
    }

    /// The error for a book that is damaged in this way.
    pub(super) fn damaged(&self, what: impl std::fmt::Display) -> BookError {
        BookError::Flawed { path: self.path.to_path_buf(), what: what.to_string() }
    }

    /// The ids of all games that count, by their start. A game without one is placed by the time in its id.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn games(&self) -> Result<Vec<Uuid>, BookError> {
        let standing = self.sound(read::standing_of_all(&self.transaction))?;
        let games = self.sound(read::games(&self.transaction))?;
        let counting = games.into_iter().filter(|(_, change)| standing.counts(*change));
        Ok(games_in_order(counting.map(|(game, _)| game).collect()))
    }

    /// Those of these games that are in the book and count, by their start, without a look at others.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn games_among(&self, some: &BTreeSet<Uuid>) -> Result<Vec<Uuid>, BookError> {
        // Of many, it is quicker to list all.
        const MANY: usize = 1000;
        if some.len() > MANY {
            return Ok(self.games()?.into_iter().filter(|game| some.contains(game)).collect());
        }
        let mut counting = Vec::new();
        for game in some {
            if self.counts(*game)? {
                counting.extend(self.sqlite(read::order_of_game(&self.transaction, *game))?);
            }
        }
        Ok(games_in_order(counting))
    }

    /// Whether a game is in the book and counts.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn counts(&self, game: Uuid) -> Result<bool, BookError> {
        self.sqlite(read::game_counts(&self.transaction, game))
    }

    /// The game with this number, if it counts.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn game_numbered(&self, number: i64) -> Result<Option<StoredGame>, BookError> {
        self.sqlite(read::game_numbered(&self.transaction, number))?.map(|id| self.game(id)).transpose()
    }

    /// The games in which the first players of both sides of this one sit, or sat before others were seated there, by their
    /// start.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn games_of_pair(&self, game: &StoredGame) -> Result<Vec<Uuid>, BookError> {
        let [Some(first), Some(second)] = game.record.seats.each_ref().map(|seats| seats.first().copied()) else {
            return Ok(Vec::new());
        };
        let joined = self.joined()?;
        let games = self.games_together(&joined.same_as(first), &joined.same_as(second))?;
        let changes: Vec<Uuid> = games.iter().map(|(_, change)| *change).collect();
        let standing = self.sqlite(read::standing_of(&self.transaction, &changes))?;
        let counting = games.into_iter().filter(|(_, change)| standing.counts(*change));
        Ok(games_in_order(counting.map(|(game, _)| game).collect()))
    }

    /// Whether the book has more games than this, with those that were undone.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn is_larger_than(&self, games: i64) -> Result<bool, BookError> {
        Ok(self.sqlite(read::last_arrival_of_a_game(&self.transaction))? > games)
    }

    /// The game with this id.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn game(&self, id: Uuid) -> Result<StoredGame, BookError> {
        let about =
            self.sqlite(read::about_game(&self.transaction, id))?.ok_or_else(|| self.damaged("a game is missing"))?;
        let seats = about.seated();
        let counts = about.standing.counts(about.game.change);
        let (number, is_sound) = self.sqlite(read::verified_number(&self.transaction, id, counts))?;
        let seated = self.seated(&seats)?;
        let mut flaw = about.flaw.or(seated.flaw).or((!is_sound).then_some(Flaw::Missing));
        if flaw.is_none() {
            flaw = self.sqlite(read::hidden(&self.transaction, &about, &seated.changes))?;
        }
        if let Some(flaw) = flaw {
            return Err(flawed(self.path, flaw, number));
        }
        let folded = about.folded(about.game.rules(), &seated.names, &about.standing);
        self.stored(folded, number.unwrap_or(0))
    }

    /// A game with this number, as it was folded.
    pub(super) fn stored(&self, folded: Result<FoldedGame, NoGame>, number: i64) -> Result<StoredGame, BookError> {
        let folded = folded.map_err(|why| match why {
            NoGame::Unreadable(why) => self.damaged(format!("{why} (game {number})")),
            NoGame::NoPlayer(_) => self.damaged(format!("a player of game {number} has no name")),
        })?;
        if let Some(why) = folded.unreadable.first() {
            return Err(self.damaged(format!("{why} (game {number})")));
        }
        let FoldedGame { game, record, mut conflicts, waiting, .. } = folded;
        if !conflicts.is_empty() {
            unsettled(&mut conflicts, &self.kept()?);
        }
        Ok(StoredGame { id: record.id, number, scored: game.scored(), record, conflicts, waiting })
    }

    /// These people, and everyone with a name like one of theirs.
    fn people_like(&self, people: &[Uuid]) -> Result<BTreeSet<Uuid>, BookError> {
        if let Some(alike) = &*self.alike.borrow() {
            return Ok(alike.with(people));
        }
        let alike = Alike::new(self.sqlite(read::every_name(&self.transaction))?);
        let found = alike.with(people);
        self.alike.replace(Some(alike));
        Ok(found)
    }

    /// The players of a game. People who share a name get numbers, so this also reads people with like names.
    fn seated(&self, seats: &[Uuid]) -> Result<Seated, BookError> {
        let joined = self.joined()?;
        let listed: Vec<Uuid> = seats.iter().map(|person| joined.listed_as(*person)).collect();
        let alike = self.people_like(&listed)?;
        let mut verifier = Verifier::new(&self.transaction);
        let (players, names) = self.sqlite(read::named(&self.transaction, &alike, &mut verifier))?;
        let changes: Vec<Uuid> =
            players.iter().map(|player| player.change).chain(names.iter().map(|name| name.change)).collect();
        let made: BTreeSet<Uuid> = changes.iter().copied().collect();
        let standing = self.sqlite(read::standing_of(&self.transaction, &made.into_iter().collect::<Vec<_>>()))?;
        let named = self.named(&players, &names, &standing, listed.into_iter().collect())?;
        let names = ginpad_core::facts::names(&named, &joined);
        Ok(Seated { names, changes, flaw: verifier.flaw() })
    }

    /// Everyone in the book, in the order of their ids: those added first come first.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn people(&self) -> Result<Vec<Person>, BookError> {
        let PeopleRead { players, names, standing } = self.sound(read::names(&self.transaction))?;
        self.named(&players, &names, &standing, BTreeSet::new())
    }

    /// Names these people. `involved` are people known to sit in a game that counts. For the others the book looks for
    /// such a game or payment, but only if nothing else keeps them in the book.
    fn named(
        &self,
        players: &[PlayerFact],
        names: &[PlayerNameFact],
        standing: &CountingChanges,
        mut involved: BTreeSet<Uuid>,
    ) -> Result<Vec<Person>, BookError> {
        let joined = self.joined()?;
        for player in players.iter().filter(|player| !standing.counts(player.change) && !joined.involves(player.id)) {
            let games = self.sqlite(read::games_of(&self.transaction, player.id))?;
            let payments = self.sqlite(read::payments_of(&self.transaction, player.id))?;
            for change in games.into_iter().chain(payments) {
                if self.sqlite(read::counts(&self.transaction, change))? {
                    involved.insert(player.id);
                    break;
                }
            }
        }
        let facts = PeopleFacts {
            players: players.iter().collect(),
            names: names.iter().collect(),
            involved,
            joined: (*joined).clone(),
        };
        Ok(people(&facts, standing))
    }

    /// The number of a game in this book.
    ///
    /// # Errors
    /// The book cannot be read, or has no such game.
    pub(crate) fn number_of(&self, game: Uuid) -> Result<i64, BookError> {
        self.sqlite(read::number_of(&self.transaction, game))?.ok_or_else(|| self.damaged("a game is missing"))
    }

    /// All facts in the book, ready to be folded.
    fn facts(&self) -> Result<Facts, BookError> {
        let (mut set, mut differs) = (FactSet::default(), None);
        let changes = read::each_change(&self.transaction, |change, _| {
            differs = differs.or(set.add_change(change).err());
            Ok::<(), rusqlite::Error>(())
        });
        self.sqlite(changes)?;
        let facts = read::each_fact(&self.transaction, |fact, _| {
            differs = differs.or(set.add_fact(fact).err());
            Ok::<(), rusqlite::Error>(())
        });
        self.sqlite(facts)?;
        if let Some(differs) = differs {
            return Err(self.damaged(differs));
        }
        Ok(set.facts())
    }

    /// Folds everything in the book. The other methods give the same answers and read less.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn fold(&self) -> Result<Fold, BookError> {
        Ok(fold(&self.facts()?))
    }
}

impl StoredGame {
    /// Whether it was imported from a file, and not begun in a book.
    pub(crate) const fn is_imported(&self) -> bool {
        self.record.source.is_some()
    }

    /// The place of a hand, counted from 0; `None` if this version of the hand does not count.
    pub(crate) fn place_of(&self, hand: Uuid) -> Option<usize> {
        self.record.hands.iter().position(|fact| fact.id == hand)
    }
}
