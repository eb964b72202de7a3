//! Rules that hold for every report, and each report once as people see it.

use serde_json::{Value, json};

use super::list_tests;
use super::samples::{self, evenings};
use crate::answer::{Audience, Block, Canvas, Head, Nobody, Report};
use crate::render::formats::{self, text_of};
use ginpad_core::reports::Figure;
use ginpad_core::text::width;

/// One of each report.
fn reports() -> Vec<Box<dyn Report>> {
    let mut reports: Vec<Box<dyn Report>> = vec![
        Box::new(samples::standings(None)),
        Box::new(samples::standings(Some(Figure::WonWithDeal))),
        Box::new(samples::players()),
        Box::new(samples::player(&evenings())),
        Box::new(samples::player(samples::GAMES)),
        Box::new(samples::versus(false)),
        Box::new(samples::versus(true)),
        Box::new(samples::records()),
        Box::new(samples::ratings()),
        Box::new(samples::settle()),
        Box::new(samples::odds()),
        Box::new(samples::odds_table()),
    ];
    reports.extend(list_tests::reports());
    reports
}

/// The report on a terminal of this width.
pub(super) fn text(report: &dyn Report, columns: usize) -> String {
    formats::terminal(report, Canvas::plain(columns), &Nobody)
}

fn records(report: &dyn Report) -> String {
    text_of(|out| formats::records(report, &Nobody, out))
}

fn csv(report: &dyn Report) -> String {
    text_of(|out| formats::csv(report, &Nobody, out))
}

fn document(report: &dyn Report) -> Value {
    serde_json::from_str(&text_of(|out| formats::json(&Head::default(), report, out))).unwrap()
}

#[test]
fn no_report_is_wider_than_the_terminal() {
    for report in reports() {
        for columns in 40..=200 {
            let text = text(&*report, columns);
            assert!(text.lines().all(|line| width(line) <= columns), "{columns}\n{text}");
        }
    }
}

#[test]
fn every_face_shows_every_report() {
    for report in reports() {
        let document = document(&*report);
        assert!(document["schema"].as_str().unwrap().starts_with("ginpad/"), "{document}");
        let rows = |reader| {
            let rows = report.blocks().into_iter().map(|block| match block {
                Block::Table(table) => table.rows_for(reader).count(),
                Block::Rows { audiences, rows, .. } if audiences.contains(&reader) => rows.count(),
                _ => 0,
            });
            rows.sum::<usize>()
        };
        assert_eq!(records(&*report).lines().count(), rows(Audience::Records));
        let csv = csv(&*report);
        let lines = csv::ReaderBuilder::new().from_reader(csv.as_bytes()).into_records().map(Result::unwrap).count();
        assert_eq!(lines, rows(Audience::Spreadsheet), "{csv}");
        let head = Head { title: "A report".into(), ..Head::default() };
        let page = text_of(|out| formats::page(&head, &*report, &Nobody, out));
        assert!(page.contains("<title>A report</title>"), "{page}");
    }
}

