//! A club: the lines of many books in one PostgreSQL database, which refuses lines that a member may not send.
//!
//! [`Club::connect`] connects to one at an [`Address`]; [`Club::found_club`] makes one in a database of its own. Like a
//! book, a club is a [`Store`](ginpad_core::ledger::Store) of lines, and does not interpret them. The database itself
//! checks to whom a writer belongs, the order of lines, and that a line matches its hash: see `migrations/postgres`.

mod address;
mod connection;
mod error;
mod exchange;
mod figures;
mod members;
mod passwords;
mod schema;
mod store;

pub use address::Address;
pub use connection::Club;
pub use error::ClubError;
pub use exchange::ClubExchange;
pub use figures::{AddedUp, NamedPerson, Tallied, tally};
pub use members::{Device, Member};
