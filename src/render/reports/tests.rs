//! Whole reports, and a test that none is too wide.

use super::*;
use crate::render::{Look, json};
use ginpad_core::notation::read_games;
use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, Line, ReportedGame, Standings, Versus, standing_order};
use ginpad_core::text::width;

const GAMES: &str = "\
date: 2011-05-01 19:30 +01:00
rules: standard
sides: Ann, Bob
dealer: Ann

ann knock 4 27
bob gin 31
dead
ann big-gin 40
bob knock 3 20
ann knock 8 5
---
date: 2020-05-01 19:30 +01:00
rules: simple
sides: Bob, Wolfgang Amadeus von und zu Hohenstaufen

bob gin 80
---
date: 2024-02-29 19:30 +01:00
rules: partners
sides: Ann & Cid, Bob & Dee

ann knock 4 27, bob gin 31
ann gin 60, dead
ann gin 60, cid gin 50
---
date: 2026-11-20 19:30 +01:00
sides: Bob, Ann
closed: forfeit Ann

ann gin 13
";

fn numbered(mut visit: impl FnMut(ReportedGame<'_>)) {
    let now = Moment::from(chrono::DateTime::UNIX_EPOCH);
    let local = ginpad_core::notation::LocalTime { now, offset_at: &|_| *Moment::default().offset() };
    for (number, game) in (1..).zip(read_games(GAMES, local).unwrap()) {
        visit(ReportedGame { id: Default::default(), number, scored: &game.scored() });
    }
}

fn all() -> Standings {
    let mut standings = Standings::default();
    numbered(|game| standings.enter(game));
    standings
}

fn shown(standings: &Standings) -> StandingsShown<'_> {
    let mut players: Vec<(&Name, &Line)> = standings.players().iter().map(|(name, line)| (name, line)).collect();
    players.sort_by(|(_, one), (_, other)| standing_order(one, other));
    StandingsShown { players, partners: standings.partners().iter().collect(), undated: 0 }
}

