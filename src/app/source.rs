//! A file or standard input, recognised by its content and not by its name.
//!
//! Input from a pipe goes into a temporary file without a name, so that it can be read again. The file disappears when
//! the program ends.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek as _};
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use encoding_rs::WINDOWS_1252;

use crate::answer::{CommandLine, Failure, Hint, printed, unreadable};
use crate::book::Watcher;
use crate::disk::reason;
use ginpad_core::Game;
use ginpad_core::notation::{LONGEST_LINE, LocalTime, SheetReader};
use ginpad_core::text::count;

/// The most bytes that are searched for the first character after white space.
const MOST_BLANK: u64 = 64 * 1024;
/// The most megabytes that are kept of a pipe, because it may have no end. A file may have any size.
const MOST_KEPT: u64 = 1024;

/// Advice about text in another encoding.
const SAVE_AS_UTF_8: &str =
    "save the file as UTF-8; a spreadsheet program calls it `CSV UTF-8`, or asks for the encoding";

/// Input that can be read from its beginning again and again.
#[derive(Debug)]
pub(crate) struct Source {
    /// The name of the file.
    pub path: PathBuf,
    file: File,
}

impl Source {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// It cannot be read, or there is no room for a temporary file.
    pub(crate) fn open(path: &Path) -> Result<Source, Failure> {
        let mut file = opened(path)?;
        let is_file = file.metadata().is_ok_and(|kind| kind.is_file());
        // Another program may already have read the beginning of a file that is standard input.
        let is_whole = is_file && file.stream_position().is_ok_and(|at| at == 0);
        let file = if is_whole { file } else { kept(path, file, MOST_KEPT * 1024 * 1024)? };
        Ok(Source { path: path.to_path_buf(), file })
    }

    /// The first byte after the byte order mark and white space; `None` if it does not come within [`MOST_BLANK`]
    /// bytes.
    ///
    /// # Errors
    /// The source cannot be read, or is not text.
    pub(crate) fn first(&self) -> Result<Option<u8>, Failure> {
        let mut beginning = Vec::new();
        let read = self.read()?.take(MOST_BLANK).read_to_end(&mut beginning);
        read.map_err(|error| unreadable(&self.path, reason(&error)))?;
        if beginning.starts_with(DATABASE) {
            let failure = unreadable(&self.path, "it is a database, not a text sheet");
            let takes_in = "takes in everything that it holds, if it is a ginpad book";
            let merge = Hint::on_file("merge", &self.path, takes_in).filter(|_| self.path != Path::new("-"));
            return Err(failure.hint(merge));
        }
        let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&beginning);
        let first = text.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
        if first.is_some_and(|first| first.is_ascii_control()) {
            return Err(unreadable(&self.path, "it is not text"));
        }
        Ok(first)
    }

    /// Opens the input at its beginning.
    ///
    /// # Errors
    /// The source cannot be read.
    pub(crate) fn read(&self) -> Result<File, Failure> {
        let from_the_beginning = || {
            let mut file = self.file.try_clone()?;
            file.rewind()?;
            Ok(file)
        };
        from_the_beginning().map_err(|error| unreadable(&self.path, reason(&error)))
    }

    /// The text of a spreadsheet, and its encoding if that is not UTF-8: spreadsheet programs also write UTF-16 and
    /// Windows-1252, in which all bytes are valid.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not text.
    pub(crate) fn spreadsheet(&self) -> Result<(String, Option<&'static str>), Failure> {
        let (text, encoding) = match String::from_utf8(bytes(&self.path, self.read()?)?) {
            Ok(text) => (text, None),
            // Text with letters in UTF-8 before the first wrong byte is damaged UTF-8, not another encoding.
            Err(other) if !other.as_bytes()[..other.utf8_error().valid_up_to()].is_ascii() => {
                return Err(broken_off(&self.path, &other));
            }
            Err(other) => {
                let (text, encoding, _) = WINDOWS_1252.decode(other.as_bytes());
                (text.into_owned(), Some(encoding.name()))
            }
        };
        if text.contains('\0') {
            return Err(unreadable(&self.path, "it is not text"));
        }
        Ok((text, encoding))
    }

    /// Reads the games of a text sheet in their order and gives each with its text to `visit`. After the first fault,
    /// the rest is only searched for more faults. `watcher` shows the progress.
    ///
    /// # Errors
    /// The file cannot be read or has faults, which are listed; or `visit` fails, which ends the reading.
    pub(crate) fn each_game(
        &self,
        local: LocalTime<'_>,
        watcher: Option<&dyn Watcher>,
        mut visit: impl FnMut(Game, String) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.first()?;
        let mut lines = Lines::new(self.read()?, &self.path);
        let bytes = self.file.metadata().map_or(0, |file| usize::try_from(file.len()).unwrap_or(usize::MAX));
        let progress = watcher.map(|watcher| watcher.begin("reading the file", bytes));
        let mut sheet = SheetReader::new(local);
        while let Some(line) = lines.next()? {
            progress.iter().for_each(|progress| progress.advance(line.bytes));
            let text = line.text.ok_or_else(|| not_utf_8(&self.path, line.number))?;
            if let Some((game, text)) = sheet.line(text) {
                visit(game, text)?;
            }
            if sheet.has_stopped() {
                break;
            }
        }
        drop(progress);
        let is_table = sheet.text().lines().next().is_some_and(is_table);
        let last = sheet.end().map_err(|faults| {
            let what = format!("{} has {} and was not read", printed(&self.path), count(faults.0.total(), "fault"));
            let import = CommandLine::of("import").words(["FILE"]).switch("csv").form();
            let reads = is_table.then(|| Hint::does(import, "reads a spreadsheet"));
            Failure::listing(what, &faults.0).hint(reads)
        })?;
        last.map_or(Ok(()), |(game, text)| visit(game, text))
    }
}

