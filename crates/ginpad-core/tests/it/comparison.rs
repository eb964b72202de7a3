//! A game under other rules: as if it had been written under them, and with the knobs that make the difference.

use std::fs;

use ginpad_core::comparison::{Comparison, Effect, HandChange, ScoreParts};
use ginpad_core::notation::read_one;
use ginpad_core::{EntryAt, Knob, Preset, ScoredGame, Side, Table, TableRules};
use proptest::prelude::*;

use crate::support::games::{NOT_SAID, RandomGame, as_game, knobs, plain_game, table_rules};
use crate::support::knobs::Knobs;
use crate::support::naive::{Beside, Hand, Pair, Sheet, knock_limit, most_deadwood};
use crate::support::vectors::data;

fn compared(sheet: &str, rules: &str) -> Comparison {
    let game = read_one(sheet).unwrap_or_else(|faults| panic!("{sheet}{faults}"));
    Comparison::new(game.scored(), TableRules::read(rules).unwrap()).unwrap()
}

/// The hands that differ, counted from 1, each with the names of the knobs behind it.
fn differences(comparison: &Comparison) -> Vec<(usize, HandChange, Vec<&'static str>)> {
    let names = |knobs: &[Knob]| knobs.iter().map(|knob| knob.name()).collect();
    comparison.hands.iter().map(|one| (one.hand + 1, one.change, names(&one.knobs))).collect()
}

/// What a knob changes.
fn effect(comparison: &Comparison, knob: &str) -> Effect {
    let found = comparison.knobs.iter().find(|difference| difference.knob.name() == knob);
    found.unwrap_or_else(|| panic!("{knob} does not differ")).effect.clone()
}

const EVENING: &str = "\
sides: Ann, Bob
dealer: Ann

ann knock 4 27
bob gin 31
ann big-gin 40
bob undercut 4 8
bob undercut 8 8
ann knock 3 20 up 7S
";

#[test]
fn each_difference_names_its_knobs() {
    let classic = compared(EVENING, "classic");
    assert_eq!(
        differences(&classic),
        [
            (2, HandChange::Price, vec!["gin_bonus"]),
            (3, HandChange::Refused, vec!["big_gin_bonus"]),
            (4, HandChange::Price, vec!["undercut_bonus"]),
            (5, HandChange::Price, vec!["undercut_bonus"]),
        ]
    );
    assert_eq!(effect(&classic, "undercut_bonus"), Effect::Hands(vec![3, 4]));
    assert_eq!(effect(&classic, "line_bonus"), Effect::Sheet);
    assert_eq!(effect(&classic, "dealer"), Effect::Deal);
    assert_eq!(effect(&classic, "shutout"), Effect::Nothing);
    assert_eq!(classic.only_one_counts(), [vec![], vec![5]]);

    let spades = compared(EVENING, "standard, target=250, spades_double=points");
    assert_eq!(differences(&spades), [(6, HandChange::Price, vec!["spades_double"])]);
    assert_eq!(effect(&spades, "target"), Effect::Sheet);
    let back = Comparison::new(spades.other, TableRules::read("standard").unwrap()).unwrap();
    assert_eq!(back.only_one_counts(), [vec![5], vec![]]);
}

#[test]
fn a_tie_that_was_called_an_undercut_is_a_tie_under_other_rules() {
    let simple = compared(EVENING, "simple");
    assert_eq!(differences(&simple)[1], (5, HandChange::Price, vec!["undercut_bonus", "undercut_tie"]));
    let tie = &simple.other.tally.hands[4].priced;
    assert_eq!((tie.winner, tie.points.0), (Some(Side::First), 0), "the knocker wins it");
    let void = compared(EVENING, "standard, undercut_tie=void");
    assert_eq!(void.other.tally.hands[4].priced.winner, None);
}

#[test]
fn the_cards_are_laid_off_by_the_rules_that_score_them() {
    // The defender's five of spades and five of clubs go on the fours to sixes only where gin may be laid off on.
    let sheet = "sides: Ann, Bob\n\nann gin 234s678h9tjdqd 5sasqskhjs9c7c3c2d4d\n";
    let Ok(game) = read_one(sheet) else { panic!("{}", read_one(sheet).unwrap_err()) };
    let layoff = Comparison::new(game.scored(), TableRules::read("standard, layoff_on_gin=true").unwrap()).unwrap();
    assert_eq!(differences(&layoff), [(1, HandChange::Price, vec!["layoff_on_gin"])]);
    let points = |game: &ScoredGame| game.tally.hands[0].priced.points.0;
    assert!(points(&layoff.other) < points(&layoff.played));
}

