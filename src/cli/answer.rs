//! What a command answers, and the one place that prints.

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use super::failure::{Failure, Kind};
use ginpad_core::text::{printable_lines, sentence};

/// What a command answers: text for stdout, and remarks for stderr.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Answer {
    /// The answer.
    pub out: String,
    /// What else should be known.
    pub notes: Vec<String>,
}

impl Answer {
    /// An answer without remarks.
    pub(super) fn of(out: impl Into<String>) -> Answer {
        Answer { out: out.into(), notes: Vec::new() }
    }

    /// Adds remarks.
    #[must_use]
    pub(super) fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Answer {
        self.notes.extend(notes);
        self
    }
}

/// How wide the terminals are that an answer and remarks go to; `None` where no person looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Screens {
    /// That of the answer.
    pub out: Option<usize>,
    /// That of remarks and errors.
    pub err: Option<usize>,
}

/// Prints what came of a command, and gives the exit status.
#[must_use]
pub(super) fn deliver(result: Result<Answer, Failure>, screens: Screens) -> ExitCode {
    let say = |text: &str| remark(&laid_out(text, screens.err));
    let Answer { out, notes } = match result {
        Ok(answer) => answer,
        Err(failure) => {
            say(&failure.to_string());
            return ExitCode::from(match failure.kind() {
                Kind::Refused => 1,
                Kind::Usage => 2,
                Kind::Fault => 3,
            });
        }
    };
    let mut out = laid_out(&out, screens.out);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let mut stdout = io::stdout().lock();
    let written = print(&mut stdout, out.as_bytes());
    notes.iter().for_each(|note| say(note));
    match written {
        Ok(Reader::Reads | Reader::HasLeft) => ExitCode::SUCCESS,
        Err(failure) => {
            say(&failure.hint("what the command did is kept; `ginpad` shows where it stands").to_string());
            ExitCode::from(3)
        }
    }
}

/// Whether anybody still reads the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// As far as can be told.
    Reads,
    /// Whoever read it had enough of it and closed the pipe.
    HasLeft,
}

/// An answer of any length, printed while it is worked out; remarks stand where they belong between its lines.
///
/// What is worked out in this way is over with its last line: a command that has [flushed](Stream::flush) the rest
/// has nothing more to answer.
pub(super) struct Stream {
    stdout: StdoutLock<'static>,
    pending: Vec<u8>,
    screens: Screens,
}

impl Stream {
    /// So much is printed at a time, in bytes.
    const FULL: usize = 64 * 1024;

    /// A stream to stdout. Its lines are for programs: none of them is broken.
    #[must_use]
    pub(super) fn new(screens: Screens) -> Stream {
        Stream { stdout: io::stdout().lock(), pending: Vec::with_capacity(2 * Stream::FULL), screens }
    }

    /// Adds what `write` writes.
    ///
    /// # Errors
    /// The answer cannot be written.
    #[inline]
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Reader, Failure> {
        write(&mut self.pending);
        if self.pending.len() < Stream::FULL { Ok(Reader::Reads) } else { self.flush() }
    }

    /// Prints a remark on stderr, after everything that was added before.
    ///
    /// # Errors
    /// The answer cannot be written.
    pub(super) fn remark(&mut self, text: &str) -> Result<Reader, Failure> {
        let reader = self.flush()?;
        remark(&laid_out(text, self.screens.err));
        Ok(reader)
    }

    /// Prints what was added so far.
    ///
    /// # Errors
    /// The answer cannot be written.
    pub(super) fn flush(&mut self) -> Result<Reader, Failure> {
        let reader = print(&mut self.stdout, &self.pending);
        self.pending.clear();
        reader
    }
}

fn print(stdout: &mut StdoutLock<'_>, bytes: &[u8]) -> Result<Reader, Failure> {
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Reader::Reads),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::HasLeft),
        Err(error) => Err(Failure::fault(format!("the answer could not be written: {error}"))),
    }
}

/// Prints on stderr. Whatever was typed, named a file or stood in one, no terminal is made to obey it.
pub(super) fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(text));
}

/// Sentences broken between words where they do not fit. Lines that start with a space, or have a style in them, are
/// laid out already.
fn laid_out(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_string() };
    let is_laid_out = |line: &str| line.starts_with(' ') || line.contains('\u{1b}');
    let line = |line: &str| if is_laid_out(line) { line.to_string() } else { sentence(line, width) };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sentences_are_broken() {
        let broken = |text: &str| laid_out(text, Some(12));
        assert_eq!(broken("one two three four"), "one two\n  three four");
        assert_eq!(broken("  one two three four"), "  one two three four");
        assert_eq!(broken("\u{1b}[1mone two\u{1b}[0m"), "\u{1b}[1mone two\u{1b}[0m");
        assert_eq!(laid_out("one two three four", None), "one two three four");
    }
}
