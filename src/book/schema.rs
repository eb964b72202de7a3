//! Compares the schema of a book with the one that the migrations make.
//!
//! The triggers of a book guard its facts, and a view or a trigger of somebody else could hide or delete hands. So a book
//! is used only if every object of its schema is ours and as we made it. A table or an index of the user's own does no
//! harm: no statement of ours looks at it.

use std::collections::BTreeMap;
use std::path::Path;

use ginpad_core::text::harmless;
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::error::BookError;
use super::migrate;
use super::notice::Notice;
use super::schema_rows::{self, SchemaRow};

/// The digest of the schema after each migration, in hexadecimal. A test computes them again.
const DIGESTS: &[&str] = &["83dc7c7cb6977090c2e37aab1f950e1c71a769354861b91254c05edc0f545eb6"];

/// Compares the schema of a book with the one that these migrations make. What the user added is named.
///
/// # Errors
/// Something was altered, is missing or must not be there.
pub(super) fn compare(
    connection: &Connection,
    path: &Path,
    version: i64,
    migrations: &[&str],
) -> Result<Option<Notice>, BookError> {
    let sqlite = |error| BookError::of(error, path);
    let flawed = |what: String| BookError::Flawed { path: path.to_path_buf(), what };
    let (digest, roots) = digest_and_roots(connection).map_err(sqlite)?;
    if share_a_page(roots) {
        return Err(flawed("two of its tables begin in one place".into()));
    }
    let migrations = &migrations[..usize::try_from(version).unwrap_or(0).min(migrations.len())];
    let is_released = migrate::MIGRATIONS.starts_with(migrations);
    match DIGESTS.iter().position(|pinned| *pinned == digest).filter(|_| is_released) {
        Some(last) if last + 1 == migrations.len() => return Ok(None),
        Some(_) => return Err(flawed("the number of its schema is not what was written".into())),
        None => {}
    }
    let ours = made_by(migrations).map_err(sqlite)?;
    let theirs = schema_rows::schema(connection).map_err(sqlite)?;
    let Found { damage, faults, additions } = Found::between(&ours, &theirs);
    if let Some(damaged) = damage.first() {
        return Err(flawed(format!("the definition of {damaged} is not what was written")));
    }
    if faults.is_empty() {
        return Ok((!additions.is_empty()).then_some(Notice::NotOurs(additions)));
    }
    Err(BookError::Altered { path: path.to_path_buf(), how: faults })
}

/// The digest of a schema, and where the rows of its tables and indexes begin.
fn digest_and_roots(connection: &Connection) -> rusqlite::Result<(String, Vec<i64>)> {
    let (mut digest, mut roots) = (SchemaDigest::default(), Vec::new());
    schema_rows::each_object(connection, |row, root| {
        digest.add(&row);
        roots.extend(row.has_rows().then_some(root));
    })?;
    Ok((digest.finish(), roots))
}

/// Whether two tables or indexes begin in the same page, or one in none. SQLite itself refuses pages behind the end.
fn share_a_page(mut roots: Vec<i64>) -> bool {
    const SCHEMA: i64 = 1;
    roots.sort_unstable();
    roots.first().is_some_and(|first| *first <= SCHEMA) || roots.windows(2).any(|two| two[0] == two[1])
}

/// The SHA-256 of a schema: of the digests of its rows, sorted. The order of the rows does not matter: `VACUUM` changes it.
#[derive(Default)]
struct SchemaDigest {
    rows: Vec<[u8; 32]>,
}

impl SchemaDigest {
    fn add(&mut self, row: &SchemaRow<'_>) {
        if is_statistics(row) {
            return;
        }
        let mut digest = Sha256::new();
        for text in [&row.kind, &row.name, &row.table, &row.sql] {
            // The length goes first, so that no two rows give the same bytes.
            digest.update((text.len() as u64).to_be_bytes());
            digest.update(text.as_bytes());
        }
        self.rows.push(digest.finalize().into());
    }

    /// In hexadecimal.
    fn finish(mut self) -> String {
        self.rows.sort_unstable();
        Sha256::digest(self.rows.as_flattened()).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The schema that migrations make.
pub(super) fn made_by(migrations: &[&str]) -> rusqlite::Result<Vec<SchemaRow<'static>>> {
    let made = Connection::open_in_memory()?;
    migrations.iter().try_for_each(|migration| made.execute_batch(migration))?;
    schema_rows::schema(&made)
}

/// What differs between two schemas.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    /// What of ours has a flipped bit in its definition.
    damage: Vec<String>,
    /// What a book must not have.
    faults: Vec<String>,
    /// What the user added.
    additions: Vec<String>,
}

