//! Reads text of any length line by line, in little memory.

use std::io::{self, BufRead, BufReader, Read, StdinLock};
use std::path::{Path, PathBuf};

use crate::answer::Failure;
use crate::answer::file_words::unreadable;
use crate::disk::reason;
use ginpad_core::notation::SheetReader;

/// The number of bytes that are read at a time.
const AT_ONCE: usize = 256 * 1024;

/// The longest line that is read, in bytes.
const MOST: usize = SheetReader::LONGEST_LINE * 4;

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
    /// Its text, if it can be read.
    pub text: Result<&'a str, NoLine>,
}

/// Why a line cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoLine {
    /// It is longer than any line that somebody typed.
    #[error("it is longer than {MOST} bytes")]
    TooLong,
    /// It is not UTF-8.
    #[error("it is not UTF-8 text")]
    NotText,
}

impl Lines<StdinLock<'static>> {
    /// The lines of standard input.
    pub(crate) fn of_stdin() -> Self {
        Lines::new(io::stdin().lock(), Path::new("-"))
    }
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
        let text = match line.len() {
            length if length > MOST => Err(NoLine::TooLong),
            _ => std::str::from_utf8(line).map_err(|_| NoLine::NotText),
        };
        Ok(Some(Line { number: self.number, bytes, text }))
    }

    /// Reads a line, skips any excess over the longest line, and returns the number of bytes kept.
    fn read(&mut self) -> io::Result<usize> {
        // The longest line may also have a byte order mark and a line end.
        let most = MOST + 4;
        self.line.clear();
        let read = self.source.by_ref().take(most as u64).read_until(b'\n', &mut self.line)?;
        if read == most && !self.line.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOO_LONG: Result<String, NoLine> = Err(NoLine::TooLong);

    /// The lines of a source, or why one cannot be read.
    fn lines(source: impl Read) -> Vec<(usize, Result<String, NoLine>)> {
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
        assert_eq!(lines(endless.chain(&b"\nAS"[..])), [(1, TOO_LONG), (2, Ok("AS".into()))]);
        let long = "7".repeat(MOST);
        assert_eq!(
            lines(format!("{long}\n{long}7\n{long}").as_bytes()),
            [(1, Ok(long.clone())), (2, TOO_LONG), (3, Ok(long))]
        );
    }

    #[test]
    fn lines_across_the_ends_of_the_buffer_are_whole() {
        let text: String = (0..60_000).map(|number| format!("{number} {}\n", "x".repeat(number % 17))).collect();
        let all: Vec<String> = lines(text.as_bytes()).into_iter().map(|(_, line)| line.unwrap()).collect();
        assert_eq!(all, text.lines().collect::<Vec<_>>());
        assert_eq!(lines(&b"\xff\xfe\nAS\n"[..])[0].1, Err(NoLine::NotText));
    }
}
