//! The names of the sides over their numbers, cut to fit.

use ginpad_core::players::{Name, Players};
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{cut, fold, printable, width, wrap};

/// The most lines that the name of one player takes.
const LINES: usize = 3;
/// With less room than this, letters are worth more than a `&`.
const TIGHT: usize = 6;

/// The lines of the name of each side, none wider than `room`: the side on one line if it fits, else a line for each
/// player. The name of a single player can take several lines. Where cutting makes both sides look the same, the start that
/// they share is left out.
pub(in crate::render) fn side_headings(all: &Players, room: usize) -> BySide<Vec<String>> {
    let lines = BySide::from_fn(|side| heading(all, side, room));
    let [one, other] = Side::BOTH.map(|side| lines[side].iter().map(|name| fold(name)));
    if !one.eq(other) {
        return lines;
    }
    let names = BySide::from_fn(|side| printable(&all.side_name(side)));
    let pairs = names[Side::First].chars().zip(names[Side::Second].chars());
    let shared = pairs.take_while(|(one, other)| one.to_lowercase().eq(other.to_lowercase())).count();
    names.map(|name| vec![cut(&format!("…{}", name.chars().skip(shared).collect::<String>()), room)])
}

fn heading(all: &Players, side: Side, room: usize) -> Vec<String> {
    let whole = printable(&all.side_name(side));
    let players = all.of(side);
    let is_in_words = players.len() == 1 && whole.split_whitespace().all(|word| width(word) <= room);
    let in_words = if is_in_words { wrap(&whole, room) } else { Vec::new() };
    match in_words.len() {
        _ if width(&whole) <= room => vec![whole.clone()],
        1..=LINES => in_words,
        _ => {
            let line = |(at, name): (usize, &Name)| {
                let joiner = if at + 1 < players.len() && room >= TIGHT { " &" } else { "" };
                cut(&printable(name.as_str()), room.saturating_sub(width(joiner))) + joiner
            };
            players.iter().enumerate().map(line).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::render::samples::scored;

    fn of(sides: &str, room: usize) -> [Vec<String>; 2] {
        let headings = side_headings(&scored(&format!("sides: {sides}\n")).game.players, room);
        Side::BOTH.map(|side| headings[side].clone())
    }

    #[test]
    fn names_are_cut_and_told_apart() {
        assert_eq!(of("Ann, Bob", 4), [["Ann"], ["Bob"]]);
        assert_eq!(of("Wolfgang, Donald", 7), [["Wolfga…"], ["Donald"]]);
        assert_eq!(of("Alexandra, Alexander", 4), [["…ra"], ["…er"]]);
        assert_eq!(of("Mary Ann, Bob", 5), [vec!["Mary", "Ann"], vec!["Bob"]]);
    }

    proptest! {
        #[test]
        fn headings_fit_and_differ(
            names in proptest::collection::hash_set("[abé]{1,3}[abc日]{1,9}", 2..3), room in 4..12_usize
        ) {
            let names: Vec<String> = names.into_iter().map(|name| format!("\"{}\"", name.trim())).collect();
            prop_assume!(fold(&names[0]) != fold(&names[1]));
            let [one, other] = of(&names.join(", "), room);
            prop_assert!(one.iter().chain(&other).all(|text| width(text) <= room), "{one:?} {other:?}");
            prop_assert_ne!(one, other);
        }
    }
}
