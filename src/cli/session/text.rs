//! Text of files and of standard input.

use std::io::Read;
use std::path::Path;

use super::source::{self, Source};
use super::{Session, reason, shown};
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;

/// The largest text that is read, in megabytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// What people write.
    Written = 16,
}

/// What to do with text in another encoding.
pub(crate) const SAVE_AS_UTF_8: &str =
    "save the file as UTF-8; a spreadsheet program calls it `CSV UTF-8`, or asks for the encoding";

impl Session {
    /// Reads a file, or standard input for `-`, as text of at most this size.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not UTF-8. The message names the file.
    pub(crate) fn text(&self, file: &Path, most: Size) -> Result<String, Failure> {
        text_in(file, most)
    }

    /// Reads a source as text of at most this size.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not UTF-8. The message names the file.
    pub(crate) fn text_of(&self, source: &Source, most: Size) -> Result<String, Failure> {
        text(source.path(), source.read()?, most)
    }
}

/// The text of a file of at most this size.
///
/// # Errors
/// It cannot be read, is too large, or is not UTF-8. The message names the file.
pub(super) fn text_in(file: &Path, most: Size) -> Result<String, Failure> {
    text(file, source::opened(file)?, most)
}

fn text(file: &Path, read: impl Read, most: Size) -> Result<String, Failure> {
    let megabytes = most as u64;
    let name = shown(file);
    let cannot = |why: &dyn std::fmt::Display| Failure::refused(format!("cannot read {name}: {why}"));
    let mut bytes = Vec::new();
    let read = read.take(megabytes * 1024 * 1024 + 1).read_to_end(&mut bytes);
    read.map_err(|error| cannot(&reason(&error)))?;
    if bytes.len() as u64 > megabytes * 1024 * 1024 {
        return Err(cannot(&format!("it is larger than {megabytes} MB"))
            .hint(Hint::advice("split it into several files; ten thousand hands of text sheets take less than 1 MB")));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(source::utf_16(file));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        cannot(&format!("line {line} is not UTF-8 text")).hint(Hint::advice(SAVE_AS_UTF_8))
    })
}
