//! One exchange of a book with a club, step by step.
//!
//! The steps that need the book do not touch the network, and those that touch the network do not need the book: nobody who
//! logs a hand waits for the club. After any of them the program may be stopped: what was taken in stays, and the rest comes
//! or goes the next time.

use std::collections::{BTreeSet, VecDeque};

use ginpad_core::facts::{FactId, Line};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Appended, Counted, Holdings, Lack, Namesakes, Numbers, Part, Span, Store};
use ginpad_core::listed::Listed;

use super::{Club, ClubError};
use crate::book::{Arrivals, BookError, Pad};

/// So many bytes of lines come or go at once.
const PART: usize = 512 << 10;

/// One exchange of a book with a club.
#[derive(Debug)]
pub struct ClubExchange {
    club: Club,
    /// What comes from it.
    pub arrivals: Arrivals,
    /// What the club holds.
    theirs: Holdings,
    /// What of it the book lacks, until everything was fetched.
    comes: VecDeque<Numbers>,
    /// What the club lacks of the lines that this book may send, once the book was asked.
    goes: Option<VecDeque<Lack>>,
    /// Whether the lines of those go too who are no members.
    relays: bool,
    /// What went: what the club has committed.
    pub sent: Counted,
    /// What either side did not take.
    pub kept_out: Listed<String>,
}

/// What of one side's lines the other lacks, which has these.
fn missing(theirs: &Holdings, ours: &[Span]) -> VecDeque<Numbers> {
    theirs.lacking(ours).into_iter().map(|lack| lack.lines).collect()
}

impl ClubExchange {
    /// Asks the club what it holds. With `relays`, the book's lines of writers who are nobody's go too.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn begin(mut club: Club, namesakes: Namesakes, now: Moment, relays: bool) -> Result<ClubExchange, ClubError> {
        club.check()?;
        let (theirs, arrivals) = (Holdings::of(&mut club)?, Arrivals::new(namesakes, now));
        let (comes, kept_out) = (missing(&theirs, &[]), Listed::default());
        Ok(ClubExchange { club, arrivals, theirs, comes, goes: None, relays, sent: Counted::default(), kept_out })
    }

    /// Asks the book what need not come. Without a book this step is left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        self.arrivals.ask(pad)?;
        self.comes = missing(&self.theirs, &pad.runs()?.iter().map(Span::from).collect::<Vec<_>>());
        Ok(())
    }

    /// Fetches some of what the book lacks, and says whether anything is to be taken in, or people are to be joined.
    ///
    /// # Errors
    /// The club cannot be read, or sends a line that is not what was written.
    pub fn fetch(&mut self) -> Result<bool, ClubError> {
        while let Some(lines) = self.comes.front_mut().filter(|_| !self.arrivals.fetched.is_full()) {
            let found = self.club.some_lines(*lines, PART as i64)?;
            // The rest is not there any more.
            let Some((last, _)) = found.last() else {
                self.comes.pop_front();
                continue;
            };
            lines.first = last + 1;
            // A line that cannot be read is nobody's loss but its own.
            for (number, line) in found {
                if let Err(why) = line.and_then(|line| self.arrivals.fetched.push(line)) {
                    self.kept_out.push(format!("line {number} of the writer {} in the club: {why}", lines.writer));
                }
            }
        }
        Ok(self.arrivals.is_waiting())
    }

    /// Takes in what was fetched: see [`Arrivals::receive`].
    ///
    /// # Errors
    /// The book cannot be written. The caller must not commit then.
    pub fn receive(
        &mut self,
        pad: &Pad<'_>,
        before_change: impl FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        self.arrivals.receive(pad, self.comes.is_empty(), before_change)
    }

    /// Asks the club which writers are the member's. The lines of these go, of a second laptop too, and those of this book.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn turn(&mut self) -> Result<(), ClubError> {
        let others = self.club.own_writers()?;
        self.arrivals.own.extend(others);
        Ok(())
    }

    /// Collects the next lines that the club lacks, if there are any. [`ClubExchange::put`] sends them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn collect(&mut self, pad: &Pad<'_>) -> Result<Option<Part>, BookError> {
        let goes = match &mut self.goes {
            Some(goes) => goes,
            none => {
                let mut lacks = Holdings::of(&mut { pad })?.lacking(&self.theirs.spans());
                lacks.retain(|lack| self.relays || self.arrivals.own.contains(&lack.lines.writer));
                none.insert(lacks.into())
            }
        };
        while let Some(lack) = goes.front_mut() {
            if let Some(part) = lack.take(&mut { pad }, PART)? {
                return Ok(Some(part));
            }
            goes.pop_front();
        }
        Ok(None)
    }

    /// Sends lines, which count as sent once the club has committed them. Of a writer whose line is refused, nothing more goes.
    ///
    /// # Errors
    /// The club cannot be written. The next exchange sends them.
    pub fn put(&mut self, part: Part) -> Result<(), ClubError> {
        let Part { run, lines, amount } = part;
        let answers = self.club.append(&lines)?;
        let first = answers.iter().zip(&lines).find_map(|(became, line): (&Appended, &Line)| match became {
            Appended::Refused(why) => Some((line.name(), why)),
            Appended::Stored | Appended::Known => None,
        });
        match first {
            None => self.sent += amount,
            Some((line, why)) => {
                self.kept_out.push(format!("line {line} of the writer {} was not sent: {why}", run.writer));
                self.goes.iter_mut().for_each(|goes| goes.retain(|lack| lack.lines.writer != run.writer));
            }
        }
        Ok(())
    }

    /// Ends the exchange: notes that this member was here, and says whether the club now holds what this book may send.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn end(mut self, pad: &Pad<'_>) -> Result<bool, ExchangeFault> {
        self.club.met(&self.arrivals.own)?;
        self.theirs = Holdings::of(&mut self.club)?;
        self.goes = None;
        Ok(self.collect(pad)?.is_none())
    }
}

/// Why an exchange cannot be ended.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeFault {
    /// The club.
    #[error(transparent)]
    Club(#[from] ClubError),
    /// The book.
    #[error(transparent)]
    Book(#[from] BookError),
}
