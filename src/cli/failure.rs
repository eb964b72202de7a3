//! Why a command could not be done, with every reason and a command that would work.

use std::fmt;

use crate::book::BookError;

/// What kind of failure it is, which decides the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The request cannot be done: 1.
    Refused,
    /// It is not clear what is asked: 2.
    Usage,
    /// The program or the machine is at fault: 3.
    Fault,
}

/// Why a command could not be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    kind: Kind,
    what: String,
    reasons: Vec<String>,
    hints: Vec<String>,
}

impl Failure {
    /// The request cannot be done, for this reason.
    pub(super) fn refused(what: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Refused, what: what.to_string(), reasons: Vec::new(), hints: Vec::new() }
    }

    /// The request cannot be done, for these reasons: one stands alone, several stand below what could not be done.
    pub(super) fn because<T: fmt::Display>(what: impl fmt::Display, reasons: &[T]) -> Failure {
        match reasons {
            [only] => Failure::refused(only),
            several => Failure {
                reasons: several.iter().map(ToString::to_string).collect(),
                ..Failure::refused(format!("{what}:"))
            },
        }
    }

    /// The request cannot be done, for everything that is wrong with it: one failure stands alone, several are reasons
    /// below what could not be done, with the first of their hints.
    pub(super) fn all(what: impl fmt::Display, failures: Vec<Failure>) -> Failure {
        match <[Failure; 1]>::try_from(failures) {
            Ok([only]) => only,
            Err(several) => Failure {
                reasons: several.iter().map(Failure::reasons_only).collect(),
                hints: several.into_iter().flat_map(|failure| failure.hints).take(1).collect(),
                ..Failure::refused(format!("{what}:"))
            },
        }
    }

    /// It is not clear what is asked.
    pub(super) fn usage(what: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Usage, ..Failure::refused(what) }
    }

    /// The machine is at fault.
    pub(super) fn fault(what: impl fmt::Display) -> Failure {
        Failure { kind: Kind::Fault, ..Failure::refused(what) }
    }

    /// The request cannot be done; reasons follow.
    pub(super) fn with_reasons(what: impl fmt::Display) -> Failure {
        Failure::refused(format!("{what}:"))
    }

    /// Adds a reason.
    #[must_use]
    pub(super) fn reason(mut self, reason: impl fmt::Display) -> Failure {
        self.reasons.push(reason.to_string());
        self
    }

    /// Adds something that would work.
    #[must_use]
    pub(super) fn hint(mut self, hint: impl fmt::Display) -> Failure {
        self.hints.push(hint.to_string());
        self
    }

    /// Adds something that would work, if there is something.
    #[must_use]
    pub(super) fn hint_if(self, hint: Option<impl fmt::Display>) -> Failure {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// What is wrong without what would work: how it stands among the reasons of another failure.
    #[must_use]
    pub(super) fn reasons_only(&self) -> String {
        std::iter::once(&self.what).chain(&self.reasons).cloned().collect::<Vec<_>>().join("\n")
    }

    /// What kind it is.
    #[must_use]
    pub(super) const fn kind(&self) -> Kind {
        self.kind
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.what)?;
        for reason in &self.reasons {
            write!(f, "\n  {}", reason.replace('\n', "\n  "))?;
        }
        self.hints.iter().try_for_each(|hint| write!(f, "\nhint: {hint}"))
    }
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Failure {
        let failure = Failure::refused(&error);
        match &error {
            BookError::NotABook(_) | BookError::Foreign(_) => {
                failure.hint("name another file with `--book PATH`; a new one is made there")
            }
            BookError::Newer { .. } => failure.hint("update ginpad, or name another book with `--book PATH`"),
            BookError::CannotOpen { .. } | BookError::ReadOnly(_) => {
                failure.hint("name a file in a folder you can write with `--book PATH`")
            }
            BookError::Busy => failure.hint("try again once the other program is done"),
            BookError::Full => failure.hint("free some space, then run the same command again"),
            BookError::Damaged(_) => failure.hint("go back to a copy of the book; this one is left as it is"),
            BookError::Io(_) => failure,
            BookError::Sqlite(_) => Failure { kind: Kind::Fault, ..failure },
        }
    }
}
