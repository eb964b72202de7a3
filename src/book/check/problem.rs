//! The problems that a check finds.

use uuid::Uuid;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something in the book is not what was written.
    Damage,
    /// Devices disagree, and somebody should decide.
    Conflict,
    /// Nothing is wrong yet.
    Warning,
}

impl Severity {
    /// The word for it in the output.
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Damage => "damage",
            Severity::Conflict => "conflict",
            Severity::Warning => "warning",
        }
    }
}

/// The subject of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// The file, or its schema: it cannot be used, or parts of it do not agree.
    File,
    /// A list by which lines are found does not agree with the lines.
    Index,
    /// A line does not match its hash.
    Line,
    /// Several lines of this writer have the same number, or one follows a line that was replaced.
    Fork(Uuid),
    /// Several changes have the same id.
    Twice,
    /// A game cannot be shown.
    Game,
    /// Devices disagree.
    Conflict,
    /// The book lacks lines of this writer.
    Gap(Uuid),
    /// Facts wait for others.
    Waiting,
    /// Changes wait for a game; this act, which began it, was taken back.
    TakenBack(Uuid),
    /// This act's correction counts, although the corrected fact was taken back.
    StillCounts(Uuid),
    /// Facts that a newer ginpad wrote.
    Unknown,
    /// Facts that make no sense.
    Unreadable,
    /// Others may read the file or write in it.
    Permissions,
    /// The file has another name.
    HardLink,
    /// A stopped program left a file beside the book.
    Leftover,
    /// Another program copies the folder to other machines.
    SyncedFolder,
    /// The disk belongs to another machine.
    Network,
    /// The file is odd in another way.
    Other,
}

impl ProblemKind {
    /// The word for it in the output.
    pub const fn word(self) -> &'static str {
        match self {
            ProblemKind::File => "file",
            ProblemKind::Index => "index",
            ProblemKind::Line => "line",
            ProblemKind::Fork(_) | ProblemKind::Twice => "fork",
            ProblemKind::Game => "game",
            ProblemKind::Conflict => "conflict",
            ProblemKind::Gap(_) => "gap",
            ProblemKind::Waiting | ProblemKind::TakenBack(_) | ProblemKind::StillCounts(_) => "waiting",
            ProblemKind::Unknown => "unknown",
            ProblemKind::Unreadable => "unreadable",
            ProblemKind::Permissions => "permissions",
            ProblemKind::HardLink => "hard-link",
            ProblemKind::Leftover => "leftover",
            ProblemKind::SyncedFolder => "synced-folder",
            ProblemKind::Network => "network",
            ProblemKind::Other => "other",
        }
    }
}

/// Something that a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub kind: ProblemKind,
    /// What is wrong, in a player's words.
    pub what: String,
}

impl Problem {
    pub(super) fn damage(kind: ProblemKind, what: impl Into<String>) -> Problem {
        Problem { severity: Severity::Damage, kind, what: what.into() }
    }

    pub(super) fn warning(kind: ProblemKind, what: impl Into<String>) -> Problem {
        Problem { severity: Severity::Warning, kind, what: what.into() }
    }
}
