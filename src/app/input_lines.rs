//! Reads text of any length line by line, in little memory.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::answer::{Failure, unreadable};
use crate::disk::reason;
use ginpad_core::notation::LONGEST_LINE;

/// The number of bytes that are read at a time.
const AT_ONCE: usize = 256 * 1024;

/// The most bytes of a line that are kept: more than a line may have, with a byte order mark and a part of a character.
const MOST: usize = LONGEST_LINE + 8;

/// The lines of a source, one by one.
pub(crate) struct Lines<R> {
    source: BufReader<R>,
    line: Vec<u8>,
    number: usize,
    /// The name of the source, for messages.
    path: PathBuf,
}

/// One line, without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// The number of the line, from 1.
    pub number: usize,
    /// The bytes that it takes in the source, with its end; for a line that is too long, only those that were kept.
    pub bytes: usize,
    /// Its text, or the beginning of a text longer than [`LONGEST_LINE`]; `None` if it is not UTF-8.
    pub text: Option<&'a str>,
}

impl<R: Read> Lines<R> {
    /// The lines of this source. `path` names it in messages.
    pub(crate) fn new(source: R, path: &Path) -> Lines<R> {
        let source = BufReader::with_capacity(AT_ONCE, source);
        Lines { source, line: Vec::new(), number: 0, path: path.to_path_buf() }
    }

    /// Whether reading the next line may have to wait, so that the answers so far should be printed first.
    pub(crate) fn must_wait(&self) -> bool {
        self.source.buffer().is_empty()
    }

    /// The next line, if there is one.
    ///
    /// # Errors
    /// The source cannot be read.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>, Failure> {
        let bytes = self.read().map_err(|error| unreadable(&self.path, reason(&error)))?;
        if bytes == 0 {
            return Ok(None);
        }
        self.number += 1;
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let line = if self.number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        let text = match std::str::from_utf8(line) {
            // The line was cut within a character.
            Err(fault) if bytes == MOST && fault.error_len().is_none() => {
                std::str::from_utf8(&line[..fault.valid_up_to()]).ok()
            }
            text => text.ok(),
        };
        Ok(Some(Line { number: self.number, bytes, text }))
    }

    /// Reads a line, skips any excess over the longest line, and returns the number of bytes kept.
    fn read(&mut self) -> io::Result<usize> {
        self.line.clear();
        let read = self.source.by_ref().take(MOST as u64).read_until(b'\n', &mut self.line)?;
        if read == MOST && !self.line.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a source.
    fn lines(source: impl Read) -> Vec<(usize, Option<String>)> {
        let mut lines = Lines::new(source, Path::new("-"));
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push((line.number, line.text.map(str::to_string)));
        }
        all
    }

    #[test]
    fn lines_end_where_they_end() {
        let of = |text: &str| lines(text.as_bytes()).into_iter().map(|(_, line)| line.unwrap()).collect::<Vec<_>>();
        assert_eq!(of(""), [""; 0]);
        assert_eq!(of("\n"), [""]);
        assert_eq!(of("a\n\nb"), ["a", "", "b"]);
        assert_eq!(of("\u{feff}a\n\u{feff}b\n"), ["a", "\u{feff}b"]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let endless = io::repeat(b'7').take(1 << 27);
        assert_eq!(lines(endless.chain(&b"\nAS"[..])), [(1, Some("7".repeat(MOST))), (2, Some("AS".into()))]);
        let long = "7".repeat(LONGEST_LINE - 1);
        for char in ["7", "é", "♠", "🂡"] {
            let read = lines(format!("\u{feff}{long}{char}{char}{char}{char}\n{long}").as_bytes());
            let [(1, Some(first)), (2, Some(second))] = read.as_slice() else { panic!("{char}") };
            assert!(first.len() > LONGEST_LINE && *second == long, "{char}");
        }
    }

    #[test]
    fn lines_across_the_ends_of_the_buffer_are_whole() {
        let text: String = (0..60_000).map(|number| format!("{number} {}\n", "x".repeat(number % 17))).collect();
        let all: Vec<String> = lines(text.as_bytes()).into_iter().map(|(_, line)| line.unwrap()).collect();
        assert_eq!(all, text.lines().collect::<Vec<_>>());
        assert_eq!(lines(&b"\xff\xfe\nAS\n"[..])[0].1, None);
    }
}
