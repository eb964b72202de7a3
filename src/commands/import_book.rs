//! `import` of a whole book: what `export --json` wrote.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::{BookError, Contents, DocumentFault, Pad, TakenIn};
use crate::cli::session::progress::Progress;
use crate::cli::session::shown;
use crate::cli::session::source::Source;
use ginpad_core::facts::FactId;

/// Whether a source is a whole book: no other file that can be imported begins like that.
///
/// # Errors
/// The source cannot be read.
pub(super) fn is_book(source: &Source) -> Result<bool, Failure> {
    Ok(source.first()? == Some(b'{'))
}

/// What a file of lines holds.
pub(super) type BookFile = Contents<BufReader<Watched<Box<dyn Read>>>>;

/// Opens a whole book of any size.
///
/// # Errors
/// The source cannot be read, or is not a whole book.
pub(super) fn read(source: &Source) -> Result<BookFile, Failure> {
    let (name, bytes) = (source.path().to_path_buf(), source.bytes());
    let watched: Watched<Box<dyn Read>> = Watched::new(Box::new(source.read()?), bytes);
    Contents::file(BufReader::with_capacity(AT_ONCE, watched)).map_err(|fault| unusable(&name, fault))
}

/// So many bytes are read at once.
const AT_ONCE: usize = 256 * 1024;

/// A document that shows how much of it has been read.
pub(super) struct Watched<R> {
    document: R,
    progress: Progress,
    /// How many bytes were read since the last step.
    read: u64,
}

impl<R: Read> Watched<R> {
    /// How many bytes make a step.
    const STEP: u64 = 64 * 1024;

    fn new(document: R, bytes: u64) -> Watched<R> {
        let steps = usize::try_from(bytes / Self::STEP).unwrap_or_default().max(1);
        Watched { document, progress: Progress::over(steps, "checking the book"), read: 0 }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.document.read(buffer)?;
        self.read += read as u64;
        while self.read >= Self::STEP {
            self.read -= Self::STEP;
            self.progress.advance();
        }
        Ok(read)
    }
}

/// Takes in a whole book: the lines that this book does not have yet. `look` sees the book before games may change.
///
/// # Errors
/// The file cannot be read, or the book cannot be written.
pub(super) fn take(
    pad: &Pad<'_>,
    file: &Path,
    contents: BookFile,
    look: impl FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError>,
) -> Result<TakenIn, Failure> {
    pad.take_in(contents, look).map_err(|fault| unusable(file, fault))
}

fn unusable(file: &Path, fault: DocumentFault) -> Failure {
    let name = shown(file);
    match fault {
        DocumentFault::Book(error) | DocumentFault::Other(error) => error.into(),
        fault => Failure::refused(format!("cannot read {name}: {fault}"))
            .hint(Hint::advice("a whole book is a file that `export --json` wrote")),
    }
}
