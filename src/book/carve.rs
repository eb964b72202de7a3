//! Finds the lines in a file whatever became of the rest of it.
//!
//! SQLite keeps a row of lines in one piece: what it is made of, the id, the line, the hash. So a line is found by its first
//! bytes, and its hash stands after it. What does not fit in a page goes on in others, of which each names the next; its
//! length stands before it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::path::Path;

use ginpad_core::facts::{Change, Line};
use serde::de::IgnoredAny;

use super::header::{Header, big_endian};
use crate::disk::{open, read_at, with_ending};

/// How every line begins.
const START: &[u8] = b"{\"ginpad\":1,";

/// How many bytes an id and a hash take.
const ID: usize = 16;
const HASH: usize = 32;

/// The size of a page of every book, in bytes, and the largest that a page may have.
const PAGE: usize = 8192;
const LARGEST: usize = 1 << 16;

/// So much of the file is looked at at once.
const AT_ONCE: usize = 1 << 20;

/// What stands before a line in its row, at most.
const BEFORE: usize = 64;

/// What cannot be read is passed over in pieces of this size.
const PIECE: usize = 4096;

/// A damaged book, and what SQLite keeps beside it.
#[derive(Debug)]
pub(super) struct Carver {
    files: Vec<File>,
    /// The size of their pages.
    page: usize,
    /// How many bytes the book has, and how many it should have, if it lacks some.
    pub(super) lacks_its_end: Option<(u64, u64)>,
    /// The pieces that could not be read.
    pub(super) unread: BTreeSet<(usize, u64)>,
}

/// Where a line stands. Those that match their hashes come first, in order of arrival, so that `undo` takes back what it
/// did; what has lost that comes last.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoundAt {
    /// Whether it does not match the hash beside it. If it was the hash that was altered, the next line of the writer names
    /// the right one.
    pub(super) is_doubtful: bool,
    /// When it arrived; the highest number if that is not legible.
    arrival: i64,
    file: usize,
    at: u64,
}

impl Carver {
    /// Opens a damaged book.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn of(path: &Path) -> io::Result<Carver> {
        let mut book = open(path)?;
        let header = Header::of(read_at(&mut book, 0, Header::LENGTH).unwrap_or_default());
        let size = usize::try_from(header.page_size()).unwrap_or(PAGE);
        let page = if size.is_power_of_two() && (512..=LARGEST).contains(&size) { size } else { PAGE };
        let (there, pages) = (book.metadata()?.len(), header.pages().filter(|_| header.is_of_a_book()));
        let length = pages.map(|pages| u64::from(pages) * page as u64);
        let lacks_its_end = length.filter(|length| there < *length).map(|length| (there, length));
        let beside = ["-journal", "-wal"].iter().filter_map(|ending| open(&with_ending(path, ending)).ok());
        let beside = beside.filter(|file| file.metadata().is_ok_and(|there| there.is_file()));
        let files = [book].into_iter().chain(beside).collect();
        Ok(Carver { files, page, lacks_its_end, unread: BTreeSet::new() })
    }

    /// The places of all lines, in order; one may be there several times. Of a journal, which has its pages in another order,
    /// only lines that fit in one page are found.
    ///
    /// # Errors
    /// A file cannot be read any more.
    pub(super) fn places(&mut self) -> io::Result<Vec<FoundAt>> {
        let mut places = Vec::new();
        for file in 0..self.files.len() {
            let length = self.files[file].seek(SeekFrom::End(0))?;
            for begins in (0..length).step_by(AT_ONCE) {
                // A line may begin on the border.
                let there = self.read(file, begins, AT_ONCE + START.len() - 1)?;
                for start in starts(&there) {
                    if let Some((line, place)) = self.line(file, begins + start as u64)?
                        && (!place.is_doubtful || Change::read(&line).is_ok())
                    {
                        places.push(place);
                    }
                }
            }
        }
        places.sort_unstable();
        Ok(places)
    }

    /// The line at one of these places, if it is still what it was.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub(super) fn line_at(&mut self, place: &FoundAt) -> io::Result<Option<Line>> {
        let found = self.line(place.file, place.at)?;
        Ok(found.filter(|(_, found)| found == place).map(|(line, _)| line))
    }

    fn line(&mut self, file: usize, at: u64) -> io::Result<Option<(Line, FoundAt)>> {
        let before = usize::try_from(at).unwrap_or(BEFORE).min(BEFORE);
        let there = self.read(file, at - before as u64, before + self.page)?;
        let Some((before, rest)) = there.split_at_checked(before) else { return Ok(None) };
        let row = Row::after(before);
        // A line that stands in one page tells itself where it ends.
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
        let found = match (values.next(), &row) {
            (Some(Ok(_)), _) => line_of(rest, values.byte_offset()),
            (_, Some(row)) => line_of(&self.in_pages(file, row, rest)?, row.length),
            (_, None) => None,
        };
        let arrival = row.map_or(i64::MAX, |row| row.arrival);
        Ok(found.map(|(line, is_sound)| (line, FoundAt { is_doubtful: !is_sound, arrival, file, at })))
    }

    /// The line of a row and the hash after it, of which the rest lies in other pages.
    fn in_pages(&mut self, file: usize, row: &Row, rest: &[u8]) -> io::Result<Vec<u8>> {
        let (page, length) = (self.page, row.length + HASH);
        // SQLite's own rule for what stays in the page.
        let (most, least) = (page - 35, (page - 12) * 32 / 255 - 23);
        let local = least + (row.described + ID + length).saturating_sub(least) % (page - 4);
        let here = if local > most { least } else { local }.saturating_sub(row.described + ID);
        let mut bytes = rest.get(..here).unwrap_or_default().to_vec();
        let mut next = big_endian(rest, here);
        while bytes.len() < length
            && let Some(number) = next.filter(|number| *number > 1)
        {
            let more = self.read(file, (u64::from(number) - 1) * page as u64, page)?;
            next = big_endian(&more, 0).filter(|_| more.len() > 4);
            bytes.extend(more.iter().skip(4).take(length - bytes.len()));
        }
        Ok(bytes)
    }

    /// So many bytes of a file, or fewer at its end. What cannot be read is left empty.
    fn read(&mut self, file: usize, at: u64, length: usize) -> io::Result<Vec<u8>> {
        let from = &mut self.files[file];
        if let Ok(bytes) = read_at(from, at, length) {
            return Ok(bytes);
        }
        let end = from.seek(SeekFrom::End(0))?.saturating_sub(at);
        let mut bytes = vec![0; usize::try_from(end).unwrap_or(length).min(length)];
        for (at, piece) in (at..).step_by(PIECE).zip(bytes.chunks_mut(PIECE)) {
            match read_at(from, at, piece.len()) {
                Ok(read) => piece[..read.len()].copy_from_slice(&read),
                Err(_) => drop(self.unread.insert((file, at / PIECE as u64))),
            }
        }
        Ok(bytes)
    }
}