#[test]
fn a_format_brings_its_own_knobs() {
    let hollywood = compared(EVENING, "hollywood");
    let knobs: Vec<&str> = hollywood.knobs.iter().map(|difference| difference.knob.name()).collect();
    assert_eq!(knobs, ["sweep_bonus", "format", "columns", "column_multipliers"]);
    assert!(hollywood.knobs.iter().all(|difference| difference.effect == Effect::Sheet));
    assert!(hollywood.hands.is_empty());
    let same = compared(EVENING, "standard");
    assert_eq!((same.hands.len(), same.knobs.len()), (0, 0));
    assert_eq!(same.played.tally, same.other.tally);
}

#[test]
fn totals_cannot_be_scored_again() {
    let game = read_one("sides: Ann, Bob\ntotals: 210, 95\n").unwrap_or_else(|faults| panic!("{faults}"));
    assert!(Comparison::new(game.scored(), TableRules::of(Preset::standard())).is_err());
}

/// An example with other rules in its header, without the entries that these refuse; and the places of the others.
/// Ties that are called undercuts are written as knocks.
fn rewritten(sheet: &str, preset: &str) -> (String, Vec<usize>) {
    let lines = sheet.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let is_header = |line: &&str| line.split_whitespace().next().is_some_and(|word| word.ends_with(':'));
    let (header, entries): (Vec<&str>, Vec<&str>) = lines.partition(is_header);
    let header: Vec<&str> = header.into_iter().filter(|line| !line.starts_with("rules:")).collect();
    let mut text = format!("rules: {preset}\n{}\n", header.join("\n"));
    let mut kept = Vec::new();
    let mut accepted = Vec::new();
    let mut at = 0;
    for entry in &entries {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let tie = match words.as_slice() {
            [who, "undercut", own, other, rest @ ..] if own == other => {
                let knocker = if who.eq_ignore_ascii_case("ann") { "bob" } else { "ann" };
                Some(format!("{knocker} knock {own} {other} {}", rest.join(" ")))
            }
            _ => None,
        };
        let entry = tie.unwrap_or_else(|| (*entry).to_string());
        if read_one(&format!("{text}\n{entry}\n")).is_ok() {
            if !entry.contains(" adjust ") {
                kept.push(at);
            }
            accepted.push(entry.clone());
        }
        at += usize::from(!entry.contains(" adjust "));
    }
    text += &format!("\n{}\n", accepted.join("\n"));
    (text, kept)
}

/// An entry of a game of which some hands were left out, as the whole game counts it.
fn in_full(at: EntryAt, kept: &[usize]) -> EntryAt {
    match at {
        EntryAt::Hand(hand) => EntryAt::Hand(kept[hand]),
        adjustment => adjustment,
    }
}

#[test]
fn every_example_under_every_preset_scores_as_if_its_rules_line_were_changed() {
    let mut differing = 0;
    for path in fs::read_dir(data("examples")).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|kind| kind != "gin") {
            continue;
        }
        let (name, sheet) = (path.display(), fs::read_to_string(&path).unwrap());
        if read_one(&sheet).unwrap().rules.rules.table != Table::Two {
            continue;
        }
        for preset in Preset::all().filter(|preset| preset.rules.table == Table::Two) {
            let comparison = Comparison::new(read_one(&sheet).unwrap().scored(), TableRules::of(preset)).unwrap();
            let (text, kept) = rewritten(&sheet, &preset.name);
            let expected = read_one(&text).unwrap_or_else(|faults| panic!("{text}{faults}")).scored();
            let (what, found) = (format!("{name} as {}", preset.name), &comparison.other);
            assert_eq!(expected.tally.hands.len(), kept.len(), "{what}");
            for (hand, at) in expected.tally.hands.iter().zip(&kept) {
                let other = &found.tally.hands[*at];
                assert_eq!(other.columns(), hand.columns(), "{what}, hand {}", at + 1);
                assert_eq!((other.priced.points, other.priced.winner), (hand.priced.points, hand.priced.winner));
                assert_eq!((other.priced.boxes, &other.standing), (hand.priced.boxes, &hand.standing), "{what}");
            }
            let refused = found.tally.hands.iter().filter(|hand| !hand.refusals().is_empty()).count();
            assert_eq!(refused, found.tally.hands.len() - kept.len(), "{what}");
            assert_eq!(found.tally.game_score, expected.tally.game_score, "{what}");
            assert_eq!((found.status(), found.winner()), (expected.status(), expected.winner()), "{what}");
            let ended = expected.tally.ending.map(|ending| in_full(ending.by, &kept));
            assert_eq!(found.tally.ending.map(|ending| ending.by), ended, "{what}");
            assert_eq!(found.dealer(), expected.dealer(), "{what}");
            differing += usize::from(found.tally.game_score != comparison.played.tally.game_score);
        }
    }
    assert!(differing > 100, "only {differing} comparisons differ");
}

