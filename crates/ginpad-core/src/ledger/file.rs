//! The file of lines, which carries lines between books as JSON Lines.
//!
//! The first line is the header: the number of lines in the file, and which lines of each writer. Each line of the
//! ledger follows unchanged with its hash, because no successor vouches for the last one. A file of a whole book ends
//! with the numbers of its games:
//!
//! ```text
//! {"ginpad":"lines/1","lines":2,"numbers":1,"runs":[{"writer":"…","first":1,"last":2,"hash":"…"}]}
//! {"sha256":"…","line":{"ginpad":1,…}}
//! {"sha256":"…","line":{"ginpad":1,…}}
//! {"game":"…","number":1}
//! ```
//!
//! A file may hold a part of a book. Reading and writing are streams that need no more memory than the longest line.

use std::fmt::Display;
use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use super::Run;
use crate::facts::{FactId, Hash, Line, LineFault, hash_text, is_default, read_hash};

/// The header's name for the file. A later format has another number.
const FORMAT: &str = "lines/1";

/// The start of every format's name.
const FAMILY: &str = "lines/";

/// The longest line of the file: the longest ledger line, its hash, and blanks that another program may have added.
const MOST: usize = Line::MOST + 4096;

/// The byte order mark, which some programs put before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The content of a file of lines. It is written with the name of the format.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "ginpad", rename = "lines/1")]
pub struct Header {
    /// The number of lines.
    pub lines: u64,
    /// The number of game numbers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub numbers: u64,
    /// The lines of each writer.
    #[serde(default)]
    pub runs: Vec<Run>,
}

/// A line with its hash. Another program may have added blanks, or changed the order of the fields.
#[derive(Deserialize)]
struct Hashed<'a> {
    sha256: &'a str,
    #[serde(borrow)]
    line: &'a RawValue,
}

/// A game's number in a book. It is no fact, because another book has its own numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedGame {
    /// The game.
    pub game: FactId,
    /// Its number, from 1.
    pub number: u32,
}

/// Writes a record of a file of lines: the [`Header`] before all lines, a [`NumberedGame`] after them.
///
/// # Errors
/// It cannot be written.
pub fn write_record(out: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}

/// Writes a verified line into a file of lines.
///
/// # Errors
/// It cannot be written.
pub fn write_line(out: &mut impl Write, text: &str, hash: &Hash) -> io::Result<()> {
    writeln!(out, "{{\"sha256\":\"{}\",\"line\":{text}}}", hash_text(hash))
}

/// Why a file cannot be read at all.
#[derive(Debug, Error)]
pub enum FileFault {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a file of lines.
    #[error("its first line is not a header that ginpad writes")]
    Foreign,
    /// A later version wrote it.
    #[error("a later version of ginpad wrote it")]
    Newer,
}

/// A record of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// A line that matches its hash.
    Line(Line),
    /// The number of a game.
    Number(NumberedGame),
    /// A record left out: its line in the file, and the fault.
    Fault(String),
}

/// Reads a file of lines.
#[derive(Debug)]
pub struct LinesReader<R> {
    from: R,
    /// The header: the content that the file promises.
    pub header: Header,
    /// The number of lines of the file read so far.
    at: u64,
    /// The number of records read so far, sound or not.
    records: u64,
    buffer: Vec<u8>,
    is_at_end: bool,
}

impl<R: BufRead> LinesReader<R> {
    /// Starts to read a file.
    ///
    /// # Errors
    /// It cannot be read, or is not a file of lines.
    pub fn new(from: R) -> Result<LinesReader<R>, FileFault> {
        let (header, buffer) = (Header::default(), Vec::new());
        let mut reader = LinesReader { from, header, at: 0, records: 0, buffer, is_at_end: false };
        if reader.fill()? != Some(Ok(())) {
            return Err(FileFault::Foreign);
        }
        let text = reader.buffer.strip_prefix(MARK).unwrap_or(&reader.buffer);
        reader.header = read_header(text)?;
        Ok(reader)
    }

