//! Old games that are mended: their totals, their winner and their dates, whole games that are taken out, and many at once.

use crate::support::hints::hinted;
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
    assert!(said.err.starts_with("error: game 2 (Ann – Cid) was dropped\n"), "{said:?}");
    assert!(table.does("games --plain").contains("\n3\t"), "no other game gets the number");
    assert!(table.does("import old.csv").starts_with("game 2 was dropped and is in the book again\n"));
    table.does("score 2");
    table.does("redo");
    assert_eq!(table.args("score 2").run().status, Some(1), "taken out once more");
}

#[test]
fn a_dropped_game_stays_so_if_another_one_is_what_the_file_says() {
    let table = old();
    table.put("with-gina.csv", OLD.replace("Cid", "Gina"));
    table.does("import with-gina.csv --update");
    table.does("drop --game 2");
    table.does("set sides Ann Cid --game 3");
    assert!(table.does("import old.csv").starts_with("nothing to import"));
    assert_eq!(table.does("games --plain").lines().count(), 2);
}

#[test]
fn a_game_that_an_import_brought_back_is_taken_out_again_as_the_note_says() {
    let table = old();
    table.does("drop --game 2");
    table.does("drop --game 1");
    table.put("more.csv", format!("{OLD}2019-06-01,Ann,Bob,10,200\n"));
    let said = table.args("import more.csv").run();
    assert!(said.err.contains("note: `ginpad redo 2` drops again what came back"), "{said:?}");
    let refused = table.args("undo").status(1).refused().err;
    assert!(refused.starts_with("error: the last import brought back what had been dropped"), "{refused}");
    assert!(refused.contains("hint: `ginpad redo 2` drops again what came back"), "{refused}");
    let added = refused.split("`ginpad undo ").nth(1).and_then(|rest| rest.split('`').next()).unwrap_or_default();
    table.does(&format!("undo {added}"));
    assert_eq!(table.does("games --plain").lines().count(), 2, "what it added is gone");
    table.does("redo");
    table.does("redo 2");
    assert_eq!(table.does("games --plain").lines().count(), 1, "only the new game is left");
    table.does("import old.csv");
    table.does("drop --game 1");
    let said = table.args("import more.csv").run();
    let id = said.err.split("`ginpad redo ").nth(1).and_then(|rest| rest.split('`').next()).unwrap_or_default();
    table.does("new Ann Dee");
    table.does(&format!("redo {id}"));
    assert_eq!(table.args("score 1").run().status, Some(1), "{said:?}");
}

/// A table with a note beside each game.
fn noted(rows: &str) -> String {
    format!("date,side 1,side 2,total 1,total 2,note\n{rows}")
}

#[test]
fn a_game_with_the_score_of_a_row_is_that_game_whatever_else_differs() {
    let table = Table::new();
    table.put("a.csv", noted("2020-01-02,Ann,Bob,300,110,old\n")).does("import a.csv");
    let other = noted("2020-01-02,Ann,Bob,300,110,new\n");
    let said = table.put("b.csv", other).args("import b.csv").run();
    let note =
        "note: game 1 differs from the file in title; `ginpad import b.csv --update` makes the book like the file\n";
    assert_eq!(said.out, "nothing to import: 1 game is in the book already, as game 1\n");
    assert_eq!(said.err, note);

    table.does("set totals 310 110 --game 1");
    let said = table.put("b.csv", noted("2020-01-02,Bob,Ann,110,310,new\n")).args("import b.csv").run();
    assert_eq!(said.err, note);
    // Another game of that day does not stand in the way of the correction.
    table.put("c.csv", noted("2020-01-02,Ann,Bob,50,220,\n")).does("import c.csv");
    assert!(table.does("import b.csv --update").starts_with("corrected game 1: the title is new now, not old\n"));
    assert_eq!(table.args("import b.csv").run().err, "");
}

#[test]
fn a_row_that_a_game_has_now_corrects_no_other() {
    let table = Table::new();
    table.put("a.csv", noted("2020-01-02,Ann,Bob,300,110,\n")).does("import a.csv");
    table.does("set totals 310 110 --game 1");
    table.put("b.csv", noted("2020-01-02,Ann,Bob,300,110,\n2020-01-02,Ann,Bob,310,110,\n"));
    let said = table.does("import b.csv --update");
    assert!(said.starts_with("imported 1 game"), "{said}");
    for again in ["a.csv --update", "a.csv", "b.csv --update", "b.csv"] {
        assert!(table.does(&format!("import {again}")).starts_with("nothing to import"), "{again}");
    }
}

