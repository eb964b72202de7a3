//! Which changes of a device `undo` takes back and `redo` restores.
//!
//! Somebody who types `undo` means what they did themselves. So a device takes back its own changes; one of another
//! device is taken back by its id.

use uuid::Uuid;

use super::UndoFact;

/// One change in a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// The change.
    pub change: Uuid,
    /// Whether it counts: no undo of it stands.
    pub counts: bool,
    /// The undos it made.
    pub undos: Vec<MadeUndo>,
    /// Whether it made redos.
    pub has_redos: bool,
    /// Whether all of its facts are of unknown kinds. Such a change does nothing in this version.
    pub is_unknown: bool,
}

/// An undo that a change made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeUndo {
    /// The undo.
    pub undo: UndoFact,
    /// Whether no redo names it.
    pub stands: bool,
}

impl HistoryLine {
    /// Whether it did anything but undo and redo.
    pub const fn does_something(&self) -> bool {
        self.undos.is_empty() && !self.has_redos && !self.is_unknown
    }
}

/// The last `count` changes that can be undone, the newest first; fewer if there are no more. `lines` is what one device
/// did, the newest change first. It is read no further than needed.
///
/// # Errors
/// Those of reading the history.
pub fn undoable<E>(lines: impl IntoIterator<Item = Result<HistoryLine, E>>, count: usize) -> Result<Vec<Uuid>, E> {
    let mut undoable = Vec::new();
    let mut lines = lines.into_iter();
    while undoable.len() < count
        && let Some(line) = lines.next().transpose()?
    {
        if line.does_something() && line.counts {
            undoable.push(line.change);
        }
    }
    Ok(undoable)
}

/// The last `count` undos that can be redone, the newest first; fewer if there are no more. `lines` is what one device
/// did, the newest change first. The search ends at a change that did something else.
///
/// # Errors
/// Those of reading the history.
pub fn redoable<E>(lines: impl IntoIterator<Item = Result<HistoryLine, E>>, count: usize) -> Result<Vec<UndoFact>, E> {
    let mut redoable = Vec::new();
    for line in lines {
        let line = line?;
        if line.does_something() {
            break;
        }
        redoable.extend(line.undos.into_iter().rev().filter(|made| made.stands).map(|made| made.undo));
        if redoable.len() >= count {
            break;
        }
    }
    redoable.truncate(count);
    Ok(redoable)
}