    /// A fault, after the line of the file read last.
    pub(super) fn at_line(&self, why: &impl Display) -> String {
        format!("line {}: {why}", self.at)
    }

    /// The next record. `None` at the end of the file.
    fn read(&mut self) -> io::Result<Option<Record>> {
        loop {
            let record = match self.fill()? {
                None if std::mem::replace(&mut self.is_at_end, true) => return Ok(None),
                None => match (self.header.lines.saturating_add(self.header.numbers)).checked_sub(self.records) {
                    Some(lacks) if lacks > 0 => {
                        Err(format!("the file ends here, but its header announces {lacks} more"))
                    }
                    _ => return Ok(None),
                },
                Some(Err(fault)) => Err(fault.to_string()),
                Some(Ok(())) if self.buffer.trim_ascii().is_empty() => continue,
                Some(Ok(())) => read_record(&self.buffer),
            };
            self.records += 1;
            return Ok(Some(record.unwrap_or_else(|why| Record::Fault(self.at_line(&why)))));
        }
    }

    /// Reads the next line of the file, if there is one. Discards a line that is too long.
    fn fill(&mut self) -> io::Result<Option<Result<(), LineFault>>> {
        self.buffer.clear();
        let read = self.from.by_ref().take(MOST as u64 + 1).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            self.at += u64::from(!self.is_at_end);
            return Ok(None);
        }
        self.at += 1;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if read > MOST {
            self.buffer = Vec::new();
            self.from.skip_until(b'\n')?;
            return Ok(Some(Err(LineFault::Long)));
        }
        Ok(Some(Ok(())))
    }
}

impl<R: BufRead> Iterator for LinesReader<R> {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<io::Result<Record>> {
        self.read().transpose()
    }
}

fn read_header(text: &[u8]) -> Result<Header, FileFault> {
    /// The part of the header that all formats share.
    #[derive(Deserialize)]
    struct Format {
        ginpad: String,
    }
    let Format { ginpad } = serde_json::from_slice(text).map_err(|_| FileFault::Foreign)?;
    match ginpad.strip_prefix(FAMILY) {
        Some(_) if ginpad == FORMAT => serde_json::from_slice(text).map_err(|_| FileFault::Foreign),
        Some(_) => Err(FileFault::Newer),
        None => Err(FileFault::Foreign),
    }
}