#[test]
fn a_file_that_corrects_says_nothing_with_empty_cells_and_gives_no_score_to_others() {
    let table = Table::new();
    let file = "date,side 1,side 2,total 1,total 2,stake\n2019-05-03,Ann,Bob,330,48,\n2019-05-05,Ann,Cid,300,325,\n";
    table.put("old.csv", file).does("import old.csv");
    table.does("set stake '0.01 USD' --game 1");
    table.does("set totals 331 48 --game 1");
    assert!(table.does("import old.csv --update").contains("the totals are 330 and 48 now, not 331 and 48"));
    assert_eq!(table.json("score 1")["stake"], "0.01 USD");
    table.does("set sides Ann Dee --game 2");
    table.does("set date 2019-05-06 --game 2");
    let said = table.args("import old.csv").run();
    assert!(said.err.contains("game 2 differs from the file in date and sides; "), "{said:?}");
    let said = table.args("import old.csv --update").status(1).refused().err;
    assert!(said.contains("game 2 is between Ann – Dee in the book, and between Ann – Cid in the file"), "{said}");
    assert!(said.contains("hint: correct the file; or the game in the book by `set` or `fix`"), "{said}");
    table.does("set sides Ann Cid --game 2");
    assert!(table.does("import old.csv --update").contains("the date is 2019-05-05"));
}

#[test]
fn an_old_game_is_entered_by_its_totals_alone() {
    let table = Table::after(&["new Ann Bob --at 2019-05-03", "set totals 330 48"]);
    assert!(table.does("games").contains("won by Ann 330–48"));
    assert!(table.args("log ann 4 27").status(1).refused().err.contains("only its totals are known"));
}

#[test]
fn a_game_that_was_entered_on_two_devices_is_named_and_on_both_the_same_one() {
    let [one, other] = [(); 2].map(|()| Table::after(&["new Ann Bob --at 2019-05-03", "log ann 4 27"]));
    for (from, to) in [(&one, &other), (&other, &one)] {
        to.put("there.json", from.does("export --json"));
    }
    let twins = |table: &Table| {
        let said = table.args("merge there.json").run().err;
        assert!(said.contains(" has the day, the players and the score of game "), "{said}");
        let drop = said.split('`').find(|part| part.starts_with("ginpad drop --game")).unwrap().to_string();
        table.does(&drop["ginpad ".len()..]);
        table.does("export")
    };
    let (one, other) = (twins(&one), twins(&other));
    assert_eq!(one.matches("knock").count(), 1);
    assert_eq!(one, other);
}

#[test]
fn an_empty_cell_of_a_file_that_corrects_changes_neither_rules_nor_dealer() {
    let table = Table::new();
    let head = "game,date,side 1,side 2,rules,dealer,hand,who,how,deadwood,opponent deadwood\n";
    table.put("old.csv", format!("{head}1,2011-05-31,Ann,Bob,,,1,Ann,knock,4,27\n")).does("import old.csv");
    table.does("set rules hollywood");
    table.does("set dealer Bob");
    assert!(table.does("import old.csv --update").starts_with("nothing to import"));
    assert_eq!(table.json("score")["rules"]["name"], "hollywood");
    // A text sheet says everything: what it lacks is not so.
    table.does("set event Cruise");
    let sheet = table.does("export").replace("event: Cruise\n", "");
    table.put("old.gin", sheet);
    table.does("import old.gin --update");
    assert!(!table.does("export").contains("Cruise"));
}

#[test]
fn several_games_entered_twice_are_each_named_once() {
    let folder = Table::new();
    std::fs::create_dir(folder.path("shared")).unwrap();
    let shared = folder.path("shared").display().to_string();
    let said: Vec<String> = (0..4)
        .map(|_| {
            let table = Table::after(&["new Ann Bob --at 2019-05-03", "log ann 4 27"]);
            table.args(&format!("sync {shared}")).run().err
        })
        .collect();
    let note = said[3].lines().find(|line| line.contains(" have the day, the players and the score of game ")).unwrap();
    let mut numbers: Vec<char> = note.split(';').next().unwrap().chars().filter(char::is_ascii_digit).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ['1', '2', '3', '4'], "{note}");
}

