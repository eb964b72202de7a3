//! The names of the sides over their numbers: cut to fit, and still different from each other.

use ginpad_core::players::Players;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{cut, fold, printable, split_at_width, width, wrap};

/// The most lines that the name of one player takes.
const LINES: usize = 3;
/// With less room than this, letters are worth more than a `&`.
const TIGHT: usize = 6;
/// With less room than this, a `…` would leave too few letters.
const LEAST: usize = 3;

/// The lines of the name of each side, none wider than `room`: the side on one line if it fits, else a line for each
/// player. The name of a single player can take several lines.
pub(in crate::render) fn side_headings(all: &Players, room: usize) -> BySide<Vec<String>> {
    let whole = BySide::from_fn(|side| printable(&all.side_name(side)));
    if whole.iter().all(|name| width(name) <= room) {
        return whole.map(|name| vec![name]);
    }
    let joiner = if room < TIGHT { "" } else { " &" };
    let players = BySide::from_fn(|side| {
        let players: Vec<String> = all.of(side).iter().map(|name| printable(name.as_str())).collect();
        players
    });
    let rooms = players.iter().flat_map(|players| {
        let last = players.len().saturating_sub(1);
        let room = move |at: usize| if at < last { room.saturating_sub(width(joiner)) } else { room };
        players.iter().enumerate().map(move |(at, name)| (name.as_str(), room(at)))
    });
    let mut short = distinct(&rooms.collect::<Vec<_>>());
    let second = short.split_off(players[Side::First].len());
    let short = BySide::new(short, second);
    BySide::from_fn(|side| {
        if width(&whole[side]) <= room {
            return vec![whole[side].clone()];
        }
        if let [only] = players[side].as_slice()
            && let Some(lines) = in_words(only, room)
        {
            return lines;
        }
        let last = short[side].len().saturating_sub(1);
        let line = |(at, name): (usize, &String)| if at < last { format!("{name}{joiner}") } else { name.clone() };
        short[side].iter().enumerate().map(line).collect()
    })
}

/// A name in a few lines, if no word has to be broken.
fn in_words(name: &str, room: usize) -> Option<Vec<String>> {
    let fits = name.split_whitespace().all(|word| width(word) <= room);
    fits.then(|| wrap(name, room)).filter(|lines| lines.len() <= LINES)
}

/// Names, each cut to its room. If cutting makes two of them look the same, they are cut in the middle, before the
/// first letter that differs. If that does not help either, they are numbered.
fn distinct(names: &[(&str, usize)]) -> Vec<String> {
    let mut short: Vec<String> = names.iter().map(|(name, room)| start(name, *room)).collect();
    let middle: Vec<(usize, String)> = clashes(&short)
        .filter(|(at, _)| width(names[*at].0) > names[*at].1)
        .map(|(at, others)| {
            let common = others.iter().map(|other| common(names[at].0, names[*other].0)).max().unwrap_or(0);
            (at, around(names[at].0, names[at].1, common))
        })
        .collect();
    for (at, name) in middle {
        short[at] = name;
    }
    let numbers: Vec<usize> = clashes(&short).map(|(at, _)| at).collect();
    for at in numbers {
        let (name, room) = names[at];
        let number = (at + 1).to_string();
        short[at] = bare(name, room.saturating_sub(width(&number))).to_string() + &number;
    }
    short
}

/// The texts that look the same as others, each with those others.
fn clashes(texts: &[String]) -> impl Iterator<Item = (usize, Vec<usize>)> {
    let folded: Vec<String> = texts.iter().map(|text| fold(text)).collect();
    let same = move |at: usize| {
        let others: Vec<usize> =
            (0..folded.len()).filter(|other| *other != at && folded[*other] == folded[at]).collect();
        (at, others)
    };
    (0..texts.len()).map(same).filter(|(_, others)| !others.is_empty())
}

/// The start of a name.
fn start(name: &str, room: usize) -> String {
    if room < LEAST { bare(name, room).to_string() } else { cut(name, room) }
}

/// The part of a name that fits, without a `…`.
fn bare(name: &str, room: usize) -> &str {
    let start = split_at_width(name, room).0;
    if width(start) <= room { start.trim_end() } else { "" }
}

/// How many characters two names share at their start, in any case.
fn common(name: &str, other: &str) -> usize {
    name.chars().zip(other.chars()).take_while(|(one, two)| one.to_lowercase().eq(two.to_lowercase())).count()
}

/// A name without its middle, so that the letters after its first `common` characters show: `A…ra`.
fn around(name: &str, room: usize, common: usize) -> String {
    let rest: String = name.chars().skip(common).collect();
    let tail = split_at_width(rest.trim_start(), if room < 4 { 1 } else { 2 }).0;
    let head = bare(name, room.saturating_sub(width(tail) + 1));
    let text = format!("{head}…{tail}");
    // An accent without its letter says nothing.
    let seen = tail.chars().next().is_some_and(|first| width(&first.to_string()) > 0);
    if seen && width(&text) <= room { text } else { start(name, room) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn apart<const N: usize>(names: [&str; N], room: usize) -> Vec<String> {
        distinct(&names.map(|name| (name, room)))
    }

    #[test]
    fn names_are_cut_and_told_apart() {
        assert_eq!(apart(["Ann", "Bob"], 4), ["Ann", "Bob"]);
        assert_eq!(apart(["Wolfgang", "Donald"], 4), ["Wol…", "Don…"]);
        assert_eq!(apart(["Wolfgang", "Donald"], 7), ["Wolfga…", "Donald"]);
        assert_eq!(apart(["Alexandra", "Alexander"], 4), ["A…ra", "A…er"]);
        assert_eq!(apart(["Alexandra", "Alexander"], 3), ["A…r", "A…e"]);
        assert_eq!(apart(["Alexandra", "Alexander"], 8), ["Alexa…ra", "Alexa…er"]);
        assert_eq!(apart(["Alexandra", "alexander", "Alexis"], 4), ["A…ra", "a…er", "A…is"]);
        assert_eq!(apart(["Ann", "Annabel"], 3), ["Ann", "An…"]);
        assert_eq!(apart(["Mary Ann", "Mary Beth"], 4), ["M…An", "M…Be"]);
        assert_eq!(apart(["日本語の名前", "日本語の題名"], 4), ["…名", "…題"]);
    }

    #[test]
    fn what_cannot_be_told_apart_by_letters_is_numbered() {
        assert_eq!(apart(["Annax", "Anna x y"], 3), ["An1", "An2"]);
    }

    proptest! {
        #[test]
        fn headings_fit_and_differ(
            names in proptest::collection::hash_set("[ab日é ]{0,3}[abc☺️日]{1,9}", 2..8), room in 3..12_usize
        ) {
            let names: Vec<(&str, usize)> = names.iter().map(|name| (name.as_str(), room)).collect();
            let short = distinct(&names);
            for text in &short {
                prop_assert!(width(text) <= room, "{text}");
            }
            let mut seen = short.clone();
            seen.sort();
            seen.dedup();
            prop_assert_eq!(seen.len(), names.len(), "{:?}", short);
        }
    }
}
