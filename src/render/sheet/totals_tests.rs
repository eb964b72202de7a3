//! Sheets of old games with only their totals.

use crate::render::samples::*;
use crate::render::{Canvas, Place, standing};

const IMPORTED: Place = Place { number: Some(3), imported: true };

#[test]
fn the_totals_stand_where_the_columns_would() {
    insta::assert_snapshot!(sheet(&scored(TOTALS), IMPORTED, Canvas::plain(40)), @r#"
Game 3 · From the notebook
hollywood · 2011-05-01 00:00 +00:00
  finished · imported

      │     Ann ┆     Bob
──────┼───────────────────
total │     300 ┆     325
net   │         ┆      25

Ann wins the game 300–325, net 25 to Bob
Only the totals of this game are known
"#);
}

#[test]
fn every_state_has_its_words() {
    let stands = |lines: &str| standing(&scored(&format!("sides: Ann, Bob\n{lines}\n")));
    for (lines, words) in [
        ("totals: 330, 48", "won by Ann 330–48"),
        ("totals: 300, 325, Ann", "won by Ann 300–325"),
        ("totals: 90, 90", "tied at 90–90"),
        ("totals: 90, 80\nclosed: unfinished", "closed unfinished at 90–80"),
        ("totals: 90, 80\nclosed: forfeit Ann", "forfeited by Ann"),
        ("rules: multi-match\ntotals: 600, 80", "won by Ann 600–80"),
        ("rules: tournament\ntotals: 600, 80", "won by Ann 600–80"),
        ("rules: hollywood\ntotals: 80, 600", "won by Bob 600–80"),
    ] {
        assert_eq!(stands(lines), words, "{lines}");
    }
}
