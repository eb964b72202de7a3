//! The device: its folders and files besides named books, and the offset of its clocks.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use chrono::{FixedOffset, Local, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc};
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::book::can_keep_state;
use crate::disk::{Unfinished, folder_of, make_folder, new_file};
use ginpad_core::facts::{hash_of, name_of};

/// The folders and files of this device besides named books. A folder that the platform does not have is `None`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Device {
    /// The folder for data that belongs to no book.
    pub state: Option<PathBuf>,
    /// The config file.
    pub config: Option<PathBuf>,
    /// The books to use if none is named, of which the first is used: the book of `$GINPAD_BOOK`, and the book in the
    /// platform's data folder.
    pub books: Vec<PathBuf>,
    /// The folders in which a folder for a book may be made: the home folder and the platform's data folder.
    pub own_folders: Vec<PathBuf>,
}

impl Device {
    /// Finds the folders of the platform for this user.
    pub(crate) fn of_this_user() -> Device {
        let arguments = AppStrategyArgs { app_name: "ginpad".into(), ..AppStrategyArgs::default() };
        let variable = env::var_os("GINPAD_BOOK").filter(|path| !path.is_empty()).map(PathBuf::from);
        let Ok(folders) = choose_native_strategy(arguments) else {
            return Device { books: variable.into_iter().collect(), ..Device::default() };
        };
        Device {
            state: Some(folders.state_dir().unwrap_or_else(|| folders.data_dir())),
            config: Some(folders.in_config_dir("config.toml")),
            books: variable.into_iter().chain([folders.in_data_dir("book.db")]).collect(),
            own_folders: env::home_dir().into_iter().chain([folders.data_dir()]).collect(),
        }
    }

    /// Whether the folder of a book exists or may be made. A slip in a path must not make folders somewhere else.
    pub(super) fn may_keep(&self, book: &Path) -> bool {
        let folder = folder_of(book);
        let is_there = |folder: &&Path| folder.exists();
        let there = folder.ancestors().find(is_there).unwrap_or(folder);
        let resolved = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let is_in = |own: &PathBuf| folder.starts_with(own) || resolved(there).starts_with(resolved(own));
        folder == there || self.own_folders.iter().any(is_in)
    }

    /// Reads the text that this device remembers about a book under the name `what`, if there is one.
    pub(crate) fn remembered(&self, what: &str, book: &Path) -> io::Result<Option<String>> {
        match self.memory(what, book).and_then(fs::read_to_string) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Remembers a text about a book under the name `what`, in a file that only its owner may read. The old text stays
    /// until the new one is on the disk.
    pub(crate) fn remember(&self, what: &str, book: &Path, text: &str) -> io::Result<()> {
        let file = self.memory(what, book)?;
        make_folder(folder_of(&file))?;
        let unfinished = Unfinished::beside(&file, new_file)?;
        fs::write(unfinished.path(), text)?;
        unfinished.replace(&file).map(drop)
    }

    /// The file for the text that is remembered about a book under the name `what`.
    fn memory(&self, what: &str, book: &Path) -> io::Result<PathBuf> {
        let name = name_of(&hash_of(&book.canonicalize()?.to_string_lossy()));
        let state = self.state.as_deref().ok_or(io::ErrorKind::NotFound)?;
        Ok(state.join(what).join(name.simple().to_string()))
    }

    /// Whether the next run can find the choices of this run.
    pub(crate) fn remembers(&self) -> bool {
        self.state.as_deref().is_some_and(can_keep_state)
    }
}

/// The offset of local clocks at a local time. In an hour that clocks skip, it is the offset before the jump; in an
/// hour that they repeat, it is the offset of the first time.
pub(super) fn local_offset(naive: NaiveDateTime) -> FixedOffset {
    let at = |time: NaiveDateTime| Local.offset_from_local_datetime(&time).earliest();
    let before = || at(naive.checked_sub_signed(TimeDelta::hours(1))?);
    at(naive).or_else(before).unwrap_or_else(|| Utc.fix())
}
