//! Exchanges a book's lines with a club, step by step.
//!
//! A step uses either the book or the network, never both, so nobody who logs a hand waits for the club. The program
//! may be stopped after any step: lines that were taken in stay, and the rest is fetched or sent the next time.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::mem;

use ginpad_core::facts::Line;
use ginpad_core::ledger::{Appended, Holdings, Lack, LineRange, Namesakes, Portion, Span, Store, lasts};
use ginpad_core::{Listed, Moment};
use uuid::Uuid;

use super::{Club, ClubError};
use crate::book::{Arrivals, BookError, OpenBook};

/// How many bytes of lines are fetched or sent at a time.
const PART: usize = 512 << 10;

/// One exchange of a book with a club. Methods are its steps.
#[derive(Debug)]
pub struct ClubExchange {
    club: Club,
    /// The lines that come from it.
    pub arrivals: Arrivals,
    /// The writers that the club knows as this member's. The lines of a member's second laptop are sent too.
    of_member: Vec<Uuid>,
    /// The lines that the club holds.
    theirs: Holdings,
    /// The lines that the book holds, until they are compared.
    ours: Vec<Span>,
    /// The writers with different lines under one number in the book and the club. We do not know yet which lines
    /// differ, so all lines of these writers are fetched.
    apart: BTreeSet<Uuid>,
    /// The lines that the book lacks and that are still to be fetched.
    incoming: VecDeque<LineRange>,
    /// The lines that the club lacks and that this book may send; `None` until the book is asked.
    outgoing: Option<VecDeque<Lack>>,
    /// Whether lines of writers who belong to no member are sent too.
    relays: bool,
    /// The number of lines that the club lacks and this book may not send.
    pub kept_back: usize,
    /// Descriptions of the lines that either side refused.
    pub kept_out: Listed<String>,
}

/// Lists the lines in `theirs` that `ours` lacks.
fn missing(theirs: &Holdings, ours: &[Span]) -> VecDeque<LineRange> {
    theirs.lacking(ours).into_iter().map(|lack| lack.lines).collect()
}

