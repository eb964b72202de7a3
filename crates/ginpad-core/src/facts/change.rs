//! What one command did: the header of a group of facts.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// What one command did. Its facts carry its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Its id, the same in every book.
    pub id: Uuid,
    /// The command.
    pub verb: String,
    /// The device that made it.
    pub device: Uuid,
    /// The number of this change among those of the device, counted from 1. It only serves to find gaps.
    pub sequence: i64,
    /// When it was made, in milliseconds since 1970. Nothing is ordered by it.
    pub made_at: i64,
    /// The offset from UTC where it was made, in minutes.
    pub made_offset: i32,
    /// The schema of the book that it was first written in.
    pub schema: i64,
    /// How many facts it has.
    pub facts: usize,
    /// Fields that this version does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

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
    /// Facts saved from a damaged book.
    Rescue,
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
            ChangeVerb::Rescue => "rescue",
        }
    }
}
