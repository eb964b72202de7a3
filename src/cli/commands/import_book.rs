//! `import` of a whole book: what `export --json` wrote.

use std::io::{self, Read};
use std::path::Path;

use crate::book::{Contents, DocumentFault, Pad, Purpose, TakenIn, look_through, look_through_another};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::progress::Progress;
use crate::cli::session::source::Source;
use crate::cli::session::{reason, shown};
use ginpad_core::text::count;

/// Whether a source is a whole book: no other file that can be imported begins like that.
///
/// # Errors
/// The source cannot be read.
pub(super) fn is_book(source: &mut Source) -> Result<bool, Failure> {
    Ok(source.first()? == Some(b'{'))
}

/// Reads a whole book of any size, and keeps what it holds in a temporary file.
///
/// # Errors
/// The source cannot be read, or is not a whole book.
pub(super) fn read(source: Source) -> Result<Contents, Failure> {
    let (name, bytes) = (source.path().to_path_buf(), source.bytes());
    look_through(Watched::new(source.read(), bytes)).map_err(|fault| unusable(&name, fault))
}

/// The same for a book that is to be merged, in which one id may stand for two things.
///
/// # Errors
/// The source cannot be read, or is not a whole book.
pub(super) fn read_another(source: Source) -> Result<Contents, Failure> {
    let (name, bytes) = (source.path().to_path_buf(), source.bytes());
    look_through_another(Watched::new(source.read(), bytes)).map_err(|fault| unusable(&name, fault))
}

/// A document that shows how much of it has been read.
struct Watched<R> {
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

/// Takes in a whole book: the facts that this book does not have yet.
///
/// # Errors
/// The file holds something that no book has, or what this book has with other content; or the book cannot be written.
pub(super) fn take(pad: &Pad<'_>, file: &Path, contents: Contents) -> Result<TakenIn, Failure> {
    pad.take_in(contents).map_err(|fault| unusable(file, fault))
}

/// What was taken in, in a sentence, if anything was.
pub(super) fn report(taken: &TakenIn, purpose: Purpose) -> Option<String> {
    let TakenIn { into_empty, changes, facts, added, .. } = taken;
    Some(match (into_empty, facts + changes) {
        (true, _) => {
            let restores = if purpose == Purpose::Look { "would restore" } else { "restored" };
            let what = if taken.waiting == 0 { "the whole book" } else { "a book that lacks something" };
            format!("{restores} {what}: {} in {}", count(added.len(), "game"), count(*changes, "change"))
        }
        (false, 0) => return None,
        (false, _) => {
            let takes = if purpose == Purpose::Look { "would import" } else { "imported" };
            format!("{takes} {} of {}", count(*facts, "fact"), count(*changes, "change"))
        }
    })
}

/// What to know about entries that a later version wrote, and about those that wait.
pub(super) fn remarks(taken: &TakenIn) -> impl Iterator<Item = Remark> {
    let unknown = taken.unknown;
    let are = if unknown == 1 { "entry of the book is" } else { "entries of the book are" };
    let later = (unknown > 0).then(|| {
        Remark::note(format!(
            "{unknown} {are} from a later version of ginpad; ginpad counts the part it knows and keeps the rest"
        ))
    });
    let waiting = taken.waiting;
    let (wait, belongs, count_then) =
        if waiting == 1 { ("waits", "belongs to it", "counts") } else { ("wait", "belongs to them", "count") };
    let waits = (waiting > 0).then(|| {
        Remark::note(format!(
            "{} of the book {wait} for the rest of what {belongs}, and {count_then} when it is there",
            count(waiting, "fact")
        ))
    });
    later.into_iter().chain(waits)
}

fn unusable(file: &Path, fault: DocumentFault) -> Failure {
    let name = shown(file);
    let whole = Hint::advice("a whole book is a file that `export --json` wrote");
    match fault {
        DocumentFault::Book(error) => error.into(),
        DocumentFault::Io(error) => Failure::refused(format!("cannot read {name}: {}", reason(&error))),
        DocumentFault::Unreadable(why) => Failure::refused(format!("cannot read {name}: {why}")).hint(whole),
        DocumentFault::Refused(faults) => {
            let what = format!("{name} has {} and was not read", count(faults.total(), "fault"));
            Failure::listing(what, &faults).hint(whole)
        }
    }
}
