//! Text of files and of standard input.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::App;
use super::source::{self, Source};
use crate::answer::{Failure, Hint};
use crate::disk::reason;

/// The largest text that is read, in megabytes: more than people write.
const MOST: u64 = 16;

impl App {
    /// Reads a file, or standard input for `-`, as text.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not UTF-8. The message names the file.
    pub(crate) fn text(&self, file: &Path) -> Result<String, Failure> {
        text(file, source::opened(file)?)
    }
}

impl Source {
    /// All of it as text.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not UTF-8. The message names the file.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        text(self.path(), self.read()?)
    }
}

/// The text of a file, unless it is a pipe or a device, which may have nobody who writes and would be waited for.
///
/// # Errors
/// It cannot be read, is too large, or is not UTF-8. The message names the file.
pub(crate) fn text_of_regular_file(file: &Path) -> Result<String, Failure> {
    if fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return Err(source::unreadable(file, "it is not a regular file"));
    }
    text(file, source::opened(file)?)
}

fn text(file: &Path, read: impl Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = read.take(MOST * 1024 * 1024 + 1).read_to_end(&mut bytes);
    read.map_err(|error| source::unreadable(file, reason(&error)))?;
    if bytes.len() as u64 > MOST * 1024 * 1024 {
        return Err(source::unreadable(file, format!("it is larger than {MOST} MB"))
            .hint(Hint::advice("split it into several files; ten thousand hands of text sheets take less than 1 MB")));
    }
    source::not_utf_16(file, &bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        source::not_utf_8(file, line)
    })
}
