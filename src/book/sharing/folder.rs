//! A shared folder and what is in it, told by names alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry, FileType};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::super::writable::folder_of;
use super::fault::{SegmentFault, Unread};
use super::segment::{LAST, Segment};

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
    pub(super) segments: BTreeSet<Segment>,
    /// Those of this device, with their lengths.
    pub(super) own: BTreeMap<Segment, u64>,
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

    /// Lists the segments in it; `own` is this device. Nothing is opened but the folders. What has nearly the name of a segment,
    /// or is not what its name says, is not one.
    pub(super) fn listing(&self, own: Uuid, unread: &mut Unread) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let Some(device) = device_of(&entry) else { continue };
            let kind = entry.file_type()?;
            if !kind.is_dir() {
                unread.push(SegmentFault::InTheWay(entry.path(), kind_of(kind)));
                continue;
            }
            match fs::read_dir(entry.path()) {
                Ok(entries) => {
                    entries.into_iter().try_for_each(|entry| listing.take((device, own), &entry?, unread))?
                }
                Err(error) => unread.push(SegmentFault::Unreadable(entry.path(), error)),
            }
        }
        Ok(listing)
    }
}

impl Listing {
    /// Takes a file in the folder of a device.
    fn take(&mut self, (device, own): (Uuid, Uuid), entry: &DirEntry, unread: &mut Unread) -> io::Result<()> {
        let name = entry.file_name().to_string_lossy().into_owned();
        match Segment::named(device, &name) {
            Some(segment) => match entry.file_type()? {
                kind if kind.is_file() => {
                    if device == own {
                        self.own.insert(segment.clone(), entry.metadata()?.len());
                    }
                    self.segments.insert(segment);
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

    /// A segment is there no more.
    pub(super) fn remove(&mut self, segment: &Segment) {
        self.segments.remove(segment);
        self.own.remove(segment);
    }

    /// The numbers of a device's next segments, without those that are `taken` besides: those after its last one, and then
    /// those that no segment has. A file that somebody else put there may have the last number of all.
    pub(super) fn next(&self, device: Uuid, taken: &[u32]) -> impl Iterator<Item = u32> + use<> {
        let of_device = self.segments.iter().filter(|segment| segment.device == device);
        let taken: BTreeSet<u32> = of_device.map(|segment| segment.number).chain(taken.iter().copied()).collect();
        let next = taken.last().map_or(1, |last| last.saturating_add(1));
        (next..=LAST).chain((1..next).filter(move |number| !taken.contains(number)))
    }
}

/// The device that a folder is named after.
fn device_of(entry: &DirEntry) -> Option<Uuid> {
    let name = entry.file_name().into_string().ok()?;
    name.parse().ok().filter(|device: &Uuid| device.to_string() == name)
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
