//! The commands that make changes.

/// The command that made a change, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeVerb(pub(super) &'static str);

impl ChangeVerb {
    /// Whether a change has this verb.
    pub fn is(self, verb: &str) -> bool {
        self.0 == verb
    }

    /// A game started.
    pub const NEW: ChangeVerb = ChangeVerb("new");
    /// Hands logged.
    pub const LOG: ChangeVerb = ChangeVerb("log");
    /// A hand corrected.
    pub const FIX: ChangeVerb = ChangeVerb("fix");
    /// A hand removed.
    pub const DROP: ChangeVerb = ChangeVerb("drop");
    /// A hand inserted before another.
    pub const INSERT: ChangeVerb = ChangeVerb("insert");
    /// A game edited as a text sheet.
    pub const EDIT: ChangeVerb = ChangeVerb("edit");
    /// A hand moved to another game.
    pub const MOVE: ChangeVerb = ChangeVerb("move");
    /// A conflict declared to need no change.
    pub const KEEP: ChangeVerb = ChangeVerb("conflicts-keep");
    /// A game ended unfinished.
    pub const CLOSE: ChangeVerb = ChangeVerb("close");
    /// Games imported from a file.
    pub const IMPORT: ChangeVerb = ChangeVerb("import");
    /// A detail of a game set.
    pub const SET: ChangeVerb = ChangeVerb("set");
    /// Two people joined.
    pub const MERGE: ChangeVerb = ChangeVerb("merge");
    /// A payment recorded.
    pub const SETTLE: ChangeVerb = ChangeVerb("settle");
    /// A player added without a game.
    pub const ADD_PLAYER: ChangeVerb = ChangeVerb("player-add");
    /// A player given another name.
    pub const RENAME_PLAYER: ChangeVerb = ChangeVerb("player-rename");
    /// Changes undone.
    pub const UNDO: ChangeVerb = ChangeVerb("undo");
    /// Changes redone.
    pub const REDO: ChangeVerb = ChangeVerb("redo");
    /// Lost lines given up.
    pub const GIVE_UP: ChangeVerb = ChangeVerb("give-up");
}
