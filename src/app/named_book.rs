//! Which book is meant, and a word about one that is named and not there.

use std::path::PathBuf;
use std::{env, fs};

use etcetera::app_strategy::AppStrategy;

use super::{App, folders, shown};
use crate::answer::sentence::Remark;
use crate::cli::printer::announce;

impl App {
    /// Says at once that the book that was named is not there, if another one is: a slip in its name must not look as if
    /// every game were gone.
    pub(super) fn tell_of_another_book(&self) {
        let variable = || env::var_os("GINPAD_BOOK").filter(|path| !path.is_empty()).map(PathBuf::from);
        let usual = || folders().map(|folders| folders.in_data_dir("book.db"));
        let others = match (&self.globals.book, variable()) {
            (Some(_), variable) => [variable, usual()],
            (None, Some(_)) => [None, usual()],
            (None, None) => return,
        };
        let is_book = |path: &PathBuf| fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0);
        let (Some(other), Ok(named)) = (others.into_iter().flatten().find(is_book), self.book_path()) else { return };
        if !self.told_of_another_book.replace(true) {
            let missing = format!("there is no book {}; there is one in {}", shown(&named), shown(&other));
            announce(&Remark::warning(missing), self.screens(), &self.invocation);
        }
    }
}

/// Where the book is: as a flag names it, else as `$GINPAD_BOOK` does, else in the platform's data folder. `None` if
/// there is no such folder.
pub(crate) fn named_or_usual_book(named: Option<PathBuf>) -> Option<PathBuf> {
    let named = named.or_else(|| env::var_os("GINPAD_BOOK").filter(|path| !path.is_empty()).map(Into::into));
    named.or_else(|| folders().map(|folders| folders.in_data_dir("book.db")))
}
