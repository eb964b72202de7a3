//! Saves what still verifies of a damaged book into a new one.
//!
//! The damaged file is copied first, and only the copy is opened: the file stays as it is, whoever has it open, and its
//! header can be mended so that SQLite looks into it at all. If a journal is beside the file, both states are read: the
//! file without the journal, and the file after SQLite has played it back. What matches its hash is a fact, wherever it
//! stood.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempPath;
use thiserror::Error;
use uuid::Uuid;

use super::error::BookError;
use super::fact_count::FactCount;
use super::look;
use super::pad::Pad;
use super::private;
use super::read::{self, Damaged, Salvaged};
use super::union::Taking;
use super::{Access, Book};
use ginpad_core::listed::Listed;
use ginpad_core::text::count;

/// The longest row that is read.
const MOST_BYTES: i32 = 4 * 1024 * 1024;

/// What was saved, and what is lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rescued {
    /// How many changes were saved.
    pub changes: usize,
    /// How many facts were saved.
    pub facts: usize,
    /// How many games count.
    pub games: usize,
    /// How many of the facts wait, because facts of their changes or what they refer to are lost.
    pub waiting: usize,
    /// How many facts are known to be lost: what the changes that were saved lack.
    pub lost_facts: usize,
    /// What is lost, or could not be read.
    pub lost: Listed<String>,
}

/// Why nothing can be saved.
#[derive(Debug, Error)]
pub enum RescueFault {
    /// The damaged file cannot be read.
    #[error("{0}")]
    From(io::Error),
    /// The new book cannot be made.
    #[error("{0}")]
    Into(io::Error),
    /// There is something of that name.
    #[error("there is a file of that name already")]
    Exists,
    /// The file holds no change and no fact that verifies.
    #[error("it holds nothing that a book holds")]
    Nothing,
    /// The new book failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Saves what still verifies of a damaged book into a new one, which must not exist. The new book gets its name when it
/// is complete.
///
/// # Errors
/// Nothing can be saved. Then no file is made.
pub fn rescue(from: &Path, into: &Path) -> Result<Rescued, RescueFault> {
    if into.symlink_metadata().is_ok() {
        return Err(RescueFault::Exists);
    }
    if !fs::metadata(from).map_err(RescueFault::From)?.is_file() {
        return Err(RescueFault::From(io::Error::other("it is not a regular file")));
    }
    look::before_making(into)?;
    let folder = into.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    private::folder(folder).map_err(RescueFault::Into)?;
    let workshop = tempfile::Builder::new().prefix(".ginpad-").tempdir_in(folder).map_err(RescueFault::Into)?;
    let copies = copies(from, workshop.path())?;
    let mended = workshop.path().join("new.db");
    let Some(mut book) = Book::open(&mended, Access::Write, Uuid::nil())? else { return Err(RescueFault::Nothing) };
    let pad = book.write()?;
    let rescued = pad.salvage(&copies)?;
    if rescued.changes + rescued.facts == 0 {
        return Err(RescueFault::Nothing);
    }
    pad.commit()?;
    drop(book);
    match TempPath::try_from_path(mended).map_err(RescueFault::Into)?.persist_noclobber(into) {
        Ok(()) => {}
        Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => return Err(RescueFault::Exists),
        Err(other) => {
            // Some disks cannot give a name only if nothing has it. So an empty file takes the name first.
            private::new_file(into).map_err(RescueFault::Into)?;
            other.path.persist(into).map_err(|failed| {
                let _ = fs::remove_file(into);
                RescueFault::Into(failed.error)
            })?;
        }
    }
    // The new book is complete. Copies that cannot be removed do it no harm.
    drop(workshop);
    // Some systems cannot sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(rescued)
}

/// A copy of a damaged book.
struct DamagedCopy {
    path: PathBuf,
    /// What it is a copy of, in words.
    of: &'static str,
}

/// Copies of a damaged book: alone, and with its journals if there are any.
fn copies(from: &Path, workshop: &Path) -> Result<Vec<DamagedCopy>, RescueFault> {
    let alone = workshop.join("alone.db");
    copy(from, &alone)?;
    mend(&alone).map_err(RescueFault::Into)?;
    let beside = |path: &Path, suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let journals: Vec<&str> =
        ["-journal", "-wal"].into_iter().filter(|suffix| beside(from, suffix).is_file()).collect();
    let mut copies = Vec::new();
    if journals.is_empty() {
        copies.push(DamagedCopy { path: alone, of: "the book" });
    } else {
        copies.push(DamagedCopy { path: alone, of: "the book without the journal beside it" });
        let played = workshop.join("played.db");
        copy(from, &played)?;
        for suffix in journals {
            copy(&beside(from, suffix), &beside(&played, suffix))?;
        }
        copies.push(DamagedCopy { path: played, of: "the book with the journal beside it played back" });
    }
    Ok(copies)
}

fn copy(from: &Path, to: &Path) -> Result<(), RescueFault> {
    private::file(to).map_err(RescueFault::Into)?;
    let mut source = File::open(from).map_err(RescueFault::From)?;
    let mut copy = File::options().write(true).open(to).map_err(RescueFault::Into)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        match source.read(&mut buffer).map_err(RescueFault::From)? {
            0 => return Ok(()),
            read => copy.write_all(buffer.get(..read).unwrap_or_default()).map_err(RescueFault::Into)?,
        }
    }
}

