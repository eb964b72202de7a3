//! A text sheet of any length: read line by line, a second time if need be, with one game in memory.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Chain, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::input_lines::{Lines, NoLine};
use super::progress::Progress;
use super::source::{DATABASE, Source, database, unreadable, utf_16};
use super::{SAVE_AS_UTF_8, reason, shown};
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::cli::messages::consequences::marked_in_vain;
use crate::disk::Room;
use ginpad_core::game::Game;
use ginpad_core::listed::Listed;
use ginpad_core::notation::{LocalTime, SheetReader};
use ginpad_core::text::count;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = SheetReader::LONGEST_LINE * 4;

/// How much of a file is one step of the progress bar, in bytes.
const STEP: u64 = 64 * 1024;

/// Who is shown how far the reading is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Watch {
    /// A bar shows it, if it takes long.
    Bar,
    /// Nobody: it is part of other work.
    Nobody,
}

/// So many bytes of a pipe are kept at most. It may have no end; a file may be of any size.
const MOST_KEPT: u64 = 512 * MEGABYTE;

const MEGABYTE: u64 = 1024 * 1024;

/// A line of more bytes than this has no end.
const ENDLESS: u64 = 64 * MEGABYTE;

/// A text sheet that can be read more than once.
#[derive(Debug)]
pub(crate) struct SheetFile {
    path: PathBuf,
    file: File,
    /// What comes through a pipe, until it has been read. Then `file` has a copy of it.
    pipe: Option<Chain<Cursor<Vec<u8>>, File>>,
    bytes: u64,
    /// The lines that say that the rules refuse their hands, which they do not, as far as the file was read last.
    marked_in_vain: Listed<usize>,
}

/// Reads a file or a pipe, and keeps a copy of the pipe.
struct Reading<'f> {
    file: &'f File,
    pipe: Option<Chain<Cursor<Vec<u8>>, File>>,
    room: Room,
    /// How many more bytes of the pipe may be kept.
    left: u64,
    /// Why no copy can be kept.
    no_room: Rc<RefCell<Option<Failure>>>,
    path: &'f Path,
}

impl Read for Reading<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(pipe) = &mut self.pipe else { return self.file.read(buffer) };
        let read = pipe.read(buffer)?;
        let written = self.file.write_all(buffer.get(..read).unwrap_or_default());
        let kept = match written.and_then(|()| self.room.used(read as u64)) {
            Ok(()) if self.left < read as u64 => Err(endless(self.path)),
            Ok(()) => Ok(()),
            Err(error) => Err(not_kept(self.path, &error)),
        };
        self.left = self.left.saturating_sub(read as u64);
        kept.map(|()| read).map_err(|failure| {
            self.no_room.replace(Some(failure));
            io::Error::other("no temporary file can keep it")
        })
    }
}

impl SheetFile {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// It cannot be read, or there is no room for a temporary file.
    pub(crate) fn open(path: &Path) -> Result<SheetFile, Failure> {
        SheetFile::of(Source::open(path)?)
    }

    /// A source that is a text sheet. What comes through a pipe is kept in a temporary file without a name, which is gone
    /// with the program.
    ///
    /// # Errors
    /// There is no room for the temporary file.
    pub(crate) fn of(source: Source) -> Result<SheetFile, Failure> {
        let Source { path, file, begun, is_whole, bytes } = source;
        if is_whole {
            return Ok(SheetFile { path, file, pipe: None, bytes, marked_in_vain: Listed::default() });
        }
        let copy = tempfile::tempfile().map_err(|error| not_kept(&path, &error))?;
        let pipe = Some(Cursor::new(begun).chain(file));
        Ok(SheetFile { path, file: copy, pipe, bytes, marked_in_vain: Listed::default() })
    }

    /// Warnings about what was read last and makes no difference.
    pub(crate) fn warnings(&self) -> Vec<Remark> {
        marked_in_vain(&shown(&self.path), &self.marked_in_vain)
    }

