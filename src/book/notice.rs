//! Oddities of a book's file that do not prevent its use.

use std::path::{Path, PathBuf};

use ginpad_core::ledger::LineRange;
use ginpad_core::text::and_list;
use thiserror::Error;

use super::error::BookError;
use crate::disk::folder_of;

/// An oddity of a book's file that does not prevent its use.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Notice {
    /// Tables and indexes that ginpad did not make.
    #[error("the book also holds {}; ginpad did not make that, and leaves it alone", and_list(.0))]
    NotOurs(Vec<String>),
    /// The file has another name, under which another program may use it.
    #[error("the book {} has another name too, a hard link; it can be read, but not written in", .0.display())]
    Linked(PathBuf),
    /// A folder with something new in it could not be synced.
    #[error("the disk did not confirm the last change in the folder {}; a power cut may undo it", .0.display())]
    NotSynced(PathBuf),
    /// The book lacks lines that this device wrote.
    #[error(
        "{} of this device {} missing from the book: perhaps the book is an older copy, or the disk lost {}",
        numbers(.0),
        if .0.first == .0.last { "is" } else { "are" },
        if .0.first == .0.last { "it" } else { "them" }
    )]
    Lost(LineRange),
    /// Something failed after a change was kept.
    #[error("the change was kept, but {0}")]
    KeptDespite(&'static str),
}

impl Notice {
    /// Makes the notice for an error after which everything was kept nevertheless.
    pub(super) fn after(error: &BookError, path: &Path) -> Notice {
        match error {
            BookError::NotSynced => Notice::NotSynced(folder_of(path).to_path_buf()),
            error => Notice::KeptDespite(error.fault()),
        }
    }
}

/// Names the changes with these numbers.
fn numbers(LineRange { first, last, .. }: &LineRange) -> String {
    if first == last { format!("change number {first}") } else { format!("changes number {first} to {last}") }
}
