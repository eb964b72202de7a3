//! Data for tables of figures outside the book: the games that new lines concern, and the numbers of all.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use ginpad_core::facts::{FactId, Hash};

use super::error::BookError;
use super::open_book::OpenBook;

/// How many lines are read at a time.
const AT_ONCE: usize = 2000;

impl OpenBook<'_> {
    /// Returns the arrival and the hash of the last line, if there is one.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn last_line(&self) -> Result<Option<(i64, Hash)>, BookError> {
        self.one("SELECT arrival, hash FROM change ORDER BY arrival DESC LIMIT 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// Whether the line with this hash has this arrival.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn has_arrived(&self, arrival: i64, hash: &Hash) -> Result<bool, BookError> {
        let find = "SELECT 1 FROM change WHERE arrival = ?1 AND hash = ?2";
        Ok(self.one(find, (arrival, hash), |_| Ok(()))?.is_some())
    }

    /// Returns the games that lines after an arrival concern, and those that exchanged hands with them.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn games_since(&self, arrival: i64) -> Result<BTreeSet<FactId>, BookError> {
        let (mut games, mut changes, mut after) = (BTreeSet::new(), Vec::new(), arrival);
        loop {
            self.arrived(after.saturating_add(1), i64::MAX, |stored| {
                changes.push(stored.change().map_err(|fault| self.no_line(fault))?);
                after = stored.arrival;
                Ok(if changes.len() < AT_ONCE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })?;
            if changes.is_empty() {
                break;
            }
            games.append(&mut self.games_concerned(&changes)?);
            changes.clear();
        }
        games.append(&mut self.games_sharing_hands(&games)?);
        Ok(games)
    }

    /// Returns the numbers of all games that have one.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn all_numbers(&self) -> Result<BTreeMap<FactId, i64>, BookError> {
        Ok(self.numbered_games()?.into_iter().map(|numbered| (numbered.game, numbered.number.into())).collect())
    }
}
