//! The records, whole, in every face.

use super::*;
use crate::render::json;
use crate::render::reports::samples::{games, reported};
use chrono::NaiveDate;
use ginpad_core::reports::{RecordKeeper, Records};
use ginpad_core::text::width;

fn kept(sheets: &str) -> Records {
    let mut keeper = RecordKeeper::new(NaiveDate::from_ymd_opt(2026, 3, 1).unwrap());
    let games = games(sheets);
    reported(&games).for_each(|game| keeper.enter(game));
    keeper.finish()
}

fn shown(records: &Records) -> RecordsShown<'_> {
    RecordsShown { records: records.records.iter().collect(), on_this_day: &records.this_day, undated: 1 }
}

const SHEETS: &str = "\
date: 2024-11-20 19:00 +01:00
rules: simple
sides: Ann, Bob

bob points 60
ann gin 40
dead
ann points 40
---
date: 2025-03-01 19:00 +01:00
rules: simple
sides: Ann, Bob

ann gin 75
---
date: 2025-03-01 23:00 +01:00
rules: partners, target=20, shutout=none, game_bonus=0, line_bonus=0
sides: Bob & Dee, Ann & Cid

bob gin 25, cid gin 5
";

#[test]
fn records_name_who_holds_them_and_in_which_game() {
    let records = kept(SHEETS);
    let text = super::records(&shown(&records), Look::plain(80));
    assert_eq!(
        text,
        "\
record                       value  who                         game  date
────────────────────────────────────────────────────────────────────────────────
biggest hand            100 points  Ann against Bob (hand 1)       2  2025-03-01
biggest game            100 points  Ann against Bob                2  2025-03-01
longest game               4 hands  Ann and Bob                    1  2024-11-20
shortest win                1 hand  Ann against Bob (equaled       2  2025-03-01
                                    once)
biggest comeback         60 points  Ann against Bob                1  2024-11-20
longest streak of wins     2 games  Ann (from game 1)              2  2025-03-01
most gins in a game          1 gin  Ann against Bob (equaled 3     1  2024-11-20
                                    times)
highest lifetime lead   145 points  Ann against Bob (since         2  2025-03-01
                                    2024-11-20)
most games of a pair       3 games  Ann and Bob (since             3  2025-03-01
                                    2024-11-20)
longest rivalry           101 days  Ann and Bob (since             3  2025-03-01
                                    2024-11-20)

on this day: 2025-03-01, Ann won game 2 against Bob, net 100
on this day: 2025-03-01, Bob & Dee won game 3 against Ann & Cid, net 20
"
    );
    let narrow = super::records(&shown(&records), Look::plain(40));
    assert_eq!(
        narrow,
        "\
biggest hand: 100 points, Ann against
  Bob, game 2 on 2025-03-01 (hand 1)
biggest game: 100 points, Ann against
  Bob, game 2 on 2025-03-01
longest game: 4 hands, Ann and Bob, game
  1 on 2024-11-20
shortest win: 1 hand, Ann against Bob,
  game 2 on 2025-03-01 (equaled once)
biggest comeback: 60 points, Ann against
  Bob, game 1 on 2024-11-20
longest streak of wins: 2 games, Ann,
  game 2 on 2025-03-01 (from game 1)
most gins in a game: 1 gin, Ann against
  Bob, game 1 on 2024-11-20 (equaled 3
  times)
highest lifetime lead: 145 points, Ann
  against Bob, game 2 on 2025-03-01
  (since 2024-11-20)
most games of a pair: 3 games, Ann and
  Bob, game 3 on 2025-03-01 (since
  2024-11-20)
longest rivalry: 101 days, Ann and Bob,
  game 3 on 2025-03-01 (since
  2024-11-20)

on this day: 2025-03-01, Ann won game 2
  against Bob, net 100
on this day: 2025-03-01, Bob & Dee won
  game 3 against Ann & Cid, net 20
"
    );
}

#[test]
fn records_for_programs_have_every_field() {
    let records = kept(SHEETS);
    let (plain, csv) = (records_plain(&shown(&records)), records_csv(&shown(&records)));
    assert_eq!(
        plain,
        "\
record\tbiggest-hand\t100\tpoints\tAnn\tBob\t2\t1\t2025-03-01\t\t\t\t0
record\tbiggest-game\t100\tpoints\tAnn\tBob\t2\t\t2025-03-01\t\t\t\t0
record\tlongest-game\t4\thands\tAnn\tBob\t1\t\t2024-11-20\t\t\tshared\t0
record\tshortest-win\t1\thands\tAnn\tBob\t2\t\t2025-03-01\t\t\t\t1
record\tbiggest-comeback\t60\tpoints\tAnn\tBob\t1\t\t2024-11-20\t\t\t\t0
record\tlongest-streak\t2\tgames\tAnn\t\t2\t\t2025-03-01\t1\t2024-11-20\t\t0
record\tmost-gins\t1\tgins\tAnn\tBob\t1\t\t2024-11-20\t\t\t\t3
record\thighest-lead\t145\tpoints\tAnn\tBob\t2\t\t2025-03-01\t1\t2024-11-20\t\t0
record\tmost-games\t3\tgames\tAnn\tBob\t3\t\t2025-03-01\t1\t2024-11-20\tshared\t0
record\tlongest-rivalry\t101\tdays\tAnn\tBob\t3\t\t2025-03-01\t1\t2024-11-20\tshared\t0
on-this-day\t2\t2025-03-01\tAnn\tBob\tAnn\t100
on-this-day\t3\t2025-03-01\tBob & Dee\tAnn & Cid\tBob & Dee\t20
"
    );
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], HEADINGS.join(","));
    assert_eq!(rows.len(), records.records.len() + 1);
    let document = json::value(&json::records(&shown(&records)));
    assert_eq!(document["schema"], "ginpad/records/1");
    assert_eq!(
        document["records"][0],
        serde_json::json!({"record": "biggest-hand", "value": 100, "unit": "points", "players": ["Ann"], "against": ["Bob"], "shared": false, "game": 2, "hand": 1, "date": "2025-03-01", "began": null, "equaled": 0})
    );
    assert_eq!(
        document["on_this_day"][1],
        serde_json::json!({"game": 3, "date": "2025-03-01", "sides": [["Bob", "Dee"], ["Ann", "Cid"]], "finished": true, "winner": 0, "net": 20})
    );
    assert_eq!(document["undated"], 1);
}

#[test]
fn no_line_is_too_wide_and_a_formula_stays_a_word() {
    let long = "=Wolfgang Amadeus von und zu Hohenstaufe";
    let other = "Donaudampfschifffahrtsgesellschaftskapit";
    let records = kept(
        &SHEETS
            .replace("Ann", long)
            .replace("ann ", &format!("\"{long}\" "))
            .replace("Bob", other)
            .replace("bob ", &format!("{other} ")),
    );
    for columns in 40..120 {
        for line in super::records(&shown(&records), Look::plain(columns)).lines() {
            assert!(width(line) <= columns, "{columns}: {line}");
        }
    }
    assert!(records_csv(&shown(&records)).contains(&format!(",'{long},")));
}
