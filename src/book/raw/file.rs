//! The pages of a file, and those that journals beside it hold.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::page::{Layout, Live, RawRow, Reader, Shape};
use crate::book::header::{Header, big_endian};
use crate::book::journal::{self, read_at};
use crate::book::look;

/// The size of a page, unless the file says another that makes sense.
const PAGE: usize = 4096;

/// Where the byte is that SQLite locks. Its page holds nothing.
const LOCKED: u64 = 1 << 30;

/// How many pages tell the size of all.
const SOME: u32 = 64;

/// A file whose rows are read without SQLite. Nothing is written to it.
pub(in crate::book) struct RawFile {
    file: File,
    /// Its length in bytes.
    length: u64,
    /// The size of a page.
    size: usize,
    header: Header,
    /// A journal and a write-ahead log beside it.
    beside: [Option<File>; 2],
    /// How many more bytes may be read behind rows that do not fit on their pages. Made-up rows could all lead to the whole
    /// file.
    budget: u64,
}

/// What was seen of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::book) struct Seen {
    /// How many pages are not what the pages of such a file are.
    pub(in crate::book) spoiled: usize,
    /// How many pages are missing at the end.
    pub(in crate::book) cut_off: u32,
    /// Whether a transaction was at work that was not finished.
    pub(in crate::book) is_unfinished: bool,
    /// How many rows are listed by their pages and cannot be read.
    pub(in crate::book) unread: usize,
}

impl Seen {
    /// Whether every page is there and makes sense, with every row that it lists.
    pub(in crate::book) const fn is_sound(&self) -> bool {
        self.spoiled == 0 && self.cut_off == 0 && self.unread == 0
    }
}

/// What was seen of one page.
struct SeenPage {
    makes_sense: bool,
    /// How many rows that it lists cannot be read.
    unread: usize,
}

/// Which pages of the file belong to what it held when it was last whole.
struct Whole {
    free: BTreeSet<u32>,
    /// The pages that a transaction may have changed.
    touched: BTreeSet<u32>,
    /// How many pages the file had.
    pages: u32,
}