#[test]
fn a_folder_around_the_shared_one_is_noticed() {
    let folder = Table::new();
    std::fs::create_dir_all(folder.path("box/ginpad")).unwrap();
    std::fs::create_dir_all(folder.path("box/photos")).unwrap();
    std::fs::write(folder.path("box/photos/d41d8cd98f00b204e9800998ecf8427e"), "").unwrap();
    let [inner, outer] = ["box/ginpad", "box"].map(|name| folder.path(name).display().to_string());
    Table::after(&["new Ann Bob"]).does(&format!("sync {inner}"));
    let said = Table::after(&["new Ann Bob"]).args(&format!("sync {outer}")).status(1).refused().err;
    assert!(said.contains(&format!("`ginpad sync {inner}` syncs there")), "{said}");
}

#[test]
fn only_who_sits_in_a_game_now_plays_there() {
    let table = Table::after(&["new Ann Bob", "log a5 23", "set sides Ann Cid", "new Mary Mike"]);
    let refused = table.args("log ann gin 20").status(1).refused().err;
    assert!(refused.starts_with("error: Ann plays in game 1, not in game 2\n"), "{refused}");
    assert_eq!(refused.matches("`ginpad use 1`").count(), 1, "{refused}");
    assert!(!table.args("log bob gin 20").status(1).refused().err.contains("game 1"));
    // The other one of two games that were started twice goes on.
    table.does("new Eve Fay");
    table.does("new Eve Fay");
    table.does("drop --game 4");
    assert_eq!(table.json("score")["number"], 3);
}

#[test]
fn an_old_spelling_in_a_corrected_file_means_who_was_renamed_or_merged() {
    let table = Table::new();
    let file = |total| format!("date,side 1,side 2,total 1,total 2\n2019-05-03,Ann,Bobby,330,{total}\n");
    table.put("old.csv", file(48)).does("import old.csv");
    table.does("player rename Bobby Bob");
    table.put("old.csv", file(84));
    assert!(table.does("import old.csv --update").contains("the totals are 330 and 84 now, not 330 and 48"));
    assert_eq!(table.does("players --plain").matches("Bobby").count(), 0);
    table.put("new.csv", "date,side 1,side 2,total 1,total 2\n2019-06-03,Bobby,Cid,30,210\n").does("import new.csv");
    table.does("new Ann Robert");
    table.does("log ann gin 5");
    table.does("player merge Robert Bob");
    table.put("more.csv", "date,side 1,side 2,total 1,total 2\n2019-07-03,Robert,Cid,30,210\n").does("import more.csv");
    let named = table.does("players --plain");
    assert_eq!(named.lines().filter(|line| line.starts_with("Bob\t")).count(), 1, "{named}");
    assert!(!named.contains("Bobby") && !named.contains("Robert"), "{named}");
    // A name that was taken back is nobody's.
    table.does("player rename Cid Dee");
    table.does("undo");
    table.put("dee.csv", "date,side 1,side 2,total 1,total 2\n2019-08-03,Dee,Cid,30,210\n").does("import dee.csv");
    assert!(table.does("players --plain").contains("\nDee\t"));
}

#[test]
fn a_file_that_names_only_the_winner_leaves_the_totals_alone() {
    let table = old();
    table.put("won.csv", "date,winner,loser\n2019-05-03,Ann,Bob\n");
    assert!(table.does("import won.csv --update").starts_with("nothing to import"));
    assert!(table.does("export 1").contains("totals: 330, 48\n"));
}

#[test]
fn an_event_that_no_game_has_is_answered_with_those_there_are() {
    let table = Table::after(&["new Ann Bob --event 'Sommerfahrt Gmunden'"]);
    assert!(table.does("standings --event Gmunden").contains("no game fits; events: Sommerfahrt Gmunden"));
    table.does("new Ann Bob --event Wintercup");
    assert!(table.does("games --event x").contains("no game fits; events: Sommerfahrt Gmunden and Wintercup"));
    let refused = table.args("set event Cup --event Wnitercup").status(1).refused().err;
    assert!(refused.contains("did you mean the event `Wintercup`?"), "{refused}");
}

#[test]
fn a_game_known_by_its_totals_is_not_added_again_with_its_hands() {
    let table = Table::new();
    table.put("hands.gin", "date: 2014-10-03\nsides: Uwe, Gisela\n\nuwe knock 4 60\nuwe gin 51\n");
    table.put("totals.gin", "date: 2014-10-03\nsides: Uwe, Gisela\ntotals: 414, 0\n");
    for [first, second] in [["hands.gin", "totals.gin"], ["totals.gin", "hands.gin"]] {
        let book = format!("--book {first}.db");
        table.does(&format!("import {first} {book}"));
        let again = table.does(&format!("import {second} {book}"));
        assert_eq!(again, "nothing to import: 1 game is in the book already, as game 1\n", "{first}");
    }
}

