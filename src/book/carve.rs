//! Finds the lines in a file, however damaged the rest of it is.
//!
//! SQLite keeps a row in one piece: a header that describes it, then the id, the line and the hash. A line is found by
//! its first bytes, and verified by the hash after it. A row too long for one page continues on others, each of which
//! names the next; its header holds the length of the line.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Seek as _, SeekFrom};
use std::path::Path;

use ginpad_core::facts::{Change, Line};
use serde::de::IgnoredAny;

use super::header::{Header, big_endian};
use crate::disk::{open, read_at, with_ending};

/// The first bytes of every line.
const START: &[u8] = b"{\"ginpad\":1,";

/// The sizes of an id and of a hash, in bytes.
const ID: usize = 16;
const HASH: usize = 32;

/// The page size of every book, in bytes, and the largest that SQLite allows.
const PAGE: usize = 8192;
const LARGEST: usize = 1 << 16;

/// How many bytes of a file are searched at a time.
const AT_ONCE: usize = 1 << 20;

/// The most bytes that precede a line in its row.
const BEFORE: usize = 64;

/// What cannot be read is skipped in pieces of this size, in bytes.
const PIECE: usize = 4096;

/// A damaged book, and the files that SQLite keeps beside it.
#[derive(Debug)]
pub(super) struct Carver {
    files: Vec<File>,
    /// Their page size, in bytes.
    page: usize,
    /// The actual and the expected size of the book in bytes, if its end is missing.
    pub(super) lacks_its_end: Option<(u64, u64)>,
    /// The pieces that could not be read: the index of the file, and the number of the piece.
    pub(super) unread: BTreeSet<(usize, u64)>,
}

/// The place of a line. Lines that match their hashes sort first, in order of arrival, so that `undo` takes acts back
/// in the right order. Lines whose arrival is illegible sort last.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LinePlace {
    /// Whether the line does not match the hash beside it. If only the hash was altered, the writer's next line names
    /// the right one.
    pub(super) is_doubtful: bool,
    /// The line's arrival; the highest number if it is illegible.
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
        let (bytes, pages) = (book.metadata()?.len(), header.pages().filter(|_| header.is_of_a_book()));
        let length = pages.map(|pages| u64::from(pages) * page as u64);
        let lacks_its_end = length.filter(|length| bytes < *length).map(|length| (bytes, length));
        let beside = ["-journal", "-wal"].iter().filter_map(|ending| open(&with_ending(path, ending)).ok());
        let beside = beside.filter(|file| file.metadata().is_ok_and(|metadata| metadata.is_file()));
        let files = [book].into_iter().chain(beside).collect();
        Ok(Carver { files, page, lacks_its_end, unread: BTreeSet::new() })
    }

    /// Lists the places of all lines, in order; a line may have several. In a journal, whose pages are in another
    /// order, only lines that fit in one page are found.
    ///
    /// # Errors
    /// A file cannot be read any more.
    pub(super) fn places(&mut self) -> io::Result<Vec<LinePlace>> {
        let mut places = Vec::new();
        for file in 0..self.files.len() {
            let length = self.files[file].seek(SeekFrom::End(0))?;
            for begins in (0..length).step_by(AT_ONCE) {
                // A line may begin at the border, so the parts overlap.
                let bytes = self.read(file, begins, AT_ONCE + START.len() - 1)?;
                for start in starts(&bytes) {
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

    /// Returns the line at one of these places, if it has not changed since.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub(super) fn line_at(&mut self, place: &LinePlace) -> io::Result<Option<Line>> {
        let read = self.line(place.file, place.at)?;
        Ok(read.filter(|(_, read)| read == place).map(|(line, _)| line))
    }

    fn line(&mut self, file: usize, at: u64) -> io::Result<Option<(Line, LinePlace)>> {
        let before = usize::try_from(at).unwrap_or(BEFORE).min(BEFORE);
        let bytes = self.read(file, at - before as u64, before + self.page)?;
        let Some((before, rest)) = bytes.split_at_checked(before) else { return Ok(None) };
        let row = Row::after(before);
        // A line within one page shows by its syntax where it ends.
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
        let line = match (values.next(), &row) {
            (Some(Ok(_)), _) => line_of(rest, values.byte_offset()),
            (_, Some(row)) => line_of(&self.in_pages(file, row, rest)?, row.length),
            (_, None) => None,
        };
        let arrival = row.map_or(i64::MAX, |row| row.arrival);
        Ok(line.map(|(line, is_sound)| (line, LinePlace { is_doubtful: !is_sound, arrival, file, at })))
    }

    /// Reads the line of a row and the hash after it, which continue on other pages.
    fn in_pages(&mut self, file: usize, row: &Row, rest: &[u8]) -> io::Result<Vec<u8>> {
        let (page, length) = (self.page, row.length + HASH);
        // SQLite's own rule for how much stays in the first page.
        let (most, least) = (page - 35, (page - 12) * 32 / 255 - 23);
        let local = least + (row.header_length + ID + length).saturating_sub(least) % (page - 4);
        let here = if local > most { least } else { local }.saturating_sub(row.header_length + ID);
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

    /// Reads this many bytes of a file, or fewer at its end. Pieces that cannot be read are filled with zeros.
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

/// Whether the first part of a file seems to hold lines.
pub fn seems_to_hold_lines(path: &Path) -> bool {
    let start = open(path).and_then(|mut file| read_at(&mut file, 0, AT_ONCE));
    start.is_ok_and(|start| starts(&start).next().is_some())
}

/// Lists the places where lines seem to begin.
fn starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.windows(START.len()).enumerate().filter(|(_, there)| *there == START).map(|(at, _)| at)
}

/// The part of a row before its line.
#[derive(Debug)]
struct Row {
    /// The row's number, which is the arrival of the line.
    arrival: i64,
    /// The length of the row's header, in bytes.
    header_length: usize,
    /// The length of the line.
    length: usize,
}

impl Row {
    /// Parses the bytes before a line: the row's number; the header, which is its own length, a zero for the row's
    /// number, and the types of an id, a text and a hash; and the id. In a number, every byte but the last has its
    /// first bit set.
    fn after(before: &[u8]) -> Option<Row> {
        let (hash, header) = before.get(..before.len().checked_sub(ID)?)?.split_last()?;
        if usize::from(*hash) != 12 + 2 * HASH {
            return None;
        }
        (1..=4).find_map(|digits| {
            let (header, kind) = header.split_at_checked(header.len().checked_sub(digits)?)?;
            let header_length = digits + 4;
            let before =
                header.strip_suffix(&[u8::try_from(header_length).ok()?, 0, u8::try_from(12 + 2 * ID).ok()?])?;
            let length = usize::try_from((number(kind) - 13) / 2).ok().filter(|length| *length <= Line::MOST)?;
            // No book has a row number longer than this.
            let others = before.iter().rev().skip(1).take(7).take_while(|digit| **digit & 0x80 != 0).count();
            let arrival = number(before.get(before.len().checked_sub(1 + others)?..)?);
            Some(Row { arrival, header_length, length })
        })
    }
}

fn number(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |number, digit| number << 7 | i64::from(digit & 0x7f))
}

/// Returns the line of this length at the beginning of a row, and whether it matches the hash after it.
fn line_of(row: &[u8], length: usize) -> Option<(Line, bool)> {
    let line = Line::new(str::from_utf8(row.get(..length)?).ok()?.to_owned()).ok()?;
    let is_sound = row.get(length..length + HASH) == Some(&line.hash()[..]);
    Some((line, is_sound))
}
