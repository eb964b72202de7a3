//! A text sheet of any length: read line by line with one game in memory, a second time if need be.

use super::Door;
use super::input_lines::{Lines, NoLine};
use super::source::{Source, not_utf_8};
use crate::answer::Failure;
use crate::answer::file_words::shown;
use ginpad_core::game::Game;
use ginpad_core::listed::Listed;
use ginpad_core::notation::{LocalTime, SheetReader};
use ginpad_core::text::count;

impl Source {
    /// Reads the games of a text sheet one after another from the beginning, each with its text. Once there is a fault,
    /// `visit` sees no more of them, but the rest is read for its faults. A door is told how far it is. Returns the lines
    /// that say that the rules refuse their hands, which they do not.
    ///
    /// # Errors
    /// The file cannot be read; it has faults, which are listed; and those of `visit`, which end the reading.
    pub(crate) fn each_game(
        &self,
        local: LocalTime<'_>,
        door: Option<&dyn Door>,
        mut visit: impl FnMut(Game, &str) -> Result<(), Failure>,
    ) -> Result<Listed<usize>, Failure> {
        self.first()?;
        let mut lines = Lines::new(self.read()?, self.path());
        let bytes = usize::try_from(self.bytes()).unwrap_or(usize::MAX);
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
                Err(NoLine::TooLong) => sheet.too_long_line(),
                Err(NoLine::NotText) => return Err(not_utf_8(self.path(), line.number)),
            }
            if sheet.has_stopped() {
                break;
            }
        }
        drop(progress);
        let (text, marked_in_vain) = (sheet.text().to_string(), sheet.marked_in_vain().clone());
        let last = sheet.end().map_err(|faults| {
            let what = format!("{} has {} and was not read", shown(self.path()), count(faults.0.total(), "fault"));
            Failure::listing(what, &faults.0)
        })?;
        last.map_or(Ok(()), |game| visit(game, &text))?;
        Ok(marked_in_vain)
    }
}
