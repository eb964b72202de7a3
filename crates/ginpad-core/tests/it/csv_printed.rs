//! Spreadsheets made from games, and any text: read as they were written, or refused.

use crate::csv::{Way, read, read_as, rows};
use chrono::{DateTime, Offset, Utc};
use ginpad_core::notation::{DateOrder, LocalTime, print_games, read_games};
use ginpad_core::{BySide, Closing, Game, Name, Players, Points, Side, Totals};
use proptest::prelude::*;

/// A name that may need quotes in a table, in a side, or both.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[A-Z][a-z]{1,6}", "[A-Z][a-z]{0,3} [;,'\"&+=@#-][a-zé]{1,4}"].prop_map(|name| name.trim().to_string())
}

/// A side as a table has it: names with a special character in quotes.
fn side_cell(names: &[Name]) -> String {
    let special = |char: char| "\"“”,&+#:=\\/;".contains(char);
    let one = |name: &Name| match name.as_str() {
        plain if !plain.contains(special) => plain.to_string(),
        name => format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    names.iter().map(one).collect::<Vec<_>>().join(" & ")
}

proptest! {
    #[test]
    fn old_games_are_read_as_they_were_written(
        games in proptest::collection::vec(
            (proptest::collection::btree_set(name(), 2..=2), 0..2000_i64, 0..2000_i64, 0..5_u8, 1..28_u32), 1..8
        ),
        way in proptest::sample::select(Way::all()),
    ) {
        let mut table = rows(&[&["date", "side 1", "side 2", "total 1", "total 2", "winner", "status"]]);
        let mut expected = Vec::new();
        for (names, first, second, kind, day) in games {
            let names: Option<Vec<Name>> = names.iter().map(|name| Name::read(name).ok()).collect();
            let Some(Ok(players)) = names.map(|mut names| {
                let second = names.split_off(1);
                Players::new(BySide::new(names, second))
            }) else { continue };
            let side = |side| side_cell(players.of(side));
            let points = BySide::new(Points(first), Points(second));
            let (winner, status, closing, totals) = match kind {
                0 => (side(Side::First), String::new(), None, Totals { points, winner: Some(Side::First) }),
                1 => (String::new(), "unfinished".into(), Some(Closing::Unfinished), Totals::new(points)),
                2 => {
                    let closing = Some(Closing::Forfeit(Side::Second));
                    (String::new(), format!("forfeit {}", side(Side::Second)), closing, Totals::new(points))
                }
                _ => (String::new(), String::new(), None, Totals::new(points)),
            };
            table.push(vec![
                format!("{day}.5.2011"), side(Side::First), side(Side::Second), first.to_string(), second.to_string(),
                winner, status,
            ]);
            let head = format!("date: 2011-05-{day:02}\nsides: {}, {}\n", side(Side::First), side(Side::Second));
            let utc = |_| Utc.fix();
            let local = LocalTime { now: DateTime::UNIX_EPOCH.into(), offset_at: &utc };
            let game = read_games(&head, local).unwrap().remove(0);
            expected.push(Game { totals: Some(totals), closing, ..game });
        }
        prop_assume!(!expected.is_empty());
        let written = way.write(&table);
        let read = read(&written).map_err(|faults| TestCaseError::fail(format!("{written}\n{faults}")))?;
        prop_assert_eq!(read.games, expected);
    }

    #[test]
    fn no_text_breaks_the_reader(text in "(side 1,side 2,(total 1,total 2|entry|who,how,points)\n)?[-A-Za-z0-9,;\"'\n\r\t =./:#&+é\u{feff}\u{0}]{0,200}") {
        for read in [read(&text), read_as(&text, &["A=B"], Some(DateOrder::DayFirst))].into_iter().flatten() {
            let utc = |_| Utc.fix();
            let local = LocalTime { now: DateTime::UNIX_EPOCH.into(), offset_at: &utc };
            let printed = print_games(&read.games);
            let again = read_games(&printed, local);
            prop_assert_eq!(again.as_ref(), Ok(&read.games), "{}", printed);
        }
    }
}
