//! Saves every verifiable line of a damaged book in a new one.
//!
//! The damaged file is only read. Its lines are found without SQLite, so damage to the rest does not matter.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use rusqlite::{OpenFlags, TransactionBehavior};
use thiserror::Error;
use uuid::Uuid;

use super::carve::Carver;
use super::intake::Own;
use super::{Access, Book, BookError, MIGRATIONS, OpenBook, TakenIn, connection, inspection, schema};
use crate::disk::{Unfinished, is_regular, new_file};
use ginpad_core::Listed;
use ginpad_core::facts::Hash;
use ginpad_core::ledger::{Batch, Counted, LineRange, given_up, lacking, lasts};
use ginpad_core::text::count;

/// The result of a rescue: what was saved, and what is lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rescued {
    /// The amount that was saved.
    pub amount: Counted,
    /// The number of games that count.
    pub games: usize,
    /// The number of lines known to be lost.
    pub lost_lines: u64,
    /// Descriptions of what is known to be lost.
    pub lost: Listed<String>,
    /// The writers whose last number is unknown, each with its last number that was saved.
    pub unsure: Vec<(Uuid, u64)>,
    /// The number of pages of the file that the disk could not read.
    pub unread_pages: usize,
}

impl Rescued {
    /// Whether nothing is lost. This is certain only if something outside the lost pages records where each writer
    /// ended.
    pub fn is_whole(&self) -> bool {
        self.lost.is_empty() && self.unsure.is_empty()
    }
}

