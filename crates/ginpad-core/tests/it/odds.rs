//! The odds, compared with naive code that shares nothing with them: it reads `prior.json` itself, prices hands with the
//! naive scorer, and tries every way a game may go on.

use std::collections::HashMap;

use ginpad_core::notation::read_one;
use ginpad_core::odds::{Odds, OwnHands};
use ginpad_core::text::Flaw;
use ginpad_core::{ScoredGame, Side};

use crate::support::knobs::Knobs;
use crate::support::naive::{self, Hand, Pair};

/// What a hand may bring, with its chance: winner, target points.
type Draws = Vec<(usize, i128, f64)>;

pub(crate) fn game(rules: &str, hands: &str) -> ScoredGame {
    read_one(&format!("rules: {rules}\nsides: Ann, Bob\n\n{hands}")).unwrap().scored()
}

pub(crate) fn rules(knobs: &Knobs) -> String {
    format!("standard, {}", knobs.settings().join(", "))
}

/// The odds of a game, with its own hands or without them.
pub(crate) fn odds(game: &ScoredGame, own: &[&ScoredGame]) -> Result<Odds, Flaw> {
    let mut hands = OwnHands::new(&game.game.players, &game.game.rules.rules);
    own.iter().for_each(|game| hands.add(game));
    Odds::of(game, &hands, &mut || {})
}

pub(crate) fn first(game: &ScoredGame, own: &[&ScoredGame]) -> f64 {
    odds(game, own).unwrap().win[Side::First]
}

#[test]
fn every_game_that_is_played_on_is_watched() {
    for (rules, games) in [("standard", 0), ("hollywood", Odds::MOST_GAMES)] {
        let (game, mut watched) = (game(rules, "ann gin 20\n"), 0);
        let own = OwnHands::new(&game.game.players, &game.game.rules.rules);
        let odds = Odds::of(&game, &own, &mut || watched += 1);
        assert_eq!((watched, odds), (games, Odds::of(&game, &own, &mut || {})), "{rules}");
    }
}

#[test]
fn the_table_between_equals_is_the_one_that_was_measured() {
    let measured = [
        (100, [(100, 50.0), (80, 39.7), (60, 28.9), (40, 18.4), (20, 9.3), (10, 5.9)]),
        (60, [(100, 71.1), (80, 61.6), (60, 50.0), (40, 36.6), (20, 22.1), (10, 15.9)]),
        (20, [(100, 90.7), (80, 85.6), (60, 77.9), (40, 66.4), (20, 50.0), (10, 41.7)]),
    ];
    let won =
        |side: &str, needs: i64| if needs == 100 { String::new() } else { format!("{side} points {}\n", 100 - needs) };
    for (row, columns) in measured {
        for (column, percent) in columns {
            let game = game("standard", &(won("ann", row) + &won("bob", column)));
            let chance = 100.0 * first(&game, &[]);
            assert!((chance - percent).abs() < 0.5, "{row} against {column}: {chance}, not {percent}");
        }
    }
}

/// Every hand of the file for this limit, with its count. Undercuts and ties are knocks there.
fn hands_of_the_file(limit: &str, knobs: &Knobs) -> Vec<(Pair, f64)> {
    let file = include_str!("../../src/odds/prior.json");
    let file: serde_json::Value = serde_json::from_str(file).unwrap();
    let counts = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|count| count.as_f64().unwrap()).collect()
    };
    let prior = &file[limit];
    let mut hands = Vec::new();
    for (own, others) in prior["knocker_by_defender"].as_array().unwrap().iter().enumerate() {
        for (other, count) in counts(others).into_iter().enumerate() {
            if own as i128 <= knobs.knock_limit {
                hands.push((Pair::Knock { side: 0, own: own as i128, other: other as i128 }, count));
            }
        }
    }
    for (other, count) in counts(&prior["gin_deadwood"]).into_iter().enumerate() {
        hands.push((Pair::Gin { side: 0, other: other as i128 }, count));
    }
    for (other, count) in counts(&prior["big_gin_deadwood"]).into_iter().enumerate() {
        let other = other as i128;
        let big = knobs.big_gin_bonus.is_some();
        hands.push((if big { Pair::BigGin { side: 0, other } } else { Pair::Gin { side: 0, other } }, count));
    }
    hands.retain(|(_, count)| *count > 0.0);
    hands
}

