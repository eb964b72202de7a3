//! The commands that make changes.

/// The command that made a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeVerb {
    /// A game begun.
    New,
    /// Hands logged.
    Log,
    /// A hand corrected.
    Fix,
    /// A hand taken out.
    Drop,
    /// A hand put between others.
    Insert,
    /// A game edited as a text sheet.
    Edit,
    /// A hand moved to another game.
    Move,
    /// A disagreement that is right as it is.
    Keep,
    /// A game ended unfinished.
    Close,
    /// Games taken in from a file.
    Import,
    /// Something about a game set anew.
    Set,
    /// Two people made one.
    Merge,
    /// A payment recorded.
    Settle,
    /// A player added without a game.
    AddPlayer,
    /// A player given another name.
    RenamePlayer,
    /// Changes taken back.
    Undo,
    /// Changes restored.
    Redo,
    /// Lines given up that are lost for good.
    GiveUp,
}

impl ChangeVerb {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            ChangeVerb::New => "new",
            ChangeVerb::Log => "log",
            ChangeVerb::Fix => "fix",
            ChangeVerb::Drop => "drop",
            ChangeVerb::Insert => "insert",
            ChangeVerb::Edit => "edit",
            ChangeVerb::Move => "move",
            ChangeVerb::Keep => "conflicts-keep",
            ChangeVerb::Close => "close",
            ChangeVerb::Import => "import",
            ChangeVerb::Set => "set",
            ChangeVerb::Merge => "merge",
            ChangeVerb::Settle => "settle",
            ChangeVerb::AddPlayer => "player-add",
            ChangeVerb::RenamePlayer => "player-rename",
            ChangeVerb::Undo => "undo",
            ChangeVerb::Redo => "redo",
            ChangeVerb::GiveUp => "give-up",
        }
    }
}