fn read_record(text: &[u8]) -> Result<Record, String> {
    let senseless = || "this is not a line with its hash".to_string();
    let Ok(Hashed { sha256, line }) = serde_json::from_slice(text) else {
        return serde_json::from_slice(text).map(Record::Number).map_err(|_| senseless());
    };
    let hash = read_hash(sha256).ok_or_else(senseless)?;
    let verified = Line::verified(line.get().to_owned(), &hash);
    verified.map(Record::Line).map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn line(note: &str) -> Line {
        Line::new(format!("{{\"ginpad\":1,\"note\":\"{note}\"}}")).unwrap()
    }

    fn header(lines: u64, numbers: u64) -> Header {
        let run = Run { writer: Uuid::from_u128(7), first: 3, last: 4, before: Some([1; 32]), hash: [2; 32] };
        let first = Run { first: 1, last: 1, before: None, ..run.clone() };
        Header { lines, numbers, runs: vec![first, run] }
    }

    fn number() -> NumberedGame {
        NumberedGame { game: FactId { of: Uuid::from_u128(5), place: 2 }, number: 12 }
    }

    fn written() -> Vec<u8> {
        let mut file = Vec::new();
        write_record(&mut file, &header(2, 1)).unwrap();
        for line in [line("a"), line("ä")] {
            write_line(&mut file, line.text(), line.hash()).unwrap();
        }
        write_record(&mut file, &number()).unwrap();
        file
    }

    fn read(file: &[u8]) -> Vec<Record> {
        LinesReader::new(file).unwrap().map(Result::unwrap).collect()
    }

    fn faults(found: &[Record]) -> Vec<String> {
        let fault = |found: &Record| match found {
            Record::Fault(fault) => Some(fault.clone()),
            _ => None,
        };
        found.iter().filter_map(fault).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let file = written();
        assert_eq!(LinesReader::new(&*file).unwrap().header, header(2, 1));
        assert_eq!(read(&file), [Record::Line(line("a")), Record::Line(line("ä")), Record::Number(number())]);
        let text = String::from_utf8(file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0].split(',').next().unwrap(), "{\"ginpad\":\"lines/1\"");
        assert_eq!(
            lines[1],
            format!("{{\"sha256\":\"{}\",\"line\":{}}}", hash_text(line("a").hash()), line("a").text())
        );
    }

    #[test]
    fn another_program_may_have_read_and_written_it() {
        let text = String::from_utf8(written()).unwrap();
        let loose = text.replace("\",\"line\":", "\" , \"line\" : ").replace('\n', "\r\n\r\n");
        let marked = [MARK, loose.as_bytes()].concat();
        assert_eq!(read(&marked), read(text.as_bytes()));
    }

    #[test]
    fn what_does_not_verify_is_kept_out_and_the_rest_is_read() {
        let text = String::from_utf8(written()).unwrap();
        let altered = text.replace("\"note\":\"a\"", "\"note\":\"b\"").replace("\"number\":12", "\"number\":-1");
        let found = read(altered.as_bytes());
        assert_eq!(found[1], Record::Line(line("ä")));
        let senseless = "line 4: this is not a line with its hash";
        assert_eq!(faults(&found), ["line 2: the line does not match its hash", senseless]);
        let broken: Vec<u8> = written().into_iter().map(|byte| if byte == 0xc3 { 0xff } else { byte }).collect();
        assert_eq!(faults(&read(&broken)), ["line 3: this is not a line with its hash"]);
    }

    #[test]
    fn a_file_that_was_cut_is_seen() {
        let text = written();
        let ends: Vec<usize> = (0..text.len()).filter(|at| text[*at] == b'\n').collect();
        for (lines, cut) in [(0, 3), (1, 2), (2, 1)] {
            let found = read(&text[..=ends[lines]]);
            assert_eq!(found.len(), lines + 1);
            let said = format!("line {}: the file ends here, but its header announces {cut} more", lines + 2);
            assert_eq!(faults(&found), [said]);
        }
        let within = faults(&read(&text[..ends[1] - 3]));
        assert_eq!(within.len(), 2, "{within:?}");
        let whole = read(&text[..text.len() - 1]);
        assert_eq!((whole.len(), faults(&whole).len()), (3, 0));
    }

    #[test]
    fn a_line_that_is_too_long_takes_no_memory_and_hides_nothing() {
        let long = io::repeat(b'x').take(3 * MOST as u64).chain(&b"\n"[..]);
        let text = written();
        let at = text.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let file = io::BufReader::new((&text[..at]).chain(long).chain(&text[at..]));
        let found: Vec<Record> = LinesReader::new(file).unwrap().map(Result::unwrap).collect();
        assert_eq!(faults(&found), ["line 2: the line is longer than 4 MiB"]);
        assert_eq!(found.len(), 4);
        let endless = io::BufReader::new((&text[..at]).chain(io::repeat(b'x').take(2 * MOST as u64)));
        assert_eq!(LinesReader::new(endless).unwrap().count(), 2);
    }

    #[test]
    fn other_files_are_refused() {
        for other in ["", "{", "[1]", "Ann Bob\n", "{\"ginpad\":1}", "{\"ginpad\":\"other/1\"}", "{\"schema\": 1}"] {
            assert!(matches!(LinesReader::new(other.as_bytes()), Err(FileFault::Foreign)), "{other}");
        }
        let newer = "{\"ginpad\":\"lines/2\",\"more\":[]}\n";
        assert!(matches!(LinesReader::new(newer.as_bytes()), Err(FileFault::Newer)));
    }
}
