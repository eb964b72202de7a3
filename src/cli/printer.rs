//! The only place that prints.

use std::cell::OnceCell;
use std::env;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use terminal_size::{Height, Width, terminal_size_of};

use crate::answer::{Failure, Kind, Remark};
use crate::app::Door;
use crate::book::{Steps, Watcher};
use crate::cli::invocation::Invocation;
use crate::disk::interrupt::{Tidying, tidy_on_interrupt};
use crate::disk::reason;
use crate::render::formats::sentence_line;
use crate::render::{Canvas, Colour, Symbols, painted};
use ginpad_core::text::{ascii, printable_lines};

/// The width of a terminal of this size.
pub(super) fn width(size: Option<(Width, Height)>) -> Option<usize> {
    size.map(|(Width(width), _)| usize::from(width).max(Canvas::NARROWEST))
}

/// The failure of an answer that cannot be written.
pub(crate) fn undelivered(why: &io::Error) -> Failure {
    Failure::fault(format!("the answer could not be written: {}", reason(why)))
}

/// Prints why a command failed and returns the exit status.
pub(crate) fn refuse(failure: &Failure, invocation: &Invocation) -> ExitCode {
    remark(&failure.text(invocation));
    ExitCode::from(match failure.kind {
        Kind::Refused => 1,
        Kind::Usage => 2,
        Kind::Fault => 3,
    })
}

/// Standard output, unless it was closed at the start.
pub(super) struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if CLOSED.load(Ordering::Relaxed) {
            return Err(io::Error::other("standard output is closed"));
        }
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// The bytes printed at a time of an answer for programs.
const AT_ONCE: usize = 64 * 1024;

/// Standard output for an answer of any length, written in large pieces.
pub(super) fn buffered() -> BufWriter<Stdout> {
    BufWriter::with_capacity(AT_ONCE, Stdout)
}

/// Prints text at once, unchanged.
pub(super) fn print(text: &str) -> io::Result<()> {
    Stdout.write_all(text.as_bytes())?;
    Stdout.flush()
}

/// A closed pipe is no error: nobody reads the rest.
pub(super) fn delivered(result: io::Result<()>) -> Result<(), Failure> {
    result.map_err(|why| match why.kind() {
        ErrorKind::BrokenPipe => exit(0),
        _ => undelivered(&why),
    })
}

/// Adapts text for people to the terminal: its characters and its styles.
pub(crate) fn dressed(text: String, colour: Colour, symbols: Symbols) -> String {
    let text = painted(text, colour);
    if symbols == Symbols::Letters { ascii(&text) } else { text }
}

/// Prints on stderr. Control characters appear as codes, so that the terminal does not obey the content of a file or a
/// name.
pub(super) fn remark(text: &str) {
    let text = dressed(text.to_string(), Colour::Plain, symbols_of_locale());
    let _ = writeln!(io::stderr(), "{}", printable_lines(&laid_out(text, width(terminal_size_of(io::stderr())))));
}

/// Breaks sentences between words if they do not fit; indented ones keep their indent. A line with a mark below it
/// stays whole, because the mark points at a place in it. Text for programs has no width.
pub(crate) fn laid_out(text: String, width: Option<usize>) -> String {
    let Some(width) = width else { return text };
    let is_mark = |line: &str| line.trim() == "^";
    let mut laid_out = String::with_capacity(text.len());
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        let is_marked = is_mark(line) || lines.peek().is_some_and(|below| is_mark(below));
        laid_out += &if is_marked { line.to_string() } else { sentence_line(line, width) };
        laid_out += if lines.peek().is_some() { "\n" } else { "" };
    }
    laid_out
}

/// The characters that the locale can show: `LC_ALL`, else `LC_CTYPE`, else `LANG` names them. If none is set, as on
/// Windows or in a container, signs are shown.
pub(crate) fn symbols_of_locale() -> Symbols {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    locale.map_or(Symbols::Signs, |locale| of(&locale))
}

/// The characters that a locale like `de_DE.UTF-8@euro` can show.
fn of(locale: &str) -> Symbols {
    let locale = locale.split('@').next().unwrap_or(locale);
    let charset = locale.rsplit('.').next().unwrap_or(locale).to_lowercase();
    if matches!(charset.as_str(), "utf-8" | "utf8") { Symbols::Signs } else { Symbols::Letters }
}