    /// Reads the games one after another from the beginning, each with its text. Once there is a fault, `visit` sees no more of them, but
    /// the rest is read for its faults.
    ///
    /// # Errors
    /// The file cannot be read; it has faults, which are listed; and those of `visit`, which end the reading.
    pub(crate) fn each_game(
        &mut self,
        local: LocalTime<'_>,
        watch: Watch,
        mut visit: impl FnMut(Game, &str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.file.seek(SeekFrom::Start(0)).map_err(|error| unreadable(&self.path, &error))?;
        let no_room = Rc::new(RefCell::new(None));
        let (pipe, path) = (self.pipe.take(), self.path.as_path());
        let (room, left, no_room_found) = (Room::new(), MOST_KEPT, Rc::clone(&no_room));
        let reading = Reading { file: &self.file, pipe, room, left, no_room: no_room_found, path };
        let mut lines = Lines::new(reading, LONGEST_LINE, &self.path).giving_up_after(ENDLESS);
        // What could not be kept says more than that it could not be read.
        let or_no_room = |failure| no_room.take().unwrap_or(failure);
        let beginning = lines.beginning().map_err(or_no_room)?;
        if beginning.starts_with(&[0xff, 0xfe]) || beginning.starts_with(&[0xfe, 0xff]) {
            return Err(utf_16(&self.path));
        }
        if beginning.starts_with(DATABASE) {
            return Err(database(&self.path));
        }
        let steps = usize::try_from(self.bytes / STEP).unwrap_or(usize::MAX);
        let progress = (watch == Watch::Bar).then(|| Progress::over(steps, "reading the file"));
        let (mut read, mut shown_at) = (0_u64, STEP);
        let mut sheet = SheetReader::new(local);
        while let Some(line) = lines.next().map_err(or_no_room)? {
            read += line.bytes as u64;
            while read >= shown_at {
                progress.iter().for_each(Progress::advance);
                shown_at += STEP;
            }
            match line.text {
                Ok(text) => {
                    if let Some(game) = sheet.line(text) {
                        visit(game, sheet.text())?;
                    }
                }
                Err(NoLine::TooLong { .. }) => sheet.too_long_line(),
                Err(NoLine::NotText) => {
                    let what = format!("cannot read {}: line {} is not UTF-8 text", shown(&self.path), line.number);
                    return Err(Failure::refused(what).hint(Hint::advice(SAVE_AS_UTF_8)));
                }
            }
            if sheet.has_stopped() {
                break;
            }
        }
        drop(progress);
        self.marked_in_vain.clone_from(sheet.marked_in_vain());
        let text = sheet.text().to_string();
        let last = sheet.end().map_err(|faults| {
            let what = format!("{} has {} and was not read", shown(&self.path), count(faults.0.total(), "fault"));
            Failure::listing(what, &faults.0)
        })?;
        last.map_or(Ok(()), |game| visit(game, &text))
    }
}

/// More comes through a pipe than is kept.
fn endless(pipe: &Path) -> Failure {
    let most = MOST_KEPT / MEGABYTE;
    Failure::refused(format!("cannot keep {} in a temporary file: it is larger than {most} MB", shown(pipe)))
        .hint(Hint::advice("if it has an end, save it in a file and name that; a file may be of any size"))
}

/// What comes through a pipe could not be kept.
fn not_kept(pipe: &Path, error: &io::Error) -> Failure {
    Failure::refused(format!("cannot keep {} in a temporary file: {}", shown(pipe), reason(error)))
        .hint(Hint::advice("name a file, or a folder that has room with the variable TMPDIR"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_without_end_is_given_up() {
        let (file, zeros) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
        zeros.set_len(10_000).unwrap();
        let no_room = Rc::new(RefCell::new(None));
        let pipe = Some(Cursor::new(Vec::new()).chain(zeros));
        let found = Rc::clone(&no_room);
        let mut reading =
            Reading { file: &file, pipe, room: Room::new(), left: 9000, no_room: found, path: Path::new("-") };
        assert!(io::copy(&mut reading, &mut io::sink()).is_err());
        let said = no_room.take().map(|failure| failure.without_hints());
        assert_eq!(said.unwrap(), "cannot keep standard input in a temporary file: it is larger than 512 MB");
    }
}