impl Found {
    fn between(ours: &[SchemaRow<'_>], theirs: &[SchemaRow<'_>]) -> Found {
        let mut found = Found::default();
        let mut missing: BTreeMap<&str, &SchemaRow<'_>> = ours.iter().map(|row| (&*row.name, row)).collect();
        let own_tables: Vec<&str> = theirs.iter().filter(|row| row.is_plain_table()).map(|row| &*row.name).collect();
        let own_tables: Vec<&str> = own_tables.into_iter().filter(|name| !missing.contains_key(name)).collect();
        let is_there = |row: &&SchemaRow<'_>| theirs.contains(row);
        let altered: Vec<&SchemaRow<'_>> = ours.iter().filter(|our| !is_there(our)).collect();
        for row in theirs.iter().filter(|row| !is_statistics(row)) {
            if let Some(our) = altered.iter().find(|our| row.was(our)) {
                found.damage.push(our.shown());
            }
            let is_of_own_table = own_tables.contains(&&*row.table);
            match missing.remove(&*row.name) {
                Some(our) if our == row => {}
                Some(our) => found.faults.push(format!("{} was changed", our.shown())),
                None if is_of_own_table && row.is_plain_table() => found.additions.push(row.shown()),
                // An index of the user's own table is a part of it.
                None if is_of_own_table && row.is_index() => {}
                None if row.is_plain_index() => found.additions.push(row.shown()),
                None => found.faults.push(format!("{} is not ginpad's", row.shown())),
            }
        }
        found.faults.extend(missing.values().map(|row| format!("{} is missing", row.shown())));
        found
    }
}

/// Whether a row is a table in which SQLite keeps statistics.
fn is_statistics(row: &SchemaRow<'_>) -> bool {
    row.name == row.table && row.name.starts_with("sqlite_stat") && row.sql.starts_with("CREATE TABLE sqlite_stat")
}

impl SchemaRow<'_> {
    /// SQLite goes by the text alone, so the kind of a row counts only if the text agrees. It writes the first words
    /// always like this.
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

    /// Whether it begins in a page of its own.
    fn has_rows(&self) -> bool {
        self.is_plain_table() || self.is_index()
    }

    /// Whether this row was the other one until a bit of it was flipped.
    fn was(&self, other: &SchemaRow<'_>) -> bool {
        let flipped = |text: &str, right: &str| -> Option<usize> {
            let mut differing = text.chars().zip(right.chars()).filter(|(one, other)| one != other);
            match (text.chars().count() == right.chars().count(), differing.next(), differing.next()) {
                (true, None, _) => Some(0),
                // What is no text any more was read as this character.
                (true, Some((char::REPLACEMENT_CHARACTER, _)), None) => Some(1),
                (true, Some((one, other)), None) if (one as u32 ^ other as u32).is_power_of_two() => Some(1),
                _ => None,
            }
        };
        let pairs = [
            (&self.kind, &other.kind),
            (&self.name, &other.name),
            (&self.table, &other.table),
            (&self.sql, &other.sql),
        ];
        let flips: Option<usize> = pairs.into_iter().map(|(text, right)| flipped(text, right)).sum();
        flips == Some(1)
    }

    /// How it is named in messages.
    fn shown(&self) -> String {
        const MOST: usize = 60;
        let short = |text: &str| harmless(&text.chars().take(MOST).collect::<String>());
        if self.kind == "index" && self.sql.is_empty() {
            // Nobody knows the name that SQLite gave it.
            return format!("an index of the table `{}`", short(&self.table));
        }
        let kind = if matches!(&*self.kind, "table" | "index" | "view" | "trigger") { &*self.kind } else { "object" };
        format!("the {kind} `{}`", short(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A book that these migrations made, and these statements altered.
    fn altered(migrations: &[&str], statements: &str) -> Connection {
        let book = Connection::open_in_memory().unwrap();
        migrations.iter().for_each(|migration| book.execute_batch(migration).unwrap());
        book.execute_batch(statements).unwrap();
        book
    }

    fn digest_of(book: &Connection) -> String {
        digest_and_roots(book).unwrap().0
    }

    fn found(statements: &str) -> Result<Option<Notice>, Vec<String>> {
        let book = altered(migrate::MIGRATIONS, statements);
        let version = i64::try_from(migrate::MIGRATIONS.len()).unwrap();
        compare(&book, Path::new("book.db"), version, migrate::MIGRATIONS).map_err(|error| match error {
            BookError::Altered { how, .. } => how,
            other => panic!("{other}"),
        })
    }

    #[test]
    fn the_digests_are_those_of_the_migrations() {
        let made: Vec<String> = (1..=migrate::MIGRATIONS.len())
            .map(|version| digest_of(&altered(&migrate::MIGRATIONS[..version], "")))
            .collect();
        assert_eq!(made, DIGESTS);
    }

    #[test]
    fn a_book_may_be_vacuumed_and_analyzed() {
        for version in 1..=migrate::MIGRATIONS.len() {
            let book = altered(&migrate::MIGRATIONS[..version], "VACUUM; ANALYZE; REINDEX;");
            assert_eq!(digest_of(&book), DIGESTS[version - 1], "schema {version}");
        }
    }

    #[test]
    fn what_the_user_added_is_told() {
        let told = |what: &[&str]| Ok(Some(Notice::NotOurs(what.iter().map(ToString::to_string).collect())));
        assert_eq!(found(""), Ok(None));
        assert_eq!(found("CREATE TABLE mine (x TEXT PRIMARY KEY, y UNIQUE)"), told(&["the table `mine`"]));
        assert_eq!(found("CREATE TABLE mine (x); CREATE UNIQUE INDEX one ON mine (x)"), told(&["the table `mine`"]));
        assert_eq!(found("CREATE INDEX by_line ON change (line)"), told(&["the index `by_line`"]));
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
            assert_eq!(found(statements), Err(faults.iter().map(ToString::to_string).collect()), "{statements}");
        }
    }
}
