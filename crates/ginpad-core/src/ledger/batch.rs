//! Lines on their way into a store, in portions.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use crate::Listed;
use crate::facts::{Change, FactId, Line, LineFault};
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
