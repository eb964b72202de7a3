//! A club: the lines of many books in one PostgreSQL, which refuses what a member may not say.
//!
//! [`Club::connect`] reaches one under an [`Address`]; [`Club::found`] makes one in a database of its own. A club is a
//! [`Store`](ginpad_core::ledger::Store) of lines like a book: what a line says is none of its business. Whose a writer is,
//! which line follows which, and that a line matches its hash, the database checks by itself: see `migrations/postgres`.

mod address;
mod connection;
mod error;
mod exchange;
mod figures;
mod members;
mod passwords;
mod schema;
mod store;
mod tally;

use std::sync::mpsc;
use std::time::Duration;

use tokio_postgres::Client;

pub use address::{Address, AddressFault, Tls};
pub use error::ClubError;
pub use exchange::ClubExchange;
pub use figures::{AddedUp, AsOf, Paid, Played};
pub use members::{Member, Seen};
pub use tally::{Tallied, TallyFault, tally};

/// A connection to a club.
pub struct Club {
    client: Client,
    /// What the client waits in.
    waits: connection::Waits,
    /// How long any answer is waited for.
    limit: Duration,
    /// Where it is, without the password.
    place: String,
    /// Hears when something is notified.
    heard: mpsc::Receiver<()>,
}

impl std::fmt::Debug for Club {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Club").field("place", &self.place).finish_non_exhaustive()
    }
}