impl RawFile {
    /// Opens a file and the journals beside it.
    pub(in crate::book) fn open(path: &Path) -> io::Result<RawFile> {
        let mut file = look::open(path)?;
        let length = file.metadata()?.len();
        let header = Header::of(read_at(&mut file, 0, Header::LENGTH)?);
        let beside = ["-journal", "-wal"].map(|suffix| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            look::open(&PathBuf::from(name)).ok().filter(|file| file.metadata().is_ok_and(|there| there.is_file()))
        });
        let said = usize::try_from(header.page_size()).ok().filter(|size| size.is_power_of_two() && *size >= 512);
        let mut raw = RawFile { file, length, size: PAGE, header, beside, budget: length.saturating_mul(4) };
        let fits = |size: usize| raw.header.pages().is_some_and(|pages| u64::from(pages) * size as u64 == length);
        if let Some(said) = said.filter(|said| fits(*said)) {
            raw.size = said;
        } else if let Some(said) = said.filter(|said| *said != PAGE) {
            let [usual, other] = [PAGE, said].map(|size| {
                raw.size = size;
                raw.sense()
            });
            raw.size = if other > usual { said } else { PAGE };
        }
        Ok(raw)
    }

    /// The share of the first pages that make sense, in thousandths.
    fn sense(&mut self) -> u32 {
        let pages = self.count().min(SOME);
        let sensible =
            (1..=pages).filter_map(|number| self.page(number)).filter(|page| Layout::of(page, false).cells.is_some());
        u32::try_from(sensible.count()).unwrap_or(0) * 1000 / pages.max(1)
    }

    /// How many pages there are. The last one may be cut off.
    fn count(&self) -> u32 {
        u32::try_from(self.length.div_ceil(self.size as u64)).unwrap_or(u32::MAX)
    }

    /// A page, counted from 1. `None` if the disk does not give it.
    fn page(&mut self, number: u32) -> Option<Vec<u8>> {
        let at = u64::from(number.checked_sub(1)?) * self.size as u64;
        read_at(&mut self.file, at, self.size).ok()
    }

    /// What a row continues with, from this page on.
    fn overflow(&mut self, first: u32, length: usize) -> Option<Vec<u8>> {
        let (mut rest, mut next) = (Vec::new(), first);
        while rest.len() < length {
            self.budget = self.budget.checked_sub(self.size as u64)?;
            let page = self.page(next)?;
            next = big_endian(&page, 0)?;
            rest.extend_from_slice(page.get(4..)?);
        }
        rest.truncate(length);
        Some(rest)
    }

    /// Shows every row that has one of these shapes: those of the file, then those that journals hold.
    pub(in crate::book) fn rows<E>(
        &mut self,
        shapes: &[Shape],
        visit: &mut dyn FnMut(RawRow<'_>) -> Result<(), E>,
    ) -> Result<Seen, E> {
        let mut seen = Seen::default();
        let mut reader = Reader::new(shapes);
        let [journal, log] = self.beside.each_mut().map(Option::take);
        let mut touched = BTreeSet::new();
        let mut before = None;
        if let Some(mut journal) = journal {
            before = journal::old_pages(&mut journal, &mut |number, page, is_sound| {
                seen.is_unfinished = true;
                if is_sound {
                    touched.insert(number);
                }
                seen.unread += self.show(&mut reader, page, number == 1, is_sound, visit)?.unread;
                Ok(())
            })?;
        }
        let pages = before.or(self.header.pages());
        seen.cut_off = pages.unwrap_or(0).saturating_sub(self.count());
        let whole = Whole { free: self.free_pages(), touched, pages: pages.unwrap_or(u32::MAX) };
        let mut spoiled = BTreeSet::new();
        for number in 1..=self.count() {
            let Some(page) = self.page(number) else {
                spoiled.insert(number);
                continue;
            };
            let is_live = !whole.free.contains(&number) && !whole.touched.contains(&number) && number <= whole.pages;
            let shown = self.show(&mut reader, &page, number == 1, is_live, visit)?;
            seen.unread += shown.unread;
            if !shown.makes_sense && !whole.free.contains(&number) {
                spoiled.insert(number);
            }
        }
        seen.spoiled = self.without_continued(spoiled);
        if let Some(mut log) = log {
            self.log(&mut log, &mut reader, visit)?;
        }
        Ok(seen)
    }

    /// Shows the rows of a page.
    fn show<E>(
        &mut self,
        reader: &mut Reader<'_>,
        page: &[u8],
        is_first: bool,
        is_live: bool,
        visit: &mut dyn FnMut(RawRow<'_>) -> Result<(), E>,
    ) -> Result<SeenPage, E> {
        let Layout { cells, is_numbered } = Layout::of(page, is_first);
        let makes_sense = cells.is_some();
        let places = cells.filter(|_| is_live).unwrap_or_default();
        let live = Live { places, are_numbered: is_numbered };
        let size = self.size;
        let found = reader.rows(page, size, &live, &mut |first, length| self.overflow(first, length), visit)?;
        // An index lists much that is no row.
        let unread = if is_numbered { live.places.len().saturating_sub(found) } else { 0 };
        Ok(SeenPage { makes_sense, unread })
    }

    /// How many of some pages are not those on which rows go on. Such pages may hold anything.
    fn without_continued(&mut self, mut pages: BTreeSet<u32>) -> usize {
        // SQLite leaves out the page with the byte that it locks.
        pages.remove(&u32::try_from(LOCKED / self.size as u64 + 1).unwrap_or(0));
        for number in 1..=self.count() {
            if pages.is_empty() {
                break;
            }
            let Some(page) = self.page(number) else { continue };
            for (mut next, length) in Layout::of(&page, number == 1).continued(&page, self.size) {
                for _ in 0..length.div_ceil(self.size - 4) {
                    pages.remove(&next);
                    let start = u64::from(next.saturating_sub(1)) * self.size as u64;
                    next = read_at(&mut self.file, start, 4).ok().and_then(|four| big_endian(&four, 0)).unwrap_or(0);
                    if next == 0 {
                        break;
                    }
                }
            }
        }
        pages.len()
    }

    /// The pages that are free, as far as their list can be read.
    fn free_pages(&mut self) -> BTreeSet<u32> {
        let mut free = BTreeSet::new();
        let mut next = big_endian(self.header.bytes(), 32).unwrap_or(0);
        while next > 0 && next <= self.count() && free.insert(next) {
            let Some(page) = self.page(next) else { break };
            next = big_endian(&page, 0).unwrap_or(0);
            let listed = big_endian(&page, 4).unwrap_or(0) as usize;
            free.extend((0..listed.min(page.len() / 4)).filter_map(|at| big_endian(&page, 8 + 4 * at)));
        }
        free
    }

    /// Shows the rows of a write-ahead log. Its finished transactions belong to the file.
    fn log<E>(
        &mut self,
        log: &mut File,
        reader: &mut Reader<'_>,
        visit: &mut dyn FnMut(RawRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        const HEADER: u64 = 32;
        const FRAME: u64 = 24;
        let start = read_at(log, 0, 32).unwrap_or_default();
        let Some(salt) = start.get(16..24) else { return Ok(()) };
        let frame = FRAME + self.size as u64;
        let frames = log.metadata().map_or(0, |there| there.len().saturating_sub(HEADER) / frame);
        let head = |log: &mut File, at: u64| read_at(log, HEADER + at * frame, 24).unwrap_or_default();
        let is_end = |head: &[u8]| head.get(8..16) == Some(salt) && big_endian(head, 4).is_some_and(|size| size > 0);
        let finished = (0..frames).rev().find(|at| is_end(&head(log, *at))).map_or(0, |last| last + 1);
        for at in 0..frames {
            let head = head(log, at);
            let Ok(page) = read_at(log, HEADER + at * frame + FRAME, self.size) else { continue };
            let is_live = at < finished && head.get(8..16) == Some(salt);
            self.show(reader, &page, big_endian(&head, 0) == Some(1), is_live, visit)?;
        }
        Ok(())
    }
}
