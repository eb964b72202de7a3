//! Writes the whole book as a file of lines.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

use ginpad_core::facts::{FactId, hash_of};
use ginpad_core::ledger::{Header, write_line, write_record};
use thiserror::Error;

use super::{BookError, OpenBook};

/// Why a book cannot be exported.
#[derive(Debug, Error)]
pub enum ExportFault {
    /// The book cannot be read, or is damaged.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The file cannot be written.
    #[error("{0}")]
    Out(#[from] io::Error),
}

impl OpenBook<'_> {
    /// Writes everything the book holds, without loss: the lines in order of arrival, each with its hash, then the
    /// numbers of the games that count.
    ///
    /// # Errors
    /// The book cannot be read, or holds something that does not match its hash; or `out` cannot be written.
    pub fn export(&self, mut out: impl Write) -> Result<(), ExportFault> {
        let (lines, mut numbers) = (self.count_of_lines()?, self.numbered_games()?);
        let counting: HashSet<FactId> = self.games()?.into_iter().collect();
        numbers.retain(|numbered| counting.contains(&numbered.game));
        let header = Header { lines: lines as u64, numbers: numbers.len() as u64, runs: self.runs()? };
        write_record(&mut out, &header)?;
        let (mut count, mut written) = (0, Ok(()));
        let steps = self.steps("reading the book", lines);
        self.arrived(i64::MIN, i64::MAX, |stored| {
            if hash_of(stored.text) != stored.hash {
                return Err(self.altered());
            }
            steps.advance(1);
            count += 1;
            written = write_line(&mut out, stored.text, &stored.hash);
            Ok(if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        written?;
        if count != lines {
            return Err(self.hides_a_line().into());
        }
        numbers.iter().try_for_each(|number| write_record(&mut out, number))?;
        Ok(out.flush()?)
    }
}