/// Opens a file, a pipe or standard input.
///
/// # Errors
/// It cannot be read.
pub(super) fn opened(path: &Path) -> Result<File, Failure> {
    let opened = if path == Path::new("-") { stdin() } else { File::open(path) };
    let is_folder = |file: &File| file.metadata().is_ok_and(|kind| kind.is_dir());
    match opened {
        Ok(file) if is_folder(&file) => Err(unreadable(path, reason(&io::ErrorKind::IsADirectory.into()))),
        opened => opened.map_err(|error| unreadable(path, reason(&error))),
    }
}

/// Copies a pipe into a temporary file.
fn kept(path: &Path, pipe: impl Read, most: u64) -> Result<File, Failure> {
    let copied = || {
        let mut file = tempfile::tempfile()?;
        let length = io::copy(&mut pipe.take(most + 1), &mut file)?;
        if length > most { Err(io::Error::other(format!("it is larger than {MOST_KEPT} MB"))) } else { Ok(file) }
    };
    copied().map_err(|error| {
        let why = format!("cannot keep {} in a temporary file: {}", printed(path), reason(&error));
        Failure::refused(why).advise(
            "save the input in a file and name that file, or set the variable TMPDIR to a folder with free space",
        )
    })
}

/// The failure for text that is not UTF-8; `line` is the first line that is not.
pub(super) fn not_utf_8(path: &Path, line: usize) -> Failure {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    if ["ods", "xlsx", "xls", "numbers"].iter().any(|own| extension == *own) {
        let export = Hint::advice("export it there as CSV in UTF-8, and import that file");
        return unreadable(path, "it is a spreadsheet program's own file").hint(export);
    }
    unreadable(path, format!("line {line} is not UTF-8 text")).advise(SAVE_AS_UTF_8)
}

/// The first bytes of every SQLite file, and so of every book.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether a file begins like an SQLite file, as every book does. Devices and pipes are not read.
pub(crate) fn is_database(path: &Path) -> bool {
    let mut beginning = Vec::new();
    fs::metadata(path).is_ok_and(|there| there.is_file())
        && File::open(path).is_ok_and(|file| file.take(DATABASE.len() as u64).read_to_end(&mut beginning).is_ok())
        && beginning == DATABASE
}

/// Standard input under a second file handle.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Standard input under a second file handle.
#[cfg(windows)]
fn stdin() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(File::from(io::stdin().as_handle().try_clone_to_owned()?))
}

/// The largest text that is read, in megabytes; nobody writes that much.
const MOST: u64 = 16;

/// Reads a file, or standard input for `-`, as text.
///
/// # Errors
/// It cannot be read, is too large, or is not UTF-8. The message names the file.
pub(crate) fn text(file: &Path) -> Result<String, Failure> {
    String::from_utf8(bytes(file, opened(file)?)?).map_err(|error| broken_off(file, &error))
}

/// Reads a regular file as text. A pipe or a device is refused: if nobody writes to it, reading would wait for ever.
///
/// # Errors
/// It cannot be read, is too large, or is not UTF-8. The message names the file.
pub(crate) fn text_of_regular_file(file: &Path) -> Result<String, Failure> {
    if fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return Err(unreadable(file, "it is not a regular file"));
    }
    text(file)
}

fn broken_off(file: &Path, error: &FromUtf8Error) -> Failure {
    let at = error.utf8_error().valid_up_to();
    not_utf_8(file, error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1)
}

fn bytes(file: &Path, read: impl Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = read.take(MOST * 1024 * 1024 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(file, reason(&error)))?;
    if bytes.len() as u64 > MOST * 1024 * 1024 {
        return Err(unreadable(file, format!("it is larger than {MOST} MB"))
            .advise("split it into several files; ten thousand hands of text sheets take less than 1 MB"));
    }
    Ok(bytes)
}

/// Whether a line looks like those of a spreadsheet: no sheet begins like `date,Ann,Bob`.
fn is_table(line: &str) -> bool {
    line.matches([',', ';', '\t']).count() > 1 && !line.contains(':')
}

/// The number of bytes that are read at a time.
const AT_ONCE: usize = 256 * 1024;

/// The most bytes of a line that are kept: more than a line may have, with a byte order mark and a part of a character.
const MOST_OF_A_LINE: usize = LONGEST_LINE + 8;

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
            Err(fault) if bytes == MOST_OF_A_LINE && fault.error_len().is_none() => {
                std::str::from_utf8(&line[..fault.valid_up_to()]).ok()
            }
            text => text.ok(),
        };
        Ok(Some(Line { number: self.number, bytes, text }))
    }

    /// Reads a line, skips any excess over the longest line, and returns the number of bytes kept.
    fn read(&mut self) -> io::Result<usize> {
        self.line.clear();
        let read = self.source.by_ref().take(MOST_OF_A_LINE as u64).read_until(b'\n', &mut self.line)?;
        if read == MOST_OF_A_LINE && !self.line.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_without_end_is_given_up() {
        let failure = kept(Path::new("-"), io::repeat(b'7'), 1 << 20).unwrap_err().to_string();
        assert_eq!(failure, "cannot keep standard input in a temporary file: it is larger than 1024 MB");
    }

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
        assert_eq!(lines(endless.chain(&b"\nAS"[..])), [(1, Some("7".repeat(MOST_OF_A_LINE))), (2, Some("AS".into()))]);
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
