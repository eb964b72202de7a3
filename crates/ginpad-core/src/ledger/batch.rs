//! Lines on their way into a store, in portions; and a count of what they hold.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::ops::AddAssign;

use crate::Listed;
use crate::facts::{Change, Fact, FactId, Line, LineFault};
use crate::ledger::{LinesReader, NumberedGame, Record};

/// A portion of lines to append together, each with its change.
#[derive(Debug, Default)]
pub struct Batch {
    /// The lines.
    pub lines: Vec<(Line, Change)>,
    /// The game numbers in the book that the file comes from.
    pub numbers: BTreeMap<FactId, i64>,
    bytes: usize,
}

impl Batch {
    /// The bytes of lines that fill a batch.
    const FULL: usize = 512 << 10;

    /// The highest number that a game of a book can have. A batch drops higher numbers, because the book could not
    /// assign the next one.
    const MOST_NUMBER: u32 = 1 << 30;

    /// Whether it holds enough to append.
    pub const fn is_full(&self) -> bool {
        self.bytes >= Batch::FULL
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It is not a change.
    pub fn push(&mut self, line: Line) -> Result<(), LineFault> {
        let change = Change::read(&line)?;
        self.bytes += line.text().len();
        self.lines.push((line, change));
        Ok(())
    }

    /// Adds the next lines of a file, and names the lines it leaves out. Returns whether more may follow.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn fill<R: BufRead>(&mut self, file: &mut LinesReader<R>, faults: &mut Listed<String>) -> io::Result<bool> {
        while !self.is_full() {
            match file.next().transpose()? {
                Some(Record::Line(line)) => {
                    if let Err(why) = self.push(line) {
                        faults.push(file.at_line(&why));
                    }
                }
                Some(Record::Number(NumberedGame { game, number })) => {
                    if number <= Batch::MOST_NUMBER {
                        self.numbers.insert(game, number.into());
                    }
                }
                Some(Record::Fault(fault)) => faults.push(fault),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Takes the lines out of the batch.
    pub fn take(&mut self) -> Vec<(Line, Change)> {
        self.bytes = 0;
        std::mem::take(&mut self.lines)
    }
}

/// The counts of some lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, derive_more::Add, derive_more::AddAssign, derive_more::Sum)]
pub struct Counted {
    /// The changes.
    pub changes: usize,
    /// The facts.
    pub facts: usize,
    /// The games.
    pub games: usize,
    /// The hands, without corrections and adjustments.
    pub hands: usize,
    /// The people.
    pub people: usize,
    /// The payments.
    pub payments: usize,
    /// The changes that undo others.
    pub undos: usize,
    /// The changes with content unknown to this version.
    pub unknown: usize,
}

impl AddAssign<&Change> for Counted {
    fn add_assign(&mut self, change: &Change) {
        self.changes += 1;
        self.facts += change.facts.len();
        self.unknown += usize::from(change.has_unknown);
        self.undos += usize::from(change.facts.iter().any(|fact| matches!(fact, Fact::Undo(_))));
        for fact in &change.facts {
            match fact {
                Fact::Hand(hand) if hand.supersedes.is_empty() && !hand.is_adjustment() => self.hands += 1,
                Fact::Game(_) => self.games += 1,
                Fact::Player(_) => self.people += 1,
                Fact::Payment(_) => self.payments += 1,
                _ => {}
            }
        }
    }
}
