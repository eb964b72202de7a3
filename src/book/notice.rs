//! What is odd about the file of a book that can be used all the same.

use std::path::PathBuf;

use ginpad_core::text::and_list;
use thiserror::Error;

/// What is odd about the file of a book that can be used all the same.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Notice {
    /// Tables and indexes that ginpad did not make.
    #[error("the book also holds {}; ginpad did not make that, and leaves it alone", and_list(.0))]
    NotOurs(Vec<String>),
    /// The file has another name, under which another program may use it.
    #[error("the book {} has another name too, a hard link; it can be read, but not written in", .0.display())]
    Linked(PathBuf),
    /// A new book is in a folder that cannot be synced.
    #[error("the folder {} cannot be synced ({why}); a power cut may undo the last change", .folder.display())]
    NotSynced {
        /// The folder.
        folder: PathBuf,
        /// Why not, in the system's words.
        why: String,
    },
}
