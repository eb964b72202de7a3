//! What can go wrong with a club.

use std::io;
use std::sync::Arc;

use ginpad_core::facts::LineFault;
use ginpad_core::ledger::Refused;
use thiserror::Error;
use tokio_postgres::error::SqlState;

use super::address::Address;
use crate::book::BookError;

/// Why a club cannot be used: its address, and the reason in words where there are several.
#[derive(Debug, Error)]
pub enum ClubError {
    /// The server does not answer in time.
    #[error("cannot reach the club at {0}: {1}")]
    Unreachable(Arc<Address>, String),
    /// The server does not prove who it is.
    #[error("cannot trust the club at {0}: {1}")]
    Untrusted(Arc<Address>, String),
    /// The server refuses this name or password.
    #[error("the club at {0} does not let you in: {1}")]
    NotLetIn(Arc<Address>, String),
    /// The database has no club.
    #[error("there is no club at {0} yet")]
    NoClub(Arc<Address>),
    /// The schema `ginpad` of the database does not belong to a club.
    #[error("the database at {0} has a schema `ginpad` that belongs to no club")]
    Foreign(Arc<Address>),
    /// A later version made the schema.
    #[error("a newer ginpad made the club at {place}: its schema is {found}, and this ginpad knows {known}")]
    Newer {
        /// The address of the club.
        place: Arc<Address>,
        /// The schema that was found.
        found: i32,
        /// The newest schema that this version knows.
        known: i32,
    },
    /// The server is older than any that was tested.
    #[error("the server at {0} is PostgreSQL {1}; a club needs 15 or newer")]
    OldServer(Arc<Address>, String),
    /// The connected user may not do this.
    #[error("the club at {0} refuses this: {1}")]
    Refused(Arc<Address>, String),
    /// The disk of the server is full.
    #[error("the disk of the club at {0} is full")]
    Full(Arc<Address>),
    /// The connection ended.
    #[error("the connection to the club at {0} was lost: {1}")]
    Lost(Arc<Address>, String),
    /// The database refuses a line.
    #[error("the club refuses a line: {0}")]
    Line(Refused),
    /// A line from the club is not what was written.
    #[error("the club sent a line that was altered: {0}")]
    Altered(LineFault),
    /// The owner's copy of the lines failed.
    #[error(transparent)]
    Copy(#[from] BookError),
}

impl ClubError {
    /// Translates an error of the server.
    pub(super) fn of(error: &tokio_postgres::Error, place: &Arc<Address>) -> ClubError {
        let (place, why) = (Arc::clone(place), reason(error));
        let Some(code) = error.code() else {
            // The client library has no other sign of a missing password.
            return match why.as_str() {
                "password missing" => ClubError::NotLetIn(place, "it asks for a password".into()),
                _ if has_bad_certificate(error) => ClubError::Untrusted(place, why),
                _ => ClubError::Lost(place, why),
            };
        };
        match code {
            code if code.code() == "GP001" => ClubError::Line(Refused::NoChange(why)),
            code if code.code() == "GP002" => ClubError::Line(Refused::Foreign),
            code if code.code() == "GP003" => ClubError::Line(Refused::Gap),
            &SqlState::DISK_FULL => ClubError::Full(place),
            &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                ClubError::NotLetIn(place, why)
            }
            &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::CANNOT_CONNECT_NOW
            | &SqlState::TOO_MANY_CONNECTIONS
            | &SqlState::LOCK_NOT_AVAILABLE => ClubError::Lost(place, why),
            _ => ClubError::Refused(place, why),
        }
    }
}

/// Whether the certificate of the server is of no authority known here, or of another server.
fn has_bad_certificate(error: &tokio_postgres::Error) -> bool {
    let innermost = innermost(error).downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    let of_tls = innermost.and_then(|error| error.downcast_ref::<rustls::Error>());
    matches!(of_tls, Some(rustls::Error::InvalidCertificate(_)))
}

/// Returns the words of an error of the server, without the SQL around them. If no server answered, explains why in the
/// words of the innermost error.
fn reason(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return error.message().to_string();
    }
    let deepest = innermost(error);
    if let Some(error) = deepest.downcast_ref::<io::Error>() {
        let words = error.get_ref().map_or_else(|| crate::disk::reason(error), ToString::to_string);
        return words;
    }
    deepest.to_string()
}

/// The innermost cause of an error.
fn innermost<'a>(error: &'a (dyn std::error::Error + 'static)) -> &'a (dyn std::error::Error + 'static) {
    std::iter::successors(Some(error), |error| error.source()).last().unwrap_or(error)
}
