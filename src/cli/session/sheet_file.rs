//! A text sheet of any length: read line by line, a second time if need be, with one game in memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::input_lines::{Lines, NoLine};
use super::progress::Progress;
use super::{SAVE_AS_UTF_8, reason, shown};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use ginpad_core::game::Game;
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

/// A line of more bytes than this has no end.
const ENDLESS: u64 = 64 * 1024 * 1024;

/// A text sheet that can be read more than once.
#[derive(Debug)]
pub(crate) struct SheetFile {
    path: PathBuf,
    file: File,
    /// What comes through a pipe, until it has been read. Then `file` has a copy of it.
    pipe: Option<File>,
    bytes: u64,
}

/// Reads a file or a pipe, and keeps a copy of the pipe.
struct Reading<'f> {
    file: &'f File,
    pipe: Option<File>,
}

impl Read for Reading<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(pipe) = &mut self.pipe else { return self.file.read(buffer) };
        let read = pipe.read(buffer)?;
        let no_room = |error| io::Error::other(format!("no temporary file can keep it: {}", reason(&error)));
        self.file.write_all(buffer.get(..read).unwrap_or_default()).map_err(no_room)?;
        Ok(read)
    }
}

impl SheetFile {
    /// Opens a file; `-` is standard input. What comes through a pipe is kept in a temporary file without a name, which
    /// is gone with the program.
    ///
    /// # Errors
    /// It cannot be read, or there is no room for the temporary file.
    pub(crate) fn open(path: &Path) -> Result<SheetFile, Failure> {
        let cannot = |error: io::Error| Failure::refused(format!("cannot read {}: {}", shown(path), reason(&error)));
        let is_stdin = path == Path::new("-");
        let mut source = if is_stdin { stdin() } else { File::open(path) }.map_err(cannot)?;
        let kind = source.metadata().map_err(cannot)?;
        if kind.is_dir() {
            return Err(cannot(io::ErrorKind::IsADirectory.into()));
        }
        // Standard input may stand behind what another program has read of the file.
        let is_whole = kind.is_file() && source.stream_position().is_ok_and(|at| at == 0);
        let path = path.to_path_buf();
        if is_whole {
            return Ok(SheetFile { path, file: source, pipe: None, bytes: kind.len() });
        }
        let file = temporary_file(&path)?;
        Ok(SheetFile { path, file, pipe: Some(source), bytes: 0 })
    }

    /// Reads the games one after another from the beginning. Once there is a fault, `visit` sees no more of them, but
    /// the rest is read for its faults.
    ///
    /// # Errors
    /// The file cannot be read; it has faults, which are listed; and those of `visit`, which end the reading.
    pub(crate) fn each_game(
        &mut self,
        local: LocalTime<'_>,
        watch: Watch,
        mut visit: impl FnMut(Game) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let cannot =
            |error: &io::Error| Failure::refused(format!("cannot read {}: {}", shown(&self.path), reason(error)));
        self.file.seek(SeekFrom::Start(0)).map_err(|error| cannot(&error))?;
        let reading = Reading { file: &self.file, pipe: self.pipe.take() };
        let mut lines = Lines::new(reading, LONGEST_LINE, &self.path).giving_up_after(ENDLESS);
        let beginning = lines.beginning()?;
        if beginning.starts_with(&[0xff, 0xfe]) || beginning.starts_with(&[0xfe, 0xff]) {
            let name = shown(&self.path);
            return Err(
                Failure::refused(format!("cannot read {name}: it is UTF-16 text")).hint(Hint::advice(SAVE_AS_UTF_8))
            );
        }
        let steps = usize::try_from(self.bytes / STEP).unwrap_or(usize::MAX);
        let progress = (watch == Watch::Bar).then(|| Progress::over(steps, "reading the file"));
        let (mut read, mut shown_at) = (0_u64, STEP);
        let mut sheet = SheetReader::new(local);
        while let Some(line) = lines.next()? {
            read += line.bytes as u64;
            while read >= shown_at {
                progress.iter().for_each(Progress::advance);
                shown_at += STEP;
            }
            match line.text {
                Ok(text) => {
                    if let Some(game) = sheet.line(text) {
                        visit(game)?;
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
        let last = sheet.end().map_err(|faults| {
            let what = format!("{} has {} and was not read", shown(&self.path), count(faults.0.total(), "fault"));
            Failure::listing(what, &faults.0)
        })?;
        last.map_or(Ok(()), visit)
    }
}

/// A file without a name for what comes through a pipe. It is gone with the program.
///
/// # Errors
/// There is no room for it.
pub(crate) fn temporary_file(pipe: &Path) -> Result<File, Failure> {
    tempfile::tempfile().map_err(|error| not_kept(pipe, &error))
}

/// What comes through a pipe could not be kept.
pub(crate) fn not_kept(pipe: &Path, error: &io::Error) -> Failure {
    Failure::refused(format!("cannot keep {} in a temporary file: {}", shown(pipe), reason(error)))
        .hint(Hint::advice("name a file, or set TMPDIR to a folder that can be written"))
}

/// Standard input as a file of its own.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Standard input as a file of its own.
#[cfg(windows)]
fn stdin() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(File::from(io::stdin().as_handle().try_clone_to_owned()?))
}