fn seen_by_the_target(knobs: &Knobs, price: &naive::Price) -> i128 {
    price.points + if knobs.line_timing == "immediate" { price.boxes * knobs.line_bonus } else { 0 }
}

/// The mix: 80 parts of the prior, half of it for each side, and one part for each own hand.
pub(crate) fn draws(knobs: &Knobs, own: &[Hand]) -> Draws {
    let limit = match (knobs.oklahoma, knobs.knock_limit) {
        (_, 0) => "0",
        ("off", 10) => "10",
        ("off", _) => "9",
        _ => "oklahoma",
    };
    let spades = if knobs.spades_double == "off" { 0.0 } else { 0.25 };
    let mut prior: Draws = Vec::new();
    for (pair, count) in hands_of_the_file(limit, knobs) {
        for (suit, share) in [('S', spades), ('H', 1.0 - spades)] {
            let price = naive::price(knobs, &Hand { pairs: vec![pair.clone()], upcard: Some((10, suit)) });
            if let Some(winner) = price.winner {
                let points = seen_by_the_target(knobs, &price);
                prior.push((winner, points, count * share));
                prior.push((1 - winner, points, count * share));
            }
        }
    }
    let all: f64 = prior.iter().map(|(_, _, count)| count).sum();
    let mut draws: Draws =
        prior.into_iter().map(|(winner, points, count)| (winner, points, 80.0 * count / all)).collect();
    for hand in own {
        let price = naive::price(knobs, hand);
        if let Some(winner) = price.winner {
            draws.push((winner, seen_by_the_target(knobs, &price), 1.0));
        }
    }
    let all: f64 = draws.iter().map(|(_, _, count)| count).sum();
    let mut merged: HashMap<(usize, i128), f64> = HashMap::new();
    draws.iter().for_each(|(winner, points, count)| *merged.entry((*winner, *points)).or_default() += count / all);
    merged.into_iter().map(|((winner, points), chance)| (winner, points, chance)).collect()
}

/// The first side's chance to be the first to score what it needs, by trying every hand.
fn naive_chance(draws: &Draws, needs: [i128; 2], known: &mut HashMap<[i128; 2], f64>) -> f64 {
    if needs[0] <= 0 || needs[1] <= 0 {
        return if needs[0] <= 0 { 1.0 } else { 0.0 };
    }
    if let Some(chance) = known.get(&needs) {
        return *chance;
    }
    let (mut sum, mut stays) = (0.0, 0.0);
    for (winner, points, chance) in draws {
        if *points == 0 {
            stays += chance;
            continue;
        }
        let mut left = needs;
        left[*winner] -= points;
        sum += chance * naive_chance(draws, left, known);
    }
    known.insert(needs, sum / (1.0 - stays));
    sum / (1.0 - stays)
}

/// Rules that differ in everything that changes what a hand brings.
fn many_rules() -> Vec<Knobs> {
    let base = || Knobs { target: 40, ..Knobs::base() };
    vec![
        base(),
        Knobs { knock_limit: 9, big_gin_bonus: None, knock_bonus: 15, undercut_bonus: 10, ..base() },
        Knobs { knock_limit: 4, undercut_tie: "no-bonus", ..base() },
        Knobs { knock_limit: 0, gin_bonus: 0, target: 60, ..base() },
        Knobs { undercut_tie: "knocker", gin_bonus: 20, big_gin_bonus: Some(50), ..base() },
        Knobs { undercut_tie: "void", spades_double: "points", ..base() },
        Knobs { oklahoma: "ace-gin", spades_double: "points-and-boxes", gin_boxes: 2, undercut_boxes: 1, ..base() },
        Knobs { oklahoma: "ace-one", knock_limit: 7, spades_double: "points", ..base() },
        Knobs { line_timing: "immediate", line_bonus: 10, gin_boxes: 2, gin_off_boxes: 3, target: 80, ..base() },
        Knobs { line_timing: "immediate", spades_double: "points-and-boxes", big_gin_boxes: 5, target: 90, ..base() },
    ]
}

