//! Whole reports, and a test that none is too wide.

use super::*;
use crate::render::Look;
use ginpad_core::notation::read_games;
use ginpad_core::players::Name;
use ginpad_core::reports::{ReportedGame, Versus};
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
hands with the deal        2     3
won with the deal          1     2
hands without the deal     3     2
won without the deal       1     1
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
player	Ann	3	1	2	0	205	10	6	2	3	1	0	1	1	325	101	54.1667	5.3333	25.5	0.0	0.3333	0.4	3.3333	2	1	3	1	1	85	33	2011-05-01	2026-11-20
player	Bob	3	2	1	0	-205	10	4	1	2	0	1	0	1	157	302	39.25	3.0	40.0	0.5	0.0	0.2	3.3333	3	2	2	1	1	56	38	2011-05-01	2026-11-20
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
    for columns in [40, 41, 47, 60, 80, 100, 133, 200] {
        let look = Look::plain(columns);
        let text = compared(|shown| versus(shown, look));
        let widest = text.lines().map(width).max().unwrap_or(0);
        assert!(widest <= columns, "{widest} of {columns}\n{text}");
    }
}
