//! The page of a player, whole, in every face.

use super::*;
use crate::render::json;
use crate::render::reports::samples::{games, reported};
use chrono::NaiveDate;
use ginpad_core::reports::{PlayerReport, RatingPeriods, Ratings};
use ginpad_core::text::width;

/// Ann's page and ratings over these games.
fn page(sheets: &str) -> (PlayerReport, Ratings) {
    let name = Name::read("Ann").unwrap();
    let mut report = PlayerReport::new(name.clone(), NaiveDate::from_ymd_opt(2026, 3, 1).unwrap());
    let mut ratings = RatingPeriods::following(name);
    let games = games(sheets);
    for game in reported(&games) {
        report.enter(game);
        ratings.enter(game.scored);
    }
    (report, ratings.finish())
}

/// Does something with a page as it is shown.
fn with_shown<T>(sheets: &str, show: impl FnOnce(&PlayerShown<'_>) -> T) -> T {
    let (report, ratings) = page(sheets);
    let (line, opponents) = (report.line(), report.opponents());
    show(&PlayerShown {
        name: report.name(),
        line: &line,
        span: report.span(),
        rating: ratings.players.get(report.name()).copied(),
        highest: ratings.highest(),
        history: &ratings.history,
        opponents: opponents.iter().collect(),
        partners: report.partners(),
        sorted_by: None,
        on_this_day: report.this_day(),
        undated: 2,
    })
}

/// Twelve evenings of two games with Bob, of which Ann wins two of three, and one with partners.
fn sheets() -> String {
    let mut sheets: Vec<String> = (1..=24)
        .map(|game| {
            let winner = if game % 3 == 0 { "bob" } else { "ann" };
            let day = (game + 1) / 2;
            format!("date: 2025-02-{day:02} 20:{:02} +01:00\nrules: simple\nsides: Ann, Bob\ndealer: Ann\n\nann knock 4 8\n{winner} gin 80\n", game % 2)
        })
        .collect();
    sheets.push("date: 2025-03-01 20:00 +01:00\nrules: partners, target=20\nsides: Ann & Cid, Bob & Dee\n\nann gin 25, cid gin 5\n".into());
    sheets.join("---\n")
}

#[test]
fn a_page_has_figures_opponents_partners_and_the_rating() {
    let text = with_shown(&sheets(), |shown| player(shown, Look::plain(80)));
    assert_eq!(
        text,
        "\
Ann has finished 25 games: 17 won, 8 lost, net 1241
rating 1 568 ± 94, after 25 games
first game: 2025-02-01 (game 1); last: 2025-03-01 (game 25)

                                in
                         Ann  game
──────────────────────────────────
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
biggest hand             105     1

                                        hands                points   points
against  games  won  lost   net  hands    won  knocks  gins     for  against
────────────────────────────────────────────────────────────────────────────
Bob         25   17     8  1241     49     41      24    17    1826      840
Dee          1    1     0   305      1      1       0     1      50        0

                                                   points         hands
                              hands        points  a hand    gin      a
with  games  won  net  hands    won  gins     for     won   rate   game
───────────────────────────────────────────────────────────────────────
Cid       1    1  305      1      1     2      80    80.0  100 %    1.0

rated day   games       rating
──────────────────────────────
2025-02-04      2  1 627 ± 156
2025-02-05      2  1 567 ± 141
2025-02-06      2  1 539 ± 127
2025-02-07      2  1 595 ± 115
2025-02-08      2  1 565 ± 108
2025-02-09      2  1 546 ± 101
2025-02-10      2   1 583 ± 95
2025-02-11      2   1 564 ± 90
2025-02-12      2   1 550 ± 86
2025-03-01      1   1 568 ± 94
the last 10 of 13 rated days
highest rating: 1 595 ± 115 on 2025-02-07

on this day: 2025-03-01, Ann & Cid won game 25 against Bob & Dee, net 305
"
    );
}

#[test]
fn a_rating_says_when_there_are_too_few_games() {
    let first = |sheets: &str| {
        with_shown(sheets, |shown| player(shown, Look::plain(80)).lines().take(3).map(String::from).collect::<Vec<_>>())
    };
    let won = "date: 2025-02-01 20:00 +01:00\nrules: simple\nsides: Ann, Bob\n\nann gin 80\n";
    assert_eq!(
        first(won),
        [
            "Ann has finished 1 game: 1 won, 0 lost, net 105",
            "too few games for a rating: 1 of 10 (so far 1 662 ± 290)",
            "only game: 2025-02-01 (game 1)"
        ]
    );
    assert_eq!(
        first("sides: Ann, Bob\n\nann gin 8\n"),
        ["Ann has not finished a game", "no rating: no finished game has a date", "only game: game 1"]
    );
    assert_eq!(
        first("rules: simple\nsides: Ann, Bob\n\nann gin 80\n"),
        [
            "Ann has finished 1 game: 1 won, 0 lost, net 105",
            "no rating: no finished game has a date",
            "only game: game 1"
        ]
    );
    let years_later = won.replace("2025-02", "2035-02");
    assert_eq!(
        first(&format!("{}---\n{years_later}", sheets())),
        [
            "Ann has finished 26 games: 18 won, 8 lost, net 1346",
            "too few games of late for a rating: 1 691 ± 293, after 26 games",
            "first game: 2025-02-01 (game 1); last: 2035-02-01 (game 26)"
        ]
    );
}

#[test]
fn a_page_for_programs_has_every_field() {
    let (plain, csv, document) =
        with_shown(&sheets(), |shown| (player_plain(shown), player_csv(shown), json::value(&json::player(shown))));
    let kinds: Vec<&str> = plain.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(kinds[..7], ["player", "against", "against", "partners", "rating", "rated", "rated"]);
    assert_eq!(kinds.iter().filter(|kind| **kind == "rated").count(), 13);
    assert_eq!(*kinds.last().unwrap(), "on-this-day");
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    let names: Vec<&[&str]> = rows.iter().map(|row| &row[..2]).collect();
    assert_eq!(
        names,
        [["kind", "name"], ["player", "Ann"], ["against", "Bob"], ["against", "Dee"], ["partners", "Cid"]]
    );
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    assert_eq!(document["schema"], "ginpad/player/1");
    assert_eq!(
        document["rating"],
        serde_json::json!({"rating": 1568, "deviation": 94, "games": 25, "enough_games": true})
    );
    assert_eq!(
        document["rating_history"][12],
        serde_json::json!({"date": "2025-03-01", "games": 1, "rating": 1568, "deviation": 94})
    );
    assert_eq!(document["opponents"][0]["name"], "Bob");
    assert_eq!(document["opponents"][0]["games"], 25);
    assert_eq!(document["opponents"][0]["lead_changes"], 0);
    assert_eq!(document["partners"][0]["players"], serde_json::json!(["Ann", "Cid"]));
    assert_eq!(document["first"], serde_json::json!({ "game": 1, "date": "2025-02-01" }));
    assert_eq!(document["undated"], 2);
}

#[test]
fn no_line_is_too_wide() {
    let sheets = sheets().replace("Bob", "Donaudampfschifffahrtsgesellschaftskapit").replace("bob ", "Do ");
    let sheets = sheets.replace("Cid", "Wolfgang Amadeus von und zu Hohenstaufen").replace("cid ", "Wo ");
    for columns in 40..120 {
        for line in with_shown(&sheets, |shown| player(shown, Look::plain(columns))).lines() {
            assert!(width(line) <= columns, "{columns}: {line}");
        }
    }
}