#[test]
fn a_column_has_the_chance_that_naive_recursion_finds() {
    for knobs in many_rules() {
        let (draws, mut known) = (draws(&knobs, &[]), HashMap::new());
        for (ann, bob) in [(0, 0), (7, 0), (0, 23), (31, 12), (39, 1), (38, 39)] {
            let hands = [("ann", ann), ("bob", bob)].map(|(side, points)| match points {
                0 => String::new(),
                _ => format!("{side} points {points}\n"),
            });
            let game = game(&rules(&knobs), &hands.concat());
            let column = &game.tally.columns[0];
            let needs = [Side::First, Side::Second].map(|side| knobs.target - i128::from(column.points[side].0));
            let (found, naive) = (first(&game, &[]), naive_chance(&draws, needs, &mut known));
            assert!((found - naive).abs() < 1e-9, "{knobs:?} {needs:?}: {found}, not {naive}");
        }
    }
}

#[test]
fn own_hands_weigh_one_each_against_eighty_of_the_prior() {
    let entries = "ann knock 4 27\nbob knock 3 20\ndead\nann gin 40\nbob knock 8 5\nann knock 7 7\nbob points 18\nann big-gin 33\n";
    let hand = |pair| Hand { pairs: vec![pair], upcard: Some((10, 'H')) };
    let own = [
        hand(Pair::Knock { side: 0, own: 4, other: 27 }),
        hand(Pair::Knock { side: 1, own: 3, other: 20 }),
        hand(Pair::Gin { side: 0, other: 40 }),
        hand(Pair::Knock { side: 1, own: 8, other: 5 }),
        hand(Pair::Knock { side: 0, own: 7, other: 7 }),
        hand(Pair::Points { side: 1, points: 18 }),
        hand(Pair::BigGin { side: 0, other: 33 }),
    ];
    let earlier = game("standard, target=1000", entries);
    for knobs in many_rules() {
        if knobs.knock_limit < 8 || knobs.spades_double != "off" || knobs.big_gin_bonus.is_none() {
            continue;
        }
        let now = game(&rules(&knobs), "");
        let won = own.iter().filter(|hand| naive::price(&knobs, hand).winner.is_some()).count();
        let found = odds(&now, &[&earlier]).unwrap();
        let naive = naive_chance(&draws(&knobs, &own), [knobs.target; 2], &mut HashMap::new());
        assert_eq!(found.basis.unwrap().own_hands, won, "{knobs:?}");
        assert!((found.win[Side::First] - naive).abs() < 1e-9, "{knobs:?}: {found:?}, not {naive}");
    }
}

#[test]
fn a_best_of_has_the_chance_that_naive_recursion_finds() {
    fn naive(lacks: [usize; 2], here: f64, next: f64) -> f64 {
        match lacks {
            [0, _] => 1.0,
            [_, 0] => 0.0,
            [ann, bob] => here * naive([ann - 1, bob], next, next) + (1.0 - here) * naive([ann, bob - 1], next, next),
        }
    }
    let knobs = Knobs { target: 40, format: "best-of", best_of: 5, ..Knobs::base() };
    let (draws, mut known) = (draws(&knobs, &[]), HashMap::new());
    for (hands, lacks, needs) in [
        ("", [3, 3], [40, 40]),
        ("ann points 45\nbob points 10\n", [2, 3], [40, 30]),
        ("bob points 45\nbob points 45\nann points 39\n", [3, 1], [1, 40]),
        ("ann points 45\nann points 45\nbob points 45\nbob points 45\nbob points 9\n", [1, 1], [40, 31]),
    ] {
        let game = game(&rules(&knobs), hands);
        let (here, next) = (naive_chance(&draws, needs, &mut known), naive_chance(&draws, [40; 2], &mut known));
        let (found, naive) = (first(&game, &[]), naive(lacks, here, next));
        assert!((found - naive).abs() < 1e-9, "{hands}: {found}, not {naive}");
    }
}

#[test]
fn the_same_score_always_shows_the_same_odds() {
    let game = game("hollywood, target=60", "ann gin 20\nbob gin 4\n");
    assert_eq!(odds(&game, &[]), odds(&game, &[]));
}

#[test]
fn luck_favours_neither_side() {
    for rules in ["hollywood, target=40", "multi-match, target=40, game_target=200", "hollywood-club, target=60"] {
        let level = odds(&game(rules, ""), &[]).unwrap();
        assert_eq!(level.win[Side::First], level.win[Side::Second], "{rules}");
    }
}

