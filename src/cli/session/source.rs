//! A file, a pipe or standard input, told by what it holds and not by its name.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::{SAVE_AS_UTF_8, reason, shown};
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;

/// So many bytes of white space may come before the first character.
const MOST_BLANK: usize = 64 * 1024;

/// Something that can be read once from its beginning; a file even again.
#[derive(Debug)]
pub(crate) struct Source {
    pub(super) path: PathBuf,
    pub(super) file: File,
    /// What was read of a pipe.
    pub(super) begun: Vec<u8>,
    /// Whether it is a file that can be read again.
    pub(super) is_whole: bool,
    /// How long it is; of a pipe nobody knows.
    pub(super) bytes: u64,
}

impl Source {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Source, Failure> {
        let cannot = |error: io::Error| unreadable(path, &error);
        let is_stdin = path == Path::new("-");
        let mut file = if is_stdin { stdin() } else { File::open(path) }.map_err(cannot)?;
        let kind = file.metadata().map_err(cannot)?;
        if kind.is_dir() {
            return Err(cannot(io::ErrorKind::IsADirectory.into()));
        }
        // Standard input may stand behind what another program has read of the file.
        let is_whole = kind.is_file() && file.stream_position().is_ok_and(|at| at == 0);
        let bytes = if is_whole { kind.len() } else { 0 };
        Ok(Source { path: path.to_path_buf(), file, begun: Vec::new(), is_whole, bytes })
    }

    /// The name of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How long it is, in bytes; of a pipe 0.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether it is a book, or another file of SQLite, that can be read by its name.
    ///
    /// # Errors
    /// The source cannot be read.
    pub(crate) fn is_database(&mut self) -> Result<bool, Failure> {
        let cannot = |error: io::Error| unreadable(&self.path, &error);
        if !self.is_whole || self.path == Path::new("-") {
            return Ok(false);
        }
        let mut start = Vec::new();
        (&self.file).take(DATABASE.len() as u64).read_to_end(&mut start).map_err(cannot)?;
        self.file.seek(SeekFrom::Start(0)).map_err(cannot)?;
        Ok(start == DATABASE)
    }

    /// The first character that is no white space and no mark of the encoding, if it soon comes.
    ///
    /// # Errors
    /// The source cannot be read, or is not text in UTF-8.
    pub(crate) fn first(&mut self) -> Result<Option<u8>, Failure> {
        let cannot = |error: io::Error| unreadable(&self.path, &error);
        let mut block = [0; 4096];
        let first = loop {
            let text = self.begun.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.begun);
            let first = text.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
            // The mark of the encoding has three bytes.
            if self.begun.len() >= 3 && first.is_some() || self.begun.len() > MOST_BLANK {
                break first;
            }
            match self.file.read(&mut block).map_err(cannot)? {
                0 => break first,
                read => self.begun.extend(block.get(..read).unwrap_or_default()),
            }
        };
        if self.begun.starts_with(&[0xff, 0xfe]) || self.begun.starts_with(&[0xfe, 0xff]) {
            return Err(utf_16(&self.path));
        }
        if self.begun.starts_with(DATABASE) {
            return Err(database(&self.path));
        }
        if first.is_some_and(|first| first.is_ascii_control()) {
            return Err(cannot(io::Error::other("it is not text")));
        }
        if self.is_whole {
            self.begun.clear();
            self.file.seek(SeekFrom::Start(0)).map_err(cannot)?;
        }
        Ok(first)
    }

    /// All of it, from its beginning.
    pub(crate) fn read(self) -> impl Read {
        Cursor::new(self.begun).chain(self.file)
    }
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::refused(format!("cannot read {}: {}", shown(path), reason(error)))
}

/// How the file of a book begins, like every file of SQLite.
pub(super) const DATABASE: &[u8] = b"SQLite format 3\0";

/// A book where a file of games should be.
pub(super) fn database(path: &Path) -> Failure {
    let failure = Failure::refused(format!("cannot read {}: it is a book, or another database", shown(path)));
    let merge = path.to_str().filter(|name| *name != "-").map(|book| CommandLine::of("merge").words([book]));
    failure.hint_if(merge.map(|merge| Hint::does(merge, "takes in everything that another book holds")))
}

pub(super) fn utf_16(path: &Path) -> Failure {
    Failure::refused(format!("cannot read {}: it is UTF-16 text", shown(path))).hint(Hint::advice(SAVE_AS_UTF_8))
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
