//! Faults of the disk and of the machine, made with strace: what the program says must be so.

use rusqlite::{Connection, OpenFlags};

use crate::support::faults::Faults;
use crate::support::program::Table;

/// How many hands the book holds. It is asked with another connection, so a journal that was left behind is played.
fn hands(table: &Table) -> i64 {
    let connection = Connection::open_with_flags(table.book(), OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    connection.query_row("SELECT count(*) FROM hand", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_program_that_is_killed_while_it_commits_leaves_the_book_sound() {
    let Some(faults) = Faults::find() else { return };
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    for call in ["fsync:signal=KILL:when=1", "pwrite64:signal=KILL:when=9", "unlink:signal=KILL:when=1"] {
        let said = faults.run(&table, "log bob gin 5", call);
        assert_eq!((said.status, said.out.as_str()), (None, ""), "{call}");
        assert_eq!(hands(&table), 1, "{call}");
    }
    table.does("log bob gin 5");
    assert_eq!(hands(&table), 2);
}
