//! The change that a typed id means, if it can be undone or redone.

use uuid::Uuid;

use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::Pad;
use crate::cli::session::ChangeName;
use crate::commands::history::reported;
use ginpad_core::ledger::{Act, Did};
use ginpad_core::text::{and_list, harmless};

/// How many changes are named that a start of an id may mean.
const MOST_MEANT: usize = 3;

/// The one act whose id starts like this.
fn named(pad: &Pad<'_>, name: &ChangeName) -> Result<Act, Failure> {
    let found = pad.acts_between(name.ids, MOST_MEANT + 1)?;
    let typed = harmless(&name.typed);
    let only = if let [only] = found.as_slice() { pad.act(*only)? } else { None };
    if let Some(act) = only {
        return Ok(act);
    }
    match found.as_slice() {
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

/// The act of this name, if it can be taken back.
pub(super) fn undoable(pad: &Pad<'_>, name: &ChangeName) -> Result<Act, Failure> {
    let act = named(pad, name)?;
    let short = pad.short_id(act.id)?;
    let refused = |why: &str| Failure::refused(format!("change {short} {why}"));
    let instead = |verb, of: &[Uuid], does: &str| match of {
        [only] => Ok(Some(Hint::does(CommandLine::of(verb).words([pad.short_id(*only)?]), does))),
        _ => Ok::<_, Failure>(Some(Hint::does(CommandLine::of("history"), "lists the changes that it was about"))),
    };
    match &act.did {
        Did::Undo(of) => Err(refused("only took back what others did, so it cannot be undone").hint_if(instead(
            "redo",
            of,
            "restores what it took back",
        )?)),
        Did::Redo(of) => Err(refused("only restored what others did, so it cannot be undone").hint_if(instead(
            "undo",
            of,
            "takes back what it restored",
        )?)),
        Did::Unknown => Err(refused("was made by a newer ginpad, and does nothing in this one")),
        Did::Something if !act.counts => Err(refused(&format!("is undone already: {}", reported(pad, &act)?))
            .hint(Hint::does(CommandLine::of("redo").words([short.clone()]), "restores it"))),
        Did::Something => Ok(act),
    }
}

/// The act of this name, if it can be restored.
pub(super) fn redoable(pad: &Pad<'_>, name: &ChangeName) -> Result<Act, Failure> {
    let act = named(pad, name)?;
    let short = pad.short_id(act.id)?;
    let refused = |why: String| Failure::refused(format!("change {short} {why}"));
    match &act.did {
        Did::Undo(of) | Did::Redo(of) => {
            let restores = |id: &Uuid| Ok::<_, Failure>(CommandLine::again().operand("changes", [pad.short_id(*id)?]));
            let hint = match of.as_slice() {
                [only] if pad.act(*only)?.is_some_and(|only| !only.counts) => {
                    Hint::does(restores(only)?, "restores what it was about")
                }
                _ => Hint::does(CommandLine::of("history"), "lists the changes that it was about"),
            };
            Err(refused("did nothing but undo or redo, so there is nothing of it to restore".into()).hint(hint))
        }
        Did::Unknown => Err(refused("was made by a newer ginpad, and does nothing in this one".into())),
        Did::Something if act.counts => Err(refused(format!("was not undone: {}", reported(pad, &act)?))
            .hint(Hint::does(CommandLine::of("undo").words([short.clone()]), "takes it back"))),
        Did::Something => Ok(act),
    }
}
