//! The games that devices chose with `use`. A choice is no fact, but it decides where the next hand goes, so it has a hash.

use rusqlite::Row;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// One choice, as its row holds it.
pub(super) struct Choice {
    pub device: Uuid,
    /// Its number among the choices of the device, counted from 1.
    pub choice: i64,
    pub game: Uuid,
    /// The last game that had arrived when it was made.
    pub after: i64,
}

impl Choice {
    /// The columns that [`Choice::is_sound`] reads.
    pub(super) const COLUMNS: &str =
        "chosen_game.device, chosen_game.choice, chosen_game.game, chosen_game.after, chosen_game.hash";

    /// What its row has as its hash.
    pub(super) fn hash(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.device);
        hash.update(self.choice.to_be_bytes());
        hash.update(self.game);
        hash.update(self.after.to_be_bytes());
        hash.finalize().into()
    }

    /// Whether a row, whose columns begin at this one, is as it was written. Those of schema 7 and before have no hash.
    pub(super) fn is_sound(row: &Row<'_>, first: usize) -> rusqlite::Result<bool> {
        let choice = Choice {
            device: row.get(first)?,
            choice: row.get(first + 1)?,
            game: row.get(first + 2)?,
            after: row.get(first + 3)?,
        };
        let hash: Option<[u8; 32]> = row.get(first + 4)?;
        Ok(hash.is_none_or(|hash| hash == choice.hash()))
    }
}