/// Whether standard output was closed when the program started. Only Unix reports this before the first write.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before `main`. It only asks the system about a descriptor and uses nothing that the runtime sets up.
#[cfg(unix)]
#[allow(unsafe_code, reason = "only code that runs before `main` can see it; see docs/decisions.md")]
#[ctor::ctor(unsafe)]
fn note_whether_it_is_closed() {
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Whether the reader of the pipe at standard output has left. Other systems report this only on a write.
#[cfg(unix)]
pub(crate) fn reader_has_left() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdout = rustix::stdio::stdout();
    let mut asked = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut asked, Some(&at_once)).is_ok() && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Other systems cannot tell.
#[cfg(not(unix))]
pub(crate) const fn reader_has_left() -> bool {
    false
}

/// The time before a bar appears; shorter work shows none.
const PATIENCE: Duration = Duration::from_millis(300);

/// The bar after its message. It fills the width of the terminal.
const TEMPLATE: &str = "{msg} {wide_bar} {percent}%";

/// Work that may take long. Dropping it removes its bar from the screen.
#[derive(Debug)]
struct Progress {
    bar: ProgressBar,
    /// Removes the bar on Ctrl-C, once it is drawn.
    shown: OnceCell<Tidying>,
}

/// A bar that is not drawn yet.
fn bar(steps: usize, what: &'static str) -> ProgressBar {
    // The template is a constant that a test parses.
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
    bar.with_finish(ProgressFinish::AndClear).with_style(style.progress_chars("#.")).with_message(what)
}

impl Watcher for Invocation {
    fn begin(&self, what: &'static str, steps: usize) -> Box<dyn Steps> {
        Box::new(Progress { bar: bar(steps, what), shown: OnceCell::new() })
    }
}

/// The terminal of a user who waits for a command. Suggested commands keep the flags that the user typed.
impl Door for Invocation {
    fn remark(&self, said: &Remark) {
        said.text(self).iter().for_each(|text| remark(text));
    }
}

impl Steps for Progress {
    fn advance(&self, steps: usize) {
        self.bar.inc(steps as u64);
        if self.shown.get().is_none() && self.bar.elapsed() > PATIENCE {
            let clear = self.bar.clone();
            self.shown.get_or_init(|| tidy_on_interrupt(move || clear.finish_and_clear()));
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sentences_are_broken() {
        let broken = |text: &str| laid_out(text.into(), Some(12));
        assert_eq!(broken("one two three four"), "one two\n  three four");
        assert_eq!(broken("hint: `ginpad log Ann gin 4` logs it"), "hint: `ginpad log Ann gin 4`\n  logs it");
        assert_eq!(broken("game 1: `ginpad drop 2`"), "game 1:\n  `ginpad drop 2`");
        assert_eq!(broken("\u{1b}[1mone two\u{1b}[0m"), "\u{1b}[1mone two\u{1b}[0m");
        assert_eq!(laid_out("one two three four".into(), None), "one two three four");
    }

    #[test]
    fn the_reasons_of_a_message_are_broken_with_their_indent() {
        let broken = |text: &str| laid_out(text.into(), Some(12));
        assert_eq!(broken("error: one:\n  one two three"), "error: one:\n  one two\n    three");
        let marked = "  line 2: one\n    one two three\n        ^";
        assert_eq!(broken(marked), "  line 2:\n    one\n    one two three\n        ^");
        assert_eq!(broken("hint: `ginpad log Ann gin 4`"), "hint: `ginpad log Ann gin 4`");
    }

    #[test]
    fn only_utf_8_shows_signs() {
        for locale in ["C.UTF-8", "de_DE.utf8", "en_US.UTF-8@euro", "UTF-8", "C.utf8"] {
            assert_eq!(of(locale), Symbols::Signs, "{locale}");
        }
        for locale in ["C", "POSIX", "en_US.ISO-8859-1", "de_DE@euro", "de_DE", "ja_JP.eucJP"] {
            assert_eq!(of(locale), Symbols::Letters, "{locale}");
        }
    }

    #[test]
    fn the_template_can_be_drawn() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }

    #[test]
    fn short_work_shows_nothing() {
        let progress = Progress { bar: bar(2, "reading games"), shown: OnceCell::new() };
        progress.advance(1);
        assert!(progress.shown.get().is_none() && progress.bar.is_hidden());
    }
}