fn compared(text: impl Fn(&VersusShown<'_>) -> String) -> String {
    let [ann, bob] = ["Ann", "Bob"].map(|name| Name::read(name).unwrap());
    let mut versus = Versus::new(ann, bob);
    numbered(|game| versus.enter(game));
    let lines = versus.lines();
    text(&VersusShown {
        names: [&versus.names[0], &versus.names[1]],
        lines: [&lines[0], &lines[1]],
        ledger: &versus.ledger,
        games: versus.ledger.entries.iter().collect(),
        listed: Listed::Last,
        on_this_day: versus.on_this_day("2026-05-01".parse().unwrap()).collect(),
        undated: 0,
    })
}

#[test]
fn standings_at_40_columns() {
    insta::assert_snapshot!(standings(&shown(&all()), None, Look::plain(40)), @r#"
player            games  won  lost   net
────────────────────────────────────────
Bob                   4    3     1  -100
Cid                   1    1     0   337
Ann                   3    1     2   205
Wolfgang Amadeus      1    0     1  -105
von und zu
Hohenstaufen
Dee                   1    0     1  -337

partners   games  won  lost   net  hands
────────────────────────────────────────
Ann & Cid      1    1     0   337      3
Bob & Dee      1    0     1  -337      3
"#);
}

#[test]
fn standings_at_100_columns_sorted_by_what_has_no_room() {
    insta::assert_snapshot!(standings(&shown(&all()), Some(Figure::WonWithDeal), Look::plain(100)), @r#"
                                                                                                 won
                                                                                                with
                                                                  hands        points   points   the
player                             games  won  lost   net  hands    won  gins     for  against  deal
────────────────────────────────────────────────────────────────────────────────────────────────────
Bob                                    4    3     1  -100     11      5     3     262      302     2
Cid                                    1    1     0   337      3      1     1      75       56     0
Ann                                    3    1     2   205     10      6     3     325      101     2
Wolfgang Amadeus von und zu            1    0     1  -105      1      0     0       0      105     0
Hohenstaufen
Dee                                    1    0     1  -337      3      0     0       0       98     0

                                                                                               won
                                                                                points        with
                                          hands                points   points  a hand   gin   the
partners   games  won  lost   net  hands    won  knocks  gins     for  against     won  rate  deal
──────────────────────────────────────────────────────────────────────────────────────────────────
Ann & Cid      1    1     0   337      3      2       1     3     245       33   122.5  50 %     0
Bob & Dee      1    0     1  -337      3      1       0     1      33      245    33.0  17 %     0
"#);
}

#[test]
fn standings_for_a_spreadsheet() {
    insta::assert_snapshot!(standings_csv(&shown(&all())), @r#"
kind,name,games,won,lost,tied,net,hands,hands_won,knocks,gins,big_gins,undercuts,undercut_against,dead,points_for,points_against,points_per_hand_won,knocking_deadwood,caught_deadwood,undercut_rate,undercut_against_rate,gin_rate,hands_per_game,hands_with_deal,won_with_deal,hands_without_deal,won_without_deal,longest_streak,biggest_hand,biggest_comeback,first,last
player,Bob,4,3,1,0,-100,11,5,1,3,0,1,0,1,262,302,52.4,3.0,40.0,0.5,0.0,0.2727,2.75,2,2,3,1,2,105,38,2011-05-01,2026-11-20
player,Cid,1,1,0,0,337,3,1,0,1,0,0,0,1,75,56,75.0,,31.0,,,0.3333,3.0,0,0,0,0,1,75,33,2024-02-29,2024-02-29
player,Ann,3,1,2,0,205,10,6,2,3,1,0,1,1,325,101,54.1667,5.3333,25.5,0.0,0.3333,0.4,3.3333,3,2,2,0,1,85,33,2011-05-01,2026-11-20
player,Wolfgang Amadeus von und zu Hohenstaufen,1,0,1,0,-105,1,0,0,0,0,0,0,0,0,105,,,80.0,,,0.0,1.0,0,0,0,0,0,,,2020-05-01,2020-05-01
player,Dee,1,0,1,0,-337,3,0,0,0,0,0,0,1,0,98,,,38.5,0.0,,0.0,3.0,0,0,0,0,0,,,2024-02-29,2024-02-29
partners,Ann & Cid,1,1,0,0,337,3,2,1,3,0,0,0,0,245,33,122.5,4.0,31.0,,0.0,0.5,3.0,0,0,0,0,1,160,33,2024-02-29,2024-02-29
partners,Bob & Dee,1,0,1,0,-337,3,1,0,1,0,0,0,0,33,245,33.0,,49.25,0.0,,0.1667,3.0,0,0,0,0,0,33,,2024-02-29,2024-02-29
"#);
}

#[test]
fn versus_at_40_columns() {
    insta::assert_snapshot!(compared(|shown| versus(shown, Look::plain(40))), @r#"
Ann leads Bob 539 to 334 over 3 games
  since 2011-05-01: 1 won, 2 lost

                         Ann   Bob
──────────────────────────────────
games                      3     3
games won                  1     2
games lost                 2     1
net                      205  -205
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
hands with the deal        3     2
won with the deal          2     2
hands without the deal     2     3
won without the deal       0     1
longest streak             1     1
biggest hand              85    56
biggest comeback          33    38

the lead changed once
first met 2011-05-01, last 2026-11-20
on this day: 2011-05-01, Bob won game 1,
  net 132

                           lead
                          after
game        date   net       it
───────────────────────────────
1     2011-05-01  -132  Bob 132
3     2024-02-29   337  Ann 205
4     2026-11-20     0  Ann 205
"#);
}

#[test]
fn versus_for_programs() {
    insta::assert_snapshot!(compared(versus_plain), @r#"
player	Ann	3	1	2	0	205	10	6	2	3	1	0	1	1	325	101	54.1667	5.3333	25.5	0.0	0.3333	0.4	3.3333	3	2	2	0	1	85	33	2011-05-01	2026-11-20
player	Bob	3	2	1	0	-205	10	4	1	2	0	1	0	1	157	302	39.25	3.0	40.0	0.5	0.0	0.2	3.3333	2	2	3	1	1	56	38	2011-05-01	2026-11-20
ledger	3	539	334	1
game	1	2011-05-01	Bob	-132	-132	
game	3	2024-02-29	Ann	337	205	lead
game	4	2026-11-20	Bob	0	205
"#);
    insta::assert_snapshot!(compared(versus_csv), @r#"
game,date,winner,net,cumulative,lead
1,2011-05-01,Bob,-132,-132,
3,2024-02-29,Ann,337,205,lead
4,2026-11-20,Bob,0,205,
"#);
}

#[test]
fn no_report_is_too_wide() {
    let standings_of_all = all();
    let shown = shown(&standings_of_all);
    for columns in [40, 41, 47, 60, 80, 100, 133, 200] {
        let look = Look::plain(columns);
        let sorted = Figure::ALL.iter().map(|figure| standings(&shown, Some(*figure), look));
        let texts: Vec<String> = sorted.chain([compared(|shown| versus(shown, look))]).collect();
        for text in texts {
            let widest = text.lines().map(width).max().unwrap_or(0);
            assert!(widest <= columns, "{widest} of {columns}\n{text}");
        }
    }
}

#[test]
fn the_figure_that_sorts_the_lines_is_always_shown() {
    let standings_of_all = all();
    for figure in Figure::ALL {
        let text = standings(&shown(&standings_of_all), Some(*figure), Look::plain(40));
        for word in figure.heading().split(' ') {
            assert!(text.contains(word), "{word}\n{text}");
        }
    }
}

#[test]
fn ten_thousand_players_fit_in_one_table() {
    let line = Line { won: 1_000_000, net: ginpad_core::points::Points(-123_456_789), ..Line::default() };
    let names: Vec<Name> = (0..10_000).map(|number| Name::read(&format!("Player number {number}")).unwrap()).collect();
    let players = names.iter().map(|name| (name, &line)).collect();
    let shown = StandingsShown { players, ..StandingsShown::default() };
    let text = standings(&shown, None, Look::plain(40));
    assert!(text.lines().count() >= 10_000);
    assert!(text.lines().all(|line| width(line) <= 40));
    assert_eq!(json::value(&json::standings(&shown))["players"].as_array().unwrap().len(), 10_000);
}
