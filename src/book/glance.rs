//! A glance at the book in passing, for somebody who types and waits for a suggestion: nothing is waited for, made,
//! upgraded, played back or reported.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};

use super::connection::guard;
use super::{Book, MIGRATIONS, inspection, migrate};

/// How long everything that is asked at a glance may take together.
const GLANCE: Duration = Duration::from_millis(250);

/// How long another program may hold the book.
const PATIENCE: Duration = Duration::from_millis(50);

/// How many steps SQLite takes between two looks at the clock: about a tenth of a millisecond.
const STEPS: std::ffi::c_int = 5000;

impl Book {
    /// Opens the book at a path for a glance. Whatever takes longer than that fails. `None` if there is no book, or one
    /// that cannot be read at once and as it is: an older one, one in use, or one whose last writer was stopped.
    pub fn at_a_glance(path: &Path) -> Option<Book> {
        let path = std::fs::canonicalize(path).ok()?;
        let seen = inspection::inspect(&path, MIGRATIONS).ok()?.1.ok()?;
        if seen.is_empty || seen.keeps_log {
            return None;
        }
        // Who may not write plays no journal.
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
        let mut connection = Connection::open_with_flags(&path, flags).ok()?;
        guard(&connection).ok()?;
        connection.busy_timeout(PATIENCE).ok()?;
        let began = Instant::now();
        connection.progress_handler(STEPS, Some(move || began.elapsed() > GLANCE)).ok()?;
        let schema = migrate::schema(&mut connection, &path, MIGRATIONS).ok()?;
        let is_current = !migrate::is_older(schema.version, MIGRATIONS);
        is_current.then(|| Book { connection, path, keeper: None, leaves_files: false, notices: Vec::new() })
    }
}
