//! Joins two books: the union of their lines, and the people who are one.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::PathBuf;

use chrono::Utc;
use ginpad_core::facts::FactId;
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Met, Namesakes};
use tempfile::TempPath;

use super::backup::{Reason, automatic};
use super::error::BookError;
use super::intake::{Contents, DocumentFault, TakenIn};
use super::pad::Pad;

/// How books are joined, and when.
#[derive(Debug, Clone, Copy)]
pub struct Merging {
    /// What is to become of people of one name.
    pub namesakes: Namesakes,
    /// Whether the book is backed up before anything is added.
    pub is_backed_up: bool,
    /// When.
    pub now: Moment,
}

/// What became of another book.
#[derive(Debug, Default)]
pub struct Merged {
    /// What was taken in.
    pub taken: TakenIn,
    /// People of one name.
    pub met: Met,
    /// The backup of the book as it was. There is none if nothing was added or there was nothing.
    pub backup: Option<PathBuf>,
}

impl Pad<'_> {
    /// Takes in the lines of another book, and joins people of one name. Before anything is written, the book is backed up
    /// if that is wanted. `before_change` sees the book before something comes that may change games, with these games.
    ///
    /// # Errors
    /// The lines cannot be read, or the book cannot be written or backed up. The caller must not commit then.
    pub fn merge<R: BufRead>(
        &self,
        contents: Contents<R>,
        merging: Merging,
        mut before_change: impl FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError>,
    ) -> Result<Merged, DocumentFault> {
        let Merging { namesakes, is_backed_up, now } = merging;
        let mut is_due = is_backed_up && self.count_of_lines()? > 0;
        let mut backup: Option<TempPath> = None;
        let mut back_up = || -> Result<(), BookError> {
            if std::mem::take(&mut is_due) {
                let (made, _) = automatic(self.path, Reason::Merge, now.with_timezone(&Utc), self.watcher())?;
                backup = Some(made);
            }
            Ok(())
        };
        let taken = self.take_in(contents, |pad, games| {
            back_up()?;
            before_change(pad, games)
        })?;
        let (met, change) = self.meet_namesakes(&taken.people, &BTreeSet::new(), &taken.imported, namesakes)?;
        if !change.is_empty() {
            back_up()?;
            self.write(change, now)?;
        }
        let backup = backup.map(|mut backup| {
            backup.disable_cleanup(true);
            backup.to_path_buf()
        });
        Ok(Merged { taken, met, backup })
    }
}
