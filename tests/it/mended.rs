//! Old games that are mended: their totals, their winner and their dates, whole games that are taken out, and many at once.

use crate::support::program::Table;

const OLD: &str = "date,side 1,side 2,total 1,total 2\n2019-05-03,Ann,Bob,330,48\n2019-05-05,Ann,Cid,300,325\n";

fn old() -> Table {
    let table = Table::new();
    table.put("old.csv", OLD).does("import old.csv");
    table
}

#[test]
fn a_game_known_by_its_totals_is_mended() {
    let table = old();
    table.does("set totals 291 180 --game 1");
    table.does("set winner ann --game 2");
    assert!(table.does("export").contains("totals: 291, 180\n"));
    assert!(table.does("export").contains("totals: 300, 325, Ann\n"));
    let sheet = table.does("export");
    table.put("again.gin", &sheet);
    assert_eq!(
        table.does("import again.gin"),
        "nothing to import: 2 games are in the book already, as games 1 and 2\n"
    );
    assert!(table.does("history --limit 1 --plain").contains("set totals of game 2: 300 and 325, won by Ann"));
    table.does("undo 2");
    assert!(table.does("export").contains("totals: 330, 48\n"));
}

#[test]
fn a_date_that_is_set_is_followed_by_lists_filters_and_imports() {
    let table = old();
    table.does("set date 2019-05-10 --game 1");
    let number = |line: &str| line.split('\t').next().unwrap_or_default().to_string();
    let numbers = |said: &str| said.lines().map(number).collect::<Vec<_>>();
    assert_eq!(numbers(&table.does("games --plain")), ["2", "1"]);
    assert_eq!(numbers(&table.does("games --plain --since 2019-05-06")), ["1"]);
    let sheet = table.does("export 1");
    table.put("again.gin", &sheet);
    assert_eq!(table.does("import again.gin"), "nothing to import: 1 game is in the book already, as game 1\n");
    table.does("undo");
    assert_eq!(numbers(&table.does("games --plain")), ["1", "2"]);
    table.does("check");
}

#[test]
fn a_game_that_is_taken_out_keeps_its_number_and_comes_back() {
    let table = old();
    table.does("drop --game 2");
    assert_eq!(table.does("export").matches("sides:").count(), 1);
    table.does("new Ann Dee");
    let said = table.args("score 2").run();
    assert!(said.err.starts_with("error: game 2 (Ann – Cid) was taken out of the book\n"), "{said:?}");
    assert!(table.does("games --plain").contains("\n3\t"), "no other game gets the number");
    assert!(table.does("import old.csv").starts_with("game 2 was taken out and is in the book again\n"));
    table.does("score 2");
    table.does("redo");
    assert_eq!(table.args("score 2").run().status, Some(1), "taken out once more");
}
