//! `import` of a whole book: what `export --json` wrote.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::book::{Contents, DocumentFault, Pad, Purpose, TakenIn, look_through};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::progress::Progress;
use crate::cli::session::{SAVE_AS_UTF_8, reason, shown};
use ginpad_core::text::count;

/// A whole book that was looked through from its beginning to its end.
pub(super) struct BookFile {
    name: PathBuf,
    file: File,
    /// Where the document begins: after a mark of the encoding, if there is one.
    begin: u64,
    contents: Contents,
}

/// Looks through a whole book. It may be of any size. A pipe is copied to a temporary file first, because a book is
/// read twice: once to see that nothing is wrong with it, and once more while it is taken in.
///
/// # Errors
/// The file cannot be read, or is not a whole book.
pub(super) fn read(file: &Path) -> Result<BookFile, Failure> {
    let cannot = |error: &io::Error| Failure::refused(format!("cannot read {}: {}", shown(file), reason(error)));
    let mut source = File::open(file).map_err(|error| cannot(&error))?;
    if !source.metadata().is_ok_and(|source| source.is_file()) {
        let mut copy = tempfile::tempfile().map_err(|error| cannot(&error))?;
        io::copy(&mut source, &mut copy).map_err(|error| cannot(&error))?;
        source = copy;
    }
    let begin = begin(&mut source).map_err(|error| cannot(&error))?;
    let Some(begin) = begin else {
        return Err(Failure::refused(format!("cannot read {}: it is UTF-16 text", shown(file)))
            .hint(Hint::advice(SAVE_AS_UTF_8)));
    };
    let contents = source
        .seek(SeekFrom::Start(begin))
        .map_err(|error| cannot(&error))
        .and_then(|_| look_through(Shown::new(&source)).map_err(|fault| unusable(file, fault)))?;
    Ok(BookFile { name: file.to_path_buf(), file: source, begin, contents })
}

/// A file that shows how much of it has been read.
struct Shown<'f> {
    file: &'f File,
    progress: Progress,
    /// How many bytes were read since the last step.
    read: u64,
}

impl<'f> Shown<'f> {
    /// How many bytes make a step.
    const STEP: u64 = 64 * 1024;

    fn new(file: &'f File) -> Shown<'f> {
        let steps = file.metadata().map_or(0, |file| file.len() / Self::STEP);
        let steps = usize::try_from(steps).unwrap_or_default().max(1);
        Shown { file, progress: Progress::over(steps, "checking the book"), read: 0 }
    }
}

impl Read for Shown<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read += read as u64;
        while self.read >= Self::STEP {
            self.read -= Self::STEP;
            self.progress.advance();
        }
        Ok(read)
    }
}

/// Where the text begins; `None` if it is UTF-16.
fn begin(file: &mut File) -> io::Result<Option<u64>> {
    let mut first = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(3).read_to_end(&mut first)?;
    Ok(match first.as_slice() {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => None,
        [0xef, 0xbb, 0xbf] => Some(3),
        _ => Some(0),
    })
}

/// Takes in a whole book: the facts that this book does not have yet.
///
/// # Errors
/// The file holds something that no book has, or what this book has with other content; or the book cannot be written.
pub(super) fn take(pad: &Pad<'_>, book: &BookFile) -> Result<TakenIn, Failure> {
    let open = || {
        let mut file = &book.file;
        file.seek(SeekFrom::Start(book.begin))?;
        Ok(Box::new(file) as Box<dyn Read>)
    };
    pad.take_in(&book.contents, open).map_err(|fault| unusable(&book.name, fault))
}

/// Whether a file is a whole book.
pub(super) fn is_book(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// What was taken in, in a sentence, if anything was.
pub(super) fn report(taken: &TakenIn, purpose: Purpose) -> Option<String> {
    let TakenIn { into_empty, changes, facts, added, .. } = taken;
    Some(match (into_empty, facts + changes) {
        (true, _) => {
            let restores = if purpose == Purpose::Look { "would restore" } else { "restored" };
            format!("{restores} the whole book: {} in {}", count(added.len(), "game"), count(*changes, "change"))
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
    let wait = if waiting == 1 { "waits" } else { "wait" };
    let waits = (waiting > 0).then(|| {
        Remark::note(format!(
            "{} of the book {wait} for the rest of what belongs to them, and count when it is there",
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
        DocumentFault::Unreadable(why) => Failure::refused(format!("cannot read {name}: {why}")).hint(whole),
        DocumentFault::Refused(faults) => match faults.items.as_slice() {
            [only] if faults.more == 0 => Failure::refused(format!("cannot read {name}: {only}")).hint(whole),
            _ => Failure::listing(format!("cannot read {name}"), &faults).hint(whole),
        },
    }
}
