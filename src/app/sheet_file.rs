//! A text sheet of any length: read line by line with one game in memory, a second time if need be.

use std::path::Path;

use super::Door;
use super::input_lines::{Lines, NoLine};
use super::source::{Source, not_utf_8};
use crate::answer::Failure;
use crate::answer::file_words::shown;
use ginpad_core::game::Game;
use ginpad_core::listed::Listed;
use ginpad_core::notation::{LocalTime, SheetReader};
use ginpad_core::text::count;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = SheetReader::LONGEST_LINE * 4;

/// A text sheet that can be read more than once.
#[derive(Debug)]
pub(crate) struct SheetFile {
    source: Source,
    /// The lines that say that the rules refuse their hands, which they do not, as far as the file was read last.
    marked_in_vain: Listed<usize>,
}

impl SheetFile {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// It cannot be read, or there is no room for a temporary file.
    pub(crate) fn open(path: &Path) -> Result<SheetFile, Failure> {
        Source::open(path).map(SheetFile::of)
    }

    /// A source that is a text sheet.
    pub(crate) fn of(source: Source) -> SheetFile {
        SheetFile { source, marked_in_vain: Listed::default() }
    }

    /// The file as messages name it, and its lines that say that the rules refuse their hands, which they do not.
    pub(crate) fn marked_in_vain(&self) -> (String, &Listed<usize>) {
        (shown(self.source.path()), &self.marked_in_vain)
    }

    /// Reads the games one after another from the beginning, each with its text. Once there is a fault, `visit` sees no
    /// more of them, but the rest is read for its faults. A door is told how far it is.
    ///
    /// # Errors
    /// The file cannot be read; it has faults, which are listed; and those of `visit`, which end the reading.
    pub(crate) fn each_game(
        &mut self,
        local: LocalTime<'_>,
        door: Option<&dyn Door>,
        mut visit: impl FnMut(Game, &str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.source.first()?;
        let path = self.source.path();
        let mut lines = Lines::new(self.source.read()?, LONGEST_LINE, path);
        let bytes = usize::try_from(self.source.bytes()).unwrap_or(usize::MAX);
        let progress = door.map(|door| door.begin("reading the file", bytes));
        let mut sheet = SheetReader::new(local);
        while let Some(line) = lines.next()? {
            progress.iter().for_each(|progress| progress.advance(line.bytes));
            match line.text {
                Ok(text) => {
                    if let Some(game) = sheet.line(text) {
                        visit(game, sheet.text())?;
                    }
                }
                Err(NoLine::TooLong { .. }) => sheet.too_long_line(),
                Err(NoLine::NotText) => return Err(not_utf_8(path, line.number)),
            }
            if sheet.has_stopped() {
                break;
            }
        }
        drop(progress);
        self.marked_in_vain.clone_from(sheet.marked_in_vain());
        let text = sheet.text().to_string();
        let last = sheet.end().map_err(|faults| {
            let what =
                format!("{} has {} and was not read", shown(self.source.path()), count(faults.0.total(), "fault"));
            Failure::listing(what, &faults.0)
        })?;
        last.map_or(Ok(()), |game| visit(game, &text))
    }
}
