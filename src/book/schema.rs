//! Compares the schema of a book with the one that the migrations make.
//!
//! The triggers of a book guard its facts, and a foreign view or trigger could hide or delete hands. So a book is used
//! only if every object of its schema is ours and unchanged. A table or an index that the user added does no harm,
//! because no statement of ours reads it.

use ginpad_core::facts::{hash_of, hash_text};
use ginpad_core::text::harmless;
use rusqlite::{Connection, Row};
use serde::Serialize;

use super::{BookError, Notice, OpenBook};

/// The files of `migrations/`. Each sets `user_version` to its place in this list, counted from 1.
pub const MIGRATIONS: &[&str] = &[include_str!("../../migrations/0001_ledger.sql")];

/// The digest of the schema after each migration. A test computes them again.
const DIGESTS: &[&str] = &["dxVN7-XhX1kubAvM4qoKIiY6ONQIvSgy7JOpo4WuVHc"];

/// One object of a schema, as SQLite keeps it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Object {
    /// `table`, `index`, `trigger` or `view`.
    kind: String,
    name: String,
    /// The table that it belongs to.
    table: String,
    /// The statement that makes it; empty for an automatic index of SQLite.
    sql: String,
}

/// Compares the schema of a book with the one that these migrations make. Returns a notice that names what the user
/// added.
///
/// # Errors
/// Something was altered, is missing, or must not be there.
pub(super) fn compare(open: &OpenBook<'_>, migrations: &[&str]) -> Result<Option<Notice>, BookError> {
    let (theirs, roots) = open.sqlite(objects_and_roots(&open.transaction))?;
    if share_a_page(roots) {
        return Err(open.damaged("two of its tables begin in one place"));
    }
    let is_released = MIGRATIONS.starts_with(migrations);
    if is_released && DIGESTS.get(migrations.len() - 1).is_some_and(|pinned| *pinned == digest(&theirs)) {
        return Ok(None);
    }
    let made = open.sqlite(Connection::open_in_memory())?;
    open.sqlite(migrations.iter().try_for_each(|migration| made.execute_batch(migration)))?;
    let (ours, _) = open.sqlite(objects_and_roots(&made))?;
    let (faults, additions) = differences(&ours, &theirs);
    if faults.is_empty() {
        return Ok((!additions.is_empty()).then_some(Notice::NotOurs(additions)));
    }
    Err(BookError::Altered { path: open.path.to_path_buf(), how: faults })
}

/// Reads the objects of a schema (sorted, because `VACUUM` changes their order) and the first pages of tables and
/// indexes. SQLite's tables of statistics are left out.
fn objects_and_roots(connection: &Connection) -> rusqlite::Result<(Vec<Object>, Vec<i64>)> {
    let (mut objects, mut roots) = (Vec::new(), Vec::new());
    let mut rows = connection.prepare("SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema")?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let object = Object::of(row)?;
        if object.is_plain_table() || object.is_index() {
            roots.push(row.get_ref(4)?.as_i64_or_null()?.unwrap_or(0));
        }
        if !(object.is_plain_table() && object.sql.starts_with("CREATE TABLE sqlite_stat")) {
            objects.push(object);
        }
    }
    objects.sort();
    Ok((objects, roots))
}

/// Whether two tables or indexes begin in the same page, or one in none. SQLite itself refuses pages past the end.
fn share_a_page(mut roots: Vec<i64>) -> bool {
    const SCHEMA: i64 = 1;
    roots.sort_unstable();
    roots.first().is_some_and(|first| *first <= SCHEMA) || roots.windows(2).any(|two| two[0] == two[1])
}

fn digest(objects: &[Object]) -> String {
    hash_text(&hash_of(&serde_json::to_string(objects).unwrap_or_default()))
}

/// Describes what is wrong with a schema, and what the user added to it.
fn differences(ours: &[Object], theirs: &[Object]) -> (Vec<String>, Vec<String>) {
    let has = |all: &[Object], name: &str| all.iter().any(|object| object.name == name);
    let is_own_table =
        |name: &str| !has(ours, name) && theirs.iter().any(|object| object.is_plain_table() && object.name == name);
    let (mut faults, mut additions) = (Vec::new(), Vec::new());
    for object in theirs.iter().filter(|object| !ours.contains(object)) {
        match object.label() {
            label if has(ours, &object.name) => faults.push(format!("{label} was changed")),
            // An index of the user's own table is a part of it.
            _ if object.is_index() && is_own_table(&object.table) => {}
            label if object.is_plain_table() || object.is_plain_index() => additions.push(label),
            label => faults.push(format!("{label} is not ginpad's")),
        }
    }
    let missing = ours.iter().filter(|object| !has(theirs, &object.name));
    faults.extend(missing.map(|object| format!("{} is missing", object.label())));
    (faults, additions)
}

impl Object {
    fn of(row: &Row<'_>) -> rusqlite::Result<Object> {
        let text = |at| -> rusqlite::Result<String> {
            Ok(String::from_utf8_lossy(row.get_ref(at)?.as_bytes_or_null()?.unwrap_or_default()).into_owned())
        };
        Ok(Object { kind: text(0)?, name: text(1)?, table: text(2)?, sql: text(3)? })
    }

