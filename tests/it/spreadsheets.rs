//! Old notebooks: spreadsheets that are imported once, and games of which only the totals are known.

use std::fs;

use serde_json::{Value, json};

use crate::support::console::check;
use crate::support::program::Table;

const OLD: &str = "Date;Side 1;Side 2;Total 1;Total 2;Status\n\
    31.5.2011;Ann;Bob;330;48;\n\
    1.6.2011;Ann;Bob;120;210;\n\
    2.6.2011;Bob;Ann;90;30;forfeit Ann\n\
    3.6.2011;Ann;Bob;40;60;unfinished\n";

/// How many games an import added, and how many the book had.
fn import(table: &Table, line: &str) -> (usize, usize) {
    let answer = table.json(&format!("import {line}"));
    (answer["added"].as_array().unwrap().len(), answer["known"].as_array().unwrap().len())
}

#[test]
fn the_spreadsheets_of_people_are_imported_as_they_are() {
    check("tests/spreadsheets.md");
}

#[test]
fn a_spreadsheet_is_imported_once_and_marked() {
    let table = Table::new();
    table.put("old.csv", OLD);
    assert_eq!(import(&table, "old.csv"), (4, 0));
    let kept = fs::read(table.book()).unwrap();
    assert_eq!(import(&table, "old.csv"), (0, 4));
    assert_eq!(fs::read(table.book()).unwrap(), kept, "nothing is written");

    let games = table.json("games")["games"].as_array().unwrap().clone();
    let field = |name: &str| games.iter().map(|game| game[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("imported"), vec![json!(true); 4]);
    assert_eq!(field("status"), ["finished", "finished", "closed", "closed"]);
    assert_eq!(field("winner"), [json!(0), json!(1), json!(0), json!(null)]);
    assert_eq!(field("net"), [282, -90, 60, -20]);
    assert!(table.does("score 1").contains("finished · imported"));
    assert!(table.does("games").contains("won by Ann 330–48, imported"));
    assert_eq!(table.json("new Ann Bob")["imported"], false);
}

#[test]
fn a_spreadsheet_in_another_encoding_is_read_and_says_so() {
    let latin = b"Side 1;Side 2;Total 1;Total 2\nJ\xfcrgen;Bob \x96 the elder;330;48\n".to_vec();
    let wide = "\u{feff}Side 1\tSide 2\tTotal 1\tTotal 2\nJürgen\tBob – the elder\t330\t48\n";
    let wide = wide.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for (text, encoding) in [(latin, "windows-1252"), (wide, "UTF-16LE")] {
        let table = Table::new();
        table.put("old.csv", text);
        let said = table.args("import old.csv").run();
        assert!(said.err.contains(&format!("old.csv: read as {encoding}, because it is not UTF-8")), "{said:?}");
        let names = table.json("players")["players"].as_array().unwrap().clone();
        assert_eq!(names.iter().map(|player| &player["name"]).collect::<Vec<_>>(), ["Jürgen", "Bob – the elder"]);
    }
    let table = Table::new();
    table.put("old.csv", b"\xffside\x001;");
    assert!(table.args("import old.csv").run().err.contains("it is not text"));
}

#[test]
fn games_that_a_corrected_file_has_no_more_are_named() {
    let next_year = OLD.replace("2011", "2012");
    let table = Table::new();
    table.put("2011.csv", OLD).put("2012.csv", &next_year).put("later.csv", OLD.replace("1.6.2011", "2.6.2011"));
    table.does("import 2011.csv 2012.csv");
    let notes = |line: &str| table.args(line).run().err;
    assert_eq!(notes("import 2011.csv"), "", "those of the other file are of other days");
    let missing =
        "game 2 was imported with some of these games, but is not in this file; `ginpad drop --game 2` removes it";
    assert!(notes("import later.csv --update").contains(missing));
    table.does("drop --game 2");
    assert_eq!(notes("import later.csv"), "");
    table.put("other.csv", "Date,Ann,Bob\n2011-06-01,7,9\n2011-06-02,7,9\n2011-06-03,7,9\n");
    let beside = notes("import other.csv");
    assert!(beside.contains("the same day and players") && !beside.contains("imported with"), "{beside}");
}

#[test]
fn a_name_much_like_another_is_noted_once_for_all_files() {
    let of = |name: &str| format!("Side 1;Side 2;Total 1;Total 2\n{name};Bob;330;48\n");
    let table = Table::new();
    table.put("1.csv", of("Müller")).put("2.csv", of("Mueller")).put("3.csv", of("Müler"));
    let notes = |line: &str| table.args(line).run().err;
    let said = notes("import 1.csv 2.csv 3.csv");
    assert!(said.contains("Mueller and Müler are new to the book; if you meant Müller and Müller"), "{said}");
    assert!(said.contains("`ginpad import 1.csv 2.csv 3.csv --map Mueller=Müller --map Müler=Müller`"), "{said}");
    table.does("player merge Mueller Müller");
    assert_eq!(notes("import 1.csv 2.csv 3.csv"), "", "nobody is new now");
    table.put("4.csv", of("Mueller").replace("48", "49"));
    assert_eq!(notes("import 4.csv 1.csv"), "note: Mueller is an earlier name of Müller\n");
}

#[test]
fn rows_of_points_that_may_be_games_are_noted_with_the_way_to_say_so() {
    let table = Table::new();
    table
        .put("old.csv", "Datum;Spieler 1;Spieler 2;Sieger;Punkte\n1.5.2011;Ann;Bob;Ann;120\n2.5.2011;Ann;Bob;Bob;99\n");
    let said = table.args("import old.csv --dry-run").run().err;
    let again = "each row was read as a hand; if it is a game, import with \
                 `ginpad import old.csv --dry-run --map Punkte=net`";
    assert!(said.contains(again), "{said}");
    table.does("import old.csv --map Punkte=net");
    assert!(table.does("score 1").contains("120"));
}

#[test]
fn more_rows_bring_only_the_new_games() {
    let table = Table::new();
    table.put("old.csv", OLD).put("more.csv", format!("{OLD}4.6.2011;Ann;Bob;1;2;\n31.5.2011;Ann;Bob;330;48;\n"));
    assert_eq!(import(&table, "old.csv"), (4, 0));
    // The first game stands twice in the second file: that is two games.
    assert_eq!(import(&table, "more.csv"), (2, 4));
    assert_eq!(import(&table, "more.csv old.csv"), (0, 6));
    // The same games, from another program, with names in another case.
    let other = OLD.replace(';', "\t").replace("Ann", "ANN").replace("31.5.2011", "2011-05-31");
    table.put("other.tsv", format!("\u{feff}{}", other.replace('\n', "\r\n")));
    assert_eq!(import(&table, "other.tsv"), (0, 4));
}

#[test]
fn an_import_is_one_change_that_undo_takes_back() {
    let table = Table::new();
    table.put("old.csv", OLD);
    table.does("import old.csv");
    table.does("undo");
    assert_eq!(table.json("games")["games"], json!([]));
    assert_eq!(table.json("players")["players"], json!([]));
    table.does("redo");
    assert_eq!(table.json("games")["games"].as_array().unwrap().len(), 4);
    table.does("undo");
    assert_eq!(import(&table, "old.csv"), (4, 0), "what was undone comes again");
}

#[test]
fn a_trial_lists_the_games_and_keeps_nothing() {
    let table = Table::new();
    table.put("old.csv", OLD);
    let said = table.does("import old.csv --dry-run");
    assert!(said.contains("\nimported 4 games: games 1 to 4\n"), "{said}");
    for line in ["won by Ann 330–48", "won by Bob 210–120", "forfeited by Ann", "closed unfinished at 40–60"] {
        assert!(said.contains(line), "{said}");
    }
    assert!(!table.book().exists());
    let many: String = (0..150).map(|total| format!("{total},7\n")).collect();
    table.put("many.csv", format!("Ann,Bob\n{many}"));
    let many = table.does("import many.csv -n");
    let end = "\ngame 8 (Ann – Bob) is tied at 7–7\n";
    assert!(many.contains("imported 150 games") && many.ends_with(end), "{many}");
}

#[test]
fn names_are_those_of_the_book() {
    let table = Table::after(&["new Ann Bob --at 2010-01-01"]);
    table.put("old.csv", "Date,ANN,Mum\n2011-05-31,330,48\n2011-06-01,1,2\n");
    let said = table.args("import old.csv --map mum=bob --map Dad=Cid").run();
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.err.contains("warning: nothing in the spreadsheet was mapped from `Dad`"), "{}", said.err);
    table.put("game.csv", "Partie,Date,Ann,Bob\n1,2011-05-31,330,48\n2,2011-06-01,1,2\n3,2011-06-02,2,1\n");
    let said = table.args("import game.csv --map Partie=-").run();
    assert!(said.err.contains("warning: nothing in the spreadsheet was mapped from `Partie`"), "{}", said.err);
    let players = table.json("players");
    let names: Vec<&Value> = players["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["Ann", "Bob"]);
    assert_eq!(import(&table, "old.csv --map MUM=Bob"), (0, 2));
}

#[test]
fn a_new_name_much_like_another_is_noted() {
    let table = Table::after(&["new Alice Bob"]);
    table.put("old.csv", "Date,Alcie,Bob\n2011-05-31,330,48\n");
    let trial = table.args("import old.csv -n").run();
    let hint = "note: Alcie is new to the book; if you meant Alice, import with `ginpad import old.csv -";
    assert!(trial.err.contains(hint) && trial.err.contains("--map Alcie=Alice"), "{}", trial.err);
    let done = table.args("import old.csv").run();
    assert!(done.err.contains("undo this and import with `ginpad import old.csv --map Alcie=Alice`"), "{}", done.err);
    table.does("undo");
    table.does("import old.csv --map Alcie=Alice");
    assert_eq!(table.json("players")["players"].as_array().unwrap().len(), 2);
}

#[test]
fn a_wrong_cell_keeps_everything_out() {
    let table = Table::new();
    table.put("good.csv", OLD).put("bad.csv", OLD.replace("210", "x"));
    let said = table.args("import good.csv bad.csv").status(1).refused();
    assert!(said.err.contains("line 3, `Total 2`: expected a whole number"), "{}", said.err);
    assert!(!table.book().exists());
    let said = table.args("import --csv -").stdin(OLD.replace("31.5.", "31.6.")).status(1).refused();
    assert!(said.err.contains("line 2, `Date`: cannot read `31.6.2011` as a date"), "{}", said.err);
}

#[test]
fn a_template_is_a_file_to_import() {
    let table = Table::new();
    for (rows, games) in [("", 4), (" games", 4), (" hands", 2)] {
        let template = table.does(&format!("import --csv --template{rows}"));
        table.put("template.csv", &template);
        let book = format!("template.csv --book book{}.db", rows.trim());
        assert_eq!(import(&table, &book), (games, 0), "{template}");
    }
    table.args("import --template").status(2).refused();
    table.args("import --csv --template old.csv").status(2).refused();
    table.args("import --csv").status(2).refused();
}

#[test]
fn what_is_left_out_is_said() {
    let table = Table::new();
    table.put("old.csv", "Date,Where,Ann,Bob\n");
    table.put("old.csv", "Date,Side 1,Side 2,Total 1,Total 2,Where,Hand\n2011-05-31,Ann,Bob,330,48,home,9\n");
    let said = table.args("import old.csv").run();
    assert!(said.err.contains("note: old.csv: not read: `Where` and `Hand`;"), "{}", said.err);
    table.put("hands.csv", "side 1,side 2,who,how,points\nAnn,Bob,Ann,knock,23\n");
    let said = table.args("import hands.csv").run();
    assert!(
        said.err.contains("note: hands.csv: 1 hand is kept as points only, because no deadwood is given"),
        "{}",
        said.err
    );
}

#[test]
fn hands_after_the_end_of_an_imported_game_are_warned_of() {
    let table = Table::new();
    table.put("hands.csv", "side 1,side 2,entry\nAnn,Bob,ann gin 90\n,,bob gin 10\n");
    let said = table.args("import hands.csv").run();
    assert!(said.err.contains("warning: hand 2 comes after the end of the game and is not counted"), "{}", said.err);
}

#[test]
fn a_name_that_a_report_guarded_is_the_same_player() {
    let table = Table::new();
    for name in ["=1+1", "-Bob", "'=x", "Ann, \"the\" Great", "@Cid"] {
        table.words(["new", &format!("\"{}\"", name.replace('"', "\\\"")), "Zed", "--set", "target=20"]).check_status();
        table.does("log zed gin 30");
    }
    let before = table.json("players");
    let report = table.does("standings --csv");
    let rows: Vec<String> = names_in(&report).into_iter().filter(|row| row != "Zed").collect();
    assert_eq!(rows.len(), 5, "{report}");
    let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    let old: String = rows.iter().map(|name| format!("{},Zed,1,2\n", quoted(name))).collect();
    table.put("old.csv", format!("side 1,side 2,total 1,total 2\n{old}"));
    assert_eq!(import(&table, "old.csv"), (5, 0));
    let names = |players: &Value| {
        players["players"].as_array().unwrap().iter().map(|player| player["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&table.json("players")), names(&before));
}

/// The name in each row of players, read by hand: quotes around it, and doubled within.
fn names_in(text: &str) -> Vec<String> {
    let first = |line: &str| match line.strip_prefix('"') {
        Some(rest) => {
            let doubled = rest.replace("\"\"", "\u{1}");
            doubled.split('"').next().unwrap_or_default().replace('\u{1}', "\"")
        }
        None => line.split(',').next().unwrap_or_default().to_string(),
    };
    text.lines().filter_map(|line| line.strip_prefix("player,")).map(first).collect()
}

#[test]
fn a_game_of_totals_takes_no_hands_and_says_why() {
    let table = Table::new();
    table.put("old.csv", OLD);
    table.does("import old.csv");
    let refused = |line: &str| table.args(line).status(1).refused().err;
    assert!(
        refused("log ann gin 20 --game 1")
            .starts_with("error: game 1 takes no hands, because only its totals are known\n")
    );
    for line in ["fix 1 ann gin 20 --game 1", "drop 1 --game 1", "insert 1 ann gin 20 --game 1", "explain 1 --game 1"] {
        let said = refused(line);
        let why = "error: game 1 has 0 hands, only its totals; there is no hand 1\n\
                   hint: `ginpad score 1` shows them\n";
        assert!(said.starts_with(why), "{line}\n{said}");
    }
    assert!(refused("close 1").starts_with("error: game 1 is already over: won by Ann 330–48\n"));
    assert!(table.does("explain --game 1").contains("as written down; no hands are known"));
    assert!(table.does("use 1").contains("is the current one: won by Ann 330–48"));
    let sheet = table.does("");
    assert!(sheet.contains("Only the totals of this game are known") && sheet.contains("total │"), "{sheet}");
}

#[test]
fn old_games_are_exported_and_imported_as_they_are() {
    let table = Table::new();
    table.put("old.csv", OLD);
    table.does("import old.csv");
    let text = table.does("export");
    table.put("all.gin", &text).put("book.json", table.does("export --json"));
    for file in ["all.gin", "book.json"] {
        table.does(&format!("import {file} --book {file}.db"));
        assert_eq!(table.does(&format!("export --book {file}.db")), text);
        assert_eq!(import(&table, &format!("old.csv --book {file}.db")), (0, 4), "{file}");
        assert_eq!(table.json(&format!("score 1 --book {file}.db"))["imported"], true);
    }
}

#[test]
fn old_games_count_in_the_standings() {
    let table = Table::new();
    table.put("old.csv", OLD);
    table.does("import old.csv");
    let standings = table.json("standings");
    let ann = &standings["players"].as_array().unwrap().iter().find(|player| player["name"] == "Ann").unwrap();
    let counts = ["games", "won", "lost", "tied", "hands", "net"].map(|field| ann[field].clone());
    assert_eq!(counts, [3, 1, 2, 0, 0, 282 - 90 - 60].map(Value::from));
}
