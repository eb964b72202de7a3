//! Finds the lines in a file whatever became of the rest of it.
//!
//! SQLite keeps a row of lines in one piece: what it is made of, the id, the line, the hash. So a line is found by its first
//! bytes, its length stands before it and its hash after it, and only a line that matches its hash is taken. What does not
//! fit in a page goes on in others, of which each names the next.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use ginpad_core::facts::{Hash, Line};
use serde::de::IgnoredAny;

use super::journal::read_at;
use super::look;

/// How every line begins.
const START: &[u8] = b"{\"ginpad\":1,";

/// How many bytes an id and a hash take.
const ID: usize = 16;
const HASH: usize = 32;

/// The size of a page of every book, in bytes.
const PAGE: usize = 8192;

/// So much of the file is looked at at once, and so much after it, which holds what fits in the largest page.
const AT_ONCE: usize = 1 << 20;
const AFTER: usize = 1 << 17;

/// What stands before a line in its row, at most.
const BEFORE: u64 = 64;

/// What cannot be read is passed over in pieces of this size.
const PIECE: usize = 4096;

/// A line of which nobody has vouched yet is kept in memory up to so many bytes of them all.
const MOST_DOUBTFUL: usize = 8 << 20;

/// A file in which lines are looked for.
#[derive(Debug)]
pub(super) struct Carver {
    file: File,
    /// What was read last, and where it begins.
    window: (u64, Vec<u8>),
    /// The size of its pages.
    page: usize,
    /// How many pages could not be read.
    pub(super) unread_pages: u64,
    /// Lines that do not match the hash beside them. If it was the hash that was altered, the next line of the writer names
    /// the right one.
    pub(super) doubtful: Vec<Line>,
    doubtful_bytes: usize,
}

impl Carver {
    /// Looks at the first bytes of a file.
    ///
    /// # Errors
    /// It cannot be read at all.
    pub(super) fn new(mut file: File) -> io::Result<Carver> {
        let mut start = [0; 18];
        let size = match file.seek(SeekFrom::Start(0)).and_then(|_| file.read_exact(&mut start)) {
            Ok(()) => usize::from(u16::from_be_bytes([start[16], start[17]])),
            Err(_) => 0,
        };
        // The largest size does not fit, and is written as 1.
        let page = match size {
            1 => 65536,
            size if size.is_power_of_two() && size >= 512 => size,
            _ => PAGE,
        };
        Ok(Carver { file, window: (0, Vec::new()), page, unread_pages: 0, doubtful: Vec::new(), doubtful_bytes: 0 })
    }

    /// The places of all lines that match their hashes, each after the arrival of the line, which is the highest number if it
    /// is not legible; a line may be there several times. Of a journal, which has its pages in another order, only lines that fit in one page are found.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub(super) fn places(&mut self) -> io::Result<Vec<(i64, u64)>> {
        let length = self.file.seek(SeekFrom::End(0))?;
        let (mut at, mut places) = (0, Vec::new());
        while at < length {
            let there = self.read(at, AT_ONCE + AFTER)?;
            for place in starts(&there).filter(|place| *place < AT_ONCE) {
                match self.line(&there, place)? {
                    Some(Ok(_)) => places.push((arrival(&there, place).unwrap_or(i64::MAX), at + place as u64)),
                    Some(Err(line)) => self.doubt(line),
                    None => {}
                }
            }
            at += AT_ONCE as u64;
        }
        Ok(places)
    }

    /// The line at one of these places.
    ///
    /// # Errors
    /// The file cannot be read any more.
    pub(super) fn line_at(&mut self, place: u64) -> io::Result<Option<Line>> {
        let is_within = place >= self.window.0 + BEFORE && place < self.window.0 + AT_ONCE as u64;
        if !is_within || self.window.1.is_empty() {
            let begins = place.saturating_sub(BEFORE);
            self.window = (begins, self.read(begins, AT_ONCE + AFTER)?);
        }
        let (begins, there) = std::mem::take(&mut self.window);
        let line = self.line(&there, usize::try_from(place - begins).unwrap_or(usize::MAX));
        self.window = (begins, there);
        Ok(line?.and_then(Result::ok))
    }

    fn doubt(&mut self, line: Line) {
        if self.doubtful_bytes + line.text().len() < MOST_DOUBTFUL {
            self.doubtful_bytes += line.text().len();
            self.doubtful.push(line);
        }
    }

    /// The line that begins at this place, or one that does not match the hash beside it.
    fn line(&mut self, there: &[u8], place: usize) -> io::Result<Option<Result<Line, Line>>> {
        let mut doubtful = None;
        if let Some((length, described)) = described_length(there, place) {
            let sizes = if self.page == PAGE { &[PAGE][..] } else { &[self.page, PAGE][..] };
            for page in sizes {
                match self.row(there, place, length, described, *page)?.and_then(verified) {
                    Some(Ok(line)) => return Ok(Some(Ok(line))),
                    Some(Err(line)) => doubtful = doubtful.or(Some(line)),
                    None => {}
                }
            }
        }
        // If the length was altered, the line tells itself where it ends.
        let rest = there.get(place..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
        if let Some(Ok(_)) = values.next() {
            let end = values.byte_offset();
            let row = rest.get(..end + HASH).unwrap_or(rest.get(..end).unwrap_or_default());
            match verified((row.to_vec(), end)) {
                Some(Ok(line)) => return Ok(Some(Ok(line))),
                Some(Err(line)) => doubtful = doubtful.or(Some(line)),
                None => {}
            }
        }
        Ok(doubtful.map(Err))
    }

    /// The line of this length, and the hash after it, with what lies in other pages.
    fn row(
        &mut self,
        there: &[u8],
        place: usize,
        length: usize,
        described: usize,
        page: usize,
    ) -> io::Result<Option<(Vec<u8>, usize)>> {
        let payload = described + ID + length + HASH;
        // SQLite's own rule for what stays in the page.
        let (most, least) = (page - 35, (page - 12) * 32 / 255 - 23);
        let local = match payload {
            short if short <= most => short,
            long => Some(least + (long - least) % (page - 4)).filter(|local| *local <= most).unwrap_or(least),
        };
        let Some(here) = (local.checked_sub(described + ID)).and_then(|here| there.get(place..place + here)) else {
            return Ok(None);
        };
        let mut row = here.to_vec();
        let pointer = |bytes: Option<&[u8]>| bytes.and_then(|bytes| Some(u32::from_be_bytes(bytes.try_into().ok()?)));
        let mut next = pointer(there.get(place + here.len()..place + here.len() + 4));
        while row.len() < length + HASH {
            let Some(number) = next.filter(|number| *number > 1) else { return Ok(Some((row, length))) };
            let bytes = self.read((u64::from(number) - 1) * page as u64, page)?;
            let lacks = length + HASH - row.len();
            next = pointer(bytes.get(..4));
            let Some(more) = bytes.get(4..).filter(|more| !more.is_empty()) else { return Ok(Some((row, length))) };
            row.extend_from_slice(more.get(..lacks).unwrap_or(more));
        }
        Ok(Some((row, length)))
    }

    /// So many bytes of the file, or fewer at its end. What cannot be read is left empty.
    fn read(&mut self, at: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(at))?;
        match (&self.file).take(length as u64).read_to_end(&mut bytes) {
            Ok(_) => return Ok(bytes),
            Err(error) if error.kind() == ErrorKind::OutOfMemory => return Err(error),
            Err(_) => {}
        }
        let end = self.file.seek(SeekFrom::End(0))?.saturating_sub(at);
        bytes = vec![0; usize::try_from(end).unwrap_or(length).min(length)];
        for (piece, into) in bytes.chunks_mut(PIECE).enumerate() {
            self.file.seek(SeekFrom::Start(at + (piece * PIECE) as u64))?;
            if self.file.read_exact(into).is_err() {
                into.fill(0);
                self.unread_pages += 1;
            }
        }
        Ok(bytes)
    }
}