/// Whether a file seems to hold lines, as far as its first part tells.
pub fn seems_to_hold_lines(path: &Path) -> bool {
    let start = open(path).and_then(|mut file| read_at(&mut file, 0, AT_ONCE));
    start.is_ok_and(|start| starts(&start).next().is_some())
}

/// The places where lines seem to begin.
fn starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.windows(START.len()).enumerate().filter(|(_, there)| *there == START).map(|(at, _)| at)
}

/// What stands before a line in its row.
#[derive(Debug)]
struct Row {
    /// The number of the row: when the line arrived.
    arrival: i64,
    /// How many bytes the row takes to say what it holds.
    described: usize,
    /// The length of the line.
    length: usize,
}

impl Row {
    /// The row of which this stands before the line. It has its number, and then says what it holds: how many bytes these are,
    /// nothing for the number of the row, and then an id, a text and a hash. After that comes the id. Of the bytes of a number,
    /// all but the last have their first bit set.
    fn after(before: &[u8]) -> Option<Row> {
        let (hash, says) = before.get(..before.len().checked_sub(ID)?)?.split_last()?;
        if usize::from(*hash) != 12 + 2 * HASH {
            return None;
        }
        (1..=4).find_map(|digits| {
            let (says, kind) = says.split_at_checked(says.len().checked_sub(digits)?)?;
            let described = digits + 4;
            let before = says.strip_suffix(&[u8::try_from(described).ok()?, 0, u8::try_from(12 + 2 * ID).ok()?])?;
            let length = usize::try_from((number(kind) - 13) / 2).ok().filter(|length| *length <= Line::MOST)?;
            // A longer number of a row is none that a book has.
            let others = before.iter().rev().skip(1).take(7).take_while(|digit| **digit & 0x80 != 0).count();
            let arrival = number(before.get(before.len().checked_sub(1 + others)?..)?);
            Some(Row { arrival, described, length })
        })
    }
}

fn number(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |number, digit| number << 7 | i64::from(digit & 0x7f))
}

/// The line of this length at the beginning of a row, and whether it matches the hash after it.
fn line_of(row: &[u8], length: usize) -> Option<(Line, bool)> {
    let line = Line::new(str::from_utf8(row.get(..length)?).ok()?.to_owned()).ok()?;
    let is_sound = row.get(length..length + HASH) == Some(&line.hash()[..]);
    Some((line, is_sound))
}
