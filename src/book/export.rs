//! Exports the whole book as one document, and restores it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::Book;
use super::error::{BookError, damaged};
use super::pad::Pad;
use super::read;
use super::watched::Work;
use super::write;
use ginpad_core::facts::{self, Change, Fact, FactSet, Facts, hex};
use ginpad_core::game::Game;
use ginpad_core::text::count;

/// Everything the book holds: the changes in the order in which they arrived, then the facts, each with its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// Always [`Export::SCHEMA`].
    pub schema: String,
    /// The changes.
    pub changes: Vec<Hashed<Change>>,
    /// The facts. A fact comes before the facts that refer to it.
    pub facts: Vec<Hashed<Fact>>,
    /// What the book calls the games that count. A book that was written by an early version does not say it.
    #[serde(default)]
    pub numbers: Vec<NumberedGame>,
}

/// A game and its number. It is no fact: when its number is taken already, the game gets another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedGame {
    /// Its id.
    pub game: Uuid,
    /// Its number, from 1.
    pub number: u32,
}

/// A change or a fact with the SHA-256 of its canonical JSON, in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashed<T> {
    /// The content.
    #[serde(flatten)]
    pub content: T,
    /// Its hash.
    pub hash: String,
}

/// What was restored from an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Restored {
    /// How many changes.
    pub changes: usize,
    /// How many facts.
    pub facts: usize,
    /// How many games count.
    pub games: usize,
    /// How many facts and changes hold something that this version does not know.
    pub unknown: usize,
}

impl Export {
    /// The value of `schema` in every export.
    pub const SCHEMA: &str = "ginpad/book/1";

    /// The games that count in it, the oldest first.
    ///
    /// # Errors
    /// A hash does not match, a fact refers to one that is missing, or a game cannot be scored.
    pub fn games(&self) -> Result<Vec<Game>, BookError> {
        let mut book = Book::in_memory(Uuid::nil())?;
        let pad = book.write()?;
        pad.restore(self)?;
        let games = pad.games()?.into_iter();
        games.map(|id| Ok(pad.game(id)?.scored.game)).collect()
    }
}

impl<T: Serialize> Hashed<T> {
    fn new(content: T) -> Hashed<T> {
        let hash = hex(&facts::hash(&content));
        Hashed { content, hash }
    }

    fn verify(&self, what: &str) -> Result<(), BookError> {
        if hex(&facts::hash(&self.content)) == self.hash {
            Ok(())
        } else {
            Err(damaged(format!("{what} does not match its hash")))
        }
    }
}

/// Refuses a change or fact that no longer matches its hash.
fn intact(what: &str, kept: Option<Vec<u8>>, hash: &[u8]) -> Result<(), BookError> {
    if kept.as_deref() == Some(hash) { Ok(()) } else { Err(damaged(format!("{what} does not match its hash"))) }
}

