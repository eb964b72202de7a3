//! What people say, through every door: `new`, `log`, `fix`, `insert`, standard input, sheets and spreadsheets.

use chrono::Timelike as _;

use crate::support::program::{Table, skipped};

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

/// What was not said is not claimed: the rank alone stays a rank through every door, and counts where it can.
#[test]
fn a_rank_alone_stays_a_rank() {
    let table = Table::after(&["new Ann Bob --set oklahoma=ace-gin"]);
    assert!(table.does("log ann knock 5 23 up 7").contains("   up 7   "));
    table.args("log bob knock 8 20 up 7").status(1).refused();
    table.does("log bob gin 9 up 10");
    assert_eq!(entries(&table), ["Ann knock 5 23 up 7", "Bob gin 9 up T"]);
    let score = table.json("score");
    assert_eq!((&score["hands"][0]["upcard"], &score["hands"][1]["upcard"]), (&"7".into(), &"T".into()));
    assert!(table.does("score").contains(" 1  K  7 ") && table.does("score --plain").contains("Ann knock 5 23 up 7\n"));
    assert!(table.does("export --json").contains(r#""up":"7""#));
    // Other books, by every way there is, and back again.
    table.put("whole.json", table.does("export --json"));
    table.put("sheet.gin", table.does("export"));
    for take_in in ["import whole.json", "merge whole.json", "merge book.db", "import sheet.gin"] {
        let other = format!("{}.db", take_in.replace([' ', '.'], "-"));
        table.does(&format!("{take_in} --book {other}"));
        assert_eq!(table.does(&format!("export --book {other}")), table.does("export"), "{take_in}");
        assert_eq!(table.json(&format!("check --book {other}"))["ok"], true, "{take_in}");
    }
    // A correction keeps it, or says the suit. Rules in which spades count ask for it.
    table.does("fix 1 ann knock 6 23");
    let refused = table.args("set rules spades_double=points").status(1).refused().err;
    assert!(
        refused.contains("hand 1: the upcard 7 has no suit; a spade doubles the hand under these rules\n"),
        "{refused}"
    );
    table.does("fix 1 up 7S");
    table.does("fix 2 up 10H");
    table.does("set rules spades_double=points");
    assert_eq!(entries(&table), ["Ann knock 6 23 up 7S", "Bob gin 9 up TH"]);
    assert_eq!(table.json("score")["columns"][0]["points"], serde_json::json!([34, 34]));
}

/// A time without a date is the last time that clocks showed it. If that was not today, the answer says so.
#[test]
fn a_day_that_was_not_said_is_told() {
    let table = Table::new();
    let now = chrono::Utc::now();
    let later = now + chrono::TimeDelta::minutes(10);
    if later.date_naive() != now.date_naive() {
        return skipped("soon it is tomorrow");
    }
    let yesterday = later.date_naive().pred_opt().unwrap();
    let (clock, day) = (later.format("%H:%M"), format!("is taken as yesterday, {yesterday}\n"));
    let says = |line: &str| table.args(line).check_status().err;
    assert!(says(&format!("new Ann Bob --at {clock}")).ends_with(&format!("note: {clock} {day}")));
    assert!(says(&format!("log a5 23 --at {clock}")).ends_with(&day));
    assert!(says(&format!("log bg31 at {clock}")).ends_with(&day));
    assert!(says(&format!("fix 1 at {clock}")).is_empty(), "it was played then");
    table.does("fix 1 at -");
    assert!(says(&format!("fix 1 at {clock}")).ends_with(&day));
    assert!(says(&format!("insert 1 a4 9 at {clock}")).ends_with(&day));
    let many = table.args("log -").stdin(format!("a5 6 at {clock}\nb5 6 at {clock}\n")).check_status().err;
    assert_eq!(many.matches("is taken as").count(), 1, "{many}");
    assert!(says(&format!("log a5 6 --at '{yesterday} {clock}'")).is_empty(), "the day was said");
    // An evening lasts for eighteen hours after its last known time, which was yesterday.
    if later.hour() >= 6 {
        assert!(says("log b5 6 --at 00:00").is_empty(), "that was today");
    }
}
