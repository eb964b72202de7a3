//! Books that somebody altered: another schema, and objects of the user.

use std::path::Path;

use rusqlite::Connection;

use crate::journals::COMMANDS;
use crate::support::program::Table;

/// The statements are those of somebody who has the book open in another program.
pub(crate) fn alter(book: &Path, statements: &str) {
    Connection::open(book).unwrap().execute_batch(statements).unwrap();
}

#[test]
fn a_book_whose_schema_was_altered_is_refused() {
    for (statements, fault) in [
        ("DROP TRIGGER hand_no_delete", "the trigger `hand_no_delete` is missing"),
        (
            "DROP TRIGGER hand_no_delete;
             CREATE TRIGGER greedy AFTER INSERT ON hand BEGIN DELETE FROM hand WHERE id <> NEW.id; END",
            "the trigger `greedy` is not ginpad's\n  the trigger `hand_no_delete` is missing",
        ),
        ("CREATE VIEW half AS SELECT * FROM hand LIMIT 1", "the view `half` is not ginpad's"),
        ("CREATE UNIQUE INDEX one ON hand (game)", "the index `one` is not ginpad's"),
        ("DROP INDEX hand_by_change", "the index `hand_by_change` is missing"),
    ] {
        let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
        alter(&table.book(), statements);
        for command in COMMANDS {
            let said = table.args(command).status(1).refused();
            assert_eq!(
                said.err,
                format!(
                    "error: another program has altered the book /home/ann/book.db, so it is not used:\n  {fault}\n\
                     hint: `ginpad rescue /home/ann/book.db` saves what can still be \
                     verified into a new book\n"
                )
            );
        }
    }
}

#[test]
fn what_the_user_added_is_told_once() {
    let table = Table::after(&["new Ann Bob"]);
    alter(&table.book(), "CREATE TABLE snacks (what TEXT); CREATE INDEX by_note ON hand (note); ANALYZE");
    let warning = "warning: the book also holds the table `snacks` and the index `by_note`; ginpad did not make that, and leaves it alone\n";
    for command in ["log ann gin 4", "score", "games --json", "export"] {
        assert_eq!(table.args(command).check_status().err, warning, "{command}");
    }
    alter(&table.book(), "DROP TABLE snacks; DROP INDEX by_note; VACUUM");
    assert_eq!(table.args("log ann gin 4").check_status().err, "");
}
