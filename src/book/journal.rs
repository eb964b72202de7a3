//! Decides whether a journal beside a book is the book's own.
//!
//! If a program is stopped while it writes, SQLite leaves a journal beside the book, and the next program that opens
//! the book plays it back: the pages in it return to the file. A journal of another file, or of this one before
//! somebody put a copy in its place, would be mixed into the book. SQLite does not check.
//!
//! A journal holds the pages as they were, among them the first, which counts the changes of the file. Each transaction
//! changes the first page and adds one to that count, so a file has the count of its own journal, or one more. The
//! format is at <https://sqlite.org/fileformat2.html#the_rollback_journal>.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::header::{Header, big_endian};
use crate::disk::{open, read_at, with_ending};

/// The first bytes of every journal that SQLite plays back.
const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// How a journal relates to the book beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Journal {
    /// There is none, or SQLite would ignore it.
    None,
    /// The book's own.
    Own,
    /// Not the book's own.
    Strange,
}

/// Returns the name of a book's journal.
pub(super) fn journal_of(path: &Path) -> PathBuf {
    with_ending(path, "-journal")
}

/// The header of a section of a journal.
#[derive(Debug, Clone, Copy)]
struct SectionHeader {
    /// The number of pages before the next section; `u32::MAX` for all that follow.
    pages: u32,
    /// The number with which each checksum begins.
    nonce: u32,
    /// The number of pages that the file had.
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
            Ok(metadata) if !metadata.is_file() => return Ok(Journal::Strange),
            Ok(_) => {}
        }
        let mut journal = match open(name) {
            // Another program was writing, and has finished.
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Journal::None),
            journal => journal?,
        };
        let first = read_at(&mut journal, 0, 1)?;
        if first.first().is_none_or(|byte| *byte == 0) {
            // SQLite plays back a journal only once its first byte is written.
            return Ok(Journal::None);
        }
        let Some(start) = SectionHeader::read(&mut journal, 0)? else { return Ok(Journal::Strange) };
        if start.size == 0 {
            return begins_a_book(header, book, start.page);
        }
        if !header.is_whole() {
            return Ok(Journal::Strange);
        }
        let own = match first_page(&mut journal, start)? {
            Some(before) => header.follows(&before, start.nonce),
            // Without the first page in the journal, the header is unchanged, so the file still has its old size.
            None => header.page_size() == start.page && header.pages() == Some(start.size),
        };
        Ok(if own { Journal::Own } else { Journal::Strange })
    }
}

/// Judges a journal that says that the file was empty. Playing it back empties the file, which must lose nothing. The
/// table of changes is the first that a migration makes, so it begins at the second page.
fn begins_a_book(header: &Header, book: &mut File, page: u32) -> io::Result<Journal> {
    const LEAF_OF_A_TABLE: u8 = 0x0d;
    let table = read_at(book, page.into(), 8)?;
    let is_unwritten = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    let is_empty_leaf = |bytes: &[u8]| bytes[0] == LEAF_OF_A_TABLE && bytes.get(3..5) == Some(&[0, 0]);
    let holds_no_change = is_unwritten(&table) || is_empty_leaf(&table);
    let is_new = is_unwritten(&header.0) || header.is_of_a_book() && header.changes() <= 1;
    Ok(if is_new && holds_no_change { Journal::Own } else { Journal::Strange })
}

/// Reads the nonce of the journal of this name: the random number with which its checksums begin. `None` if there is no
/// journal. The nonce is there as soon as a transaction begins, before the journal can be played back.
pub(super) fn nonce(name: &Path) -> io::Result<Option<u32>> {
    const AT: u64 = 12;
    match File::open(name) {
        Ok(mut journal) => Ok(big_endian(&read_at(&mut journal, AT, 4)?, 0)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the header of the file as the journal has it, if the journal has the first page.
fn first_page(journal: &mut File, start: SectionHeader) -> io::Result<Option<Header>> {
    let end = journal.metadata()?.len();
    let record = 4 + u64::from(start.page) + 4;
    let (mut at, mut now) = (0, Some(start));
    while let Some(SectionHeader { pages, nonce, sector, .. }) = now {
        at += u64::from(sector);
        for _ in 0..pages {
            if at + record > end {
                return Ok(None);
            }
            if read_at(journal, at, 4)? == [0, 0, 0, 1] {
                let page = read_at(journal, at + 4, start.page as usize)?;
                let sum = read_at(journal, at + 4 + u64::from(start.page), 4)?;
                // The checksum adds every 200th byte from the end to the nonce.
                let places = (1..=page.len().saturating_sub(200)).rev().step_by(200);
                let right = places.fold(nonce, |sum, at| sum.wrapping_add(u32::from(page[at])));
                let is_sound = big_endian(&sum, 0) == Some(right);
                return Ok(is_sound.then(|| Header::of(page)));
            }
            at += record;
        }
        // The next section begins at the next sector.
        at = at.next_multiple_of(u64::from(sector));
        now = SectionHeader::read(journal, at)?;
    }
    Ok(None)
}

impl SectionHeader {
    /// Reads the section header at this place; `None` if there is none, or it makes no sense.
    fn read(journal: &mut File, at: u64) -> io::Result<Option<SectionHeader>> {
        let bytes = read_at(journal, at, 28)?;
        let number = |at| big_endian(&bytes, at);
        let (true, Some(pages), Some(nonce), Some(size), Some(sector), Some(page)) =
            (bytes.starts_with(&MAGIC), number(8), number(12), number(16), number(20), number(24))
        else {
            return Ok(None);
        };
        let fits = |size: u32, least: u32| size.is_power_of_two() && (least..=65536).contains(&size);
        Ok((fits(sector, 32) && fits(page, 512)).then_some(SectionHeader { pages, nonce, size, sector, page }))
    }
}
