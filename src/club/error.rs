//! What can go wrong with a club.

use std::error::Error as _;

use ginpad_core::facts::LineFault;
use postgres::error::{DbError, SqlState};
use thiserror::Error;

/// Why a club cannot be used.
#[derive(Debug, Error)]
pub enum ClubError {
    /// Nobody answers there in time, or the server cannot be trusted.
    #[error("cannot reach the club at {place}: {why}")]
    Unreachable {
        /// Where it should be.
        place: String,
        /// Why not.
        why: String,
    },
    /// The server lets nobody in with this name and password.
    #[error("the club at {place} does not let you in: {why}")]
    NotLetIn {
        /// Where it is.
        place: String,
        /// Why not.
        why: String,
    },
    /// There is no club in the database.
    #[error("there is no club at {0} yet")]
    NoClub(String),
    /// The schema `ginpad` of the database is none of a club.
    #[error("the database at {0} has a schema `ginpad` that is none of a club")]
    Foreign(String),
    /// A later version made the schema.
    #[error("a newer ginpad made the club at {place}: its schema is {found}, and this ginpad knows {known}")]
    Newer {
        /// Where it is.
        place: String,
        /// The schema that was found.
        found: i32,
        /// The newest that this version knows.
        known: i32,
    },
    /// The server is older than any that was tried.
    #[error("the server at {place} is PostgreSQL {found}; a club needs 15 or newer")]
    OldServer {
        /// Where it is.
        place: String,
        /// Its version.
        found: String,
    },
    /// The one who is connected may not do this.
    #[error("the club at {place} refuses this: {why}")]
    Refused {
        /// Where it is.
        place: String,
        /// Why.
        why: String,
    },
    /// The disk of the server is full.
    #[error("the disk of the club at {0} is full")]
    Full(String),
    /// The connection ended.
    #[error("the connection to the club at {place} was lost: {why}")]
    Lost {
        /// Where it is.
        place: String,
        /// Why.
        why: String,
    },
    /// A line that the club sends is not what was written.
    #[error("the club sent a line that is not what was written: {0}")]
    Altered(LineFault),
}

impl ClubError {
    /// What an answer of the server means.
    pub(super) fn of(error: &postgres::Error, place: &str) -> ClubError {
        let (place, why) = (place.to_string(), reason(error));
        let Some(code) = error.code() else { return ClubError::Lost { place, why } };
        match code {
            &SqlState::DISK_FULL => ClubError::Full(place),
            &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                ClubError::NotLetIn { place, why }
            }
            &SqlState::ADMIN_SHUTDOWN | &SqlState::CRASH_SHUTDOWN | &SqlState::CANNOT_CONNECT_NOW => {
                ClubError::Lost { place, why }
            }
            _ => ClubError::Refused { place, why },
        }
    }
}

/// The words of an error, without the SQL around them.
pub(super) fn reason(error: &postgres::Error) -> String {
    let of_the_server = |error: &DbError| error.message().to_string();
    let source = || error.source().map_or_else(|| error.to_string(), ToString::to_string);
    error.as_db_error().map_or_else(source, of_the_server)
}
