//! Whether a journal beside a book is the book's own.
//!
//! If a program is stopped while it writes, SQLite leaves a journal beside the book, and whoever opens the book next
//! plays it: the pages in it go back into the file. A journal of another file, or of this one before somebody put a copy
//! in its place, would be mixed into the book. SQLite does not look.
//!
//! A journal holds the pages as they were, among them the first, which counts the changes of the file. SQLite changes
//! the first page with each transaction and adds one to that count, so the file has the count of its own journal, or one
//! more. The format is at <https://sqlite.org/fileformat2.html#the_rollback_journal>.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::header::{Header, big_endian};
use crate::disk::{open, read_at, with_ending};

/// What every journal that may be played begins with.
const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// What a journal is to the book beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Journal {
    /// There is none, or SQLite would play nothing of it.
    None,
    /// The book's own.
    Own,
    /// Not the book's own.
    Strange,
}

/// The name of a book's journal.
pub(super) fn journal_of(path: &Path) -> PathBuf {
    with_ending(path, "-journal")
}

/// What a journal says at its start.
#[derive(Debug, Clone, Copy)]
struct Start {
    /// How many pages come before the next start; `u32::MAX` for all that follow.
    pages: u32,
    /// The number that each checksum begins with.
    nonce: u32,
    /// How many pages the file had.
    size: u32,
    sector: u32,
    page: u32,
}

impl Journal {
    /// Judges the journal of this name beside a book with this header. `book` is the book's file.
    pub(super) fn beside(header: &Header, book: &mut File, name: &Path) -> io::Result<Journal> {
        match fs::symlink_metadata(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Journal::None),
            Err(error) => return Err(error),
            // SQLite follows no link here.
            Ok(there) if !there.is_file() => return Ok(Journal::Strange),
            Ok(_) => {}
        }
        let mut journal = match open(name) {
            // Another program was at work, and is done.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Journal::None),
            journal => journal?,
        };
        let first = read_at(&mut journal, 0, 1)?;
        if first.first().is_none_or(|byte| *byte == 0) {
            // SQLite plays a journal only once its first byte is written.
            return Ok(Journal::None);
        }
        let Some(start) = Start::read(&mut journal, 0)? else { return Ok(Journal::Strange) };
        if start.size == 0 {
            return begins_a_book(header, book, start.page);
        }
        if !header.is_whole() {
            return Ok(Journal::Strange);
        }
        let own = match first_page(&mut journal, start)? {
            Some(before) => header.follows(&before, start.nonce),
            // Nothing was allocated in the file before its pages were written.
            None => header.page_size() == start.page && header.pages() == Some(start.size),
        };
        Ok(if own { Journal::Own } else { Journal::Strange })
    }
}

/// Judges a journal that says that the file was empty: playing it empties the file. That must lose nothing. The table of
/// changes is the first that a migration makes, so it begins at the second page.
fn begins_a_book(header: &Header, book: &mut File, page: u32) -> io::Result<Journal> {
    const LEAF_OF_A_TABLE: u8 = 0x0d;
    let table = read_at(book, page.into(), 8)?;
    let is_unwritten = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    let is_empty_leaf = |bytes: &[u8]| bytes[0] == LEAF_OF_A_TABLE && bytes.get(3..5) == Some(&[0, 0]);
    let holds_no_change = is_unwritten(&table) || is_empty_leaf(&table);
    let is_new = is_unwritten(&header.0) || header.is_of_a_book() && header.changes() <= 1;
    Ok(if is_new && holds_no_change { Journal::Own } else { Journal::Strange })
}

/// The nonce of the journal of this name: the random number that its checksums begin with. `None` if there is no journal.
/// It is there from the beginning of a transaction on, before anything says that the journal may be played.
pub(super) fn nonce(name: &Path) -> io::Result<Option<u32>> {
    const AT: u64 = 12;
    match File::open(name) {
        Ok(mut journal) => Ok(big_endian(&read_at(&mut journal, AT, 4)?, 0)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The header of the file as the journal has it, if it has the first page.
fn first_page(journal: &mut File, start: Start) -> io::Result<Option<Header>> {
    let end = journal.metadata()?.len();
    let record = 4 + u64::from(start.page) + 4;
    let (mut at, mut now) = (0, Some(start));
    while let Some(Start { pages, nonce, sector, .. }) = now {
        at += u64::from(sector);
        for _ in 0..pages {
            if at + record > end {
                return Ok(None);
            }
            if read_at(journal, at, 4)? == [0, 0, 0, 1] {
                let page = read_at(journal, at + 4, start.page as usize)?;
                let sum = read_at(journal, at + 4 + u64::from(start.page), 4)?;
                // Every 200th byte from the end counts, and the number of the start.
                let places = (1..=page.len().saturating_sub(200)).rev().step_by(200);
                let right = places.fold(nonce, |sum, at| sum.wrapping_add(u32::from(page[at])));
                let is_sound = big_endian(&sum, 0) == Some(right);
                return Ok(is_sound.then(|| Header::of(page)));
            }
            at += record;
        }
        // The next start is at the next sector.
        at = at.next_multiple_of(u64::from(sector));
        now = Start::read(journal, at)?;
    }
    Ok(None)
}

impl Start {
    /// Reads the start at this place; `None` if there is none, or it makes no sense.
    fn read(journal: &mut File, at: u64) -> io::Result<Option<Start>> {
        let bytes = read_at(journal, at, 28)?;
        let number = |at| big_endian(&bytes, at);
        let (true, Some(pages), Some(nonce), Some(size), Some(sector), Some(page)) =
            (bytes.starts_with(&MAGIC), number(8), number(12), number(16), number(20), number(24))
        else {
            return Ok(None);
        };
        let fits = |size: u32, least: u32| size.is_power_of_two() && (least..=65536).contains(&size);
        Ok((fits(sector, 32) && fits(page, 512)).then_some(Start { pages, nonce, size, sector, page }))
    }
}
