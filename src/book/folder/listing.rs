//! A shared folder and what is in it, told by names and lengths alone.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use ginpad_core::ledger::Segment;
use ginpad_core::listed::Listed;
use uuid::Uuid;

use super::segment::SegmentFault;
use crate::disk::{folder_of, kind_of};

/// Why a folder cannot be shared.
#[derive(Debug)]
pub enum FolderFault {
    /// The book is in it.
    HoldsTheBook,
    /// It is not there, is not a folder, or cannot be read.
    Unreadable(io::Error),
}

/// A folder that several devices share.
#[derive(Debug, Default)]
pub struct SharedFolder(pub(super) PathBuf);

/// What is in a shared folder.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The files that have the length which their names say.
    pub(super) whole: BTreeSet<Segment>,
    /// Those that have another one.
    pub(super) cut: BTreeSet<Segment>,
    /// What has nearly the name of a segment, or is not what its name says.
    pub(super) unread: Listed<SegmentFault>,
}

impl SharedFolder {
    /// The folder at a path. The book must not be in it: whatever synchronises the folder would copy it while somebody
    /// writes in it.
    ///
    /// # Errors
    /// It is not there, is not a folder, or holds the book.
    pub fn open(path: &Path, book: &Path) -> Result<SharedFolder, FolderFault> {
        let path = fs::canonicalize(path).map_err(FolderFault::Unreadable)?;
        if !path.is_dir() {
            return Err(FolderFault::Unreadable(ErrorKind::NotADirectory.into()));
        }
        let book = fs::canonicalize(book).or_else(|_| fs::canonicalize(folder_of(book)));
        if book.is_ok_and(|book| book.starts_with(&path)) {
            return Err(FolderFault::HoldsTheBook);
        }
        Ok(SharedFolder(path))
    }

    /// Lists the segments in it. Nothing is opened but the folders.
    pub(super) fn listing(&self) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for (path, name, there) in entries(&self.0)? {
            let Some(writer) = name.parse().ok().filter(|writer: &Uuid| writer.to_string() == name) else { continue };
            if !there.is_dir() {
                listing.unread.push(SegmentFault::InTheWay(path, kind_of(&there)));
                continue;
            }
            match entries(&path) {
                Ok(files) => files.into_iter().for_each(|file| listing.take(writer, file)),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => listing.unread.push(SegmentFault::Unreadable(path, error)),
            }
        }
        Ok(listing)
    }
}

impl Listing {
    /// Takes note of a file in the folder of a writer.
    fn take(&mut self, writer: Uuid, (path, name, there): Entry) {
        match Segment::named(writer, &name) {
            Some(_) if !there.is_file() => self.unread.push(SegmentFault::InTheWay(path, kind_of(&there))),
            Some(segment) if segment.length == there.len() => drop(self.whole.insert(segment)),
            Some(segment) => drop(self.cut.insert(segment)),
            // Files of other programs begin otherwise.
            None if name.starts_with(|first: char| first.is_ascii_digit()) => {
                self.unread.push(SegmentFault::Strange(path));
            }
            None => {}
        }
    }
}

/// Something in a folder: where it is, its name, and what it is. A link is followed nowhere.
type Entry = (PathBuf, String, Metadata);

/// What is in a folder. What vanishes meanwhile is not there.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.metadata() {
            Ok(there) => entries.push((entry.path(), entry.file_name().to_string_lossy().into_owned(), there)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(entries)
}
