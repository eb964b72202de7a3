//! What people say, through every door: `new`, `log`, `fix`, `insert`, standard input, sheets and spreadsheets.

use crate::support::program::Table;

/// The entries of the current game, as they are exported.
fn entries(table: &Table) -> Vec<String> {
    let sheet = table.does("export @");
    sheet.lines().skip_while(|line| !line.is_empty()).skip(1).map(str::to_string).collect()
}

#[test]
fn new_reads_the_words_between_the_sides() {
    for (line, game) in [
        ("new Ann and Bob", "Ann – Bob"),
        ("new Ann, Bob", "Ann – Bob"),
        ("new Ann , Bob", "Ann – Bob"),
        ("new Ann,Bob", "Ann – Bob"),
        ("new Ann vs Bob --dealer Ann", "Ann – Bob"),
        ("new --title Friday Ann vs. Bob", "Ann – Bob"),
        ("new 'Mary Ann' vs Bob", "Mary Ann – Bob"),
        ("new 'Ann vs Bob'", "Ann – Bob"),
        ("new Ann '&' Cid vs Bob '&' Dee", "Ann & Cid – Bob & Dee"),
        ("new Ann + Cid Bob + Dee", "Ann & Cid – Bob & Dee"),
        ("new Ann and Cid vs Bob and Dee", "Ann & Cid – Bob & Dee"),
    ] {
        let table = Table::new();
        assert!(table.does(line).starts_with(&format!("game 1: {game}, standard")), "{line}");
    }
    // A player of the book may be called like such a word.
    let table = Table::new();
    table.put("one.gin", "sides: Vs, Ann\n");
    table.does("import one.gin");
    assert!(table.does("new Ann Vs").contains("Ann – Vs"));
}

#[test]
fn every_door_reads_what_people_say() {
    let table = Table::after(&["new Mary Mike"]);
    table.does("log mary won 5");
    table.does("log mike knock 5 mary 6");
    table.does("fix 1 mary wins 7");
    table.does("insert 1 mike gin mary 3 up 7 at '2026-11-20 7 pm'");
    table.args("log -").stdin("mike5 mary6\nmary big gin mike 2 note \"x\"\n").check_status();
    let logged = [
        "Mike gin 3 up 7 at 2026-11-20 19:00 +00:00",
        "Mary points 7",
        "Mike knock 5 6",
        "Mike knock 5 6",
        "Mary big-gin 2 note \"x\"",
    ];
    assert_eq!(entries(&table), logged);

    table.put("said.gin", "date: 2026-11-20 7:30 pm\nsides: Mary, Mike\nstake: $0.10\n\nmary won 7\nmike k5 mary 6\n");
    table.put(
        "said.csv",
        "game,side 1,side 2,hand,entry,who,how,deadwood,opponent deadwood,points,upcard,at\n\
         1,Mary,Mike,1,mary won 7,,,,,,,\n\
         1,,,2,,mike,,5,mary 6,,7,2026-11-20 7pm\n\
         1,,,3,,mike,won,,,9,,\n",
    );
    table.does("import said.gin");
    table.does("use 2");
    assert_eq!(entries(&table), ["Mary points 7", "Mike knock 5 6"]);
    assert!(table.does("export @").contains("date: 2026-11-20 19:30 +00:00\n"));
    assert!(table.does("export @").contains("stake: 0.10 USD\n"));
    table.does("import said.csv");
    table.does("use 3");
    assert_eq!(entries(&table), ["Mary points 7", "Mike knock 5 6 up 7 at 2026-11-20 19:00 +00:00", "Mike points 9"]);
}

/// What was typed is gone once the entry is read: what is exported is canonical, and stays so.
#[test]
fn the_canonical_text_does_not_change() {
    let table = Table::after(&["new Ann and Cid vs Bob and Dee --rules partners"]);
    table.does("log ann knock 5 bob 23, dee gin cid 12");
    let sheet = table.does("export @");
    assert!(sheet.ends_with("sides: Ann & Cid, Bob & Dee\n\nAnn knock 5 23, Dee gin 12\n"), "{sheet}");
    table.put("again.gin", &sheet);
    table.does("import again.gin --book again.db");
    assert_eq!(table.does("export --book again.db"), sheet);
}