/// Whether rules refuse a hand that other rules accepted.
fn is_refused(knobs: &Knobs, hand: &Hand) -> bool {
    let (limit, most) = (knock_limit(knobs, hand.upcard), most_deadwood(knobs));
    hand.pairs.iter().any(|pair| match pair {
        Pair::Points { .. } | Pair::Dead | Pair::Misdeal => false,
        _ if knobs.oklahoma != "off" && hand.upcard.is_none() => true,
        _ if knobs.spades_double != "off" && matches!(hand.upcard, Some((_, NOT_SAID))) => true,
        Pair::Knock { own, other, .. } => *own > limit || *other > most,
        Pair::Undercut { other, .. } => *other > limit,
        Pair::BigGin { other, .. } => knobs.big_gin_bonus.is_none() || *other > most,
        Pair::Gin { other, .. } => *other > most,
    })
}

fn index(side: Option<Side>) -> Option<usize> {
    side.map(Side::index)
}

/// One of some rules' knobs as other rules have it.
fn with_one_knob(knobs: &Knobs, other: &Knobs, which: usize) -> Knobs {
    let mut one = knobs.clone();
    match which {
        0 => one.gin_bonus = other.gin_bonus,
        1 => one.undercut_tie = other.undercut_tie,
        2 => one.spades_double = other.spades_double,
        3 => one.knock_limit = other.knock_limit,
        4 => one.big_gin_bonus = other.big_gin_bonus,
        5 => one.gin_off_boxes = other.gin_off_boxes,
        6 => one.target = other.target,
        7 => one.shutout = other.shutout.clone(),
        _ => one.dealer = other.dealer,
    }
    one
}

const ONE_KNOB: [&str; 9] = [
    "gin_bonus",
    "undercut_tie",
    "spades_double",
    "knock_limit",
    "big_gin_bonus",
    "gin_off_boxes",
    "target",
    "shutout",
    "dealer",
];

fn compare(random: &RandomGame, knobs: &Knobs) -> Comparison {
    Comparison::new(as_game(random).scored(), table_rules(knobs)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_score_as_the_naive_scorer_says(random in plain_game(), other in knobs()) {
        let comparison = compare(&random, &other);
        let accepted: Vec<Hand> = random.hands.iter().filter(|hand| !is_refused(&other, hand)).cloned().collect();
        let naive = Sheet::of(&other, random.first_dealer, &accepted, &Beside::default());
        let found = &comparison.other.tally;
        let refused = found.hands.iter().filter(|hand| !hand.refusals().is_empty()).count();
        prop_assert_eq!(refused, random.hands.len() - accepted.len());
        prop_assert_eq!(found.game_score.map(|points| i128::from(points.0)).iter().copied().collect::<Vec<_>>(), naive.score);
        prop_assert_eq!((found.ending.is_some(), index(comparison.other.winner())), (naive.over, naive.winner));
        prop_assert_eq!(index(found.next_dealer), naive.dealer);
        for game in [&comparison.played, &comparison.other] {
            let parts = ScoreParts::of(game);
            prop_assert_eq!(parts.columns.totals() + parts.final_bonus, game.tally.game_score);
        }
    }

    #[test]
    fn every_difference_has_a_reason(random in plain_game(), other in knobs()) {
        let comparison = compare(&random, &other);
        for difference in &comparison.hands {
            prop_assert!(!difference.knobs.is_empty(), "hand {} differs for no reason", difference.hand);
        }
        let (one, two) = (&comparison.played.tally, &comparison.other.tally);
        let differ = one.game_score != two.game_score || one.ending != two.ending;
        let explained = comparison.knobs.iter().any(|knob| !matches!(knob.effect, Effect::Deal | Effect::Nothing));
        prop_assert!(explained || !differ, "the scores differ for no reason");
    }

    #[test]
    fn if_one_knob_differs_it_is_the_reason(random in plain_game(), other in knobs(), which in 0..ONE_KNOB.len()) {
        let comparison = compare(&random, &with_one_knob(&random.knobs, &other, which));
        let named: Vec<&str> = comparison.knobs.iter().map(|difference| difference.knob.name()).collect();
        prop_assert!(named.is_empty() || named == [ONE_KNOB[which]], "{:?}", named);
        for difference in &comparison.hands {
            prop_assert_eq!(difference.knobs.iter().map(|knob| knob.name()).collect::<Vec<_>>(), [ONE_KNOB[which]]);
        }
        let (one, two) = (&comparison.played.tally, &comparison.other.tally);
        let differ = one.columns != two.columns || one.ending != two.ending || one.next_dealer != two.next_dealer;
        let nothing = comparison.knobs.iter().all(|knob| knob.effect == Effect::Nothing);
        if comparison.hands.is_empty() {
            prop_assert_eq!(differ, !nothing);
        }
    }
}
