//! Score sheets, as programs read them.

use serde_json::{Value, json};

use super::OfGames;
use super::score::{ScoreReport, View};
use crate::answer::Nobody;
use crate::render::samples::*;
use crate::render::{Canvas, Place, formats};

fn report(game: &str, place: impl Into<Place>) -> ScoreReport {
    ScoreReport::new(placed(&scored(game), place))
}

fn records(game: &str, place: impl Into<Place>) -> String {
    formats::text_of(|out| formats::records(&report(game, place), &Nobody, out))
}

#[test]
fn every_record() {
    insta::assert_snapshot!(records(HOLLY, Some(12)).replace('\t', "|"), @r#"
game|12||hollywood-club, target=100||finished||Ann|
side|1|Ann|Ann
side|2|Bob|Bob
hand|1|knock|Ann|46|1|1|counted|Ann knock 4 27 up 5S
hand|2|gin|Ann|112|5|1,2|counted|Ann gin 31 up 9S
hand|3|knock|Bob|18|1|3|counted|Bob knock 2 20 up KH
hand|4|dead||0|0||counted|dead up 4D
hand|5|big-gin|Ann|71|3|3|counted|Ann big-gin 40 up 2H
hand|6|gin|Bob|35|3|3|counted|Bob gin 10 up 7C
hand|7|undercut|Ann|56|3|3|counted|Ann undercut 3 6 up 8S
column|1|1|finished|158|0|2|0|6|0|||Ann|shutout
settlement|1|158|0|558|0|250|0|150|0|1116|0|1116
column|2|1|finished|112|0|1|0|5|0|||Ann|shutout
settlement|2|112|0|487|0|250|0|125|0|974|0|974
column|3|2|finished|127|53|2|2|6|4|||Ann|
settlement|3|127|53|0|0|250|0|150|100|527|153|374
score|3144|306|2838|Ann
"#);
}

#[test]
fn a_hand_beyond_the_end() {
    insta::assert_snapshot!(records(SINGLE, Some(12)).replace('\t', "|"), @r#"
game|12|Friday night|standard|2026-11-20 19:30 +01:00|finished||Bob|
side|1|Ann|Ann
side|2|Bob|Bob
hand|1|knock|Ann|23|1|1|counted|Ann knock 4 27
hand|2|gin|Bob|56|1|1|counted|Bob gin 31
hand|3|dead||0|0||counted|dead
hand|4|big-gin|Ann|71|1|1|counted|Ann big-gin 40
hand|5|undercut|Bob|29|1|1|counted|Bob undercut 4 8
hand|6|undercut|Bob|25|1|1|counted|Ann knock 8 8
hand|7|knock|Ann|17|1||beyond|Ann knock 3 20
column|1|1|finished|94|110|2|3|2|3|||Bob|
settlement|1|94|110|0|0|0|100|50|75|144|285|-141
score|144|285|-141|Bob
money|Ann|Bob|1.41|USD
"#);
}

#[test]
fn partners() {
    insta::assert_snapshot!(records(FORFEIT, Some(12)).replace('\t', "|"), @r#"
game|12||hollywood||closed||Ann & Cid|
side|1|Ann & Cid|Ann|Cid
side|2|Bob & Dee|Bob|Dee
hand|1|round|Ann & Cid|51|1|1|counted|Ann knock 4 27, Cid gin 3
hand|2|round|Bob & Dee|170|1|1|counted|Bob gin 60, Dee gin 60
column|1|1|finished|51|170|1|1|1|1|||Bob & Dee|
settlement|1|51|170|0|0|0|100|25|25|76|295|-219
column|2|1|open|0|0|0|0|0|0|100|100||
column|3|1|open|0|0|0|0|0|0|100|100||
score|76|295|-219|Ann & Cid
"#);
}

const IMPORTED: Place = Place { number: Some(3), imported: true };

#[test]
fn of_a_game_of_totals_there_are_no_columns() {
    insta::assert_snapshot!(records(TOTALS, IMPORTED).replace('\t', "|"), @r#"
game|3|From the notebook|hollywood|2011-05-01 00:00 +00:00|finished||Ann|imported
side|1|Ann|Ann
side|2|Bob|Bob
score|300|325|-25|Ann
"#);
    let document = serde_json::to_value(report(TOTALS, IMPORTED)).unwrap();
    assert_eq!(document["totals"], json!([300, 325]));
    assert_eq!(document["game_score"], document["totals"]);
    assert_eq!(document["columns"], json!([]));
    assert_eq!((&document["net"], &document["winner"]), (&(-25).into(), &0.into()));
    assert_eq!(document["imported"], true);
}

#[test]
fn several_games_are_one_document_and_their_records_are_apart() {
    let games = [SINGLE, NEW].map(|game| report(game, None)).into();
    let report = OfGames { schema: "ginpad/scores/1", has_gaps: true, games };
    let document = serde_json::to_value(&report).unwrap();
    assert_eq!(document["schema"], "ginpad/scores/1");
    assert_eq!(document["games"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&document["games"][1]["schema"], &document["games"][1]["odds"]),
        (&json!("ginpad/score/1"), &Value::Null)
    );
    let records = formats::text_of(|out| formats::records(&report, &Nobody, out));
    assert_eq!(records.split("\n\n").map(|game| &game[..5]).collect::<Vec<_>>(), ["game\t", "game\t"]);
    let csv = formats::text_of(|out| formats::csv(&report, &Nobody, out));
    assert!(
        csv.starts_with(
            "game,hand,outcome,winner,points,boxes,columns,counted,entry\n,1,knock,Ann,23,1,1,counted,Ann knock 4 27\n"
        ),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 8);
}

fn races(game: &str) -> String {
    let report = ScoreReport { view: View::Chart, ..report(game, None) };
    formats::terminal(&report, Canvas::plain(40), &Nobody)
}

#[test]
fn a_race_has_a_row_for_each_hand() {
    insta::assert_snapshot!(races(SINGLE), @"
    The race to 100

    hand  Ann            Bob
    ─────────────────────────────────────
       0  0              0
       1  ██ 23          0
       2  ██ 23          ██████ 56
       3  ██ 23          ██████ 56
       4  ██████████ 94  ██████ 56
       5  ██████████ 94  █████████ 85
       6  ██████████ 94  ████████████ 110
    Bob 110, Ann 94. The lead changed in
      hands 2, 4 and 6.
    ");
}

#[test]
fn of_many_hands_some_are_rows_and_the_last_is() {
    let hands = "ann points 1\n".repeat(1000);
    let race = races(&format!("sides: Ann, Bob\nrules: standard, target=2000\n\n{hands}"));
    let rows: Vec<&str> =
        race.lines().skip(4).take(24).map(|row| row.trim_start().split(' ').next().unwrap()).collect();
    assert_eq!((rows[0], rows[22], rows[23]), ("40", "958", "1000"), "{race}");
}

#[test]
fn there_is_no_race_to_draw() {
    assert_eq!(races(TOTALS), "Only the totals of this game are known\n");
    assert_eq!(races("sides: Ann, Bob\n"), "no hand has scored yet\n");
}
