//! `import` of a whole book: what `export --json` wrote.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::answer::file_words::shown;
use crate::answer::{Failure, Hint};
use crate::app::App;
use crate::app::source::Source;
use crate::book::{BookError, Contents, DocumentFault, Pad, Steps, TakenIn};
use ginpad_core::facts::FactId;

/// Whether a source is a whole book: no other file that can be imported begins like that.
///
/// # Errors
/// The source cannot be read.
pub(super) fn is_book(source: &Source) -> Result<bool, Failure> {
    Ok(source.first()? == Some(b'{'))
}

/// What a file of lines holds.
pub(super) type BookFile = Contents<BufReader<Watched>>;

/// Opens a whole book of any size.
///
/// # Errors
/// The source cannot be read, or is not a whole book.
pub(super) fn read(app: &App, source: &Source) -> Result<BookFile, Failure> {
    let bytes = usize::try_from(source.bytes()).unwrap_or(usize::MAX);
    let watched = Watched(Box::new(source.read()?), app.door().begin("checking the book", bytes));
    Contents::file(BufReader::with_capacity(AT_ONCE, watched)).map_err(|fault| unusable(source.path(), fault))
}

/// So many bytes are read at once.
const AT_ONCE: usize = 256 * 1024;

/// A document that shows how much of it has been read.
pub(super) struct Watched(Box<dyn Read>, Box<dyn Steps>);

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.advance(read);
        Ok(read)
    }
}

/// Takes in a whole book: the lines that this book does not have yet. `before_change` sees the book before games may change.
///
/// # Errors
/// The file cannot be read, or the book cannot be written.
pub(super) fn take(
    pad: &Pad<'_>,
    file: &Path,
    contents: BookFile,
    before_change: impl FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError>,
) -> Result<TakenIn, Failure> {
    pad.take_in(contents, before_change).map_err(|fault| unusable(file, fault))
}

fn unusable(file: &Path, fault: DocumentFault) -> Failure {
    let name = shown(file);
    match fault {
        DocumentFault::Book(error) | DocumentFault::Other(error) => error.into(),
        fault => Failure::refused(format!("cannot read {name}: {fault}"))
            .hint(Hint::advice("a whole book is a file that `export --json` wrote")),
    }
}
