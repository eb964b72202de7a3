//! What a command answers, and the one place that prints.

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use super::command_line::CommandLine;
use super::failure::{Failure, Kind};
use super::sentence::{Hint, Remark};
use crate::cli::session::{Invocation, stdout_was_closed};
use ginpad_core::text::{printable_lines, sentence};

/// What a command answers: text for stdout, and remarks for stderr.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Answer {
    /// The answer.
    pub out: String,
    /// What else the user should know.
    pub remarks: Vec<Remark>,
    /// What was done, in case the answer cannot be delivered: "the hand was logged".
    done: Option<&'static str>,
}

impl Answer {
    /// An answer without remarks.
    pub(crate) fn of(out: impl Into<String>) -> Answer {
        Answer { out: out.into(), ..Answer::default() }
    }

    /// Says what was done.
    #[must_use]
    pub(crate) fn done(self, what: &'static str) -> Answer {
        Answer { done: Some(what), ..self }
    }

    /// Says what was done, unless that is said already.
    #[must_use]
    pub(crate) fn or_done(mut self, what: &'static str) -> Answer {
        self.done.get_or_insert(what);
        self
    }

    /// Adds remarks.
    #[must_use]
    pub(crate) fn remarks(mut self, remarks: impl IntoIterator<Item = Remark>) -> Answer {
        self.remarks.extend(remarks);
        self
    }
}

/// The widths of the terminals that an answer and remarks are printed on; `None` if no person looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Screens {
    /// The width for the answer.
    pub out: Option<usize>,
    /// The width for remarks and errors.
    pub err: Option<usize>,
}

/// Prints a remark at once: before work that takes long.
pub(crate) fn announce(said: &Remark, screens: Screens, invocation: &Invocation) {
    if let Some(text) = said.text(invocation) {
        remark(&message(&text, screens.err));
    }
}

/// Prints the result of a command, and returns the exit status. Suggested commands keep what the user typed.
pub(crate) fn deliver(result: Result<Answer, Failure>, screens: Screens, invocation: &Invocation) -> ExitCode {
    let Answer { out, remarks, done } = match result {
        Ok(answer) => answer,
        Err(failure) => return refuse(&failure, screens, invocation),
    };
    let mut out = laid_out(&out, screens.out);
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let mut stdout = io::stdout().lock();
    let written = print(&mut stdout, out.as_bytes());
    for text in remarks.iter().filter_map(|remark| remark.text(invocation)) {
        remark(&message(&text, screens.err));
    }
    match written {
        Ok(Audience::Reads | Audience::HasLeft) => ExitCode::SUCCESS,
        Err(why) => {
            let failure = match done {
                None => undelivered(&why),
                Some(done) => Failure::fault(format!("{done}, but the answer could not be written: {why}"))
                    .hint(Hint::does(CommandLine::overview(), "shows the current game")),
            };
            refuse(&failure, screens, invocation)
        }
    }
}

/// The answer cannot be written.
fn undelivered(why: &io::Error) -> Failure {
    Failure::fault(format!("the answer could not be written: {why}"))
}

/// Prints why a command could not be done, and returns the exit status.
fn refuse(failure: &Failure, screens: Screens, invocation: &Invocation) -> ExitCode {
    remark(&message(&failure.text(invocation), screens.err));
    ExitCode::from(match failure.kind() {
        Kind::Refused => 1,
        Kind::Usage => 2,
        Kind::Fault => 3,
    })
}

/// Whether anybody still reads the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Yes, as far as the program can know.
    Reads,
    /// No, the pipe was closed.
    HasLeft,
}

/// An answer of any length, printed while it is worked out. Each remark is printed after the lines it belongs to.
///
/// A command that answers in this way returns an empty [`Answer`] once it has [flushed](Stream::flush) the rest.
pub(crate) struct Stream {
    stdout: StdoutLock<'static>,
    pending: Vec<u8>,
    screens: Screens,
}

impl Stream {
    /// How much is printed at a time, in bytes.
    pub(crate) const FULL: usize = 64 * 1024;

