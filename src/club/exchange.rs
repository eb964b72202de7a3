//! One exchange of a book with a club, step by step.
//!
//! The steps that need the book do not touch the network, and those that touch the network do not need the book: nobody who
//! logs a hand waits for the club. After any of them the program may be stopped: what was taken in stays, and the rest comes
//! or goes the next time.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::mem;

use ginpad_core::facts::{FactId, Line};
use ginpad_core::hand::Moment;
use ginpad_core::ledger::{Appended, Counted, Holdings, Lack, Namesakes, Numbers, Part, Span, Store, lasts};
use ginpad_core::listed::Listed;
use uuid::Uuid;

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
    /// The member's writers that the club knows, once it was asked: the lines of a second laptop go too.
    of_member: Vec<Uuid>,
    /// What the club holds.
    theirs: Holdings,
    /// What the book holds, until it was compared.
    ours: Vec<Span>,
    /// The writers of whom both hold other lines under one number. Nobody knows yet which: all of them come.
    apart: BTreeSet<Uuid>,
    /// What of it the book lacks, until everything was fetched.
    comes: VecDeque<Numbers>,
    /// What the club lacks of the lines that this book may send, once the book was asked.
    goes: Option<VecDeque<Lack>>,
    /// Whether the lines of those go too who are no members.
    relays: bool,
    /// How many lines the club lacks that this book may not send.
    pub kept_back: u64,
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
        let (theirs, mut arrivals) = (Holdings::of(&mut club)?, Arrivals::new(namesakes, now));
        arrivals.is_one_book = namesakes == Namesakes::Join;
        let (comes, kept_out) = (missing(&theirs, &[]), Listed::default());
        let (of_member, ours, apart, sent) = (Vec::new(), Vec::new(), BTreeSet::new(), Counted::default());
        Ok(ClubExchange {
            club,
            arrivals,
            of_member,
            theirs,
            ours,
            apart,
            comes,
            goes: None,
            relays,
            kept_back: 0,
            sent,
            kept_out,
        })
    }

    /// Asks the book what need not come. Without a book this step is left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn ask(&mut self, pad: &Pad<'_>) -> Result<(), BookError> {
        self.arrivals.ask(pad)?;
        let held = Holdings::of(&mut { pad })?;
        self.ours = held.spans();
        self.comes = missing(&self.theirs, &self.ours);
        let is_behind = |span: &Span| self.ours.iter().any(|our| our.writer == span.writer && our.last >= span.last);
        for span in self.theirs.spans().into_iter().filter(is_behind) {
            if !held.has(&mut { pad }, &span)? {
                self.apart.insert(span.writer);
            }
        }
        Ok(())
    }

    /// Fetches some of what the book lacks, and says whether anything is to be taken in, or people are to be joined.
    ///
    /// # Errors
    /// The club cannot be read, or sends a line that is not what was written.
    pub fn fetch(&mut self) -> Result<bool, ClubError> {
        let ours = mem::take(&mut self.ours);
        if !ours.is_empty() {
            self.apart.append(&mut self.club.apart(&ours)?);
            for (writer, last) in self.lasts().into_iter().filter(|(writer, _)| self.apart.contains(writer)) {
                self.comes.retain(|lines| lines.writer != writer);
                self.comes.push_back(Numbers { writer, first: 1, last });
            }
        }
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
                    let member = self.club.member_of(lines.writer)?;
                    self.kept_out
                        .push(format!("line {number} of the writer {}, sent by {member}: {why}", lines.writer));
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
        self.of_member = self.club.own_writers()?;
        Ok(())
    }

    /// Collects the next lines that the club lacks, if there are any. [`ClubExchange::put`] sends them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn collect(&mut self, pad: &Pad<'_>) -> Result<Option<Part>, BookError> {
        Lack::next(self.going(pad)?, &mut { pad }, PART)
    }

    /// What the club lacks and this book may send.
    fn going(&mut self, pad: &Pad<'_>) -> Result<&mut VecDeque<Lack>, BookError> {
        let going = match self.goes.take() {
            Some(goes) => goes,
            None => {
                let mut lacks = Holdings::of(&mut { pad })?.lacking(&self.theirs.spans());
                let is_own = |writer: &Uuid| self.arrivals.own.contains(writer) || self.of_member.contains(writer);
                let others = lacks.extract_if(.., |lack| !self.relays && !is_own(&lack.lines.writer));
                self.kept_back = amount(others.map(|lack| lack.lines));
                // What follows a gap is taken once the line has come that declares the gap.
                let there = self.theirs.spans();
                let follows = |lines: Numbers| {
                    there.iter().any(|span| (span.writer, span.last + 1) == (lines.writer, lines.first))
                };
                lacks.sort_by_key(|lack| lack.lines.first > 1 && !follows(lack.lines));
                lacks.into()
            }
        };
        Ok(self.goes.insert(going))
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

    /// Ends the exchange: notes that this book was here, no other device of its member, and asks what the club holds now.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn end(&mut self) -> Result<(), ClubError> {
        self.club.met(&self.arrivals.own)?;
        self.theirs = Holdings::of(&mut self.club)?;
        self.goes = None;
        Ok(())
    }

    /// How many lines of the book the club lacks that this book may send, as far as [`ClubExchange::end`] or
    /// [`ClubExchange::begin`] saw it.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn unsent(&mut self, pad: &Pad<'_>) -> Result<u64, BookError> {
        Ok(amount(self.going(pad)?.iter().map(|lack| lack.lines)))
    }

    /// The connection.
    pub fn into_club(self) -> Club {
        self.club
    }

    /// How many lines are still to come.
    pub fn coming(&self) -> u64 {
        amount(self.comes.iter().copied())
    }

    /// The number of the last line of each writer that the club holds.
    pub fn lasts(&self) -> BTreeMap<Uuid, u64> {
        lasts(self.theirs.spans().iter().map(|span| (span.writer, span.last)))
    }
}

/// How many lines these are.
fn amount(numbers: impl Iterator<Item = Numbers>) -> u64 {
    numbers.map(|lines| lines.last.saturating_sub(lines.first) + 1).sum()
}
