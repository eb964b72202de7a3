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
use super::journal::read_at;
use super::look;

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

/// A file in which lines are looked for.
#[derive(Debug)]
pub(super) struct Carver {
    file: File,
    /// The size of its pages.
    page: usize,
    /// The pieces of it that could not be read.
    pub(super) unread: BTreeSet<u64>,
}

/// Where a line stands in a file. Those that match their hashes come first, in order of arrival.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// Whether it does not match the hash beside it. If it was the hash that was altered, the next line of the writer names
    /// the right one.
    pub(super) is_doubtful: bool,
    /// When it arrived; the highest number if that is not legible.
    arrival: i64,
    at: u64,
}

impl Carver {
    /// Looks for lines in a file with pages of this size.
    pub(super) const fn new(file: File, page: usize) -> Carver {
        Carver { file, page, unread: BTreeSet::new() }
    }

    /// The places of all lines; one may be there several times. Of a journal, which has its pages in another order, only
    /// lines that fit in one page are found.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub(super) fn places(&mut self) -> io::Result<Vec<Place>> {
        let length = self.file.seek(SeekFrom::End(0))?;
        let (mut begins, mut places) = (0_u64, Vec::new());
        while begins < length {
            // A line may stand on the border.
            let there = self.read(begins.saturating_sub(BEFORE as u64), BEFORE + AT_ONCE + LARGEST)?;
            let first = usize::try_from(begins.min(BEFORE as u64)).unwrap_or(BEFORE);
            for place in starts(&there).filter(|place| (first..first + AT_ONCE).contains(place)) {
                if let Some((line, is_sound)) = self.line(&there, place)?
                    && (is_sound || Change::read(&line).is_ok())
                {
                    let arrival = Row::around(&there, place).map_or(i64::MAX, |row| row.arrival);
                    places.push(Place { is_doubtful: !is_sound, arrival, at: begins + (place - first) as u64 });
                }
            }
            begins += AT_ONCE as u64;
        }
        Ok(places)
    }

    /// The line at one of these places.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub(super) fn line_at(&mut self, place: &Place) -> io::Result<Option<Line>> {
        let begins = place.at.saturating_sub(BEFORE as u64);
        let there = self.read(begins, BEFORE + LARGEST)?;
        let found = self.line(&there, usize::try_from(place.at - begins).unwrap_or(usize::MAX))?;
        Ok(found.filter(|(_, is_sound)| *is_sound || place.is_doubtful).map(|(line, _)| line))
    }

    /// The line that begins at this place, and whether it matches the hash beside it.
    fn line(&mut self, there: &[u8], place: usize) -> io::Result<Option<(Line, bool)>> {
        let Some(rest) = there.get(place..) else { return Ok(None) };
        // A line that stands in one page tells itself where it ends.
        let here = rest.get(..self.page).unwrap_or(rest);
        let mut values = serde_json::Deserializer::from_slice(here).into_iter::<IgnoredAny>();
        if let Some(Ok(_)) = values.next() {
            return Ok(line_of(here, values.byte_offset()));
        }
        match Row::around(there, place) {
            Some(row) => Ok(line_of(&self.in_pages(&row, rest)?, row.length)),
            None => Ok(None),
        }
    }

    /// The line of a row and the hash after it, of which the rest lies in other pages.
    fn in_pages(&mut self, row: &Row, rest: &[u8]) -> io::Result<Vec<u8>> {
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
            let more = self.read((u64::from(number) - 1) * page as u64, page)?;
            next = big_endian(&more, 0).filter(|_| more.len() > 4);
            bytes.extend(more.iter().skip(4).take(length - bytes.len()));
        }
        Ok(bytes)
    }

    /// So many bytes of the file, or fewer at its end. What cannot be read is left empty.
    fn read(&mut self, at: u64, length: usize) -> io::Result<Vec<u8>> {
        if let Ok(bytes) = read_at(&mut self.file, at, length) {
            return Ok(bytes);
        }
        let end = self.file.seek(SeekFrom::End(0))?.saturating_sub(at);
        let mut bytes = vec![0; usize::try_from(end).unwrap_or(length).min(length)];
        for (at, piece) in (at..).step_by(PIECE).zip(bytes.chunks_mut(PIECE)) {
            match read_at(&mut self.file, at, piece.len()) {
                Ok(read) => piece[..read.len()].copy_from_slice(&read),
                Err(_) => drop(self.unread.insert(at / PIECE as u64)),
            }
        }
        Ok(bytes)
    }
}

/// The size of the pages of a book, as its first bytes say, if they make sense.
pub(super) fn page_size(book: &mut File) -> usize {
    let header = Header::of(read_at(book, 0, Header::LENGTH).unwrap_or_default());
    let size = usize::try_from(header.page_size()).unwrap_or(PAGE);
    if size.is_power_of_two() && (512..=LARGEST).contains(&size) { size } else { PAGE }
}

/// Whether a file seems to hold lines, as far as its first part tells.
pub fn seems_to_hold_lines(path: &Path) -> bool {
    let start = look::open(path).and_then(|mut file| read_at(&mut file, 0, AT_ONCE));
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
    /// The row whose line begins at this place. It has its number, and then says what it holds: how many bytes these are,
    /// nothing for the number of the row, and then an id, a text and a hash. After that comes the id. Of the bytes of a number,
    /// all but the last have their first bit set.
    fn around(there: &[u8], place: usize) -> Option<Row> {
        let (hash, says) = there.get(..place.checked_sub(ID)?)?.split_last()?;
        if usize::from(*hash) != 12 + 2 * HASH {
            return None;
        }
        (1..=4).find_map(|digits| {
            let (says, kind) = says.split_at_checked(says.len().checked_sub(digits)?)?;
            let described = digits + 4;
            let before = says.strip_suffix(&[u8::try_from(described).ok()?, 0, u8::try_from(12 + 2 * ID).ok()?])?;
            let (last, others) = kind.split_last()?;
            let is_number = last & 0x80 == 0 && others.iter().all(|digit| digit & 0x80 != 0);
            let length = usize::try_from(number(kind) - 13).ok().filter(|twice| twice % 2 == 0)? / 2;
            // A longer number of a row is none that a book has.
            let others = before.iter().rev().skip(1).take(7).take_while(|digit| **digit & 0x80 != 0).count();
            let arrival = number(before.get(before.len().checked_sub(1 + others)?..)?);
            (is_number && length <= Line::MOST).then_some(Row { arrival, described, length })
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