    /// A stream to stdout. Its lines are for programs, so none of them is broken.
    pub(crate) fn new(screens: Screens) -> Stream {
        Stream { stdout: io::stdout().lock(), pending: Vec::with_capacity(2 * Stream::FULL), screens }
    }

    /// Adds what `write` writes.
    ///
    /// # Errors
    /// The answer cannot be written.
    #[inline]
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Result<Audience, Failure> {
        write(&mut self.pending);
        if self.pending.len() < Stream::FULL { Ok(Audience::Reads) } else { self.flush() }
    }

    /// Prints a remark on stderr, after everything that was added before.
    ///
    /// # Errors
    /// The answer cannot be written.
    pub(crate) fn remark(&mut self, text: &str) -> Result<Audience, Failure> {
        let reader = self.flush()?;
        remark(&message(text, self.screens.err));
        Ok(reader)
    }

    /// Prints what was added so far.
    ///
    /// # Errors
    /// The answer cannot be written.
    pub(crate) fn flush(&mut self) -> Result<Audience, Failure> {
        let reader = print(&mut self.stdout, &self.pending);
        self.pending.clear();
        reader.map_err(|why| undelivered(&why))
    }
}

fn print(stdout: &mut StdoutLock<'_>, bytes: &[u8]) -> io::Result<Audience> {
    if !bytes.is_empty() && stdout_was_closed() {
        return Err(io::Error::other("standard output is closed"));
    }
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Audience::Reads),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Audience::HasLeft),
        Err(error) => Err(error),
    }
}

/// Prints on stderr. Control characters are shown by their codes, so that the terminal does not obey what a file or a
/// name holds.
fn remark(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(text));
}

/// Breaks sentences of an answer between words if they do not fit. Lines that start with a space, or have a style in
/// them, are laid out already.
fn laid_out(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_string() };
    let line = |line: &str| if line.starts_with(' ') { line.to_string() } else { sentence_line(line, width) };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Breaks the sentences of a message between words if they do not fit; indented ones keep their indent. A line with a
/// mark below it stays whole, because the mark shows a place in it.
fn message(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_string() };
    let is_mark = |line: &str| line.trim() == "^";
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |(at, line): (usize, &&str)| {
        let is_marked = is_mark(line) || lines.get(at + 1).is_some_and(|below| is_mark(below));
        if is_marked { (*line).to_string() } else { sentence_line(line, width) }
    };
    lines.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// One line, broken between words if it does not fit. A hint is not broken, because then its command could not be
/// pasted; a line with a style in it is laid out already.
fn sentence_line(line: &str, width: usize) -> String {
    if line.starts_with("hint: ") || line.contains('\u{1b}') {
        return line.to_string();
    }
    let bare = line.trim_start_matches(' ');
    let indent = " ".repeat(line.len() - bare.len());
    let broken = sentence(bare, width.saturating_sub(indent.len()));
    broken.split('\n').map(|part| indent.clone() + part).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sentences_are_broken() {
        let broken = |text: &str| laid_out(text, Some(12));
        assert_eq!(broken("one two three four"), "one two\n  three four");
        assert_eq!(broken("  one two three four"), "  one two three four");
        assert_eq!(broken("hint: `ginpad log Ann gin 4`"), "hint: `ginpad log Ann gin 4`");
        assert_eq!(broken("\u{1b}[1mone two\u{1b}[0m"), "\u{1b}[1mone two\u{1b}[0m");
        assert_eq!(laid_out("one two three four", None), "one two three four");
    }

    #[test]
    fn the_reasons_of_a_message_are_broken_with_their_indent() {
        let broken = |text: &str| message(text, Some(12));
        assert_eq!(broken("error: one:\n  one two three"), "error: one:\n  one two\n    three");
        let marked = "  line 2: one\n    one two three\n        ^";
        assert_eq!(broken(marked), "  line 2:\n    one\n    one two three\n        ^");
        assert_eq!(broken("hint: `ginpad log Ann gin 4`"), "hint: `ginpad log Ann gin 4`");
        assert_eq!(message("  one two three four", None), "  one two three four");
    }
}