/// Whether a file seems to hold lines, as far as its first part tells.
pub fn seems_to_hold_lines(path: &Path) -> bool {
    let start = look::open(path).and_then(|mut file| read_at(&mut file, 0, AT_ONCE));
    start.is_ok_and(|start| starts(&start).next().is_some())
}

/// The places where lines seem to begin.
fn starts(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let brace = bytes.get(from..)?.iter().position(|byte| *byte == b'{')? + from;
            from = brace + 1;
            if bytes.get(brace..)?.starts_with(START) {
                return Some(brace);
            }
        }
    })
}

/// The length of the line at this place, as the row says that it holds it, and how many bytes the row takes to say what it
/// holds: how many bytes these are, nothing for the number of the row, and then an id, a text and a hash.
fn described_length(there: &[u8], place: usize) -> Option<(usize, usize)> {
    let says = there.get(..place.checked_sub(ID)?)?;
    let (hash, says) = says.split_last()?;
    if usize::from(*hash) != 12 + 2 * HASH {
        return None;
    }
    (1..=4).find_map(|digits| {
        let (says, kind) = says.split_at_checked(says.len().checked_sub(digits)?)?;
        let length = digits + 4;
        let begins = [u8::try_from(length).ok()?, 0, u8::try_from(12 + 2 * ID).ok()?];
        let is_number = kind.iter().rev().skip(1).all(|digit| *digit & 0x80 != 0) && kind.last()? & 0x80 == 0;
        let kind = kind.iter().fold(0, |number, digit| number << 7 | usize::from(digit & 0x7f));
        let is_text = kind >= 13 && kind % 2 == 1 && (kind - 13) / 2 <= Line::MOST;
        (says.ends_with(&begins) && is_number && is_text).then(|| ((kind - 13) / 2, length))
    })
}

/// The number of the row whose line begins at this place: when the line arrived. It stands before what the row says that it
/// holds, in bytes of which all but the last have their first bit set.
fn arrival(there: &[u8], place: usize) -> Option<i64> {
    let (_, described) = described_length(there, place)?;
    let before = there.get(..place.checked_sub(ID + described)?)?;
    let digits = 1 + before.iter().rev().skip(1).take_while(|digit| **digit & 0x80 != 0).count();
    // A longer number is none that a book has.
    let digits = before.get(before.len().checked_sub(digits.min(8))?..)?;
    Some(digits.iter().fold(0, |number, digit| number << 7 | i64::from(digit & 0x7f)))
}

/// The line of this length at the beginning of a row, if it matches the hash after it; or what else is written there.
fn verified((mut row, length): (Vec<u8>, usize)) -> Option<Result<Line, Line>> {
    let hash: Option<Hash> = row.get(length..length + HASH).and_then(|hash| hash.try_into().ok());
    if row.len() < length {
        return None;
    }
    row.truncate(length);
    let line = Line::new(String::from_utf8(row).ok()?).ok()?;
    Some(if hash.is_some_and(|hash| *line.hash() == hash) { Ok(line) } else { Err(line) })
}