    /// SQLite goes by the text alone, so the kind of a row counts only if the text agrees. SQLite always writes the
    /// first words like this.
    fn is_plain_table(&self) -> bool {
        self.kind == "table" && self.name == self.table && self.sql.starts_with("CREATE TABLE ")
    }

    fn is_plain_index(&self) -> bool {
        self.kind == "index" && self.sql.starts_with("CREATE INDEX ")
    }

    fn is_index(&self) -> bool {
        let is_automatic = self.sql.is_empty() && self.name.starts_with("sqlite_autoindex_");
        self.kind == "index" && (is_automatic || self.is_plain_index() || self.sql.starts_with("CREATE UNIQUE INDEX "))
    }

    /// Returns its name for messages.
    fn label(&self) -> String {
        const MOST: usize = 60;
        let short = |text: &str| harmless(&text.chars().take(MOST).collect::<String>());
        format!("the {} `{}`", short(&self.kind), short(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rusqlite::TransactionBehavior;

    use super::*;

    /// Makes a book with these migrations, and alters it with these statements.
    fn altered(migrations: &[&str], statements: &str) -> Connection {
        let book = Connection::open_in_memory().unwrap();
        migrations.iter().for_each(|migration| book.execute_batch(migration).unwrap());
        book.execute_batch(statements).unwrap();
        book
    }

    fn digest_of(book: &Connection) -> String {
        digest(&objects_and_roots(book).unwrap().0)
    }

    fn compared(statements: &str) -> Result<Option<Notice>, Vec<String>> {
        let book = altered(MIGRATIONS, statements);
        let open = OpenBook::begin(&book, TransactionBehavior::Deferred, Path::new("book.db"), None).unwrap();
        compare(&open, MIGRATIONS).map_err(|error| match error {
            BookError::Altered { how, .. } => how,
            other => panic!("{other}"),
        })
    }

    #[test]
    fn the_digests_are_those_of_the_migrations() {
        let made: Vec<String> =
            (1..=MIGRATIONS.len()).map(|version| digest_of(&altered(&MIGRATIONS[..version], ""))).collect();
        assert_eq!(made, DIGESTS);
    }

    #[test]
    fn a_book_may_be_vacuumed_and_analyzed() {
        for version in 1..=MIGRATIONS.len() {
            let book = altered(&MIGRATIONS[..version], "VACUUM; ANALYZE; REINDEX;");
            assert_eq!(digest_of(&book), DIGESTS[version - 1], "schema {version}");
        }
    }

    #[test]
    fn what_the_user_added_is_told() {
        let added = |what: &[&str]| Ok(Some(Notice::NotOurs(what.iter().map(ToString::to_string).collect())));
        assert_eq!(compared(""), Ok(None));
        assert_eq!(compared("CREATE TABLE mine (x TEXT PRIMARY KEY, y UNIQUE)"), added(&["the table `mine`"]));
        assert_eq!(
            compared("CREATE TABLE mine (x); CREATE UNIQUE INDEX one ON mine (x)"),
            added(&["the table `mine`"])
        );
        assert_eq!(compared("CREATE INDEX by_line ON change (line)"), added(&["the index `by_line`"]));
    }

    #[test]
    fn what_could_hide_or_alter_a_line_is_refused() {
        for (statements, faults) in [
            ("DROP TRIGGER change_no_delete", &["the trigger `change_no_delete` is missing"][..]),
            ("DROP INDEX change_by_id", &["the index `change_by_id` is missing"]),
            ("CREATE VIEW v AS SELECT 1", &["the view `v` is not ginpad's"]),
            ("CREATE UNIQUE INDEX one ON change (line)", &["the index `one` is not ginpad's"]),
            (
                "CREATE TABLE mine (x); CREATE TRIGGER t AFTER INSERT ON mine BEGIN SELECT 1; END",
                &["the trigger `t` is not ginpad's"],
            ),
            (
                "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('table', 'words', 'words', 0, \
                 'CREATE VIRTUAL TABLE words USING fts5 (note)')",
                &["the table `words` is not ginpad's"],
            ),
            (
                "DROP TRIGGER change_no_delete;
                 CREATE TRIGGER change_no_delete AFTER INSERT ON change BEGIN DELETE FROM sum; END;",
                &["the trigger `change_no_delete` was changed"],
            ),
            ("ALTER TABLE run ADD COLUMN more TEXT", &["the table `run` was changed"]),
            (
                "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('table', 'sqlite_stat9', \
                 'sqlite_stat9', 0, 'CREATE TRIGGER sqlite_stat9 AFTER INSERT ON change BEGIN SELECT 1; END')",
                &["the table `sqlite_stat9` is not ginpad's"],
            ),
        ] {
            assert_eq!(compared(statements), Err(faults.iter().map(ToString::to_string).collect()), "{statements}");
        }
    }
}
