//! Text of files and of standard input.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::string::FromUtf8Error;

use encoding_rs::WINDOWS_1252;

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
    /// All of a spreadsheet as text, and its encoding where that is not UTF-8: spreadsheet programs also write UTF-16 and
    /// Windows-1252, of which every text is valid.
    ///
    /// # Errors
    /// It cannot be read, is too large, or is not text.
    pub(crate) fn spreadsheet(&self) -> Result<(String, Option<&'static str>), Failure> {
        let (text, encoding) = match String::from_utf8(bytes(self.path(), self.read()?)?) {
            Ok(text) => (text, None),
            // UTF-8 with one wrong letter is no other encoding.
            Err(other) if !other.as_bytes()[..other.utf8_error().valid_up_to()].is_ascii() => {
                return Err(not_utf_8(self.path(), &other));
            }
            Err(other) => {
                let (text, encoding, _) = WINDOWS_1252.decode(other.as_bytes());
                (text.into_owned(), Some(encoding.name()))
            }
        };
        if text.contains('\0') {
            return Err(source::unreadable(self.path(), "it is not text"));
        }
        Ok((text, encoding))
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
    String::from_utf8(bytes(file, read)?).map_err(|error| not_utf_8(file, &error))
}

fn not_utf_8(file: &Path, error: &FromUtf8Error) -> Failure {
    let at = error.utf8_error().valid_up_to();
    let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    source::not_utf_8(file, line)
}

fn bytes(file: &Path, read: impl Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = read.take(MOST * 1024 * 1024 + 1).read_to_end(&mut bytes);
    read.map_err(|error| source::unreadable(file, reason(&error)))?;
    if bytes.len() as u64 > MOST * 1024 * 1024 {
        return Err(source::unreadable(file, format!("it is larger than {MOST} MB"))
            .hint(Hint::advice("split it into several files; ten thousand hands of text sheets take less than 1 MB")));
    }
    Ok(bytes)
}
