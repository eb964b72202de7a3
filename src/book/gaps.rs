//! Lines that this book lacks although it has later ones of the same writer.

use ginpad_core::facts::{ChangeVerb, Fact, GapFact, NewChange};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Gap, gaps, given_up};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;

impl Pad<'_> {
    /// The lines that are missing between others, without those that were given up.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn gaps(&self) -> Result<Vec<Gap>, BookError> {
        Ok(gaps(&self.runs()?, &given_up(&mut { self })?))
    }

    /// Gives up the lines of a writer that are missing between others: nobody is asked for them any more.
    ///
    /// # Errors
    /// The book cannot be written.
    pub fn give_up(&self, writer: Uuid, now: Moment) -> Result<(), BookError> {
        let (runs, mut change) = (self.runs()?, NewChange::new(ChangeVerb::GIVE_UP));
        for Gap { writer, first, last } in self.gaps()?.into_iter().filter(|gap| gap.writer == writer) {
            let next = runs.iter().find(|run| run.writer == writer && run.first == last + 1);
            let before = next.and_then(|next| next.before);
            change.say(Fact::Gap(GapFact { writer, first, last, before }));
        }
        self.write(change, now).map(drop)
    }
}