#[test]
fn sides_that_sat_the_other_way_are_the_same_pair() {
    let now = game("standard", "");
    let hands = "ann gin 40\n".repeat(9);
    let same = game("standard, target=1000", &hands);
    let text = format!("rules: standard, target=1000\nsides: bob, ANN\n\n{hands}");
    let exchanged = read_one(&text).unwrap().scored();
    assert_eq!(odds(&now, &[&same]), odds(&now, &[&exchanged]));
    assert!(first(&now, &[&same]) > 0.55);
    let others = read_one("sides: Ann, Cid\n\nann gin 40\n").unwrap().scored();
    assert_eq!(odds(&now, &[&others]), odds(&now, &[]));
}

#[test]
fn what_says_nothing_about_the_next_hand_is_left_out() {
    let own = |rules: &str, hands: &str, now: &str| {
        odds(&game(now, ""), &[&game(rules, hands)]).unwrap().basis.unwrap().own_hands
    };
    assert_eq!(own("standard", "dead\nann knock 4 9\n", "standard"), 1, "a dead hand");
    assert_eq!(own("standard, target=20", "ann gin 9\nbob gin 9\n", "standard"), 1, "a hand beyond the end");
    assert_eq!(own("standard", "ann knock 10 30\n", "family"), 0, "a knock over the limit of these rules");
    assert_eq!(
        own("standard", "ann knock 4 4\n", "standard, undercut_tie=void"),
        0,
        "a hand that nobody would have won"
    );
    assert_eq!(own("standard", "bob undercut 4 4\n", "standard, undercut_tie=knocker"), 1, "a tie is judged anew");
    assert_eq!(own("straight", "ann gin 30\n", "standard"), 0, "straight gin is another game");
    assert_eq!(own("straight", "ann gin 30\n", "straight, gin_bonus=50"), 1);
    assert_eq!(own("oklahoma", "ann knock 2 30 up 3S\n", "standard"), 1);
    assert_eq!(own("standard", "ann big-gin 30\n", "family"), 1, "gin where big gin is not played");
    assert_eq!(own("standard", "ann knock 4 30\n", "oklahoma"), 1, "no upcard was noted");
}

#[test]
fn partners_need_forty_hands_of_their_own() {
    let sheet = |hands: usize| {
        let hands = "ann gin 20, cid gin 9\nbob gin 20, dee gin 9\n".repeat(hands / 2);
        read_one(&format!("rules: partners, target=100000\nsides: Ann & Cid, Bob & Dee\n\n{hands}")).unwrap().scored()
    };
    let now = read_one("rules: partners\nsides: Bob & Dee, Cid & Ann\n").unwrap().scored();
    let why = odds(&now, &[&sheet(38)]).unwrap_err().to_string();
    assert_eq!(why, "No odds yet: these sides have won 38 hands against each other, and partners need 40");
    let enough = odds(&now, &[&sheet(40)]).unwrap();
    assert!((enough.win[Side::First] - 0.5).abs() < 1e-12, "{enough:?}");
    assert_eq!(enough.basis.unwrap().model_error, None);
}

#[test]
fn a_game_that_is_over_is_decided() {
    let win = |text: &str| {
        odds(&read_one(text).unwrap().scored(), &[])
            .map(|odds| (odds.win[Side::First], odds.tie))
            .map_err(|why| why.to_string())
    };
    assert_eq!(win("rules: standard, target=20\nsides: Ann, Bob\n\nann gin 9\n"), Ok((1.0, 0.0)));
    assert_eq!(win("sides: Ann, Bob\nclosed: forfeit Ann\n\nann gin 9\n"), Ok((0.0, 0.0)));
    assert_eq!(
        win("sides: Ann, Bob\nclosed: unfinished\n\nann gin 9\n"),
        Err("No odds: the game was closed unfinished, and nobody wins it".into())
    );
    let tie = "rules: hollywood, columns=2, column_multipliers=1/1, shutout=none, target=20\nsides: Ann, Bob\n\n";
    assert_eq!(win(&format!("{tie}ann points 20\nbob points 20\n")), Ok((0.0, 1.0)));
}
