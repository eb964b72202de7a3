//! What can be wrong with the book.

use rusqlite::Connection;

use super::{Case, GAME, case};

pub(super) fn books() -> Vec<Case> {
    vec![
        case(
            "A folder that cannot be made",
            "A part of the path is a file.",
            &[],
            "new Ann Bob --book notes.txt/book.db",
        )
        .with("notes.txt", "bread, milk\n"),
        case(
            "Nothing to give up",
            "Only lines that are missing between others can be given up.",
            GAME,
            "check --give-up 7ab1e05c",
        ),
        case("A folder instead of a book", "A book is a file.", &[], "score --book ."),
        case("A file that is not a book", "The file is not changed.", &[], "new Ann Bob --book notes.txt")
            .with("notes.txt", "bread, milk\n"),
        case("A book cut short", "The file is not changed.", &[], "score --book half.db").with_made(
            "half.db",
            "a book without its last hundred bytes",
            |table| {
                table.does("new Ann Bob --book half.db");
                table.args("log - --book half.db").stdin("dead\n".repeat(100)).check_status();
                let book = std::fs::read(table.path("half.db")).unwrap();
                table.put("half.db", &book[..book.len() - 100]);
            },
        ),
        case(
            "A book that another program altered",
            "Without its guards a book may lose hands, and a trigger or a view may hide them.",
            GAME,
            "log ann gin 4",
        )
        .with_made("book.db", "the book without the guard of its hands, and with a trigger", |table| {
            let connection = Connection::open(table.book()).unwrap();
            connection
                .execute_batch(
                    "DROP TRIGGER change_no_delete;
                     CREATE TRIGGER only_one AFTER INSERT ON change BEGIN DELETE FROM change WHERE id <> NEW.id; END",
                )
                .unwrap();
        }),
        case(
            "A journal of another file",
            "SQLite would mix the journal of a stopped program into any file that has its name.",
            GAME,
            "log ann gin 4",
        )
        .with_made(
            "book.db-journal",
            "what a program left when it was stopped, before a copy was put here",
            |table| {
                table.does("new Cid Dee --book other.db");
                let other = Connection::open(table.path("other.db")).unwrap();
                other.execute_batch("PRAGMA cache_size = 1; BEGIN").unwrap();
                let write = "INSERT INTO concerns VALUES (randomblob(21), 1)";
                (0..2000).for_each(|_| assert_eq!(other.execute(write, []).unwrap(), 1));
                std::fs::copy(table.path("other.db-journal"), table.path("book.db-journal")).unwrap();
                drop(other);
                std::fs::remove_file(table.path("other.db")).unwrap();
            },
        ),
        case(
            "A journal without its book",
            "The journal holds a part of the book, so neither a new book nor an old one may be put beside it unseen.",
            &[],
            "log ann gin 4",
        )
        .with_made(
            "book.db-journal",
            "what a stopped program left beside a book that was moved since",
            |table| _ = table.put("book.db-journal", "pages of the book"),
        ),
        case(
            "A folder in place of the journal",
            "Nothing can be written without a journal, and what SQLite makes of a folder or a pipe is not tried.",
            GAME,
            "log ann gin 4",
        )
        .with_made("book.db-journal", "a folder", |table| std::fs::create_dir(table.path("book.db-journal")).unwrap()),
        case(
            "A book with two names",
            "A program that uses the other name would not see that this one was stopped.",
            GAME,
            "log ann gin 4",
        )
        .with_made("other.db", "another name of book.db, a hard link", |table| {
            std::fs::hard_link(table.book(), table.path("other.db")).unwrap();
        }),
        case("Another program's database", "The file is not changed.", &[], "new Ann Bob --book recipes.db").with_made(
            "recipes.db",
            "an SQLite database of recipes",
            |table| {
                let connection = Connection::open(table.path("recipes.db")).unwrap();
                connection.execute_batch("CREATE TABLE recipe (name TEXT); PRAGMA user_version = 1;").unwrap();
            },
        ),
        case("A book of a newer version", "The file is not changed.", &[], "log ann gin 4 --book later.db").with_made(
            "later.db",
            "a book that a later ginpad has upgraded",
            |table| {
                table.does("new Ann Bob --book later.db");
                let connection = Connection::open(table.path("later.db")).unwrap();
                connection.execute_batch("PRAGMA user_version = 9;").unwrap();
            },
        ),
    ]
}
