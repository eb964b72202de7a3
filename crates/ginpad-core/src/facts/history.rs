//! Which changes `undo` takes back and `redo` restores.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::{RedoFact, UndoFact};

/// One change in a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// The change.
    pub change: Uuid,
    /// The undos it made.
    pub undos: Vec<UndoFact>,
    /// The redos it made.
    pub redos: Vec<RedoFact>,
    /// Whether all of its facts are of unknown kinds. Such a change does nothing in this version.
    pub is_unknown: bool,
}

impl HistoryLine {
    /// Whether it did anything but undo and redo.
    const fn does_something(&self) -> bool {
        self.undos.is_empty() && self.redos.is_empty() && !self.is_unknown
    }
}

/// The last `count` changes that can be undone, the newest first; fewer if the history has no more. `lines` is the
/// history of the book, the newest change first. It is read no further than needed.
///
/// # Errors
/// Those of reading the history.
pub fn undoable<E>(lines: impl IntoIterator<Item = Result<HistoryLine, E>>, count: usize) -> Result<Vec<Uuid>, E> {
    let mut seen = Seen::default();
    let mut undoable = Vec::new();
    for line in lines {
        if undoable.len() == count {
            break;
        }
        let line = line?;
        if line.does_something() && !seen.undone.contains(&line.change) {
            undoable.push(line.change);
        }
        seen.add(&line);
    }
    Ok(undoable)
}

/// The last `count` undos that can be redone, the newest first; fewer if the history has no more. `lines` is the
/// history of the book, the newest change first. The search ends at a change that did something else.
///
/// # Errors
/// Those of reading the history.
pub fn redoable<E>(lines: impl IntoIterator<Item = Result<HistoryLine, E>>, count: usize) -> Result<Vec<UndoFact>, E> {
    let mut seen = Seen::default();
    let mut redoable = Vec::new();
    for line in lines {
        let line = line?;
        if line.does_something() || redoable.len() >= count {
            break;
        }
        seen.add(&line);
        redoable.extend(line.undos.into_iter().rev().filter(|undo| !seen.redone.contains(&undo.id)));
    }
    redoable.truncate(count);
    Ok(redoable)
}

/// What the newer changes undid and redid.
#[derive(Default)]
struct Seen {
    undone: BTreeSet<Uuid>,
    redone: BTreeSet<Uuid>,
}

impl Seen {
    fn add(&mut self, line: &HistoryLine) {
        self.redone.extend(line.redos.iter().map(|redo| redo.undo));
        let stands = line.undos.iter().filter(|undo| !self.redone.contains(&undo.id));
        self.undone.extend(stands.map(|undo| undo.undone));
    }
}
