//! `import` of a whole book: what `export --json` wrote.

use std::path::Path;

use crate::book::{BookError, Export, Pad, Restored};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::{Hint, Remark};
use crate::cli::session::{Session, Size, shown};
use ginpad_core::game::Game;
use ginpad_core::text::harmless;

/// Reads a whole book.
///
/// # Errors
/// The file cannot be read, or is not a whole book.
pub(super) fn read(session: &Session, file: &Path) -> Result<Export, Failure> {
    let text = session.text(file, Size::Exported)?;
    let export: Export = serde_json::from_str(&text).map_err(|error| unusable(file, &harmless(&error.to_string())))?;
    if export.schema == Export::SCHEMA {
        return Ok(export);
    }
    Err(unusable(file, &format!("its schema is `{}`, not `{}`", harmless(&export.schema), Export::SCHEMA)))
}

/// Restores a whole book into an empty one. Without an empty one, gives the games that count in it.
///
/// # Errors
/// The file holds something that no book has, or the book cannot be written.
pub(super) fn take(pad: &Pad<'_>, file: &Path, export: &Export) -> Result<(Vec<Game>, Option<Restored>), Failure> {
    let unusable = |error| match error {
        BookError::Damaged(why) => unusable(file, &why),
        error => error.into(),
    };
    if pad.is_empty()? {
        return Ok((Vec::new(), Some(pad.restore(export).map_err(unusable)?)));
    }
    Ok((export.games().map_err(unusable)?, None))
}

/// What to know about entries that a later version wrote.
pub(super) fn from_later(restored: Restored) -> Option<Remark> {
    let unknown = restored.unknown;
    let are = if unknown == 1 { "entry of the book is" } else { "entries of the book are" };
    (unknown > 0).then(|| {
        Remark::note(format!(
            "{unknown} {are} from a later version of ginpad; ginpad counts the part it knows and keeps the rest"
        ))
    })
}

fn unusable(file: &Path, why: &str) -> Failure {
    Failure::refused(format!("cannot read {}: {why}", shown(file)))
        .hint(Hint::advice("a whole book is a file that `export --json` wrote"))
}
