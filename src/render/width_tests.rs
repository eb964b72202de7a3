//! No rendering for people exceeds its width.

use std::rc::Rc;

use proptest::prelude::*;

use super::samples::{explained, printed, sheet};
use super::{Beside, Canvas, Colour, HandLine, Place, explain_hand, explain_settlement, score_board, standing};
use ginpad_core::notation::read_one;
use ginpad_core::text::width;
use ginpad_core::{
    Count, DeadHand, Game, GameHand, LoggedHand, LoggedResult, Outcome, Played, Preset, ScoredGame, Seat, Side, Table,
    Upcard,
};

const NAMES: [&str; 8] = [
    "Ann",
    "Bob",
    "Alexandra the Great",
    "日本語の名前の長い人",
    "Wolfgang Amadeus von und zu Hohenstaufen",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "👩‍👩‍👧‍👦 ☺️",
    "Zoë",
];

/// Knobs that make numbers and labels long.
const KNOBS: [&str; 5] = [
    "",
    ", target=100000, line_bonus=1000, game_bonus=1000, gin_bonus=1000, gin_boxes=10",
    ", format=hollywood, columns=12, column_multipliers=1/2/3/4/5/6/7/8/9/10/10/10",
    ", target=10, shutout=double-total, line_timing=immediate, line_bonus=20",
    ", target=20, format=best-of, best_of=99",
];

fn a_header() -> impl Strategy<Value = String> {
    let for_two = Preset::all().filter(|preset| preset.rules.table == Table::Two);
    let presets: Vec<&str> = for_two.map(|preset| preset.name.as_str()).collect();
    let names = Just(NAMES.to_vec()).prop_shuffle();
    let title = prop::sample::select(vec![
        "",
        "title: Friday night",
        "title: 金曜日の夜、長い長い長い題名の付いた対局、長い長い長い題名の付いた対局",
    ]);
    (prop::sample::select(presets), prop::sample::select(KNOBS.to_vec()), names, 1..=4_usize, title).prop_map(
        |(preset, knobs, names, a_side, title)| {
            let sides = [names[..a_side].join(" & "), names[a_side..2 * a_side].join(" & ")];
            let (first, second) = (&sides[0], &sides[1]);
            format!(
                "{title}\ndate: 2026-11-20 19:30\nrules: {preset}{knobs}\nsides: {first}, {second}\ndealer: {}\n",
                names[0]
            )
        },
    )
}

/// A table at which each plays alone.
fn a_larger_header() -> impl Strategy<Value = String> {
    let names = Just(NAMES.to_vec()).prop_shuffle();
    let tables =
        prop::sample::select(vec![("cutthroat", 3), ("round-table", 3), ("round-table", 4), ("round-table", 6)]);
    // Six numbers of more than four characters do not fit in 40 columns.
    (tables, prop::sample::select(KNOBS[..2].to_vec()), names).prop_map(|((preset, sides), knobs, names)| {
        let knobs = if sides == 3 { knobs } else { "" };
        format!("date: 2026-11-20 19:30\nrules: {preset}{knobs}\nsides: {}\n", names[..sides].join(", "))
    })
}

fn a_result() -> impl Strategy<Value = (usize, bool, u8, u8)> {
    (0..6_usize, any::<bool>(), 1..=10_u8, 0..=98_u8)
}

/// The most results in a hand.
fn most(game: &Game) -> usize {
    match game.rules.rules.table {
        Table::RoundTable => game.players.sides() - 1,
        _ => game.players.pairs(),
    }
}

