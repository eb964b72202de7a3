//! What a check finds.

use uuid::Uuid;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something in the book is not what was written.
    Damage,
    /// Devices disagree, and somebody should say what is right.
    Conflict,
    /// Nothing is wrong yet.
    Warning,
}

impl Severity {
    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Damage => "damage",
            Severity::Conflict => "conflict",
            Severity::Warning => "warning",
        }
    }
}

/// What a problem is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// The file, or its schema: it cannot be used, or parts of it do not agree.
    File,
    /// A list by which lines are found that does not agree with them.
    Index,
    /// A line that does not match its hash.
    Line,
    /// Several lines of this writer with one number, or one that follows a line that was replaced.
    Fork(Uuid),
    /// Several changes with one id.
    Twice,
    /// A game that cannot be shown.
    Game,
    /// What devices disagree about.
    Conflict,
    /// Lines of this writer that this book has not got.
    Gap(Uuid),
    /// Facts that wait for others.
    Waiting,
    /// Changes that wait for a game, because what began it was taken back with this act.
    TakenBack(Uuid),
    /// What this act corrected was taken back, and the correction counts.
    StillCounts(Uuid),
    /// Facts that a newer ginpad wrote.
    Unknown,
    /// Facts that make no sense.
    Unreadable,
    /// Others may read the file or write in it.
    Permissions,
    /// The file has another name.
    HardLink,
    /// What a stopped program left beside the book.
    Leftover,
    /// Another program copies the folder to other machines.
    SyncedFolder,
    /// The disk belongs to another machine.
    Network,
    /// Anything else that is odd about the file.
    Other,
}

impl ProblemKind {
    /// As it is written.
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
    /// Something is not what was written.
    pub(super) fn damage(kind: ProblemKind, what: impl Into<String>) -> Problem {
        Problem { severity: Severity::Damage, kind, what: what.into() }
    }

    /// Nothing is wrong yet.
    pub(super) fn warning(kind: ProblemKind, what: impl Into<String>) -> Problem {
        Problem { severity: Severity::Warning, kind, what: what.into() }
    }
}
