//! Facts that an older version kept whole, and that make no sense to this one.
//!
//! A version keeps facts of kinds that it does not know. The migration that brings such a kind copies them into its table, and
//! would stop at one that does not fit. No program writes one; but nobody is to be kept out of a book because of what somebody
//! else put into it. So these stay kept whole, under `?` and their kind, and are not counted.
//!
//! The same goes for fields that a version does not know. A value that such a field cannot have stays in what was kept whole,
//! and the fact counts without it.

use ginpad_core::facts::{Fact, hash};
use rusqlite::Connection;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::document::Hash;
use super::migrate::MIGRATIONS;
use super::read;
use super::write;

/// Sets facts aside that are kept whole, whose kinds have no table yet and that would not fit into it.
pub(super) fn set_misfits_aside(book: &Connection) -> rusqlite::Result<()> {
    let mut tables = None;
    set_aside(
        book,
        |_| true,
        |content, kept| {
            let tables = match tables.take() {
                Some(made) => tables.insert(made),
                None => tables.insert(without_references()?),
            };
            fits(tables, content, kept).map(|fits| !fits)
        },
    )
    .map(drop)
}

/// Sets all facts aside that are kept whole and that this migration would copy into tables that it makes. Says how many.
pub(super) fn set_all_aside(book: &Connection, migration: &str) -> rusqlite::Result<usize> {
    set_aside(book, |kind| migration.contains(&format!("CREATE TABLE {kind} (")), |_, _| Ok(true))
}

/// Sets facts aside that are kept whole, of those kinds without a table that are wanted.
fn set_aside(
    book: &Connection,
    is_wanted: impl Fn(&str) -> bool,
    mut is_misfit: impl FnMut(&str, &[u8]) -> rusqlite::Result<bool>,
) -> rusqlite::Result<usize> {
    let Some(guarded) = Guarded::of(book)? else { return Ok(0) };
    let mut aside = Vec::new();
    for kind in Fact::LATER_KINDS.iter().filter(|kind| !guarded.has_table(kind) && is_wanted(kind)) {
        for (id, content, kept) in read::kept_whole_of(book, kind)? {
            if is_misfit(&content, &kept)? {
                aside.push(id);
            }
        }
    }
    guarded.alter(book, &aside, |book, fact| write::unread(book, *fact))?;
    Ok(aside.len())
}

/// What was kept whole of a fact.
type Kept = (Uuid, String);

/// Hides fields from a migration that copies them out of what was kept whole, and that would stop at values like theirs. The
/// other fields of those facts are copied. Gives back what was kept.
pub(super) fn hide_misfit_fields(book: &Connection, migration: &str) -> rusqlite::Result<Vec<Kept>> {
    let (mut kept, mut fitting) = (Vec::new(), Vec::new());
    let copied = |kind: &&&str| migration.contains(&format!("\nUPDATE {kind} SET"));
    let Some(guarded) = Guarded::of(book)? else { return Ok(kept) };
    for kind in Fact::KINDS.iter().filter(copied) {
        for (id, content, _) in read::kept_whole_of(book, kind)? {
            if let Some(without) = without_misfits(&content) {
                fitting.push((id, without));
                kept.push((id, content));
            }
        }
    }
    guarded.alter(book, &fitting, keep)?;
    Ok(kept)
}

/// Shows them again.
pub(super) fn show_again(book: &Connection, kept: &[Kept]) -> rusqlite::Result<()> {
    match Guarded::of(book)? {
        Some(guarded) => guarded.alter(book, kept, keep),
        None => Ok(()),
    }
}

fn keep(book: &Connection, (fact, content): &Kept) -> rusqlite::Result<()> {
    write::kept_content(book, *fact, content)
}

/// A fact without the later fields that have values that they cannot have, if it has such fields.
fn without_misfits(content: &str) -> Option<String> {
    let misfits = read::parsed::<Fact>(content).ok()?.misfit_fields();
    let mut fields: Map<String, Value> = serde_json::from_str(content).ok().filter(|_| !misfits.is_empty())?;
    misfits.into_iter().for_each(|field| drop(fields.shift_remove(field)));
    Some(Value::Object(fields).to_string())
}

/// What guards facts that are kept whole.
const GUARD: &str = "kept_whole_no_update";

/// A book that keeps facts whole, and how its guard is made.
struct Guarded {
    objects: Vec<read::SchemaRow<'static>>,
    guard: String,
}

impl Guarded {
    fn of(book: &Connection) -> rusqlite::Result<Option<Guarded>> {
        let objects = read::schema(book)?;
        let guard = objects.iter().find(|object| object.name == GUARD).map(|guard| guard.sql.to_string());
        let guarded = guard.map(|guard| Guarded { objects, guard });
        Ok(guarded.filter(|guarded| guarded.has_table("kept_whole")))
    }

    fn has_table(&self, name: &str) -> bool {
        self.objects.iter().any(|object| object.kind == "table" && object.name == name)
    }

    /// Alters how these facts are kept.
    fn alter<T>(
        &self,
        book: &Connection,
        facts: &[T],
        with: impl Fn(&Connection, &T) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        if facts.is_empty() {
            return Ok(());
        }
        book.execute_batch(&format!("DROP TRIGGER {GUARD}"))?;
        facts.iter().try_for_each(|fact| with(book, fact))?;
        book.execute_batch(&self.guard)
    }
}

/// The tables of this version. What a row refers to need not be there.
fn without_references() -> rusqlite::Result<Connection> {
    let tables = Connection::open_in_memory()?;
    tables.execute_batch("PRAGMA foreign_keys = OFF")?;
    MIGRATIONS.iter().try_for_each(|migration| tables.execute_batch(migration))?;
    Ok(tables)
}

/// Whether a fact that was kept whole is what its kind can be.
fn fits(tables: &Connection, content: &str, kept: &[u8]) -> rusqlite::Result<bool> {
    let Ok(fact) = read::parsed::<Fact>(content) else { return Ok(false) };
    let Ok(kept) = Hash::try_from(kept) else { return Ok(false) };
    if hash(&fact) != kept {
        return Ok(false);
    }
    tables.execute_batch("SAVEPOINT one")?;
    let written = write::hashed_fact(tables, &fact, &kept);
    tables.execute_batch("ROLLBACK TO one; RELEASE one")?;
    Ok(written.is_ok())
}