fn results(drawn: &[(usize, bool, u8, u8)], game: &Game) -> Vec<LoggedResult> {
    let is_round = game.rules.rules.table == Table::RoundTable;
    let result = |(place, (kind, first, own, other)): (usize, &(usize, bool, u8, u8))| {
        let side = if *first { Side::First } else { Side::Second };
        // At a round table one player ends the hand in one way.
        let (by, kind) =
            if is_round { (Seat::new(Side::First, 0), &drawn[0].0) } else { (Seat::new(side, place), kind) };
        let (own, other) = (Count::from(*own), Count::from(*other));
        match kind {
            0 | 1 => LoggedResult::Ended { by, how: Outcome::Knock, own, other },
            2 => LoggedResult::Ended { by, how: Outcome::Gin, own: Count::NOTHING, other },
            3 => LoggedResult::Ended { by, how: Outcome::BigGin, own: Count::NOTHING, other },
            4 => LoggedResult::Ended { by, how: Outcome::Undercut, own: Count::from(0), other: own },
            _ => LoggedResult::Points { by, points: if game.players.sides() > 4 { 100 } else { 1000 } },
        }
    };
    drawn.iter().cycle().take(most(game)).enumerate().map(result).collect()
}

fn a_game() -> impl Strategy<Value = ScoredGame> {
    let hand = (any::<bool>(), proptest::collection::vec(a_result(), 4), prop::sample::select(vec!["TS", "AH", "7S"]));
    let header = prop_oneof![3 => a_header(), 2 => a_larger_header()];
    (header, proptest::collection::vec(hand, 0..24)).prop_map(|(header, hands)| {
        let mut game: Game = read_one(header.trim_start()).unwrap_or_else(|faults| panic!("{header}{faults}"));
        for (dead, drawn, upcard) in hands {
            let played = if dead && drawn[0].1 {
                Played::Dead(DeadHand::Stock)
            } else {
                Played::Results(results(&drawn, &game))
            };
            let two = [Seat::new(Side::First, 0), Seat::new(Side::Second, 0)];
            let between = (game.rules.rules.table == Table::Cutthroat).then_some(two);
            let hand = LoggedHand { played, between, upcard: Upcard::read(upcard).ok(), note: None, at: None };
            game.hands.extend(game.accept(hand).map(GameHand::from));
        }
        game.scored()
    })
}

/// A line without its styles.
fn unstyled(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_too_wide(game in a_game(), wide in 40..=200_usize) {
        let plain = Canvas::plain(wide);
        let mut texts = vec![sheet(&game, Some(1234), plain), explained(&explain_settlement(&game), plain)];
        for hand in 0..game.game.hands.len() {
            texts.push(explained(&explain_hand(&game, hand), plain));
            for beside in [Beside::Now, Beside::ItsOwnTime] {
                texts.push(printed(HandLine { game: Rc::new(game.clone()), hand, beside }.text(plain), plain));
            }
        }
        for line in texts.iter().flat_map(|text| text.lines()) {
            prop_assert!(width(line) <= wide, "{} > {wide}: {line}\n{}", width(line), texts[0]);
            prop_assert_eq!(line, line.trim_end());
        }
        let styled = Canvas { colour: Colour::Styled, ..Canvas::plain(wide) };
        let trimmed: Vec<String> = unstyled(&sheet(&game, Some(1234), styled)).lines().map(|line| line.trim_end().to_string()).collect();
        prop_assert_eq!(trimmed.join("\n") + "\n", texts[0].clone(), "styles change nothing else");
        prop_assert!(!standing(&game).is_empty());
    }

    #[test]
    fn a_board_fits_its_window(
        game in a_game(),
        wide in 40..=200_usize,
        rows in prop::option::of(1..50_usize),
    ) {
        let canvas = Canvas { rows, ..Canvas::plain(wide) };
        let text = printed(score_board(&game, Place::from(Some(1234)), None, canvas), canvas);
        for line in text.lines() {
            prop_assert!(width(line) <= wide, "{} > {wide}: {line}\n{text}", width(line));
            prop_assert_eq!(line, line.trim_end());
        }
        prop_assert!(text.lines().count() <= rows.unwrap_or(usize::MAX), "{rows:?}\n{text}");
    }
}
