//! One transaction on the book.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use rusqlite::{Params, Row, Transaction};

use super::commit;
use super::connection::keep_little;
use super::error::BookError;
use super::notice::Notice;
use super::state::{Keeper, Standing, Writing};
use super::watched::{self, Steps, Watcher};

/// One transaction on the book. Dropping it takes back everything that was not committed.
#[derive(Debug)]
pub struct Pad<'b> {
    pub(super) transaction: Transaction<'b>,
    /// Where the book is.
    pub(super) path: &'b Path,
    pub(super) keeper: Option<&'b Keeper>,
    /// As whom this transaction writes, once it was asked.
    pub(super) writing: RefCell<Option<Writing>>,
    /// What the book and the state folder say of that, once it was asked.
    pub(super) standing: RefCell<Option<Rc<Standing>>>,
    watcher: Option<Arc<dyn Watcher>>,
    /// How many rows the connection had changed when the transaction began.
    changed_before: u64,
}

impl<'b> Pad<'b> {
    pub(super) fn new(transaction: Transaction<'b>, path: &'b Path, keeper: Option<&'b Keeper>) -> Pad<'b> {
        let changed_before = transaction.total_changes();
        let (writing, standing) = (RefCell::new(None), RefCell::new(None));
        Pad { transaction, path, keeper, writing, standing, watcher: None, changed_before }
    }

    /// The same pad, with somebody who is told about long work.
    #[must_use]
    pub fn watched_by(self, watcher: Arc<dyn Watcher>) -> Pad<'b> {
        Pad { watcher: Some(watcher), ..self }
    }

    /// For a command that looks at one game and no more: keeps little of what it reads in memory, and is quicker so.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn keep_little(&self) -> Result<(), BookError> {
        self.sqlite(keep_little(&self.transaction))
    }

    /// Who is told about long work.
    pub(super) fn watcher(&self) -> Option<&dyn Watcher> {
        self.watcher.as_deref()
    }

    /// Begins work of this many steps.
    pub(super) fn steps(&self, what: &'static str, steps: usize) -> Box<dyn Steps> {
        watched::begin(self.watcher(), what, steps)
    }

    /// Commits everything that was written, and then notes who wrote. The answer is what failed although everything was
    /// kept.
    ///
    /// # Errors
    /// The disk is full, or it failed. Nothing was kept, unless the error says otherwise.
    pub fn commit(self) -> Result<Option<Notice>, BookError> {
        if self.transaction.total_changes() == self.changed_before {
            return Ok(None);
        }
        let notice = commit::commit(self.transaction, self.path)?;
        if let (Some(keeper), Some(writing)) = (self.keeper, self.writing.into_inner()) {
            // A state that is behind the book is what a crash leaves too, and does no harm.
            let _ = keeper.note(&writing);
        }
        Ok(notice)
    }

    pub(super) fn sqlite<T>(&self, result: rusqlite::Result<T>) -> Result<T, BookError> {
        result.map_err(|error| BookError::of(error, self.path).after_second_check(&self.transaction))
    }

    /// The error for a book that is damaged in this way.
    pub(super) fn damaged(&self, what: impl std::fmt::Display) -> BookError {
        BookError::Flawed { path: self.path.to_path_buf(), what: what.to_string() }
    }

    /// Runs a statement.
    pub(super) fn run(&self, statement: &str, params: impl Params) -> Result<usize, BookError> {
        let run = self.transaction.prepare_cached(statement).and_then(|mut statement| statement.execute(params));
        self.sqlite(run)
    }

    /// The first row of a statement.
    pub(super) fn one<T>(
        &self,
        statement: &str,
        params: impl Params,
        make: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, BookError> {
        use rusqlite::OptionalExtension as _;
        let found = self.transaction.prepare_cached(statement);
        self.sqlite(found.and_then(|mut statement| statement.query_row(params, make).optional()))
    }

    /// All rows of a statement.
    pub(super) fn all<T>(
        &self,
        statement: &str,
        params: impl Params,
        make: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, BookError> {
        let found = self.transaction.prepare_cached(statement);
        self.sqlite(found.and_then(|mut statement| statement.query_map(params, make)?.collect()))
    }
}
