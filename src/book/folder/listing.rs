//! A shared folder and what is in it, told by names and lengths alone.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry, FileType};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::super::writable::folder_of;
use super::fault::{SegmentFault, Unread};
use super::segment::Segment;

/// Why a folder cannot be shared.
#[derive(Debug)]
pub enum FolderFault {
    /// There is none.
    Missing,
    /// It is a file.
    NotAFolder,
    /// The book is in it.
    HoldsTheBook,
    /// It cannot be read.
    Unreadable(io::Error),
}

/// A folder that several devices share.
#[derive(Debug, Clone)]
pub struct SharedFolder {
    path: PathBuf,
}

/// What is in a shared folder.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The files that have the length which their names say.
    pub(super) whole: BTreeSet<Segment>,
    /// Those that have another one.
    pub(super) cut: BTreeSet<Segment>,
}

impl SharedFolder {
    /// The folder at a path. The book must not be in it: whatever synchronises the folder would copy it while somebody
    /// writes in it.
    ///
    /// # Errors
    /// It is not there, is not a folder, or holds the book.
    pub fn open(path: &Path, book: &Path) -> Result<SharedFolder, FolderFault> {
        let path = fs::canonicalize(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => FolderFault::Missing,
            _ => FolderFault::Unreadable(error),
        })?;
        if !path.is_dir() {
            return Err(FolderFault::NotAFolder);
        }
        let book = fs::canonicalize(book).or_else(|_| fs::canonicalize(folder_of(book)));
        if book.is_ok_and(|book| book.starts_with(&path)) {
            return Err(FolderFault::HoldsTheBook);
        }
        Ok(SharedFolder { path })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The last number of each writer that a file in it has, whole or not.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn last_numbers(&self) -> io::Result<Vec<(Uuid, u64)>> {
        let listing = self.listing(&mut Unread::default())?;
        Ok(listing.whole.iter().chain(&listing.cut).map(|segment| (segment.span.writer, segment.span.last)).collect())
    }

    /// Lists the segments in it. Nothing is opened but the folders. What has nearly the name of a segment, or is not what
    /// its name says, is not one.
    pub(super) fn listing(&self, unread: &mut Unread) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let Some(writer) = writer_of(&entry) else { continue };
            match listing.take_folder(writer, &entry, unread) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    unread.push(SegmentFault::Unreadable(entry.path(), error));
                }
                _ => {}
            }
        }
        Ok(listing)
    }
}

impl Listing {
    /// Takes the folder of a writer.
    fn take_folder(&mut self, writer: Uuid, folder: &DirEntry, unread: &mut Unread) -> io::Result<()> {
        let kind = folder.file_type()?;
        if !kind.is_dir() {
            unread.push(SegmentFault::InTheWay(folder.path(), kind_of(kind)));
            return Ok(());
        }
        for entry in fs::read_dir(folder.path())? {
            let entry = entry?;
            match self.take(writer, &entry, unread) {
                // What vanishes meanwhile is not there.
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes a file in the folder of a writer.
    fn take(&mut self, writer: Uuid, entry: &DirEntry, unread: &mut Unread) -> io::Result<()> {
        let name = entry.file_name().to_string_lossy().into_owned();
        match Segment::named(writer, &name) {
            Some(segment) => match entry.file_type()? {
                kind if kind.is_file() => {
                    let is_whole = entry.metadata()?.len() == segment.length;
                    if is_whole { &mut self.whole } else { &mut self.cut }.insert(segment);
                }
                kind => unread.push(SegmentFault::InTheWay(entry.path(), kind_of(kind))),
            },
            // Files of other programs begin otherwise.
            None if name.starts_with(|first: char| first.is_ascii_digit()) => {
                unread.push(SegmentFault::Strange(entry.path()));
            }
            None => {}
        }
        Ok(())
    }
}

/// The writer that a folder is named after.
fn writer_of(entry: &DirEntry) -> Option<Uuid> {
    let name = entry.file_name().into_string().ok()?;
    name.parse().ok().filter(|writer: &Uuid| writer.to_string() == name)
}

/// What something is that should be something else. A link is followed nowhere.
fn kind_of(there: FileType) -> &'static str {
    match there {
        there if there.is_symlink() => "a link",
        there if there.is_dir() => "a folder",
        there if there.is_file() => "a file",
        _ => "not a regular file",
    }
}
