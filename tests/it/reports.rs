//! The reports over many games, as the program prints them.

use serde_json::{Value, json};

use crate::support::json::contains;
use crate::support::program::Table;

/// Three evenings of Ann and Bob, one of them given up, one abandoned, one of partners, and one still open.
const EVENINGS: &str = "\
date: 2019-11-20 19:30 +01:00
event: Cruise
rules: simple
sides: Ann, Bob
dealer: Ann

ann knock 4 27
bob gin 40
dead
ann undercut 2 9
ann points 80
ann gin 9
---
date: 2020-05-01 19:30 +01:00
rules: simple, target=50
sides: Bob, Ann

bob big-gin 30
---
date: 2021-05-01 19:30 +01:00
sides: Ann, Bob
closed: forfeit Ann

ann gin 10
---
date: 2021-06-01 19:30 +01:00
sides: Ann, Bob
closed: unfinished

bob knock 5 10
---
rules: partners
sides: Ann & Cid, Bob & Dee

ann knock 4 27, dead
dead
---
date: 2022-01-01 00:30 +13:00
sides: Cid, Dee
totals: 250, 300
";

fn evenings() -> Table {
    let table = Table::new();
    table.put("evenings.gin", EVENINGS);
    table.does("import evenings.gin");
    table
}

fn names(answer: &Value) -> Vec<&str> {
    answer["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect()
}

#[test]
fn the_standings_count_as_they_are_defined() {
    let standings = evenings().json("standings");
    let expected = json!({
        "schema": "ginpad/standings/1",
        "players": [
            // Bob won the second game by 61, and the third because Ann gave up.
            { "name": "Bob", "games": 3, "won": 2, "lost": 1, "tied": 0, "net": 41, "hands": 10, "hands_won": 3,
              "knocks": 1, "gins": 1, "big_gins": 1, "undercuts": 0, "undercut_against": 1, "dead": 2,
              "points_for": 131, "points_against": 183,
              "points_per_hand_won": 43.6667, "knocking_deadwood": 7.0, "caught_deadwood": 21.3333, "undercut_rate": 0.0,
              "undercut_against_rate": 0.5, "gin_rate": 0.2222, "hands_per_game": 2.3333, "longest_streak": 2,
              "hands_with_deal": 2, "won_with_deal": 1, "hands_without_deal": 2, "won_without_deal": 0,
              "biggest_hand": { "points": 65, "game": 1, "hand": 2, "date": "2019-11-20" },
              "first": "2019-11-20", "last": "2021-06-01" },
            { "name": "Dee", "games": 1, "won": 1, "lost": 0, "tied": 0, "net": 50, "hands": 2, "dead": 2,
              "hands_won": 0, "points_for": 0, "points_against": 0, "points_per_hand_won": null,
              "hands_per_game": null, "biggest_hand": null, "first": "2022-01-01" },
            { "name": "Ann", "games": 3, "won": 1, "lost": 2, "tied": 0, "net": -41, "hands": 10, "hands_won": 5,
              "knocks": 2, "gins": 1, "big_gins": 0, "undercuts": 1, "undercut_against": 0, "dead": 2,
              "points_for": 183, "points_against": 131,
              "biggest_comeback": { "points": 42, "game": 1, "date": "2019-11-20" } },
            { "name": "Cid", "games": 1, "won": 0, "lost": 1, "tied": 0, "net": -50, "hands": 2, "dead": 2 },
        ],
        "partners": [
            { "name": "Ann & Cid", "players": ["Ann", "Cid"], "games": 0, "hands": 2, "hands_won": 1, "knocks": 1,
              "dead": 1, "points_for": 23 },
            { "name": "Bob & Dee", "players": ["Bob", "Dee"], "games": 0, "hands": 2, "hands_won": 0, "dead": 1,
              "points_against": 23 },
        ],
        "undated": 0,
    });
    contains(&standings, &expected).unwrap_or_else(|difference| panic!("{difference}\n{standings:#}"));
}

#[test]
fn two_players_are_compared_over_the_games_in_which_they_sat_on_opposite_sides() {
    let table = evenings();
    let versus = table.json("versus bob ann");
    let expected = json!({
        "schema": "ginpad/versus/1",
        "players": [{ "name": "Bob", "games": 3, "hands": 10 }, { "name": "Ann", "games": 3, "hands": 10 }],
        "lead_changes": 1, "first": "2019-11-20", "last": "2021-06-01",
        "games": [
            { "game": 1, "date": "2019-11-20", "winner": 1, "net": -60, "cumulative": -60, "took_the_lead": false },
            { "game": 2, "winner": 0, "net": 61, "cumulative": 1, "took_the_lead": true },
            { "game": 3, "winner": 0, "net": 40, "cumulative": 41, "took_the_lead": false },
        ],
    });
    contains(&versus, &expected).unwrap_or_else(|difference| panic!("{difference}\n{versus:#}"));
    for (flags, met) in [
        ("", "first met 2019-11-20, last 2021-06-01"),
        (" --since 2020", "in these games they first met 2020-05-01, last 2021-06-01"),
        (" --year 2020", "in these games they met on 2020-05-01"),
    ] {
        let text = table.does(&format!("versus bob ann{flags}"));
        assert!(text.lines().any(|line| line == met), "{text}");
    }
    let partners = table.json("versus cid dee");
    let expected = json!({ "players": [{ "name": "Cid", "hands": 2, "dead": 2, "net": -50 }, { "name": "Dee" }] });
    contains(&partners, &expected).unwrap_or_else(|difference| panic!("{difference}\n{partners:#}"));
    // They never sat on opposite sides.
    let never = table.args("versus ann cid").run();
    assert_eq!(
        (never.out.as_str(), never.status),
        ("Ann and Cid have no game against each other that fits\n", Some(0))
    );
    assert_eq!(table.json("versus ann cid")["games"], json!([]));
}

#[test]
fn the_lead_changes_in_the_order_of_the_games() {
    let table = Table::new();
    let won = |by: &str, points: i64| format!("rules: simple, target=1\nsides: Ann, Bob\n\n{by} points {points}\n");
    let games = [won("ann", 5), won("bob", 12), won("ann", 40)].join("---\n");
    table.put("games.gin", games).does("import games.gin");
    let field = |line: &str, name: &str| -> Vec<Value> {
        table.json(line)["games"].as_array().unwrap().iter().map(|game| game[name].clone()).collect()
    };
    assert_eq!(field("versus ann bob", "cumulative"), [5, -7, 33]);
    assert_eq!(field("versus ann bob", "took_the_lead"), [false, true, true]);
    assert_eq!(table.json("versus ann bob")["lead_changes"], 2);
    assert_eq!(
        table.does("versus ann bob --csv"),
        "game,date,winner,net,cumulative,lead\n1,,Ann,5,5,\n2,,Bob,-12,-7,lead\n3,,Ann,40,33,lead\n"
    );
    assert_eq!(table.json("versus ann bob --last 2")["lead_changes"], 1);
}

#[test]
fn a_correction_and_an_undo_change_every_figure() {
    let table = Table::after(&["new Ann Bob --rules simple --set target=20", "log ann knock 4 27"]);
    let ann = |field: &str| table.json("player ann")["player"][field].clone();
    assert_eq!((ann("won"), ann("net"), ann("points_for")), (json!(1), json!(23), json!(23)));
    table.does("fix 1 bob knock 4 17");
    assert_eq!((ann("games"), ann("net"), ann("points_against")), (json!(0), json!(0), json!(13)));
    table.does("undo");
    assert_eq!((ann("won"), ann("net"), ann("points_for")), (json!(1), json!(23), json!(23)));
    table.does("undo 2");
    assert_eq!(table.json("standings")["players"], json!([]));
}

#[test]
fn filters_choose_games() {
    let table = evenings();
    let hands = |line: &str| -> i64 {
        let answer = table.json(line);
        answer["players"].as_array().unwrap().iter().map(|player| player["hands"].as_i64().unwrap()).sum()
    };
    assert_eq!(hands("standings"), 24);
    // The newest are the totals of 2022 and the partners, whose game has no date and was imported now.
    assert_eq!(hands("standings --last 2"), 8);
    assert_eq!(hands("standings --last 9"), 24);
    assert_eq!(hands("standings --since 2020"), 6);
    assert_eq!(hands("standings --since 2020 --until 2020"), 2);
    assert_eq!(hands("standings --until 2019-11-20"), 10);
    assert_eq!(hands("standings --until 2019-11-19"), 0);
    assert_eq!(hands("standings --until '2019-11-20 18:29Z'"), 0);
    assert_eq!(hands("standings --until '2019-11-20 18:30Z'"), 10);
    assert_eq!(hands("standings --rules simple"), 12);
    assert_eq!(hands("standings --rules 'simple, target=50'"), 2);
    assert_eq!(hands("standings --event cruise"), 10);
    assert_eq!(hands("standings --with cid"), 8);
    assert_eq!(hands("standings --with ann --last 1 --since 2019"), 2);
    assert_eq!(names(&table.json("standings --min-games 2")), ["Bob", "Ann"]);
    // The place of a game decides its date: it was still 2021 in London.
    assert_eq!(names(&table.json("standings --since 2022")), ["Dee", "Cid"]);
    assert_eq!(table.json("standings --since 2022")["undated"], 1);
    let said = table.args("standings --since 2022").run();
    assert_eq!(said.err, "note: 1 game has no date and is left out\n");
    assert_eq!(names(&table.json("standings --sort hands-won"))[0], "Ann");
}

#[test]
fn a_filter_that_matches_nothing_says_so_and_answers_with_an_empty_list() {
    let table = evenings();
    for (line, why) in [
        ("standings --until 2018", "no game fits"),
        ("standings --event nowhere", "no game fits; events: Cruise"),
        ("standings --min-games 9", "nothing fits: fewer than 9 finished games"),
    ] {
        let note = format!("note: {why}\n");
        let said = table.args(line).run();
        assert_eq!((said.out, said.status), (format!("{why}\n"), Some(0)), "{line}");
        let plain = table.args(&format!("{line} --plain")).run();
        assert_eq!((plain.out.as_str(), plain.status), ("", Some(0)));
        assert!(plain.err.starts_with(&note), "{}", plain.err);
        let csv = table.args(&format!("{line} --csv")).run();
        assert_eq!((csv.out.lines().count(), csv.status), (1, Some(0)), "the headings stay");
        assert_eq!(table.json(line)["players"], json!([]));
    }
    assert_eq!(Table::new().args("standings").run().out, "no games yet\n");
    let all = table.json("versus ann bob");
    let below = table.json("versus ann bob --min-games 4");
    assert_eq!([&below["scores"], &below["lead_changes"]], [&all["scores"], &all["lead_changes"]]);
    assert_eq!(below["games"], serde_json::json!([]));
    let few = table.args("versus ann bob --min-games 4").run();
    assert_eq!((few.out.as_str(), few.status), ("nothing fits: fewer than 4 finished games\n", Some(0)));
}

#[test]
fn a_spreadsheet_takes_no_name_for_a_formula() {
    let table = Table::new();
    let names = ["=1+2", "+Bob", "-Cid", "@Dee", "O'Neil, Eve"];
    let sheet = |at: usize| format!("sides: \"{}\", \"{}\"\n", names[at], names[(at + 1) % names.len()]);
    table.put("names.gin", (0..names.len()).map(sheet).collect::<Vec<_>>().join("---\n")).does("import names.gin");
    let text = table.does("standings --csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headings = reader.headers().unwrap().clone();
    assert_eq!(headings.iter().take(3).collect::<Vec<_>>(), ["kind", "name", "games"]);
    for record in reader.records() {
        let record = record.unwrap();
        assert_eq!(record.len(), headings.len());
        assert!(!record[1].starts_with(['=', '+', '-', '@']), "{record:?}");
    }
    assert!(text.contains("\nplayer,'=1+2,0,") && text.contains("\nplayer,\"O'Neil, Eve\",0,"), "{text}");
}

#[test]
fn negative_numbers_stay_numbers_in_a_spreadsheet() {
    let text = evenings().does("standings --csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let net = reader.headers().unwrap().iter().position(|heading| heading == "net").unwrap();
    let nets: Vec<i64> = reader.records().map(|record| record.unwrap()[net].parse().unwrap()).collect();
    assert_eq!(nets, [41, 50, -41, -50, 0, 0]);
}

#[test]
fn ginpad_alone_ends_with_the_ledger_of_the_pair_once_the_game_is_over() {
    let table = evenings();
    table.does("use 2");
    let said = table.does("");
    assert!(said.ends_with("\nBob leads Ann 226 to 185 over 3 games since 2019-11-20: 2 won, 1 lost\n"), "{said}");
    table.does("use 4");
    assert!(!table.does("").contains("leads"), "an abandoned game has no part in the ledger");
    table.does("new Ann Bob");
    assert!(!table.does("").contains("leads"));
    assert!(!table.does("--plain").contains("leads"));
}

#[test]
fn long_names_are_broken_and_leave_the_numbers_whole() {
    let table = Table::new();
    let names = ["Alexandra of the House of the Long Name", "Alexander of the House of the Long Name"];
    table.put(
        "games.gin",
        format!("date: 2026-11-20\nrules: simple\nsides: {}, {}\n\nAlexandra points 990\n", names[0], names[1]),
    );
    table.words(["import", "games.gin"]).check_status();
    let said = table.words(["versus", names[0], names[1]]).env("COLUMNS", "40").check_status().out;
    let games: Vec<&str> = said.lines().skip_while(|line| !line.starts_with("game  ")).skip(2).map(str::trim).collect();
    assert_eq!(games, ["1  2026-11-20  990  Alexandra of the", "House of the Long", "Name 990"], "{said}");
}

#[test]
fn whatever_is_wrong_with_the_flags_is_told_at_once() {
    let table = Table::new();
    table.does("new Ann Bob");
    let refused = |line: &str| {
        let said = table.args(line).run();
        assert_eq!(said.status, Some(2), "{line}: {}", said.err);
        said.err
    };
    assert!(refused("standings --since foo").starts_with("error: `--since`: "));
    for report in ["standings", "records", "settle", "player ann", "versus ann bob"] {
        let both = refused(&format!("{report} --since foo --until bar"));
        assert!(both.contains("\n  `--since`: ") && both.contains("\n  `--until`: "), "{both}");
    }
    let all = refused("player zoe --since foo --rules nope --with Nobody");
    assert!(all.starts_with("error: the games cannot be found:\n"), "{all}");
    for reason in ["zoe", "`--since`", "`nope`", "Nobody"] {
        assert!(all.lines().any(|line| line.starts_with("  ") && line.contains(reason)), "{reason}: {all}");
    }
    for (line, reason) in [
        ("records --last 0", "`0` is not a number from 1"),
        ("standings --min-games x", "`x` is not"),
        ("player ann --sort zork", "`zork` is not a column"),
    ] {
        let said = refused(line);
        assert!(said.contains(reason) && said.lines().count() == 2, "{said}");
    }
}
