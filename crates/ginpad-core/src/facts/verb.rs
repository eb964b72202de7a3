//! The commands that make changes.

/// The command that made a change: the word for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeVerb(pub(super) &'static str);

impl ChangeVerb {
    /// Whether a change has this verb.
    pub fn is(self, verb: &str) -> bool {
        self.0 == verb
    }

    /// A game begun.
    pub const NEW: ChangeVerb = ChangeVerb("new");
    /// Hands logged.
    pub const LOG: ChangeVerb = ChangeVerb("log");
    /// A hand corrected.
    pub const FIX: ChangeVerb = ChangeVerb("fix");
    /// A hand taken out.
    pub const DROP: ChangeVerb = ChangeVerb("drop");
    /// A hand put between others.
    pub const INSERT: ChangeVerb = ChangeVerb("insert");
    /// A game edited as a text sheet.
    pub const EDIT: ChangeVerb = ChangeVerb("edit");
    /// A hand moved to another game.
    pub const MOVE: ChangeVerb = ChangeVerb("move");
    /// A disagreement that is right as it is.
    pub const KEEP: ChangeVerb = ChangeVerb("conflicts-keep");
    /// A game ended unfinished.
    pub const CLOSE: ChangeVerb = ChangeVerb("close");
    /// Games taken in from a file.
    pub const IMPORT: ChangeVerb = ChangeVerb("import");
    /// Something about a game set anew.
    pub const SET: ChangeVerb = ChangeVerb("set");
    /// Two people made one.
    pub const MERGE: ChangeVerb = ChangeVerb("merge");
    /// A payment recorded.
    pub const SETTLE: ChangeVerb = ChangeVerb("settle");
    /// A player added without a game.
    pub const ADD_PLAYER: ChangeVerb = ChangeVerb("player-add");
    /// A player given another name.
    pub const RENAME_PLAYER: ChangeVerb = ChangeVerb("player-rename");
    /// Changes taken back.
    pub const UNDO: ChangeVerb = ChangeVerb("undo");
    /// Changes restored.
    pub const REDO: ChangeVerb = ChangeVerb("redo");
    /// Lines given up that are lost for good.
    pub const GIVE_UP: ChangeVerb = ChangeVerb("give-up");
}