impl Pad<'_> {
    /// Exports everything the book holds, without loss.
    ///
    /// # Errors
    /// The book cannot be read, or holds something that does not match its hash.
    pub fn export(&self) -> Result<Export, BookError> {
        let changes = self.sqlite(read::changes(&self.transaction))?;
        let facts = self.sqlite(read::facts(&self.transaction))?;
        let kept = |table: &str, id| self.sqlite(read::hash(&self.transaction, table, id));
        for change in &changes {
            intact(&format!("change {}", change.id), kept("change", change.id)?, &facts::hash(change))?;
        }
        let steps = self.steps(Work::ReadFacts, facts.len());
        for one in &facts {
            steps.step();
            let table =
                if Fact::KINDS.contains(&one.kind()) { one.kind().replace('-', "_") } else { "kept_whole".into() };
            intact(&format!("{} {}", one.kind(), one.id()), kept(&table, one.id())?, &facts::hash(one))?;
        }
        let mut numbers = Vec::new();
        for game in self.games()? {
            let number = self.sqlite(read::number_of(&self.transaction, game))?;
            let number = number.and_then(|number| u32::try_from(number).ok());
            numbers.extend(number.map(|number| NumberedGame { game, number }));
        }
        Ok(Export {
            schema: Export::SCHEMA.to_string(),
            changes: changes.into_iter().map(Hashed::new).collect(),
            facts: facts.into_iter().map(Hashed::new).collect(),
            numbers,
        })
    }

    /// Whether the book holds no change.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn is_empty(&self) -> Result<bool, BookError> {
        self.sqlite(read::is_empty(&self.transaction))
    }

    /// Restores the export of another book into this one, which must be empty.
    ///
    /// # Errors
    /// A hash does not match, a fact refers to one that is missing, a change lacks facts, a game cannot be scored, or
    /// the book cannot be written.
    pub fn restore(&self, export: &Export) -> Result<Restored, BookError> {
        // Facts may come in any order, and more than once.
        self.sqlite(self.transaction.execute_batch("PRAGMA defer_foreign_keys = ON"))?;
        let mut set = FactSet::default();
        for change in &export.changes {
            change.verify("a change")?;
            if set.add_change(change.content.clone()).map_err(damaged)? {
                self.fits(write::change(&self.transaction, &change.content))?;
            }
        }
        let steps = self.steps(Work::WriteFacts, export.facts.len());
        for fact in &export.facts {
            steps.step();
            fact.verify("a fact")?;
            if set.add_fact(fact.content.clone()).map_err(damaged)? {
                self.fits(write::fact(&self.transaction, &fact.content))?;
            }
        }
        if self.sqlite(read::misses_a_reference(&self.transaction))? {
            return Err(damaged("a fact refers to one that is missing"));
        }
        if let Some((change, there)) = set.incomplete().first() {
            let all = export.changes.iter().find(|one| one.content.id == *change).map_or(0, |one| one.content.facts);
            return Err(damaged(format!("a change has {there} of its {}", count(all, "fact"))));
        }
        self.keep_what_is_read_otherwise(&set.facts())?;
        self.forget_names();
        let games = self.games()?;
        self.number_as_before(&games, &export.numbers)?;
        self.each_game(&games, |_| Ok::<(), BookError>(()))?;
        self.people()?;
        let unknown = export.facts.iter().filter(|fact| fact.content.has_unknown_fields()).count()
            + export.changes.iter().filter(|change| !change.content.unknown.is_empty()).count();
        Ok(Restored { changes: export.changes.len(), facts: export.facts.len(), games: games.len(), unknown })
    }

    /// Gives games the numbers they had. Those without one, or whose number another game has, are numbered anew.
    fn number_as_before(&self, games: &[Uuid], before: &[NumberedGame]) -> Result<(), BookError> {
        let before: BTreeMap<Uuid, i64> = before.iter().map(|one| (one.game, one.number.into())).collect();
        let (mut taken, mut others) = (BTreeSet::new(), Vec::new());
        for game in games {
            match before.get(game).filter(|number| **number >= 1) {
                Some(number) if taken.insert(*number) => {
                    self.sqlite(write::game_number(&self.transaction, *game, *number))?;
                }
                _ => others.push(*game),
            }
        }
        others.into_iter().try_for_each(|game| self.number(game))
    }

    /// Keeps the whole of facts that their tables do not give back exactly. The tables have one way to write a value;
    /// another program may write it in another, such as a list in another order.
    fn keep_what_is_read_otherwise(&self, restored: &Facts) -> Result<(), BookError> {
        let read: BTreeMap<Uuid, Fact> =
            self.sqlite(read::facts(&self.transaction))?.into_iter().map(|fact| (fact.id(), fact)).collect();
        let differs = |fact: &&Fact| read.get(&fact.id()) != Some(*fact);
        restored.iter().filter(differs).try_for_each(|fact| self.sqlite(write::whole_fact(&self.transaction, fact)))
    }

    /// If the schema refuses a row, the export is damaged.
    fn fits(&self, written: rusqlite::Result<()>) -> Result<(), BookError> {
        match written {
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
                Err(damaged("a fact holds something that no ginpad writes"))
            }
            written => self.sqlite(written),
        }
    }
}
