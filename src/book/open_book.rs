//! One transaction on the book, and the outcome of a change whose commit failed.
//!
//! An error of COMMIT does not show whether the change was kept: the disk may fail when the change is in the book and
//! the journal is gone, and only the folder must still be synced or the lock released. So we read the mark that each
//! transaction leaves in the book.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use ginpad_core::facts::RulesRead;
use rusqlite::{Connection, Params, Row, Transaction, TransactionBehavior};

use super::connection::version;
use super::error::refused;
use super::state::{Keeper, Standing, Writing};
use super::{BookError, Marks, Notice, Steps, Watcher, header, journal, watched};

/// One transaction on the book. Dropping it takes back everything that was not committed.
#[derive(Debug)]
pub struct OpenBook<'b> {
    pub(super) transaction: Transaction<'b>,
    /// The path of the book.
    pub(super) path: &'b Path,
    pub(super) keeper: Option<&'b Keeper>,
    /// The writer of this transaction, once it was asked for.
    pub(super) writing: RefCell<Option<Writing>>,
    /// What the book and the state folder record about writers, once it was read.
    pub(super) standing: RefCell<Option<Rc<Standing>>>,
    /// The rules of games read so far: those of most games are the same.
    pub(super) rules: RefCell<RulesRead>,
    watcher: Option<Arc<dyn Watcher>>,
    /// How many rows the connection had changed before the transaction.
    changed_before: u64,
}

