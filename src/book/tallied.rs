//! Data for tables of figures outside the book: the games that new lines concern, and the numbers of all.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use ginpad_core::facts::{FactId, Hash};

use super::{BookError, OpenBook};

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
        let (mut games, last) = (BTreeSet::new(), self.last_line()?.map_or(0, |(last, _)| last));
        for first in (arrival.saturating_add(1)..=last).step_by(AT_ONCE) {
            let (mut changes, after) = (Vec::new(), first.saturating_add_unsigned(AT_ONCE as u64));
            self.arrived(first, after - 1, |stored| {
                changes.push(self.change_of(&stored)?);
                Ok(ControlFlow::Continue(()))
            })?;
            games.append(&mut self.games_concerned(&changes)?);
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
