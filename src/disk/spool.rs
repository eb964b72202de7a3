//! Texts of any length. A text too long for a little memory is kept in a file that the system removes.
//!
//! Nobody can write to a book while it is read, and the reader of an answer may be slow. So a long answer is kept until
//! the book is closed, and printed afterwards.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, Write};

/// How much is kept in memory, in bytes.
const IN_MEMORY: usize = 256 * 1024;

/// A text of any length.
#[derive(Debug, Default)]
pub(crate) struct Spool {
    /// The beginning of a text too long for memory.
    file: Option<File>,
    /// The rest.
    rest: Vec<u8>,
}

/// The error for a long answer that cannot be kept.
#[derive(Debug)]
pub(crate) struct NotKept(pub(crate) io::Error);

impl Spool {
    /// Reads the text from its beginning.
    pub(crate) fn reader(&self) -> io::Result<impl Read> {
        let mut file: Box<dyn Read + '_> = Box::new(io::empty());
        if let Some(mut kept) = self.file.as_ref() {
            kept.rewind()?;
            file = Box::new(kept);
        }
        Ok(BufReader::new(file.chain(self.rest.as_slice())))
    }
}

impl From<String> for Spool {
    fn from(text: String) -> Spool {
        Spool { rest: text.into_bytes(), ..Spool::default() }
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        if self.rest.len() >= IN_MEMORY {
            let mut file = self.file.take().map_or_else(tempfile::tempfile, Ok)?;
            file.write_all(&self.rest)?;
            self.file = Some(file);
            self.rest.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
