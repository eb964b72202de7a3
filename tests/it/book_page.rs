//! The page about the book: the book that it builds, its queries, and its lines.

use std::collections::BTreeSet;
use std::path::Path;

use ginpad_core::facts::{Change, Line};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};

use crate::support::console::{Table, compare, read, trimmed};

const PAGE: &str = "docs/book.md";

/// What stands between these two lines, each time.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let mut lines = page.lines();
    let mut blocks = Vec::new();
    while lines.by_ref().any(|line| line == fence) {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect::<Vec<_>>().join("\n"));
    }
    blocks
}

/// What a query answers: a line for the names of its columns, and one for each row.
fn answer(book: &Connection, query: &str) -> String {
    let mut statement = book.prepare(query).unwrap_or_else(|error| panic!("{query}\n{error}"));
    let mut answer = format!("{}\n", statement.column_names().collect::<Vec<_>>().join(" | "));
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        answer += &format!("{}\n", (0..columns).map(|at| cell(row, at)).collect::<Vec<_>>().join(" | "));
    }
    trimmed(&answer)
}

fn cell(row: &Row<'_>, at: usize) -> String {
    match row.get_ref(at).unwrap() {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8(text.to_vec()).unwrap(),
        ValueRef::Blob(_) => panic!("nobody can read a blob"),
    }
}

/// The page with what each query answers in the block after it.
fn answered(page: &str, book: &Connection) -> String {
    let (mut text, mut answers) = (String::new(), None);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        let waiting = answers.take();
        match (line, waiting) {
            ("```sql", _) => {
                let query = lines.by_ref().take_while(|line| *line != "```").collect::<Vec<_>>().join("\n");
                text += &format!("{query}\n```\n");
                answers = Some(answer(book, &query));
            }
            ("```text", Some(answer)) => {
                lines.by_ref().take_while(|line| *line != "```").for_each(drop);
                text += &format!("{answer}```\n");
            }
            (_, waiting) => answers = waiting,
        }
    }
    text
}

#[test]
fn the_page_says_what_the_program_prints_and_the_queries_answer() {
    let (table, page) = (Table::new(), read(PAGE));
    let typed = table.run(&page);
    let path = Path::new(table.type_in("pwd").trim()).join("data/ginpad/book.db");
    let book = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    assert!(blocks(&page, "```sql").len() >= 5, "{PAGE} has five queries");
    compare(PAGE, &answered(&typed, &book));
}

#[test]
fn the_page_shows_every_kind_of_fact_in_lines_that_make_sense() {
    let mut kinds = BTreeSet::new();
    for text in blocks(&read(PAGE), "```json") {
        let change = Change::read(&Line::new(text.clone()).unwrap()).unwrap();
        assert!(!change.has_unknown, "{text}");
        kinds.extend(change.facts.iter().map(|fact| fact.kind().to_string()));
    }
    let all = [
        "fork", "game", "gap", "hand", "joining", "keeping", "name", "payment", "player", "redo", "removal", "setting",
        "undo",
    ];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