impl<'b> OpenBook<'b> {
    /// Begins a transaction on the book at this path.
    pub(super) fn begin(
        connection: &'b Connection,
        behavior: TransactionBehavior,
        path: &'b Path,
        keeper: Option<&'b Keeper>,
    ) -> Result<OpenBook<'b>, BookError> {
        let begun = Transaction::new_unchecked(connection, behavior);
        let transaction = begun.map_err(|error| BookError::of(error, path).after_second_check(connection))?;
        let changed_before = transaction.total_changes();
        let (writing, standing, rules) = Default::default();
        Ok(OpenBook { transaction, path, keeper, writing, standing, rules, watcher: None, changed_before })
    }

    /// Reports long work on this book to a watcher.
    #[must_use]
    pub fn watched_by(self, watcher: Arc<dyn Watcher>) -> OpenBook<'b> {
        OpenBook { watcher: Some(watcher), ..self }
    }

    /// Keeps few pages and statements in memory, for a command that reads each page and runs each statement about once.
    /// By default SQLite keeps two megabytes of pages and every statement, and touching fresh memory costs more than
    /// reading a page again.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(crate) fn keep_little(&self) -> Result<(), BookError> {
        const STATEMENTS: usize = 8;
        const PAGES: i64 = 20;
        self.transaction.set_prepared_statement_cache_capacity(STATEMENTS);
        self.sqlite(self.transaction.pragma_update(None, "cache_size", PAGES))
    }

    /// Returns the watcher of long work.
    pub(super) fn watcher(&self) -> Option<&dyn Watcher> {
        self.watcher.as_deref()
    }

    /// Begins work of this many steps.
    pub(super) fn steps(&self, what: &'static str, steps: usize) -> Box<dyn Steps> {
        watched::begin(self.watcher(), what, steps)
    }

    /// Commits everything that was written, and then notes the writer. Returns a notice if something failed although
    /// everything was kept.
    ///
    /// # Errors
    /// The disk is full, or it failed. Nothing was kept, unless the error says that this is uncertain.
    pub fn commit(self) -> Result<Option<Notice>, BookError> {
        if self.transaction.total_changes() == self.changed_before {
            return Ok(None);
        }
        let (keeper, writing) = (self.keeper, self.writing.take());
        let notice = self.committed()?;
        if let (Some(keeper), Some(writing)) = (keeper, writing) {
            // A state that is behind the book does no harm; a crash leaves one too.
            let _ = keeper.note(&writing);
        }
        Ok(notice)
    }

    /// Sets the mark of this transaction, by which its journal is recognised. Returns it with the one before. It takes
    /// effect when the transaction is committed.
    fn mark(&self) -> Result<Marks, BookError> {
        let (schema, before) = self.number_and_mark()?;
        let set = |mark| {
            let version = header::joined(schema, mark).cast_signed();
            self.sqlite(self.transaction.pragma_update(None, "user_version", version))
        };
        let nonce = || journal::nonce(&journal::journal_of(self.path)).map_err(|error| refused(self.path, &error));
        let nonce = match nonce()? {
            // Nothing was written yet. Setting the old mark again begins the journal.
            None => set(before).and_then(|()| nonce())?,
            nonce => nonce,
        };
        let own = header::mark_after(before, nonce);
        set(own)?;
        Ok(Marks { before, own })
    }

    /// Commits a transaction that wrote something. Returns a notice if something failed although everything was kept.
    pub(super) fn committed(self) -> Result<Option<Notice>, BookError> {
        let marks = self.mark()?;
        let Err(error) = self.transaction.execute_batch("COMMIT") else { return Ok(None) };
        let error = BookError::of(error, self.path);
        if !self.transaction.is_autocommit() {
            // The transaction is still open, and is rolled back when it is dropped.
            return Err(error);
        }
        after(error, marks, &self.transaction, self.path)
    }

    /// Returns the number of the book's schema, and the mark beside it.
    pub(super) fn number_and_mark(&self) -> Result<(u32, u32), BookError> {
        Ok(header::split(self.sqlite(version(&self.transaction))?))
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

    /// Returns the first row of a statement.
    pub(super) fn one<T>(
        &self,
        statement: &str,
        params: impl Params,
        make: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, BookError> {
        use rusqlite::OptionalExtension as _;
        let prepared = self.transaction.prepare_cached(statement);
        self.sqlite(prepared.and_then(|mut statement| statement.query_row(params, make).optional()))
    }

    /// Returns all rows of a statement.
    pub(super) fn all<T>(
        &self,
        statement: &str,
        params: impl Params,
        make: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, BookError> {
        let prepared = self.transaction.prepare_cached(statement);
        self.sqlite(prepared.and_then(|mut statement| statement.query_map(params, make)?.collect()))
    }
}

/// Decides the outcome of a transaction that set a mark and ended with an error. Another program may have written once
/// since then.
pub(super) fn after(
    error: BookError,
    marks: Marks,
    book: &Connection,
    path: &Path,
) -> Result<Option<Notice>, BookError> {
    match version(book).ok().and_then(|version| marks.is_kept(header::split(version).1)) {
        Some(true) => Ok(Some(Notice::after(&error, path))),
        Some(false) => Err(error),
        None => Err(BookError::Uncertain(Box::new(error), marks)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whether_a_transaction_was_kept_is_told_by_both_marks() {
        let marks = Marks { before: 0x0011_1222, own: 0x0033_3111 };
        assert_eq!(marks.is_kept(0x0033_3111), Some(true));
        assert_eq!(marks.is_kept(0x0011_1222), Some(false));
        assert_eq!(marks.is_kept(0x0044_4333), Some(true), "another program wrote after it");
        assert_eq!(marks.is_kept(0x0044_4111), Some(false), "another program wrote instead");
        assert_eq!(marks.is_kept(0x0044_4555), None);
        // By chance the mark before names the own bits of the new one.
        let marks = Marks { before: 0x0011_1333, own: 0x0033_3111 };
        assert_eq!(marks.is_kept(marks.before), Some(false));
        let marks = Marks { before: 0x0011_1222, own: 0x0011_1111 };
        assert_eq!(marks.is_kept(0x0044_4111), None, "it may have come after either");
        assert_eq!(Marks { before: 7, own: 7 }.is_kept(7), None);
    }
}
