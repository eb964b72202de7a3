//! The one place that prints.

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use terminal_size::{Height, Width, terminal_size_of};

use super::closed_stdout::stdout_was_closed;
use super::invocation::Invocation;
use super::locale::symbols_of_locale;
use super::pager::Pager;
use crate::answer::failure::Kind;
use crate::answer::{Failure, Remark};
use crate::disk::reason;
use crate::render::faces::sentence_line;
use crate::render::{Colour, Look, Symbols, painted};
use ginpad_core::text::{ascii, printable_lines};

/// The widths of the terminals that an answer and remarks are printed on; `None` if no person looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Screens {
    /// The width for the answer.
    pub out: Option<usize>,
    /// The width for remarks and errors.
    pub err: Option<usize>,
    /// The characters of the answer.
    pub symbols: Symbols,
    /// Whether the answer may be styled.
    pub colour: Colour,
    /// The characters of remarks and errors.
    pub symbols_of_errors: Symbols,
}

/// The width of the terminal that errors are printed on.
pub(crate) fn screen_of_errors() -> Screens {
    let symbols = symbols_of_locale();
    let err = width(terminal_size_of(io::stderr()));
    Screens { out: None, err, symbols, colour: Colour::Plain, symbols_of_errors: symbols }
}

/// The width of a terminal of this size.
pub(super) fn width(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(Width(width), _)| usize::from(width).max(Look::NARROWEST))
}

/// Prints a remark at once: before work that takes long.
pub(crate) fn announce(said: &Remark, screens: Screens, invocation: &Invocation) {
    if let Some(text) = said.text(invocation) {
        remark(&text, screens);
    }
}

/// Prints what clap answers: help or the version. Clap prints it where every sign can be shown. `pager` finds what shows it,
/// if it is too long for the terminal; there it has this colour.
///
/// # Errors
/// It cannot be written.
pub(crate) fn help(answer: &clap::Error, colour: Colour, pager: &dyn Fn(&str) -> Option<Pager>) -> io::Result<()> {
    let symbols = symbols_of_locale();
    let rendered = answer.render();
    let text = match colour {
        Colour::Styled => rendered.ansi().to_string(),
        Colour::Plain => rendered.to_string(),
    };
    let text = in_symbols(&text, symbols);
    if pager(&text).and_then(|pager| pager.show(&text)).is_some() {
        return Ok(());
    }
    match symbols {
        Symbols::Signs => answer.print(),
        Symbols::Letters => io::stdout().lock().write_all(ascii(&answer.render().to_string()).as_bytes()),
    }
}

/// Prints how a command line may go on. The shell that asked hears of no failure.
pub(crate) fn suggest(answer: &[u8]) {
    let _ = print(&mut io::stdout().lock(), answer);
}

/// The answer cannot be written.
pub(crate) fn undelivered(why: &io::Error) -> Failure {
    Failure::fault(format!("the answer could not be written: {}", reason(why)))
}

/// Prints why a command could not be done, and returns the exit status.
pub(crate) fn refuse(failure: &Failure, screens: Screens, invocation: &Invocation) -> ExitCode {
    remark(&failure.text(invocation), screens);
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
/// A command that answers in this way returns an empty answer once it has [flushed](Stream::flush) the rest.
pub(crate) struct Stream {
    stdout: StdoutLock<'static>,
    pending: Vec<u8>,
    screens: Screens,
}

impl Stream {
    /// How much is printed at a time, in bytes.
    pub(crate) const FULL: usize = 64 * 1024;

    /// A stream to stdout. What is added is printed as it is: no line is broken, and no sign replaced.
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
        remark(text, self.screens);
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

/// Prints bytes at once.
pub(super) fn print(stdout: &mut StdoutLock<'_>, bytes: &[u8]) -> io::Result<Audience> {
    if !bytes.is_empty() && stdout_was_closed() {
        return Err(io::Error::other("standard output is closed"));
    }
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Audience::Reads),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Audience::HasLeft),
        Err(error) => Err(error),
    }
}

/// Lines of an answer as the screen shows them: in its characters, and with its styles.
pub(crate) fn dressed(text: &str, screens: Screens) -> String {
    with_characters(painted(text, screens.colour), screens.symbols)
}

/// Text in the characters that the screen shows, without styles.
pub(crate) fn in_symbols(text: &str, symbols: Symbols) -> String {
    with_characters(painted(text, Colour::Plain), symbols)
}

fn with_characters(text: String, symbols: Symbols) -> String {
    if symbols == Symbols::Letters { ascii(&text) } else { text }
}

/// Prints on stderr. Control characters are shown by their codes, so that the terminal does not obey what a file or a
/// name holds.
pub(super) fn remark(text: &str, screens: Screens) {
    let text = in_symbols(text, screens.symbols_of_errors);
    let _ = writeln!(io::stderr(), "{}", printable_lines(&message(&text, screens.err)));
}

/// Breaks sentences of an answer between words if they do not fit. Lines that start with a space, or have a style in
/// them, are laid out already.
pub(crate) fn laid_out(text: &str, width: Option<usize>) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sentences_are_broken() {
        let broken = |text: &str| laid_out(text, Some(12));
        assert_eq!(broken("one two three four"), "one two\n  three four");
        assert_eq!(broken("  one two three four"), "  one two three four");
        assert_eq!(broken("hint: `ginpad log Ann gin 4` logs it"), "hint: `ginpad log Ann gin 4`\n  logs it");
        assert_eq!(broken("game 1: `ginpad drop 2`"), "game 1:\n  `ginpad drop 2`");
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