/// Mends the header of a copy where SQLite would refuse the whole file: its marks, the size of a page, and the number of
/// pages, which is more than there are if the file was cut off.
fn mend(copy: &Path) -> io::Result<()> {
    let mut file = File::options().read(true).write(true).open(copy)?;
    let mut header = [0; 100];
    file.read_exact(&mut header).or_else(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Ok(()),
        _ => Err(error),
    })?;
    header[..16].copy_from_slice(b"SQLite format 3\0");
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65536,
        size if size >= 512 && size.is_power_of_two() => u64::from(size),
        _ => 4096,
    };
    header[16..18]
        .copy_from_slice(&if page == 65536 { 1_u16 } else { u16::try_from(page).unwrap_or(4096) }.to_be_bytes());
    // In a copy without its write-ahead log, the file is read as one that has none.
    header[18..24].copy_from_slice(&[1, 1, 0, 64, 32, 32]);
    let pages = file.metadata()?.len().div_ceil(page);
    header[28..32].copy_from_slice(&u32::try_from(pages).unwrap_or(u32::MAX).to_be_bytes());
    if !(1..=4).contains(&header[47]) || header[44..47] != [0, 0, 0] {
        header[44..48].copy_from_slice(&[0, 0, 0, 4]);
    }
    header[56..60].copy_from_slice(&[0, 0, 0, 1]);
    let counter = [header[24], header[25], header[26], header[27]];
    header[92..96].copy_from_slice(&counter);
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.set_len(pages * page)
}

/// Opens a copy so that nothing of its schema runs.
fn open(copy: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(copy, flags)?;
    for (setting, value) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
        (DbConfig::SQLITE_DBCONFIG_DQS_DDL, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true),
    ] {
        connection.set_db_config(setting, value)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MOST_BYTES)?;
    connection.set_prepared_statement_cache_capacity(128);
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;")?;
    Ok(connection)
}

