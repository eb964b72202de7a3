//! Lines that this book lacks although it has later ones of the same writer, and numbers that it has twice.

use ginpad_core::facts::{ChangeVerb, Fact, GapFact, NewChange};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Gap, Run, gaps, given_up, settled_forks};
use uuid::Uuid;

use super::error::BookError;
use super::pad::Pad;

/// Where a writer forked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fork {
    /// The writer.
    pub writer: Uuid,
    /// The number at which a second line begins.
    pub number: u64,
    /// Whether the line that it stands against is here too. Else the line before it was replaced.
    pub is_double: bool,
}

impl Pad<'_> {
    /// The lines that are missing between others, without those that were given up.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn gaps(&self) -> Result<Vec<Gap>, BookError> {
        Ok(gaps(&self.runs()?, &given_up(&mut { self })?))
    }

    /// Where writers forked, by the runs of a book, without what somebody settled.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn forks(&self, runs: &[Run]) -> Result<Vec<Fork>, BookError> {
        let settled = settled_forks(&mut { self })?;
        let (mut forks, mut last) = (Vec::new(), (Uuid::nil(), 0));
        for run in runs {
            let (writer, number) = (run.writer, run.first);
            let end = if last.0 == writer { last.1 } else { 0 };
            let is_double = number <= end;
            if !settled.contains(&(writer, number)) && (is_double || number == end + 1 && !self.follows(run)?) {
                forks.push(Fork { writer, number, is_double });
            }
            last = (writer, end.max(run.last));
        }
        Ok(forks)
    }

    /// Whether the line that a run follows is there, if it follows any.
    fn follows(&self, run: &Run) -> Result<bool, BookError> {
        let Some(before) = run.before else { return Ok(true) };
        let mut is_there = false;
        self.lines_of(run.writer, run.first - 1..=run.first - 1, |line| {
            is_there |= *line.hash() == before;
            Ok(())
        })?;
        Ok(is_there)
    }

    /// Gives up the lines of a writer that are missing between others, and settles where it forked: nobody is asked for
    /// them or told of it any more.
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
        for Fork { number, .. } in self.forks(&runs)?.into_iter().filter(|fork| fork.writer == writer) {
            change.say(Fact::Gap(GapFact { writer, first: number, last: number, before: None }));
        }
        self.write(change, now).map(drop)
    }
}
