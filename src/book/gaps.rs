//! Lines that this book lacks although it has later ones of the same writer, and numbers that it has twice.

use ginpad_core::facts::ChangeVerb;
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Fork, Numbers, Run, forks, gaps, given_up, giving_up};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;

impl Pad<'_> {
    /// The lines that are missing between others, without those that were given up.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn gaps(&self) -> Result<Vec<Numbers>, BookError> {
        Ok(gaps(&self.runs()?, &given_up(&mut { self })?))
    }

    /// Where writers forked, by the runs of a book, without what somebody settled.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn forks(&self, runs: &[Run]) -> Result<Vec<Fork>, BookError> {
        forks(&mut { self }, runs)
    }

    /// Gives up the lines of a writer that are missing between others, and keeps every line where it forked: nobody is
    /// asked for them or warned of them any more.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn give_up(&self, writer: Uuid, now: Moment) -> Result<(), BookError> {
        let facts = giving_up(&mut { self }, writer)?;
        self.change(ChangeVerb::GIVE_UP, now, |change| {
            for fact in facts {
                change.say(fact);
            }
        })
    }
}
