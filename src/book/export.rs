//! Writes the whole book as one document, fact after fact.

use std::io::{self, Write};

use thiserror::Error;

use super::document::{Hash, NumberedGame, Writer};
use super::error::{BookError, flawed};
use super::pad::Pad;
use super::read::{self, Arrivals, Flaw};
use super::watched::Work;
use ginpad_core::facts;

/// Why a book cannot be exported.
#[derive(Debug, Error)]
pub enum ExportFault {
    /// The book cannot be read, or is damaged.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The document cannot be written.
    #[error("{0}")]
    Out(#[from] io::Error),
}

/// What ended the reading of the book: SQLite, or what was to be done with a fact.
enum Stopped {
    Sqlite(rusqlite::Error),
    Fault(ExportFault),
}

impl From<rusqlite::Error> for Stopped {
    fn from(error: rusqlite::Error) -> Stopped {
        Stopped::Sqlite(error)
    }
}

impl From<BookError> for Stopped {
    fn from(error: BookError) -> Stopped {
        Stopped::Fault(error.into())
    }
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Stopped {
        Stopped::Fault(error.into())
    }
}

impl Pad<'_> {
    /// Writes everything the book holds, without loss: the changes in the order in which they arrived, then the facts,
    /// each with its hash, then the numbers of the games that count.
    ///
    /// # Errors
    /// The book cannot be read, or holds something that does not match its hash; or `out` cannot be written.
    pub fn export(&self, out: impl Write) -> Result<(), ExportFault> {
        let mut writer = Writer::new(out)?;
        writer.list("changes")?;
        // The changes say how many facts they have, so a hidden row shows. Only those that wait or were rescued lack some.
        let (mut says, mut there) = (0_u128, 0_u128);
        self.stopped(read::each_change(&self.transaction, |change, kept| {
            says += change.facts as u128;
            let hash = self.intact(&format_args!("change {}", change.id), &kept, facts::hash(&change))?;
            Ok(writer.hashed(&change, &hash)?)
        }))?;
        writer.end_list()?;
        writer.list("facts")?;
        let steps = self.steps(Work::ReadFacts, self.sqlite(Arrivals::now(&self.transaction))?.facts());
        self.stopped(read::each_fact(&self.transaction, |fact, kept| {
            steps.step();
            there += 1;
            let hash = self.intact(&format_args!("{} {}", fact.kind(), fact.id()), &kept, facts::hash(&fact))?;
            Ok(writer.hashed(&fact, &hash)?)
        }))?;
        drop(steps);
        for lacking in self.sqlite(read::changes_that_may_lack(&self.transaction))? {
            there += lacking.says as u128;
            says += lacking.there as u128;
        }
        if says != there {
            return Err(self.damaged("the number of its facts is not what its changes say").into());
        }
        writer.end_list()?;
        writer.list("numbers")?;
        for game in self.games()? {
            let (number, is_sound) = self.sqlite(read::verified_number(&self.transaction, game, true))?;
            match number.and_then(|number| u32::try_from(number).ok()) {
                Some(number) if is_sound => writer.entry(&NumberedGame { game, number })?,
                _ => return Err(flawed(self.path, Flaw::Lists("game numbers"), None).into()),
            }
        }
        writer.end_list()?;
        writer.end()?;
        Ok(())
    }

    fn stopped(&self, read: Result<(), Stopped>) -> Result<(), ExportFault> {
        read.map_err(|stopped| match stopped {
            Stopped::Sqlite(error) => match self.sqlite::<()>(Err(error)) {
                Err(error) => error.into(),
                Ok(()) => self.damaged("it cannot be read").into(),
            },
            Stopped::Fault(fault) => fault,
        })
    }

    /// Whether the book holds no change.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn is_empty(&self) -> Result<bool, BookError> {
        self.sqlite(read::is_empty(&self.transaction))
    }

    /// The hash of a change or fact, if it is the one that the book keeps.
    pub(super) fn intact(&self, what: &dyn std::fmt::Display, kept: &[u8], hash: Hash) -> Result<Hash, BookError> {
        if kept == hash { Ok(hash) } else { Err(self.damaged(format!("{what} does not match its hash"))) }
    }
}
