//! The sheet of a game while it is edited: a file that stays until what is in it has been taken.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::answer::Failure;
use crate::answer::file_words::shown;
use crate::disk::reason;

/// A sheet in a file of its own.
#[derive(Debug)]
pub(crate) struct EditedSheet {
    path: PathBuf,
}

/// The folder of edited sheets: in the platform's state folder, so that no cleaning up takes what was not taken yet.
fn folder(state: Option<&Path>) -> PathBuf {
    state.map_or_else(|| std::env::temp_dir().join("ginpad-edits"), |folder| folder.join("edits"))
}

impl EditedSheet {
    /// Writes the sheet of a game into a new file.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn begin(state: Option<&Path>, game: i64, text: &str) -> Result<EditedSheet, Failure> {
        let folder = folder(state);
        let cannot = |error: std::io::Error| {
            Failure::refused(format!("cannot write a sheet in {}: {}", shown(&folder), reason(&error)))
        };
        fs::create_dir_all(&folder).map_err(cannot)?;
        let name = format!("game-{game}-");
        let file = tempfile::Builder::new().prefix(&name).suffix(".gin").tempfile_in(&folder).map_err(cannot)?;
        file.as_file().write_all(text.as_bytes()).map_err(cannot)?;
        let (_, path) = file.keep().map_err(|error| cannot(error.error))?;
        Ok(EditedSheet { path })
    }

    /// The sheet in this file, if an earlier edit has left it.
    pub(crate) fn left(state: Option<&Path>, file: &Path) -> Option<EditedSheet> {
        let (file, folder) = (fs::canonicalize(file).ok()?, fs::canonicalize(folder(state)).ok()?);
        let is_sheet = file.file_name()?.to_str()?.starts_with("game-");
        (is_sheet && file.parent() == Some(&folder)).then_some(EditedSheet { path: file })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it, because what was in it is in the book, or nowhere needed.
    pub(crate) fn discard(self) {
        let _ = fs::remove_file(self.path);
    }
}
