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
    guarded.alter(book, &aside, write::unread)?;
    Ok(aside.len())
}

/// Hides facts from a migration that copies their fields out of what was kept whole, and that would stop at fields like
/// theirs. Gives back their ids.
pub(super) fn hide_misfit_fields(book: &Connection, migration: &str) -> rusqlite::Result<Vec<Uuid>> {
    let mut hidden = Vec::new();
    let copied = |kind: &&&str| migration.contains(&format!("\nUPDATE {kind} SET"));
    let Some(guarded) = Guarded::of(book)? else { return Ok(hidden) };
    for kind in Fact::KINDS.iter().filter(copied) {
        for (id, content, _) in read::kept_whole_of(book, kind)? {
            if read::parsed::<Fact>(&content).is_ok_and(|fact| fact.has_misfit_field()) {
                hidden.push(id);
            }
        }
    }
    guarded.alter(book, &hidden, write::unread)?;
    Ok(hidden)
}

/// Shows them again.
pub(super) fn show_again(book: &Connection, hidden: &[Uuid]) -> rusqlite::Result<()> {
    match Guarded::of(book)? {
        Some(guarded) => guarded.alter(book, hidden, write::read_again),
        None => Ok(()),
    }
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
    fn alter(
        &self,
        book: &Connection,
        facts: &[Uuid],
        with: impl Fn(&Connection, Uuid) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        if facts.is_empty() {
            return Ok(());
        }
        book.execute_batch(&format!("DROP TRIGGER {GUARD}"))?;
        facts.iter().try_for_each(|fact| with(book, *fact))?;
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
