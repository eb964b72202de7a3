//! What a device remembers of a book outside of it: who wrote last there, and how far.
//!
//! It is one small file a book, in the device's state folder. It is written over after the commit, and not synced: a `log`
//! pays for one durable write, not for two. So it may be behind the book after a crash.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ginpad_core::facts::{NextLine, hash_of, hash_text, name_of, read_hash, shortened};
use ginpad_core::ledger::Numbers;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::disk::{make_folder, open, overwrite};

/// Where in its folder a device keeps what it remembers of books.
const BOOKS: &str = "books";

/// What a disk writes at once, in bytes. What is remembered is filled up to it: a file that is written over without
/// changing its length costs a `log` nothing in the folder, and a power cut leaves the old text or the new one.
const SECTOR: usize = 512;

/// Where a device keeps what it remembers of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Keeper {
    /// The folder of what is remembered of all books.
    folder: PathBuf,
    /// The book, without links.
    pub book: PathBuf,
}

/// Who writes in a book, and what tells its file from copies. It is the same in the book and outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Device {
    /// Who writes.
    pub(super) writer: Uuid,
    /// Who wrote before on this device.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) earlier: Vec<Uuid>,
    /// Whether this writer has ended: a line of it came from elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_ended: bool,
    /// The lines that the book had before a restore removed them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) removed: Vec<Numbers>,
    /// Where the book is.
    #[serde(flatten)]
    pub(super) here: Here,
}

/// What tells a device from others, and a file on it from its copies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Here {
    /// What the system says that this machine is; empty if it does not say it.
    pub(super) machine: String,
    /// Which state folder it is, by its path; empty without one. Users of one machine have different ones. A folder that was
    /// lost is made again where it was, so the device stays the same.
    pub(super) state: String,
    pub(super) inode: u64,
    /// When the file was made, in nanoseconds; 0 where that is not known.
    pub(super) birth: u64,
}

/// As whom a transaction writes.
#[derive(Debug, Clone)]
pub(super) struct Writing {
    pub device: Device,
    /// Where the next line stands.
    pub next_line: NextLine,
    /// The lines that were found lost when this writer began.
    pub(super) lost: Option<Numbers>,
}

/// What the book and the state folder say of who writes.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) here: Here,
    /// Every device that wrote in the book, the latest last.
    pub(super) in_book: Vec<Device>,
    pub(super) remembered: Option<Remembered>,
    /// What the book says of this device, if it was moved together with the state folder.
    pub(super) moved: Vec<Device>,
}

/// What a device remembers of a book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Remembered {
    /// Where the book was, for people who look into the file.
    book: String,
    /// Who wrote last, on which machine, in which file.
    #[serde(flatten)]
    pub device: Device,
    /// The number of the writer's last line; 0 if there is none.
    pub number: u64,
    /// Its hash.
    hash: Option<String>,
}

impl Remembered {
    /// The hash of the writer's last line.
    pub(super) fn hash(&self) -> Option<[u8; 32]> {
        self.hash.as_deref().and_then(read_hash)
    }
}

impl Keeper {
    pub(super) fn new(folder: &Path, book: &Path) -> Keeper {
        Keeper { folder: folder.join(BOOKS), book: book.to_path_buf() }
    }

    /// What tells the folder from those of other users, in a few characters.
    pub(super) fn name(&self) -> String {
        shortened(name_of(&hash_of(&self.folder.to_string_lossy())))
    }

    fn file(&self) -> PathBuf {
        let name = name_of(&hash_of(&self.book.to_string_lossy()));
        self.folder.join(format!("{}.json", name.simple()))
    }

    /// What is remembered of the book. A file that makes no sense is none.
    pub(super) fn remembered(&self) -> Option<Remembered> {
        read(&self.file())
    }

    /// Who wrote last in each book that is remembered: a book may have been moved together with the folder.
    pub(super) fn writers(&self) -> Vec<Uuid> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files.filter_map(|file| read(&file.path())).map(|remembered| remembered.device.writer).collect()
    }

    /// Notes who has written in the book, and how far.
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

/// What is remembered in a file.
fn read(file: &Path) -> Option<Remembered> {
    const MOST: u64 = 1 << 20;
    // Only a regular file can hold it: a pipe would be waited for.
    let file = fs::metadata(file).ok()?.is_file().then(|| open(file).ok())??;
    let mut text = Vec::new();
    file.take(MOST).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Whether a folder can keep what a device remembers. It is made if it is not there.
pub fn can_keep_state(folder: &Path) -> bool {
    let books = folder.join(BOOKS);
    make_folder(&books).is_ok() && tempfile::tempfile_in(&books).is_ok()
}

/// The last number of the writer of a book, as a device's state folder has it: at most one.
pub fn last_numbers(state: Option<&Path>, book: &Path) -> Vec<(Uuid, u64)> {
    let Some((state, book)) = state.zip(fs::canonicalize(book).ok()) else { return Vec::new() };
    let remembered = Keeper::new(state, &book).remembered();
    remembered.into_iter().map(|remembered| (remembered.device.writer, remembered.number)).collect()
}
