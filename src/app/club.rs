//! The club of a book: this device's memory of it, and why it cannot be used.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::App;
use crate::answer::{CommandLine, Failure, Hint, printed};
use crate::club::{Address, Club, ClubError};
use crate::disk::reason;

/// A device's memory of the club of a book, in a file that only its owner may read.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Membership {
    /// The address as it was given, which may hold the password.
    url: String,
    /// The last line of each writer that the club held at the last meeting.
    pub(crate) seen: BTreeMap<Uuid, u64>,
}

impl Membership {
    /// The membership of a user who was given this address.
    pub(crate) fn of(url: &str) -> Membership {
        Membership { url: url.trim().into(), seen: BTreeMap::new() }
    }

    /// The address.
    ///
    /// # Errors
    /// The text is not an address.
    pub(crate) fn address(&self) -> Result<Address, Failure> {
        let looks =
            "an invitation from the owner's `club add NAME` is such an address; sockets are named by `?host=FOLDER`";
        self.url.parse().map_err(|fault: String| Failure::refused(fault).advise(looks))
    }

    /// The host and the database.
    pub(crate) fn place(&self) -> &str {
        self.url.rsplit_once('@').map_or(self.url.as_str(), |(_, place)| place)
    }

    /// Connects to the club, or to the server where one may be made.
    ///
    /// # Errors
    /// The address cannot be read, or no server answers there.
    pub(crate) fn connect(&self) -> Result<Club, Failure> {
        let address = self.address()?;
        Ok(Club::connect(&address, address.limit())?)
    }
}

impl App {
    /// The club that the book is part of, if this device remembers one.
    ///
    /// # Errors
    /// There is no place for a book, or the device's memory cannot be read.
    pub(crate) fn remembered_club(&self) -> Result<Option<Membership>, Failure> {
        let unreadable = |why: String| {
            Failure::refused(format!("cannot read what this device remembers of the club: {why}"))
                .see("club join", "asks again for the invitation that the owner gave to you")
        };
        let remembered = self.device.remembered("club", &self.book_path()?);
        let remembered = remembered.map_err(|error| unreadable(reason(&error)))?;
        let read = |text: String| serde_json::from_str(&text).map_err(|_| unreadable("the file is damaged".into()));
        remembered.map(read).transpose()
    }

    /// Like [`App::remembered_club`], for a book that must be in a club.
    ///
    /// # Errors
    /// The book is in no club, or the device's memory cannot be read.
    pub(crate) fn membership(&self) -> Result<Membership, Failure> {
        self.remembered_club()?.ok_or_else(|| {
            Failure::refused("this book is in no club")
                .see("club join", "asks for the invitation that the owner of a club gave to you")
        })
    }

    /// The path of the copy of a club's lines, from which its figures are worked out.
    ///
    /// # Errors
    /// There is no place for it.
    pub(crate) fn copy_of_club(&self, club: Uuid) -> Result<PathBuf, Failure> {
        let state = self.device.state.as_deref().filter(|_| self.device.remembers());
        let state = state.ok_or_else(|| {
            Failure::refused("this device has no folder in which it may keep a copy of the club")
                .advise("make the state folder of ginpad writable")
        })?;
        Ok(state.join("copies").join(format!("{}.db", club.simple())))
    }

    /// Remembers the club of the book.
    ///
    /// # Errors
    /// It cannot be remembered.
    pub(crate) fn remember_club(&self, membership: &Membership) -> Result<(), Failure> {
        let text = serde_json::to_string(membership).map_err(Failure::fault)?;
        self.device.remember("club", &self.book_path()?, &text).map_err(|error| {
            let place = self.device.state.as_deref().map_or_else(|| "a state folder".into(), printed);
            Failure::refused(format!("cannot remember the club in {place}: {}", reason(&error)))
                .advise("make that folder writable, then run the same command again")
        })
    }
}

impl From<ClubError> for Failure {
    fn from(error: ClubError) -> Failure {
        let failure = Failure::refused(&error);
        failure.hint(match error {
            ClubError::Unreachable(..) | ClubError::Lost(..) | ClubError::Full(_) => {
                Hint::advice("your book is unharmed; run the same command again once the club answers")
            }
            ClubError::Untrusted(..) => Hint::advice(
                "ask the owner of the club; if its certificate has an authority of its own, `sslrootcert=FILE` in the address names that",
            ),
            ClubError::NotLetIn(..) => {
                let asks = "asks for a new invitation from the owner; a password may also be in PGPASSWORD or `.pgpass`";
                Hint::does("club join", asks)
            }
            ClubError::NoClub(_) => Hint::does(CommandLine::of("club init URL").form(), "makes one there"),
            ClubError::Foreign(_) => Hint::advice("name another database"),
            ClubError::Newer { .. } => Hint::advice("update ginpad"),
            ClubError::OldServer(..) => Hint::advice("update the server, or name another one"),
            ClubError::Refused(..) | ClubError::Line(_) => {
                Hint::does("club", "shows who owns the club, and who is a member")
            }
            ClubError::Copy(error) => return error.into(),
            ClubError::Altered(_) => {
                Hint::advice("your book is unharmed; tell the owner of the club to check its database")
            }
        })
    }
}