#[test]
fn a_forfeited_game_says_how_a_correction_changes_its_score() {
    let table = Table::after(&["new Ann Bob", "log a4 20", "log bg10", "forfeit bob"]);
    let said = table.does("fix 1 a4 30");
    assert!(said.contains("game 1: forfeited by Bob, won by Ann at "), "{said}");
    assert!(said.contains(" now, not forfeited by Bob, won by Ann at "), "{said}");
}

#[test]
fn a_closed_game_says_what_opens_it_again() {
    let table = Table::after(&["new Ann Bob", "close", "new Ann Cid", "log a4 20"]);
    let said = table.args("reopen 1").run();
    let command = hinted(&said.err).into_iter().find(|command| command.contains(" undo ")).unwrap();
    assert_eq!(table.listen(table.shell(&command), b"").status, Some(0));
    assert_eq!(table.json("score 1")["status"], "open");
}

#[test]
fn a_table_with_the_newest_game_on_top_keeps_the_order_of_a_day() {
    let table = Table::new();
    let rows =
        "2020-05-22,Ann,Bob,371,92\n2020-05-15,Ann,Bob,300,90\n2020-05-15,Bob,Ann,310,90\n2020-05-08,Bob,Ann,320,90\n";
    table.put("newest.csv", format!("date,side 1,side 2,total 1,total 2\n{rows}")).does("import newest.csv");
    let points: Vec<String> =
        table.json("games")["games"].as_array().unwrap().iter().map(|game| game["net"].to_string()).collect();
    assert_eq!(points, ["230", "220", "210", "279"]);
}

#[test]
fn a_name_that_was_corrected_in_the_file_is_renamed_in_the_book() {
    let table = Table::new();
    let file = "date,side 1,side 2,total 1,total 2\n2020-05-15,Eve Mos,Dev,371,92\n2020-05-16,Dev,Ann,300,20\n";
    table.put("club.csv", file).does("import club.csv");
    table.put("club.csv", file.replace("Eve Mos", "Eve Moss"));
    let said = table.args("import club.csv").check_status().err;
    assert!(
        said.contains("; if you meant Eve Mos, undo this and `ginpad player rename 'Eve Mos' 'Eve Moss'` before"),
        "{said}"
    );
    table.does("undo");
    table.does("player rename 'Eve Mos' 'Eve Moss'");
    assert!(table.does("import club.csv").starts_with("nothing to import"));
}

#[test]
fn hands_with_the_number_of_their_game_are_no_games() {
    let table = Table::new();
    let hands = "1,Helen,Arthur,23\n1,Arthur,Helen,56\n1,Helen,Arthur,41\n1,Helen,Arthur,38\n";
    table.put("hands.csv", format!("Game,Winner,Loser,Points\n{hands}"));
    assert_eq!(table.does("import hands.csv"), "imported 1 game: game 1\n");
    assert_eq!(table.json("score 1")["game_score"], serde_json::json!([81, 277]));
    // Games that count from 1 on each day, or at each table, are games.
    let games = "2020-01-01,1,Ann,Bob,300\n2020-01-01,1,Cid,Dee,200\n";
    table.put("games.csv", format!("Date,Game,Winner,Loser,Points\n{games}"));
    assert_eq!(table.does("import games.csv"), "imported 2 games: games 2 and 3\n");
}

#[test]
fn numbers_beside_a_difference_are_no_totals() {
    let table = Table::new();
    table.put(
        "old.csv",
        "No.,Date,Winner,Loser,Difference,Hands\n1,2024-05-19,Ann,Bob,180,5\n2,2024-05-26,Bob,Ann,95,6\n",
    );
    assert_eq!(table.does("import old.csv"), "imported 2 games: games 1 and 2\n");
    assert_eq!(table.json("score 1")["game_score"], serde_json::json!([180, 0]));
}

#[test]
fn only_a_game_that_a_sheet_can_correct_is_offered_for_that() {
    let table = Table::new();
    let hands = "2020-01-01,1,Ann,Bob,23\n2020-01-01,2,Bob,Ann,150\n";
    table.put("hands.csv", format!("Date,Hand,Winner,Loser,Points\n{hands}")).does("import hands.csv");
    table.put("totals.csv", "date,side 1,side 2,total 1,total 2\n2020-01-01,Ann,Bob,23,300\n");
    let said = table.args("import totals.csv").check_status().err;
    let ways = "game 2 has the same day and players as game 1; to correct instead, undo this and change what was there \
                with `edit GAME`";
    assert!(said.contains(ways), "{said}");
}