impl ClubExchange {
    /// Asks the club which lines it holds, and which writers are the member's. With `relays`, lines of writers who belong
    /// to no member are sent too.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn begin(mut club: Club, namesakes: Namesakes, now: Moment, relays: bool) -> Result<ClubExchange, ClubError> {
        club.check()?;
        let (theirs, mut arrivals) = (Holdings::of(&mut club)?, Arrivals::new(namesakes, now));
        arrivals.is_one_book = namesakes == Namesakes::Join;
        Ok(ClubExchange {
            arrivals,
            of_member: club.own_writers()?,
            club,
            incoming: missing(&theirs, &[]),
            theirs,
            ours: Vec::new(),
            apart: BTreeSet::new(),
            outgoing: None,
            relays,
            kept_back: 0,
            kept_out: Listed::default(),
        })
    }

    /// Asks the book which lines need not be fetched. Skip this step if there is no book yet.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, book: &OpenBook<'_>) -> Result<(), BookError> {
        self.arrivals.ask(book)?;
        let held = Holdings::of(&mut { book })?;
        self.ours = held.spans();
        self.incoming = missing(&self.theirs, &self.ours);
        let is_behind = |span: &Span| self.ours.iter().any(|our| our.writer == span.writer && our.last >= span.last);
        for span in self.theirs.spans().into_iter().filter(is_behind) {
            if !held.has(&mut { book }, &span)? {
                self.apart.insert(span.writer);
            }
        }
        Ok(())
    }

    /// Fetches some of the lines that the book lacks, and returns whether there are lines to take in or people to join.
    ///
    /// # Errors
    /// The club cannot be read, or sends a line that is not what was written.
    pub fn fetch(&mut self) -> Result<bool, ClubError> {
        let ours = mem::take(&mut self.ours);
        if !ours.is_empty() {
            self.apart.append(&mut self.club.apart(&ours)?);
            for (writer, last) in self.lasts().into_iter().filter(|(writer, _)| self.apart.contains(writer)) {
                self.incoming.retain(|lines| lines.writer != writer);
                self.incoming.push_back(LineRange { writer, first: 1, last });
            }
        }
        while let Some(lines) = self.incoming.front_mut().filter(|_| !self.arrivals.fetched.is_full()) {
            let fetched = self.club.some_lines(*lines, PART as i64)?;
            // The club no longer has the rest.
            let Some((last, _)) = fetched.last() else {
                self.incoming.pop_front();
                continue;
            };
            lines.first = last + 1;
            // An unreadable line does not stop the others.
            for (number, line) in fetched {
                if let Err(why) = line.and_then(|line| self.arrivals.fetched.push(line)) {
                    let member = self.club.member_of(lines.writer)?;
                    self.kept_out
                        .push(format!("line {number} of the writer {}, sent by {member}: {why}", lines.writer));
                }
            }
        }
        self.arrivals.is_all = self.incoming.is_empty();
        Ok(self.arrivals.is_waiting())
    }

    /// Collects the next lines that the club lacks. [`ClubExchange::put`] sends them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn collect(&mut self, book: &OpenBook<'_>) -> Result<Option<Portion>, BookError> {
        Lack::next(self.going(book)?, &mut { book }, PART)
    }

    /// Lists the lines that the club lacks and this book may send.
    fn going(&mut self, book: &OpenBook<'_>) -> Result<&mut VecDeque<Lack>, BookError> {
        let going = match self.outgoing.take() {
            Some(outgoing) => outgoing,
            None => {
                let mut lacks = Holdings::of(&mut { book })?.lacking(&self.theirs.spans());
                let is_own = |writer: &Uuid| self.arrivals.own.contains(writer) || self.of_member.contains(writer);
                let others = lacks.extract_if(.., |lack| !self.relays && !is_own(&lack.lines.writer));
                self.kept_back = amount(others.map(|lack| lack.lines));
                // The club accepts lines after a gap only once it has the line that declares the gap, so those lines
                // are sent last.
                let held = self.theirs.spans();
                let follows = |lines: LineRange| {
                    held.iter().any(|span| (span.writer, span.last + 1) == (lines.writer, lines.first))
                };
                lacks.sort_by_key(|lack| lack.lines.first > 1 && !follows(lack.lines));
                lacks.into()
            }
        };
        Ok(self.outgoing.insert(going))
    }

    /// Sends lines; they count as sent once the club has committed them. After a refused line, nothing more of its
    /// writer is sent.
    ///
    /// # Errors
    /// The club cannot be written. The next exchange sends the lines again.
    pub fn put(&mut self, part: Portion) -> Result<(), ClubError> {
        let Portion { run, lines, amount } = part;
        let answers = self.club.append(&lines)?;
        let refused = |(answer, line): (&Appended, &Line)| match answer {
            Appended::Refused(why) => {
                Some(format!("line {} of the writer {} was not sent: {why}", line.name(), run.writer))
            }
            Appended::Stored | Appended::Known => None,
        };
        match answers.iter().zip(&lines).find_map(refused) {
            None => self.arrivals.brought.sent += amount,
            Some(why) => {
                self.kept_out.push(why);
                self.outgoing.iter_mut().for_each(|outgoing| outgoing.retain(|lack| lack.lines.writer != run.writer));
            }
        }
        Ok(())
    }

    /// Ends the exchange: notes that this device, not the member's others, was here, and asks which lines the club
    /// holds now.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn end(&mut self) -> Result<(), ClubError> {
        self.club.met(&self.arrivals.own)?;
        self.theirs = Holdings::of(&mut self.club)?;
        self.outgoing = None;
        Ok(())
    }

    /// Counts the lines that the club lacks and this book may send, by the club's answer at [`ClubExchange::end`] or
    /// [`ClubExchange::begin`].
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn unsent(&mut self, book: &OpenBook<'_>) -> Result<usize, BookError> {
        Ok(amount(self.going(book)?.iter().map(|lack| lack.lines)))
    }

    /// Returns the connection.
    pub fn into_club(self) -> Club {
        self.club
    }

    /// Counts the lines still to be fetched.
    pub fn coming(&self) -> usize {
        amount(self.incoming.iter().copied())
    }

    /// Returns the number of the last line that the club holds of each writer.
    pub fn lasts(&self) -> BTreeMap<Uuid, u64> {
        lasts(self.theirs.spans().iter().map(|span| (span.writer, span.last)))
    }
}

/// Counts these lines.
fn amount(numbers: impl Iterator<Item = LineRange>) -> usize {
    let all: u64 = numbers.map(|lines| lines.last.saturating_sub(lines.first) + 1).sum();
    usize::try_from(all).unwrap_or(usize::MAX)
}
