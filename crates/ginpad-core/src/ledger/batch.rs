//! Lines on their way into a store, some at a time.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use crate::facts::{Change, FactId, Line, LineFault};
use crate::ledger::{Fault, Found, LinesReader, NumberedGame};
use crate::listed::Listed;

/// Lines that are taken in together, each with its change.
#[derive(Debug, Default)]
pub struct Batch {
    /// The lines.
    pub lines: Vec<(Line, Change)>,
    /// What the book that a file is of calls its games, if somebody wants to know.
    pub numbers: Option<BTreeMap<FactId, i64>>,
    bytes: usize,
}

impl Batch {
    /// A batch with so many bytes of lines is full.
    const FULL: usize = 512 << 10;

    /// No book has so many games. A higher number is left out, or the next one could not be written.
    const MOST_NUMBER: u32 = 1 << 30;

    /// For lines with what the book that they are of calls its games.
    pub fn with_numbers() -> Batch {
        Batch { numbers: Some(BTreeMap::new()), ..Batch::default() }
    }

    /// Whether there is enough to be taken in.
    pub const fn is_full(&self) -> bool {
        self.bytes >= Batch::FULL
    }

    /// Adds a line.
    ///
    /// # Errors
    /// It is no change.
    pub fn push(&mut self, line: Line) -> Result<(), LineFault> {
        let change = Change::read(&line)?;
        self.bytes += line.text().len();
        self.lines.push((line, change));
        Ok(())
    }

    /// Adds the next lines of a file, and names what is kept out. The answer is whether there may be more.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn fill<R: BufRead>(&mut self, file: &mut LinesReader<R>, faults: &mut Listed<String>) -> io::Result<bool> {
        while !self.is_full() {
            match file.next().transpose()? {
                Some(Found::Line(line)) => {
                    if let Err(why) = self.push(line) {
                        faults.push(Fault { at: file.at(), why: why.into() }.to_string());
                    }
                }
                Some(Found::Number(NumberedGame { game, number })) => {
                    if let Some(numbers) = self.numbers.as_mut().filter(|_| number <= Batch::MOST_NUMBER) {
                        numbers.insert(game, number.into());
                    }
                }
                Some(Found::Fault(fault)) => faults.push(fault.to_string()),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Takes the lines out.
    pub fn take(&mut self) -> Vec<(Line, Change)> {
        self.bytes = 0;
        std::mem::take(&mut self.lines)
    }
}
