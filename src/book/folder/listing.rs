//! Lists a shared folder by the names and lengths of its files.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use ginpad_core::Listed;
use ginpad_core::ledger::Segment;
use uuid::Uuid;

use super::segment::SegmentFault;
use crate::disk::{folder_of, kind_of};

/// Why a folder cannot be shared.
#[derive(Debug)]
pub enum FolderFault {
    /// The book is in it.
    HoldsTheBook,
    /// It is missing, is not a folder, or cannot be read.
    Unreadable(io::Error),
}

/// A folder that several devices share.
#[derive(Debug, Default)]
pub struct SharedFolder(pub(super) PathBuf);

/// The files in a shared folder.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// The files whose length is the one in their names.
    pub(super) whole: BTreeSet<Segment>,
    /// The files with another length.
    pub(super) cut: BTreeSet<Segment>,
    /// Files whose names resemble a segment's, or that are not files.
    pub(super) unread: Listed<SegmentFault>,
}

impl SharedFolder {
    /// Opens the folder at a path. The book must not be in it: the program that syncs the folder would copy the book in
    /// the middle of a write.
    ///
    /// # Errors
    /// It is missing, is not a folder, or holds the book.
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

    /// Returns a folder in this one where devices met, if none met in this one: somebody may have named the folder around it.
    pub fn shared_below(&self) -> Option<PathBuf> {
        let is_shared = |folder: &Path| {
            let is_of_device = |(_, name, metadata): &Entry| metadata.is_dir() && writer_of(name).is_some();
            entries(folder).is_ok_and(|entries| entries.iter().any(is_of_device))
        };
        let below = entries(&self.0).ok().filter(|_| !is_shared(&self.0))?;
        below.into_iter().map(|(path, ..)| path).find(|path| path.is_dir() && is_shared(path))
    }

    /// Lists the segments in it, without opening any file.
    pub(super) fn listing(&self) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for (path, name, metadata) in entries(&self.0)? {
            let Some(writer) = writer_of(&name) else { continue };
            if !metadata.is_dir() {
                listing.unread.push(SegmentFault::InTheWay(path, kind_of(&metadata)));
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
    /// Sorts a file in the folder of a writer into the listing.
    fn take(&mut self, writer: Uuid, (path, name, metadata): Entry) {
        match Segment::named(writer, &name) {
            Some(_) if !metadata.is_file() => self.unread.push(SegmentFault::InTheWay(path, kind_of(&metadata))),
            Some(segment) if segment.length == metadata.len() => drop(self.whole.insert(segment)),
            Some(segment) => drop(self.cut.insert(segment)),
            // No other program is known to name its files like this.
            None if name.starts_with(|first: char| first.is_ascii_digit()) => {
                self.unread.push(SegmentFault::Strange(path));
            }
            None => {}
        }
    }
}

/// An entry of a folder: its path, its name, and its metadata. Links are not followed.
type Entry = (PathBuf, String, Metadata);

/// The writer that a folder is named after.
fn writer_of(name: &str) -> Option<Uuid> {
    name.parse().ok().filter(|writer: &Uuid| writer.to_string() == name)
}

/// Lists the entries of a folder, without those that vanish meanwhile.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.metadata() {
            Ok(metadata) => entries.push((entry.path(), entry.file_name().to_string_lossy().into_owned(), metadata)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(entries)
}
