//! A word about a book that is named and not there.

use std::fs;
use std::path::PathBuf;

use super::App;
use crate::answer::Remark;
use crate::answer::file_words::shown;

impl App {
    /// Says at once that the book that was named is not there, if another one is: a slip in its name must not look as if
    /// every game were gone.
    pub(super) fn tell_of_another_book(&self) {
        let is_book = |path: &&PathBuf| fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0);
        let (Some(other), Ok(named)) = (self.books.iter().skip(1).find(is_book), self.book_path()) else { return };
        if !self.told_of_another_book.replace(true) {
            let missing = format!("there is no book {}; there is one in {}", shown(&named), shown(other));
            self.door.remark(&Remark::warning(missing));
        }
    }
}
