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

pub use address::{Address, AddressFault, Tls};
pub use connection::Club;
pub use error::ClubError;
pub use exchange::ClubExchange;
pub use figures::{AddedUp, AsOf, Paid, Played};
pub use members::{Member, Seen};
pub use tally::{Tallied, TallyFault, tally};
