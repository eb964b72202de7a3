//! Games of which the tests make reports.

use ginpad_core::hand::Moment;
use ginpad_core::notation::{LocalTime, read_games};
use ginpad_core::reports::ReportedGame;

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

/// The games, numbered from 1.
pub(super) fn numbered(mut visit: impl FnMut(ReportedGame<'_>)) {
    let now = Moment::from(chrono::DateTime::UNIX_EPOCH);
    let local = LocalTime { now, offset_at: &|_| *Moment::default().offset() };
    for (number, game) in (1..).zip(read_games(GAMES, local).unwrap()) {
        visit(ReportedGame { id: Default::default(), number, scored: &game.scored() });
    }
}