impl Pad<'_> {
    /// Takes in what verifies of these copies of one book, into this one, which is empty.
    fn salvage(&self, copies: &[DamagedCopy]) -> Result<Rescued, BookError> {
        let mut rescued = Rescued::default();
        let mut lost = Losses::default();
        let mut connections = Vec::new();
        for copy in copies {
            match open(&copy.path) {
                Ok(connection) => connections.push((copy, connection)),
                Err(_) => lost.unopened(copy),
            }
        }
        let mut books = Vec::new();
        for (copy, connection) in &connections {
            match Damaged::new(connection) {
                Ok(book) => books.push(book),
                Err(_) => lost.unopened(copy),
            }
        }
        // A change may lack facts now. It waits with those that were saved.
        let mut tally = self.sqlite(FactCount::of_each_once())?;
        for book in &books {
            self.sqlite(book.each(&mut |salvaged| match salvaged {
                Salvaged::Change(change, _) => tally.says(change.id, change.facts),
                Salvaged::Fact(fact, _) => tally.add(fact.change(), fact.id()),
                _ => Ok(()),
            }))?;
        }
        let inexact = self.sqlite(tally.inexact())?;
        let mut taking = self.sqlite(Taking::careful(&self.transaction, &inexact))?;
        for book in &books {
            self.sqlite(book.each(&mut |salvaged| match salvaged {
                Salvaged::Change(change, hash) => taking.change(&change, &hash),
                Salvaged::Fact(fact, hash) => taking.fact(&fact, &hash),
                other => {
                    lost.add(other);
                    Ok(())
                }
            }))?;
        }
        self.sqlite(taking.settle())?;
        (rescued.changes, rescued.facts) = (taking.changes, taking.facts);
        for fault in taking.faults.lines() {
            rescued.lost.push(fault);
        }
        let mut numbers = BTreeMap::new();
        for book in &books {
            numbers.extend(book.numbers().unwrap_or_default());
        }
        self.number_new_games(&numbers)?;
        lost.list(self, &mut rescued)?;
        rescued.games = self.games()?.len();
        (rescued.waiting, _) = self.sqlite(read::count_of_waiting(&self.transaction))?;
        Ok(rescued)
    }
}

/// What could not be read, or does not verify.
#[derive(Default)]
struct Losses {
    /// Rows that do not match their hashes, by table, with their ids.
    rows: Vec<(&'static str, Option<Uuid>)>,
    /// Copies, tables and rows that cannot be read, in words.
    unreadable: Listed<String>,
}

impl Losses {
    fn unopened(&mut self, copy: &DamagedCopy) {
        self.unreadable.push(format!("{} cannot be read", copy.of));
    }

    fn add(&mut self, salvaged: Salvaged) {
        match salvaged {
            Salvaged::Lost(table, id) => self.rows.push((table, id)),
            Salvaged::Unreadable(table, first, None) => {
                self.unreadable.push(format!("the rows of the table `{table}` from {first} on cannot be read"));
            }
            Salvaged::Unreadable(table, first, Some(last)) if first == last => {
                self.unreadable.push(format!("row {first} of the table `{table}` cannot be read"));
            }
            Salvaged::Unreadable(table, first, Some(last)) => {
                self.unreadable.push(format!("the rows {first} to {last} of the table `{table}` cannot be read"));
            }
            Salvaged::NoTable(table) => {
                self.unreadable.push(format!("the table `{table}` is missing, or is not what a book has"));
            }
            Salvaged::Change(..) | Salvaged::Fact(..) => {}
        }
    }

    /// Lists what is lost: without rows that were found intact elsewhere.
    fn list(self, pad: &Pad<'_>, rescued: &mut Rescued) -> Result<(), BookError> {
        for change in pad.sqlite(read::changes_that_lack_facts(&pad.transaction))? {
            let lacks = change.says.saturating_sub(change.there);
            rescued.lost_facts += lacks;
            let of = if change.says == 1 { "its only fact".into() } else { format!("{lacks} of its {}", change.says) };
            let are = if lacks == 1 { "is" } else { "are" };
            rescued.lost.push(format!("change {} ({}) lacks facts: {of} {are} lost", change.id, change.verb));
        }
        for change in pad.sqlite(read::changes_without_record(&pad.transaction))? {
            let facts = count(change.there, "fact");
            rescued.lost.push(format!("change {} is lost, but {facts} of it were saved", change.id));
        }
        for (table, id) in self.rows {
            let kind = table.replace('_', "-");
            match id {
                Some(id) if pad.sqlite(read::is_here(&pad.transaction, table, id))? => {}
                Some(id) => rescued.lost.push(format!("{kind} {id} does not match its hash")),
                None => rescued.lost.push(format!("a {kind} cannot be read")),
            }
        }
        self.unreadable.lines().for_each(|line| rescued.lost.push(line));
        Ok(())
    }
}
