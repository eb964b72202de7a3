//! A long answer, kept until the book is closed.
//!
//! Whoever reads the answer may be slow, like a pager, and nobody can write to a book that is being read. So what is long
//! is first worked out as a whole, and printed afterwards. Only its beginning is kept in memory, the rest in a file that
//! the system removes.

use std::io;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, Write as _};

use tempfile::SpooledTempFile;

use super::{Session, reason};
use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::cli::printer::{Audience, Stream, dressed};

/// As much is kept in memory, in bytes.
const IN_MEMORY: usize = 256 * 1024;

/// A long answer that is being worked out.
pub(crate) struct Spool {
    kept: SpooledTempFile,
    /// What is not yet in `kept`.
    pending: Vec<u8>,
}

impl Spool {
    /// An empty answer.
    pub(crate) fn new() -> Spool {
        Spool { kept: SpooledTempFile::new(IN_MEMORY), pending: Vec::new() }
    }

    /// Adds text.
    ///
    /// # Errors
    /// It cannot be kept, because the disk is full.
    pub(crate) fn add(&mut self, text: &str) -> Result<(), Failure> {
        self.pending.extend(text.as_bytes());
        if self.pending.len() < Stream::FULL { Ok(()) } else { self.keep() }
    }

    fn keep(&mut self) -> Result<(), Failure> {
        self.kept.write_all(&self.pending).map_err(|error| cannot_keep(&error))?;
        self.pending.clear();
        Ok(())
    }

    /// What was added, to be read from its beginning.
    fn read(mut self) -> Result<BufReader<SpooledTempFile>, Failure> {
        self.keep()?;
        self.kept.rewind().map_err(|error| cannot_keep(&error))?;
        Ok(BufReader::with_capacity(Stream::FULL, self.kept))
    }

    /// Prints what was added. The answer that is returned has nothing left to print.
    ///
    /// # Errors
    /// The answer cannot be read again or written.
    pub(crate) fn print(self, session: &Session) -> Result<Answer, Failure> {
        let mut stream = Stream::new(session.screens());
        let mut kept = self.read()?;
        let mut block = vec![0; Stream::FULL];
        loop {
            let read = kept.read(&mut block).map_err(|error| cannot_keep(&error))?;
            if read == 0 || stream.add(|out| out.extend(&block[..read]))? == Audience::HasLeft {
                break;
            }
        }
        stream.flush()?;
        Ok(Answer::default())
    }

    /// Prints what `line` makes of each line that was added, after `heading`. The answer that is returned has nothing
    /// left to print.
    ///
    /// # Errors
    /// The answer cannot be read again or written, and those of `line`.
    pub(crate) fn print_lines(
        self,
        session: &Session,
        heading: &str,
        mut line: impl FnMut(&str) -> Result<String, Failure>,
    ) -> Result<Answer, Failure> {
        let screens = session.screens();
        let mut stream = Stream::new(screens);
        stream.add(|out| out.extend(dressed(heading, screens).as_bytes()))?;
        for kept in self.read()?.lines() {
            let text = line(&kept.map_err(|error| cannot_keep(&error))?)?;
            if stream.add(|out| out.extend(dressed(&text, screens).as_bytes()))? == Audience::HasLeft {
                break;
            }
        }
        stream.flush()?;
        Ok(Answer::default())
    }
}

fn cannot_keep(error: &io::Error) -> Failure {
    Failure::refused(format!("a long answer cannot be kept in the folder for temporary files: {}", reason(error)))
        .hint(Hint::advice("name a folder that has room with the variable TMPDIR"))
}
