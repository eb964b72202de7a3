//! A device's memory of a book, outside the book: its last writer there, and that writer's last line.
//!
//! It is one small file for each book, in the device's state folder. It is overwritten after the commit and not synced:
//! a `log` pays for one durable write, not for two. So it may be behind the book after a crash.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ginpad_core::facts::{NextLine, hash_of, hash_text, name_of, read_hash, shortened};
use ginpad_core::ledger::LineRange;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::disk::{make_folder, open, overwrite};

/// The subfolder of the state folder for the memory of books.
const BOOKS: &str = "books";

/// The number of bytes that a disk writes at once. The text is padded to it: overwriting a file without changing its
/// length spares a `log` a change of the folder, and a power cut leaves the old text or the new one.
const SECTOR: usize = 512;

/// The place where a device remembers a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Keeper {
    /// The folder for the memory of all books.
    folder: PathBuf,
    /// The book, without links.
    pub book: PathBuf,
}

/// A device that writes in a book, and its file of the book. Both the book and the state folder record it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Device {
    /// Its writer.
    pub(super) writer: Uuid,
    /// Its earlier writers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) earlier: Vec<Uuid>,
    /// Whether this writer has ended, because a line of it came from elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_ended: bool,
    /// The lines that the book had before a restore removed them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) removed: Vec<LineRange>,
    /// The machine, the state folder and the file.
    #[serde(flatten)]
    pub(super) here: FileIdentity,
}

/// Tells a device from other devices, and a file on it from copies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileIdentity {
    /// The system's id of this machine; empty if it has none.
    pub(super) machine: String,
    /// The state folder, by a short name of its path; empty without one. Users of one machine have different folders. A
    /// lost folder is made again at its old path, so the device stays the same.
    pub(super) state: String,
    pub(super) inode: u64,
    /// When the file was made, in nanoseconds; 0 if unknown.
    pub(super) birth: u64,
}

/// The writer of a transaction.
#[derive(Debug, Clone)]
pub(super) struct Writing {
    pub device: Device,
    /// The position of the next line.
    pub next_line: NextLine,
    /// The lines that the book lacked when this writer began.
    pub(super) lost: Option<LineRange>,
}

/// What the book and the state folder record about writers.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) here: FileIdentity,
    /// Every device that wrote in the book, the latest last.
    pub(super) in_book: Vec<Device>,
    pub(super) remembered: Option<Remembered>,
    /// This device as the book records it, if the book and the state folder were moved together.
    pub(super) moved: Vec<Device>,
}

/// The memory of a book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Remembered {
    /// The path of the book, for people who read the file.
    book: String,
    /// The last writer, its machine and its file.
    #[serde(flatten)]
    pub device: Device,
    /// The number of the writer's last line; 0 if there is none.
    pub number: u64,
    /// Its hash.
    hash: Option<String>,
}

impl Remembered {
    /// Returns the hash of the writer's last line.
    pub(super) fn hash(&self) -> Option<[u8; 32]> {
        self.hash.as_deref().and_then(read_hash)
    }
}

impl Keeper {
    pub(super) fn new(folder: &Path, book: &Path) -> Keeper {
        Keeper { folder: folder.join(BOOKS), book: book.to_path_buf() }
    }

    /// Returns a short name that tells the folder from those of other users.
    pub(super) fn name(&self) -> String {
        shortened(name_of(&hash_of(&self.folder.to_string_lossy())))
    }

    fn file(&self) -> PathBuf {
        let name = name_of(&hash_of(&self.book.to_string_lossy()));
        self.folder.join(format!("{}.json", name.simple()))
    }

    /// Reads the memory of the book; `None` if the file is missing or makes no sense.
    pub(super) fn remembered(&self) -> Option<Remembered> {
        read(&self.file())
    }

    /// Lists the last writer in each book that is remembered: a book may have been moved together with the folder.
    pub(super) fn writers(&self) -> Vec<Uuid> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| read(&file.path())).map(|remembered| remembered.device.writer).collect()
    }

    /// Records the writer of the book, and its last line.
    pub(super) fn note(&self, writing: &Writing) -> io::Result<()> {
        let remembered = Remembered {
            book: self.book.to_string_lossy().into_owned(),
            device: writing.device.clone(),
            number: writing.next_line.number - 1,
            hash: writing.next_line.before.as_ref().map(hash_text),
        };
        make_folder(&self.folder)?;
        let mut text = serde_json::to_vec(&remembered)?;
        text.resize(text.len().next_multiple_of(SECTOR), b'\n');
        overwrite(&self.file(), &text)
    }
}

/// Reads the memory in a file.
fn read(file: &Path) -> Option<Remembered> {
    const MOST: u64 = 1 << 20;
    // Only a regular file can hold it; opening a pipe would wait.
    let file = fs::metadata(file).ok()?.is_file().then(|| open(file).ok())??;
    let mut text = Vec::new();
    file.take(MOST).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Whether a folder can keep a device's memory. The folder is made if it does not exist.
pub fn can_keep_state(folder: &Path) -> bool {
    let books = folder.join(BOOKS);
    make_folder(&books).is_ok() && tempfile::tempfile_in(&books).is_ok()
}

/// Returns the last number of a book's writer from a device's state folder: at most one.
pub fn last_numbers(state: Option<&Path>, book: &Path) -> Vec<(Uuid, u64)> {
    let Some((state, book)) = state.zip(fs::canonicalize(book).ok()) else { return Vec::new() };
    let remembered = Keeper::new(state, &book).remembered();
    remembered.into_iter().map(|remembered| (remembered.device.writer, remembered.number)).collect()
}