#[test]
fn a_game_that_a_corrected_file_lacks_is_named_each_time() {
    let table = Table::new();
    let file = |rows: &str| format!("date,side 1,side 2,total 1,total 2\n{rows}");
    table.put("old.csv", file("2020-02-02,Ann,Bob,290,81\n2020-02-29,Cid,Ann,300,10\n")).does("import old.csv");
    table.put("new.csv", file("2020-02-02,Ann,Bob,295,81\n2020-02-28,Cid,Ann,300,10\n"));
    for command in ["import new.csv --update", "import new.csv"] {
        let said = table.args(command).check_status().err;
        assert!(said.contains("game 2 was imported with some of these games, but is not in this file"), "{said}");
    }
    table.does("drop --game 2");
    assert_eq!(table.args("import new.csv").check_status().err, "");
}

#[test]
fn a_correction_of_any_hand_says_who_pays_now() {
    let table = Table::after(&["new Ann Bob --stake '0.10 USD'", "log ann gin 30", "log ann gin 40"]);
    assert!(table.does("fix 1 ann gin 20").ends_with("it is won by Ann 370–0 now\nBob pays Ann 37.00 USD\n"));
}

#[test]
fn a_redo_of_a_change_that_counts_names_its_undo() {
    let table = Table::after(&["new Ann Bob", "log ann gin 30", "drop 1"]);
    let change = table.json("history")["changes"][0]["short"].as_str().unwrap().to_string();
    let said = table.args(&format!("redo {change}")).run();
    assert!(said.err.contains(&format!("hint: `ginpad undo {change}` takes it back")), "{said:?}");
}

#[test]
fn a_time_in_a_game_that_has_only_a_day_is_on_that_day() {
    let table = Table::after(&["new Ann Bob --at 2020-01-05", "log ann knock 4 27 --at 20:15"]);
    assert!(table.does("export").contains("at 2020-01-05 20:15"));
}

#[test]
fn a_spreadsheet_of_a_game_adds_up_with_its_adjustments() {
    let table = Table::after(&["new Ann Bob --spot bob=20", "log ann knock 4 27", "log ann adjust -20"]);
    let rows = table.does("score --csv");
    assert!(rows.ends_with("\n1,,adjustment,Bob,20,,1,,\n1,,adjustment,Ann,-20,,1,,\n"), "{rows}");
    let three = Table::after(&["new Ann Bob Cid", "log ann adjust -20"]);
    assert!(three.does("score --csv").ends_with("\n1,,adjustment,Ann,-20,,1,,,,,\n"));
    let old = old();
    assert!(old.does("score 1 --csv").ends_with("\n1,,total,Ann,330,,,,\n1,,total,Bob,48,,,,\n"));
}

#[test]
fn no_rules_are_offered_that_the_table_cannot_play() {
    let table = Table::after(&["new Ann Bob Cid Dee"]);
    let said = table.args("new Ann+Cid Bob+Dee").check_status().err;
    assert!(!said.contains("round-table`") && said.contains("`ginpad set rules partners` has those"), "{said}");
}

#[test]
fn a_list_of_entries_is_read_as_one_after_another() {
    let (list, single) =
        (Table::after(&["new Ann Bob Cid --dealer Ann"]), Table::after(&["new Ann Bob Cid --dealer Ann"]));
    let entries = ["b4 20", "c9 4"];
    let said = list.args("log -").stdin(entries.join("\n")).check_status();
    assert!(said.out.contains("Bob undercuts, 4 against Cid 9"), "{said:?}");
    entries.iter().for_each(|entry| drop(single.does(&format!("log {entry}"))));
    assert_eq!(list.json("score")["columns"], single.json("score")["columns"]);
}

#[test]
fn a_player_of_another_game_is_not_taken_for_one_with_a_like_name() {
    let table = Table::after(&["new Gus Mark", "new Gus Mary"]);
    for entry in ["mark 5 20", "mark knock 5 20"] {
        let said = table.args(&format!("log {entry}")).run();
        assert!(said.err.starts_with("error: Mark plays in game 1, not in game 2\n"), "{said:?}");
    }
    table.does("log mk5 20");
}