#[test]
fn the_standings() {
    insta::assert_snapshot!(text(&samples::standings(None), 80), @"
                                                                       hands  points
    player                              games  won  lost   net  hands    won     for
    ────────────────────────────────────────────────────────────────────────────────
    Ann                                     3    1     2   168     10      6     325
    Bob                                     4    3     1   -63     11      5     262
    Wolfgang Amadeus von und zu             1    0     1  -105      1      0       0
    Hohenstaufen
    Cid                                     1    1     0   337      3      1      75
    Dee                                     1    0     1  -337      3      0       0
    ranked by games won, then by net, then by hands won
    ");
}

#[test]
fn the_players() {
    insta::assert_snapshot!(text(&samples::players(), 40), @"
    player                             games
    ────────────────────────────────────────
    Ann                                   12
    日本語の名前                           1
    Donaudampfschifffahrtsgesellschaf      0
    tskapit
    ");
}

#[test]
fn a_player() {
    insta::assert_snapshot!(text(&samples::player(&evenings()), 80), @"
    Ann has finished 25 games: 17 won, 8 lost, net 1241
    rating 1568 ± 94, after 25 games; highest 1595 ± 115 on 2025-02-07
    first game: 2025-02-01 (game 1); last: 2025-03-01 (game 25)

                             Ann
    ────────────────────────────
    games                     25
    games won                 17
    games lost                 8
    net                     1241
    hands                     49
    hands won                 41
    knocks                    24
    gins                      17
    points for              1826
    points against           840
    points a hand won       44.5
    deadwood when knocking   4.0
    deadwood when caught    80.0
    gin rate                35 %
    hands a game             2.0
    hands with the deal       24
    won with the deal         24
    hands without the deal    24
    won without the deal      16
    longest streak             2
    biggest hand (game 1)    105

                                            hands                points   points
    against  games  won  lost   net  hands    won  knocks  gins     for  against
    ────────────────────────────────────────────────────────────────────────────
    Bob         25   17     8  1241     49     41      24    17    1826      840
    Dee          1    1     0   305      1      1       0     1      50        0

                                                       points         hands
                                  hands        points  a hand    gin      a  longest
    with  games  won  net  hands    won  gins     for     won   rate   game   streak
    ────────────────────────────────────────────────────────────────────────────────
    Cid       1    1  305      1      1     2      80    80.0  100 %    1.0        1

    rated day   games      rating
    ─────────────────────────────
    2025-02-04      2  1627 ± 156
    2025-02-05      2  1567 ± 141
    2025-02-06      2  1539 ± 127
    2025-02-07      2  1595 ± 115
    2025-02-08      2  1565 ± 108
    2025-02-09      2  1546 ± 101
    2025-02-10      2   1583 ± 95
    2025-02-11      2   1564 ± 90
    2025-02-12      2   1550 ± 86
    2025-03-01      1   1568 ± 94
    the last 10 of 13 rated days

    on this day: 2025-03-01, Ann & Cid won game 25 against Bob & Dee, net 305
    ");
}

#[test]
fn a_rating_says_when_there_are_too_few_games() {
    let first = |sheets: &str| {
        text(&samples::player(sheets), 100).lines().take(3).map(|line| line.to_string() + "\n").collect::<String>()
    };
    let won = "date: 2025-02-01 20:00 +01:00\nrules: simple\nsides: Ann, Bob\n\nann gin 80\n";
    let years_later = format!("{}---\n{}", evenings(), won.replace("2025-02", "2035-02"));
    insta::assert_snapshot!([won, "sides: Ann, Bob\n\nann gin 8\n", &years_later].map(first).concat(), @"
    Ann has finished 1 game: 1 won, 0 lost, net 105
    too few games for a rating: 1 of 10 (so far 1662 ± 290)
    only game: 2025-02-01 (game 1)
    Ann has not finished a game
    no rating without a finished game that has a date
    only game: game 1
    Ann has finished 26 games: 18 won, 8 lost, net 1346
    too few games of late for a rating: 1691 ± 293, after 26 games; highest 1595 ± 115 on 2025-02-07
    first game: 2025-02-01 (game 1); last: 2035-02-01 (game 26)
    ");
}

#[test]
fn two_players() {
    insta::assert_snapshot!(text(&samples::versus(false), 80), @"
    Ann leads Bob 602 to 434 over 3 games since 2011-05-01: 1 won, 2 lost
    the lead changed once
    first met 2011-05-01, last 2026-11-20
    on this day: 2011-05-01, Bob won game 1, net 132

                             Ann   Bob
    ──────────────────────────────────
    games                      3     3
    games won                  1     2
    games lost                 2     1
    net                      168  -168
    hands                     10    10
    hands won                  6     4
    knocks                     2     1
    gins                       3     2
    big gins                   1     0
    undercuts                  0     1
    undercut against           1     0
    dead hands                 1     1
    points for               325   157
    points against           101   302
    points a hand won       54.2  39.3
    deadwood when knocking   5.3   3.0
    deadwood when caught    25.5  40.0
    undercut rate            0 %  50 %
    undercut rate against   33 %   0 %
    gin rate                40 %  20 %
    hands a game             3.3   3.3
    hands with the deal        2     3
    won with the deal          1     2
    hands without the deal     3     2
    won without the deal       1     1
    longest streak             1     1
    biggest hand              85    56
    biggest comeback          33    38

    game  date        won by   net  lead after it
    ─────────────────────────────────────────────
       1  2011-05-01  Bob     -132  Bob 132
       3  2024-02-29  Ann      337  Ann 205
       4  2026-11-20  Bob      -37  Ann 168
    ");
}

#[test]
fn the_records() {
    insta::assert_snapshot!(text(&samples::records(), 80), @"
    record                  value          who                            date
    ────────────────────────────────────────────────────────────────────────────────
    biggest hand            105 points     Bob against Wolfgang Amadeus   2020-05-01
                                           von und zu Hohenstaufen (game
                                           2, hand 1)
    biggest game            337 points     Ann & Cid against Bob & Dee    2024-02-29
                                           (game 3)
    longest game            6 hands        Ann and Bob (game 1)           2011-05-01
    shortest win            1 hand         Bob against Wolfgang Amadeus   2020-05-01
                                           von und zu Hohenstaufen (game
                                           2)
    biggest comeback        38 points      Bob against Ann (game 1)       2011-05-01
    longest streak of wins  2 games        Bob (game 2; from game 1)      2020-05-01
    most gins in a game     2 gins         Ann against Bob & Dee (game    2024-02-29
                                           3)
    highest lifetime lead   337 points     Ann against Dee (game 3;       2024-02-29
                                           equaled twice)
    most lead changes       1 lead change  Ann and Bob (game 3; since     2024-02-29
                                           2011-05-01)
    most games of a pair    3 games        Ann and Bob (game 4; since     2026-11-20
                                           2011-05-01)
    longest rivalry         5682 days      Ann and Bob (game 4; since     2026-11-20
                                           2011-05-01)

    on this day: 2011-05-01, Bob won game 1 against Ann, net 132
    on this day: 2020-05-01, Bob won game 2 against Wolfgang Amadeus von und zu
      Hohenstaufen, net 105
    ");
    assert!(text(&samples::records(), 40).contains("2020-05-01"));
}

#[test]
fn the_ratings() {
    insta::assert_snapshot!(text(&samples::ratings(), 40), @"
    player        rating  games
    ───────────────────────────
    Ann       1568 ± 94      25
    Bob       1432 ± 94      25
    Cid     (1653 ± 266)      1
    Dee     (1347 ± 266)      1
    in parentheses: fewer than 10 games, or
      too few of late
    ");
}

#[test]
fn who_owes_whom() {
    insta::assert_snapshot!(text(&samples::settle(), 80), @"
    Still owed in all:
    Cid is still owed 11.85 EUR
    Ann still owes 11.85 EUR
    Ann is still owed 4.33 USD
    Eve is still owed 1.00 USD
    Dee still owes 0.81 USD
    Cid still owes 1.56 USD
    Bob still owes 2.96 USD

    Payments that would settle everything:
    Ann pays Cid 11.85 EUR
    Bob pays Ann 2.96 USD
    Cid pays Ann 1.37 USD
    Cid pays Eve 0.19 USD
    Dee pays Eve 0.81 USD

    Played and paid between two:
    Ann – Cid: 1 game, Cid won 11.85 EUR
    Ann – Bob: 2 games, Ann won 7.33 USD; Bob paid 2.00 USD
    Ann – Eve: Eve paid 1.00 USD
    Bob – Cid: 2 games, Bob won 2.37 USD
    Cid – Dee: 1 game, Cid won 0.81 USD

    Paid:
    1970-01-01: Bob paid Ann 2.00 USD
    1970-01-01: Eve paid Ann 1.00 USD

    Games:
    game 1 on 2026-11-20: Bob pays Ann 6.51 USD
    game 2: Ann pays Cid 11.85 EUR
    game 3: Cid pays Bob 2.37 USD
    game 4: Bob – Cid, level
    game 5: Bob pays Ann 0.82 USD, Dee pays Cid 0.81 USD
    ");
}

#[test]
fn a_table_of_chances() {
    insta::assert_snapshot!(text(&samples::odds_table(), 40), @"
    The chance to reach 100 first, in
      percent: rows are what the side needs,
      columns what the other needs
      (standard; simulated hands only; ± 8)

         100  80  70  60  50  40  30  20  10
    ────────────────────────────────────────
    100   50  40  34  29  24  18  14   9   6
     90   55  45  39  33  28  22  17  12   8
     80   60  50  44  38  32  26  20  14  10
     70   66  56  50  44  38  31  24  18  12
     60   71  62  56  50  43  37  29  22  16
     50   76  68  62  57  50  43  35  27  20
     40   82  74  69  63  57  50  42  34  26
     30   86  80  76  71  65  58  50  41  33
     20   91  86  82  78  73  66  59  50  42
     10   94  90  88  84  80  74  67  58  50
    ");
}

#[test]
fn reports_for_programs() {
    let of = |report: &dyn Report| records(report).replace('\t', "|");
    insta::assert_snapshot!(of(&samples::versus(false)), @"
    player|Ann|3|1|2|0|168|10|6|2|3|1|0|1|1|325|101|54.1667|5.3333|25.5|0.0|0.3333|0.4|3.3333|2|1|3|1|1|85|33|2011-05-01|2026-11-20
    player|Bob|3|2|1|0|-168|10|4|1|2|0|1|0|1|157|302|39.25|3.0|40.0|0.5|0.0|0.2|3.3333|3|2|2|1|1|56|38|2011-05-01|2026-11-20
    ledger|3|602|434|1
    game|1|2011-05-01|Bob|-132|-132|
    game|3|2024-02-29|Ann|337|205|lead
    game|4|2026-11-20|Bob|-37|168|
    ");
    insta::assert_snapshot!(of(&samples::records()), @"
    record|biggest-hand|105|points|Bob|Wolfgang Amadeus von und zu Hohenstaufen|2|1|2020-05-01||||0
    record|biggest-game|337|points|Ann & Cid|Bob & Dee|3||2024-02-29||||0
    record|longest-game|6|hands|Ann|Bob|1||2011-05-01|||shared|0
    record|shortest-win|1|hands|Bob|Wolfgang Amadeus von und zu Hohenstaufen|2||2020-05-01||||0
    record|biggest-comeback|38|points|Bob|Ann|1||2011-05-01||||0
    record|longest-streak|2|games|Bob||2||2020-05-01|1|2011-05-01||0
    record|most-gins|2|gins|Ann|Bob & Dee|3||2024-02-29||||0
    record|highest-lead|337|points|Ann|Dee|3||2024-02-29|3|2024-02-29||2
    record|most-lead-changes|1|lead-changes|Ann|Bob|3||2024-02-29|1|2011-05-01|shared|0
    record|most-games|3|games|Ann|Bob|4||2026-11-20|1|2011-05-01|shared|0
    record|longest-rivalry|5682|days|Ann|Bob|4||2026-11-20|1|2011-05-01|shared|0
    on-this-day|1|2011-05-01|Ann|Bob|Bob|-132
    on-this-day|2|2020-05-01|Bob|Wolfgang Amadeus von und zu Hohenstaufen|Bob|105
    ");
    insta::assert_snapshot!(of(&samples::ratings()), @"
    Ann|1568|94|25|enough
    Bob|1432|94|25|enough
    Cid|1653|266|1|few
    Dee|1347|266|1|few
    ");
    insta::assert_snapshot!(of(&samples::settle()), @"
    balance|Cid|11.85|EUR
    balance|Ann|-11.85|EUR
    pays|Ann|Cid|11.85|EUR
    pair|Ann|Cid|1|-11.85|0.00|EUR
    balance|Ann|4.33|USD
    balance|Eve|1.00|USD
    balance|Dee|-0.81|USD
    balance|Cid|-1.56|USD
    balance|Bob|-2.96|USD
    pays|Bob|Ann|2.96|USD
    pays|Cid|Ann|1.37|USD
    pays|Cid|Eve|0.19|USD
    pays|Dee|Eve|0.81|USD
    pair|Ann|Bob|2|7.33|2.00|USD
    pair|Ann|Eve|0|0.00|1.00|USD
    pair|Bob|Cid|2|2.37|0.00|USD
    pair|Cid|Dee|1|0.81|0.00|USD
    paid|1970-01-01|Bob|Ann|2.00|USD
    paid|1970-01-01|Eve|Ann|1.00|USD
    game|1|2026-11-20|Bob|Ann|6.51|USD
    game|2||Ann|Cid|11.85|EUR
    game|3||Cid|Bob|2.37|USD
    game|5||Bob|Ann|0.82|USD
    game|5||Dee|Cid|0.81|USD
    ");
    insta::assert_snapshot!(csv(&samples::versus(false)), @"
    game,date,winner,net,cumulative,lead
    1,2011-05-01,Bob,-132,-132,
    3,2024-02-29,Ann,337,205,lead
    4,2026-11-20,Bob,-37,168,
    ");
    insta::assert_snapshot!(csv(&samples::settle()), @"
    game,date,from,to,amount,currency
    1,2026-11-20,Bob,Ann,6.51,USD
    2,,Ann,Cid,11.85,EUR
    3,,Cid,Bob,2.37,USD
    5,,Bob,Ann,0.82,USD
    5,,Dee,Cid,0.81,USD
    ");
    let player = of(&samples::player(&evenings()));
    let kinds: Vec<&str> = player.lines().filter_map(|line| line.split('|').next()).collect();
    assert_eq!(kinds[..6], ["player", "against", "against", "partners", "rating", "rated"]);
    assert_eq!(kinds.iter().filter(|kind| **kind == "rated").count(), 13);
    assert_eq!(kinds.last(), Some(&"on-this-day"));
}

#[test]
fn documents_have_their_fields() {
    let player = document(&samples::player(&evenings()));
    assert_eq!(player["rating"], json!({"rating": 1568, "deviation": 94, "games": 25, "enough_games": true}));
    let day = json!({"date": "2025-03-01", "games": 1, "rating": 1568, "deviation": 94});
    assert_eq!(player["rating_history"][12], day);
    assert_eq!((&player["opponents"][0]["name"], &player["opponents"][0]["lead_changes"]), (&json!("Bob"), &json!(0)));
    assert_eq!(player["partners"][0]["players"], json!(["Ann", "Cid"]));
    assert_eq!(player["first"], json!({ "game": 1, "date": "2025-02-01" }));
    let records = document(&samples::records());
    assert_eq!(
        records["records"][0],
        json!({"record": "biggest-hand", "value": 105, "unit": "points", "players": ["Bob"],
            "against": ["Wolfgang Amadeus von und zu Hohenstaufen"], "shared": false, "game": 2, "hand": 1,
            "date": "2020-05-01", "began": null, "equaled": 0})
    );
    assert_eq!(
        records["on_this_day"][0],
        json!({"game": 1, "date": "2011-05-01", "sides": [["Ann"], ["Bob"]], "finished": true, "winner": 1, "net": -132})
    );
}