/// Why nothing can be saved.
#[derive(Debug, Error)]
pub enum RescueFault {
    /// The damaged file cannot be read.
    #[error("{0}")]
    From(#[from] io::Error),
    /// The new book cannot be made, or its name is taken.
    #[error("{0}")]
    Into(io::Error),
    /// The disk could not read this many pages of the file, and the others hold no verifiable line.
    #[error("the disk reported a fault: {} of it cannot be read", count(*.0, "page"))]
    Unread(usize),
    /// The file holds no verifiable line.
    #[error("it has no lines of a book")]
    Nothing,
    /// The new book failed.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Saves the verifiable lines of a damaged book in a new one, which must not exist. `elsewhere` holds last numbers of
/// writers from other sources. The new book has a temporary name until it is complete.
///
/// # Errors
/// Nothing can be saved. No file is made then.
pub fn rescue(from: &Path, into: &Path, elsewhere: &[(Uuid, u64)]) -> Result<Rescued, RescueFault> {
    if into.symlink_metadata().is_ok() {
        return Err(RescueFault::Into(ErrorKind::AlreadyExists.into()));
    }
    is_regular(from)?;
    inspection::before_making(into)?;
    let unnamed = Unfinished::beside(into, new_file).map_err(RescueFault::Into)?;
    let Some(mut book) = Book::open(unnamed.path(), Access::Write, None)? else { return Err(RescueFault::Nothing) };
    let open = book.write()?;
    let mut carver = Carver::of(from)?;
    let mut taken = salvage(&open, &mut carver)?;
    let unread_pages = carver.unread.len();
    if taken.amount.changes == 0 {
        return Err(if unread_pages == 0 { RescueFault::Nothing } else { RescueFault::Unread(unread_pages) });
    }
    let (ends, own) = read_lists(from).unwrap_or_default();
    open.put_devices(&own.devices)?;
    taken.number(&open, own)?;
    let mut rescued = Rescued { amount: taken.amount, games: taken.added.len(), unread_pages, ..Rescued::default() };
    rescued.list_losses(&open, ends.into_iter().chain(elsewhere.iter().copied()))?;
    if let Some((actual, length)) = carver.lacks_its_end {
        rescued.lost.push(format!("the end of the file is lost: it has {actual} bytes and should have {length}"));
    }
    open.commit().map_err(BookError::of_a_new_file)?;
    drop(book);
    unnamed.name(into).map_err(RescueFault::Into)?;
    Ok(rescued)
}

/// Takes in every verifiable line.
fn salvage(open: &OpenBook<'_>, carver: &mut Carver) -> Result<TakenIn, RescueFault> {
    let places = carver.places()?;
    let (mut taken, mut batch) = (TakenIn::into(open)?, Batch::default());
    for is_doubtful in [false, true] {
        // A line whose own hash was altered is trusted if the next line names its real hash.
        let named: BTreeSet<Hash> = open.runs()?.into_iter().filter_map(|run| run.before).collect();
        for place in places.iter().filter(|place| place.is_doubtful == is_doubtful) {
            let line = carver.line_at(place)?.filter(|line| !is_doubtful || named.contains(line.hash()));
            if let Some(line) = line {
                // Skips a line that matches its hash but is not a change: ginpad did not write it.
                let _ = batch.push(line);
            }
            if batch.is_full() {
                taken.take(open, &mut batch, &mut |_, _| Ok(()))?;
            }
        }
        taken.take(open, &mut batch, &mut |_, _| Ok(()))?;
    }
    Ok(taken)
}

impl Rescued {
    /// Lists the losses, judging by the numbers of the saved lines and the known last numbers of writers.
    fn list_losses(&mut self, open: &OpenBook<'_>, ends: impl Iterator<Item = (Uuid, u64)>) -> Result<(), BookError> {
        let runs = open.runs()?;
        let saved = lasts(runs.iter().map(|run| (run.writer, run.last)));
        let ends = lasts(ends.filter(|(_, last)| *last > 0));
        let is_unsure = |(writer, _): &(Uuid, u64)| !ends.contains_key(writer);
        self.unsure = saved.iter().map(|(writer, last)| (*writer, *last)).filter(is_unsure).collect();
        let all = lasts(saved.into_iter().chain(ends)).into_iter();
        let all = all.map(|(writer, last)| LineRange { writer, first: 1, last });
        let lost = lacking(all, runs.iter().map(LineRange::from).chain(given_up(&mut { open })?));
        for LineRange { writer, first, last } in lost {
            self.lost_lines += last - first + 1;
            self.lost.push(match last - first {
                0 => format!("line {first} of the writer {writer} is lost"),
                more => {
                    let lines = count(usize::try_from(more + 1).unwrap_or(usize::MAX), "line");
                    format!("{lines} of the writer {writer} are lost: {first} to {last}")
                }
            });
        }
        Ok(())
    }
}

/// Reads the lists of a damaged book, if its schema is intact: the last number of each writer, and the book's own data.
/// Nothing is written, not even to roll back an unfinished transaction.
fn read_lists(from: &Path) -> Option<(Vec<(Uuid, u64)>, Own)> {
    let from = fs::canonicalize(from).ok()?;
    let name: String = from.to_str()?.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = connection::open(format!("file:{name}?immutable=1"), flags).ok()?;
    let open = OpenBook::begin(&connection, TransactionBehavior::Deferred, &from, None).ok()?;
    schema::compare(&open, MIGRATIONS).ok()?;
    let ends = open.listed_runs().ok()?.into_iter().map(|listed| (listed.run.writer, listed.run.last)).collect();
    Some((ends, open.own()))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Table, bytes};
    use super::*;

    fn saved(table: &Table, known: &[(Uuid, u64)]) -> Result<Rescued, RescueFault> {
        let into = table.path("saved.db");
        let _ = fs::remove_file(&into);
        rescue(&table.path("book.db"), &into, known)
    }

    /// A book with many short lines, and one line that takes several pages.
    fn book() -> (Table, usize) {
        let table = Table::new();
        let people: Vec<String> = (0..60).map(|at| format!("Ann{at}")).collect();
        table.adds("book.db", &people.iter().map(String::as_str).collect::<Vec<_>>());
        let mut book = table.book("book.db");
        let open = book.write().unwrap();
        let place = open.next_line().unwrap();
        let now = chrono::DateTime::from_timestamp_millis(1_790_000_000_000).unwrap().fixed_offset();
        let mut many = ginpad_core::facts::NewChange::new(ginpad_core::facts::ChangeVerb::ADD_PLAYER);
        for at in 0..900 {
            let name = ginpad_core::players::Name::read(&format!("Bob{at}")).unwrap();
            many.add_player(&name, &ginpad_core::facts::KnownPeople::default());
        }
        let lines =
            many.written(place, now, &mut Uuid::now_v7, &mut ginpad_core::facts::KnownPeople::default()).unwrap();
        assert!(lines[0].text().len() > 2 * 8192);
        open.append(&lines).unwrap();
        open.commit().unwrap();
        (table, 61)
    }

    #[test]
    fn everything_comes_back_also_without_the_first_page() {
        let (table, lines) = book();
        let rescued = saved(&table, &[]).unwrap();
        assert_eq!((rescued.amount.changes, rescued.is_whole()), (lines, true), "{rescued:?}");
        assert_eq!(table.content("saved.db"), table.content("book.db"));
        let content = table.content("book.db");
        let mut damaged = bytes(&table.path("book.db"));
        damaged[..8192].fill(0);
        fs::write(table.path("book.db"), &damaged).unwrap();
        let rescued = saved(&table, &[]).unwrap();
        assert_eq!((rescued.amount.changes, rescued.lost.total(), rescued.unsure.len()), (lines, 0, 1));
        assert_eq!(table.content("saved.db"), content);
        let (writer, last) = rescued.unsure[0];
        assert!(saved(&table, &[(writer, last)]).unwrap().is_whole());
        let lost = saved(&table, &[(writer, last + 2)]).unwrap();
        assert_eq!((lost.lost_lines, lost.is_whole()), (2, false), "{lost:?}");
    }

    #[test]
    fn what_holds_no_line_makes_no_file() {
        let table = Table::new();
        fs::write(table.path("book.db"), vec![b'{'; 100_000]).unwrap();
        assert!(matches!(saved(&table, &[]), Err(RescueFault::Nothing)));
        assert!(!table.path("saved.db").exists());
    }
}
