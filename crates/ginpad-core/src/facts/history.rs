//! What `undo` takes back and `redo` restores.
//!
//! Somebody who types `undo` means what they did themselves. So a book takes back what its own writers did; what others did
//! is taken back by its id.

use uuid::Uuid;

use super::{Change, Counting, Fact, FactId};

/// What one command did, in a history: a change, or all changes of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// What an undo of it names: see [`Change::act`].
    pub act: Uuid,
    /// Whether it counts: no undo of it stands.
    pub counts: bool,
    /// The undos it made.
    pub undos: Vec<MadeUndo>,
    /// What it restored.
    pub redone: Vec<Uuid>,
    /// Whether all of its facts are of unknown kinds. Such a change does nothing in this version.
    pub is_unknown: bool,
}

/// An undo that a change made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MadeUndo {
    /// The undo.
    pub undo: FactId,
    /// What it took back.
    pub of: Uuid,
    /// Whether no redo names it.
    pub stands: bool,
}

impl HistoryLine {
    /// What a change did. `counting` knows the undos of the change, and the redos of its undos.
    pub fn of(change: &Change, counting: &Counting) -> HistoryLine {
        let (mut undos, mut redone) = (Vec::new(), Vec::new());
        for (undo, fact) in change.each_fact() {
            match fact {
                Fact::Undo(fact) => undos.push(MadeUndo { undo, of: fact.of, stands: counting.stands(undo) }),
                Fact::Redo(fact) if !redone.contains(&fact.of) => redone.push(fact.of),
                _ => {}
            }
        }
        let is_unknown = !change.facts.is_empty()
            && change.facts.iter().all(|fact| matches!(fact, Fact::Unknown(_) | Fact::Senseless { .. }));
        HistoryLine { act: change.act(), counts: counting.counts(change), undos, redone, is_unknown }
    }

    /// Whether it did anything but undo and redo.
    pub const fn does_something(&self) -> bool {
        self.undos.is_empty() && self.redone.is_empty() && !self.is_unknown
    }
}

/// The last `count` things that can be undone, the newest first; fewer if there are no more. `lines` is what was done, the
/// newest first. It is read no further than needed.
///
/// # Errors
/// Those of reading the history.
pub fn undoable<E>(lines: impl IntoIterator<Item = Result<HistoryLine, E>>, count: usize) -> Result<Vec<Uuid>, E> {
    let mut undoable = Vec::new();
    let mut lines = lines.into_iter();
    while undoable.len() < count
        && let Some(line) = lines.next().transpose()?
    {
        if line.does_something() && line.counts && undoable.last() != Some(&line.act) {
            undoable.push(line.act);
        }
    }
    Ok(undoable)
}

/// The last `count` undos that can be redone, the newest first; fewer if there are no more. `lines` is what was done, the
/// newest first. The search ends at a change that did something else.
///
/// # Errors
/// Those of reading the history.
pub fn redoable<E>(lines: impl IntoIterator<Item = Result<HistoryLine, E>>, count: usize) -> Result<Vec<MadeUndo>, E> {
    let mut redoable = Vec::new();
    for line in lines {
        let line = line?;
        if line.does_something() {
            break;
        }
        redoable.extend(line.undos.into_iter().rev().filter(|made| made.stands));
        if redoable.len() >= count {
            break;
        }
    }
    redoable.truncate(count);
    Ok(redoable)
}
