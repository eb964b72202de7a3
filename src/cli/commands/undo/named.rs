//! The change that a typed id means, if it can be undone or redone.

use uuid::Uuid;

use crate::book::{MovedChange, Pad, PastKind};
use crate::cli::commands::history::reported;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::ChangeName;
use ginpad_core::text::{and_list, harmless};

/// How many changes are named that a start of an id may mean.
const MOST_MEANT: usize = 3;

/// The one change whose id starts like this.
fn named(pad: &Pad<'_>, name: &ChangeName) -> Result<Uuid, Failure> {
    let found = pad.changes_between(name.ids, MOST_MEANT + 1)?;
    let typed = harmless(&name.typed);
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(Failure::refused(format!("no change has an id that starts with `{typed}`"))
            .hint(Hint::does(CommandLine::of("history"), "lists the changes with their ids"))),
        several => {
            let mut ids = several.iter().take(MOST_MEANT).map(|id| pad.short_id(*id)).collect::<Result<Vec<_>, _>>()?;
            if several.len() > MOST_MEANT {
                ids.push("more".into());
            }
            Err(Failure::refused(format!("`{typed}` is the start of several changes: {}", and_list(&ids)))
                .hint(Hint::advice("type more of the id")))
        }
    }
}

/// The change of this name, if it can be taken back.
pub(super) fn undoable(pad: &Pad<'_>, name: &ChangeName) -> Result<MovedChange, Failure> {
    let change = pad.change(named(pad, name)?)?;
    let short = pad.short_id(change.id)?;
    let refused = |why: &str| Failure::refused(format!("change {short} {why}"));
    let instead = |verb, of: &[Uuid], does: &str| match of {
        [only] => Ok(Some(Hint::does(CommandLine::of(verb).words([pad.short_id(*only)?]), does))),
        _ => Ok::<_, Failure>(Some(Hint::does(CommandLine::of("history"), "lists the changes that it was about"))),
    };
    match &change.kind {
        PastKind::Undo(of) => Err(refused("only took back what others did, so it cannot be undone").hint_if(instead(
            "redo",
            of,
            "restores what it took back",
        )?)),
        PastKind::Redo(of) => Err(refused("only restored what others did, so it cannot be undone").hint_if(instead(
            "undo",
            of,
            "takes back what it restored",
        )?)),
        PastKind::Unknown => Err(refused("was made by a newer ginpad, and does nothing in this one")),
        PastKind::Something if !change.counts => {
            Err(refused(&format!("is undone already: {}", reported(pad, &change)?))
                .hint(Hint::does(CommandLine::of("redo").words([short.clone()]), "restores it")))
        }
        PastKind::Something => Ok(pad.what(change.id)?),
    }
}

/// The change of this name, if it can be restored.
pub(super) fn redoable(pad: &Pad<'_>, name: &ChangeName) -> Result<MovedChange, Failure> {
    let change = pad.change(named(pad, name)?)?;
    let short = pad.short_id(change.id)?;
    let refused = |why: String| Failure::refused(format!("change {short} {why}"));
    match &change.kind {
        PastKind::Undo(of) | PastKind::Redo(of) => {
            let restores = |id: &Uuid| Ok::<_, Failure>(CommandLine::again().operand("changes", [pad.short_id(*id)?]));
            let hint = match of.as_slice() {
                [only] if !pad.change(*only)?.counts => Hint::does(restores(only)?, "restores what it was about"),
                _ => Hint::does(CommandLine::of("history"), "lists the changes that it was about"),
            };
            Err(refused("did nothing but undo or redo, so there is nothing of it to restore".into()).hint(hint))
        }
        PastKind::Unknown => Err(refused("was made by a newer ginpad, and does nothing in this one".into())),
        PastKind::Something if change.counts => Err(refused(format!("was not undone: {}", reported(pad, &change)?))
            .hint(Hint::does(CommandLine::of("undo").words([short.clone()]), "takes it back"))),
        PastKind::Something => Ok(pad.restoring(pad.what(change.id)?)?),
    }
}
