//! `import` of a whole book: what `export --json` wrote.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::book::{Contents, DocumentFault, Pad, Purpose, TakenIn, look_through};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::progress::Progress;
use crate::cli::session::sheet_file::{not_kept, temporary_file};
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

/// Looks through a whole book. It may be of any size. A book is read twice: once to see that nothing is wrong with it,
/// and once more while it is taken in. So a pipe is copied to a temporary file, as far as it is the document of a book.
///
/// # Errors
/// The file cannot be read, or is not a whole book.
pub(super) fn read(file: &Path) -> Result<BookFile, Failure> {
    let cannot = |error: io::Error| Failure::refused(format!("cannot read {}: {}", shown(file), reason(&error)));
    let source = File::open(file).map_err(cannot)?;
    let kind = source.metadata().map_err(cannot)?;
    if kind.is_dir() {
        return Err(cannot(io::ErrorKind::IsADirectory.into()));
    }
    let copy = if kind.is_file() { None } else { Some(temporary_file(file)?) };
    let mut first = Vec::new();
    (&source).take(3).read_to_end(&mut first).map_err(cannot)?;
    let begin = match first.as_slice() {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            return Err(Failure::refused(format!("cannot read {}: it is UTF-16 text", shown(file)))
                .hint(Hint::advice(SAVE_AS_UTF_8)));
        }
        [0xef, 0xbb, 0xbf] => 3,
        _ => 0,
    };
    let document = first.get(begin..).unwrap_or_default().chain(&source);
    let mut watched = Watched::new(document, kind.len(), copy.as_ref());
    let looked = look_through(&mut watched);
    if let Some(error) = watched.no_room {
        return Err(not_kept(file, &error));
    }
    let contents = looked.map_err(|fault| unusable(file, fault))?;
    let name = file.to_path_buf();
    Ok(match copy {
        Some(copy) => BookFile { name, file: copy, begin: 0, contents },
        None => BookFile { name, file: source, begin: begin as u64, contents },
    })
}

/// A document that shows how much of it has been read, and is copied as far as it has been.
struct Watched<'c, R> {
    document: R,
    copy: Option<&'c File>,
    /// Why the copy could not be written.
    no_room: Option<io::Error>,
    progress: Progress,
    /// How many bytes were read since the last step.
    read: u64,
}

impl<'c, R: Read> Watched<'c, R> {
    /// How many bytes make a step.
    const STEP: u64 = 64 * 1024;

    fn new(document: R, bytes: u64, copy: Option<&'c File>) -> Watched<'c, R> {
        let steps = usize::try_from(bytes / Self::STEP).unwrap_or_default().max(1);
        let progress = Progress::over(steps, "checking the book");
        Watched { document, copy, no_room: None, progress, read: 0 }
    }
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.document.read(buffer)?;
        if let Some(mut copy) = self.copy
            && let Err(error) = copy.write_all(buffer.get(..read).unwrap_or_default())
        {
            self.no_room = Some(error);
            return Err(io::Error::other("no temporary file can keep it"));
        }
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
pub(super) fn take(pad: &Pad<'_>, book: &BookFile) -> Result<TakenIn, Failure> {
    let open = || {
        let mut file = &book.file;
        file.seek(SeekFrom::Start(book.begin))?;
        Ok(Box::new(file) as Box<dyn Read>)
    };
    pad.take_in(&book.contents, open).map_err(|fault| unusable(&book.name, fault))
}

/// Whether a file is a whole book: by the ending of its name or, if it is no pipe, by its first character. No other file
/// that can be imported begins like that.
pub(super) fn is_book(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
        || file.is_file() && begins_like_json(file).unwrap_or(false)
}

fn begins_like_json(file: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    File::open(file)?.take(64).read_to_end(&mut first)?;
    Ok(first.trim_ascii_start().starts_with(b"{"))
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
