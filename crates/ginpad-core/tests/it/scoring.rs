//! The program's scorer, compared with the naive one on random rules and random hands.

use ginpad_core::{BySide, EntryAt, Outcome, Points, ScoredGame, Side};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::support::games::{RandomGame, as_game, game};
use crate::support::knobs::Knobs;
use crate::support::naive::{self, Beside, End, Hand, Pair, Sheet};

fn two<T: Copy, N>(pair: BySide<T>, number: impl Fn(T) -> N) -> [N; 2] {
    [number(pair[Side::First]), number(pair[Side::Second])]
}

fn points(pair: BySide<Points>) -> [i64; 2] {
    two(pair, |points| points.0)
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Knock => "knock",
        Outcome::Undercut => "undercut",
        Outcome::Gin => "gin",
        Outcome::BigGin => "big-gin",
        Outcome::Points => "points",
        Outcome::Dead => "dead",
    }
}

/// The program's sheet, with one line for each fact.
fn facts_of_program(scored: &ScoredGame) -> Vec<String> {
    let index = |side: Option<Side>| side.map(Side::index);
    let mut facts = Vec::new();
    for (at, hand) in scored.tally.hands.iter().enumerate() {
        let priced = &hand.priced;
        let outcome = priced.outcome.map_or("round", word);
        let (winner, worth, boxes) = (index(priced.winner), priced.points, priced.boxes);
        facts.push(format!("hand {at}: {outcome} {winner:?} {worth} points, {boxes} boxes"));
        if priced.awards.len() > 1 {
            for award in &priced.awards {
                let (winner, points) = (index(award.winner), award.points());
                facts.push(format!("  {} {winner:?} {points} and {}", word(award.outcome), award.extra()));
            }
        }
        facts.push(format!("  columns {:?}, counted {}", hand.columns(), hand.is_counted()));
    }
    facts.extend(scored.tally.adjustments.iter().map(|entered| format!("adjusted {:?}", entered.columns())));
    for (at, column) in scored.tally.columns.iter().enumerate() {
        facts.push(format!("column {at} × {}: {:?} seen", column.multiplier, points(column.points)));
        let (won, boxes) = (two(column.hands_won, |won| won), two(column.boxes, |boxes| boxes.0));
        facts.push(format!("  hand points {:?}, won {won:?}, boxes {boxes:?}", points(column.hand_points)));
        if let Some(settlement) = column.settlement {
            let (finisher, shutout) =
                (index(column.finisher()), column.close.as_ref().is_some_and(ginpad_core::sheet::Close::is_shutout));
            let entries: Vec<EntryAt> = scored.tally.entries().collect();
            let place = |by| entries.iter().position(|at| *at == by);
            let by = column.close.as_ref().map(|close| place(close.by).unwrap());
            facts.push(format!("  finished by {finisher:?} in entry {by:?}, shutout {shutout}"));
            let (added, game) = (points(settlement.shutout), points(settlement.game_bonus));
            let (lines, hands) = (points(settlement.line_bonus), points(settlement.hand_points));
            facts.push(format!("  settled {hands:?} + {added:?} + {game:?} + {lines:?}"));
            facts.push(format!("  totals {:?}, net {}", points(settlement.totals()), settlement.nets()[Side::First]));
        }
    }
    let (score, net) = (points(scored.tally.game_score), scored.tally.nets()[Side::First]);
    facts.push(format!("score {score:?}, net {net}, over {}", scored.tally.ending.is_some()));
    facts.push(format!("winner {:?}, dealer {:?}", index(scored.winner()), index(scored.dealer())));
    facts
}

/// The naive sheet, with one line for each fact.
fn facts_of_naive(sheet: &Sheet) -> Vec<String> {
    let mut facts = Vec::new();
    for (at, hand) in sheet.hands.iter().enumerate() {
        let naive::Price { outcome, winner, points, boxes, results } = &hand.price;
        facts.push(format!("hand {at}: {outcome} {winner:?} {points} points, {boxes} boxes"));
        if results.len() > 1 {
            for naive::Worth { outcome, winner, points, extra_boxes } in results {
                facts.push(format!("  {outcome} {winner:?} {points} and {extra_boxes}"));
            }
        }
        facts.push(format!("  columns {:?}, counted {}", hand.columns, hand.counted));
    }
    facts.extend(sheet.adjustments.iter().map(|columns| format!("adjusted {columns:?}")));
    for (at, column) in sheet.columns.iter().enumerate() {
        let (hands, won, boxes) = (column.hand_points, column.hands_won, column.boxes);
        facts.push(format!("column {at} × {}: {:?} seen", column.multiplier, column.points));
        facts.push(format!("  hand points {hands:?}, won {won:?}, boxes {boxes:?}"));
        if let (finisher, Some(settled)) = (column.finisher, &column.settlement) {
            let by = (!column.out_of_time).then_some(column.closed_by);
            facts.push(format!("  finished by {finisher:?} in entry {by:?}, shutout {}", column.shutout));
            let naive::Settled { shutout, game_bonus, line_bonus, totals, net } = settled;
            facts.push(format!("  settled {hands:?} + {shutout:?} + {game_bonus:?} + {line_bonus:?}"));
            facts.push(format!("  totals {totals:?}, net {net}"));
        }
    }
    facts.push(format!("score {:?}, net {}, over {}", sheet.score, sheet.net, sheet.over));
    facts.push(format!("winner {:?}, dealer {:?}", sheet.winner, sheet.dealer));
    facts
}

fn naive(game: &RandomGame) -> Sheet {
    Sheet::of(&game.knobs, game.first_dealer, &game.hands, &game.beside)
}

fn program(game: &RandomGame) -> ScoredGame {
    as_game(game).scored()
}

fn assert_same(game: &RandomGame) {
    assert_eq!(facts_of_program(&program(game)), facts_of_naive(&naive(game)));
}

proptest! {
    #![proptest_config(Config { cases: 200, failure_persistence: None, ..Config::default() })]

    #[test]
    fn the_program_scores_as_the_naive_scorer_does(game in game()) {
        prop_assert_eq!(facts_of_program(&program(&game)), facts_of_naive(&naive(&game)));
    }

    #[test]
    fn a_sheet_depends_on_nothing_that_comes_after(game in game(), cut in 0.0..1.0_f64) {
        let kept = (game.hands.len() as f64 * cut) as usize;
        let mut start = RandomGame { hands: game.hands[..kept].to_vec(), ..game.clone() };
        start.beside.adjustments.retain(|adjustment| adjustment.after <= kept);
        let (whole, start) = (program(&game).tally.hands, program(&start).tally.hands);
        prop_assert_eq!(&whole[..kept], &start[..]);
    }

    #[test]
    fn sides_exchanged_exchange_the_score(game in game()) {
        let mut mirror = game.clone();
        for pair in mirror.hands.iter_mut().flat_map(|hand| &mut hand.pairs) {
            match pair {
                Pair::Knock { side, .. } | Pair::Undercut { side, .. } | Pair::Gin { side, .. }
                | Pair::BigGin { side, .. } | Pair::Points { side, .. } => *side = 1 - *side,
                Pair::Dead | Pair::Misdeal => {}
            }
        }
        for adjustment in &mut mirror.beside.adjustments {
            adjustment.side = 1 - adjustment.side;
        }
        mirror.beside.spots.reverse();
        mirror.beside.end = game.beside.end.map(|end| match end {
            End::Forfeit(side) => End::Forfeit(1 - side),
            End::ForfeitWithoutPoints(side) => End::ForfeitWithoutPoints(1 - side),
            end => end,
        });
        mirror.first_dealer = game.first_dealer.map(|side| 1 - side);
        let (here, there) = (program(&game), program(&mirror));
        prop_assert_eq!(here.tally.nets()[Side::First], -there.tally.nets()[Side::First]);
        prop_assert_eq!(here.winner(), there.winner().map(Side::other));
        prop_assert_eq!(here.dealer(), there.dealer().map(Side::other));
    }
}

/// The comparison is worth nothing if the random games never reach the interesting cases.
#[test]
fn random_games_finish_and_meet_the_odd_cases() {
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = game();
    let mut met: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    let mut meet = |what: &'static str, yes: bool| *met.entry(what).or_default() += usize::from(yes);
    for _ in 0..1000 {
        let game = strategy.new_tree(&mut runner).unwrap().current();
        let sheet = naive(&game);
        let is_closed = |column: &&naive::Column| column.finisher.is_some() && !column.out_of_time;
        let closed: Vec<&naive::Column> = sheet.columns.iter().filter(is_closed).collect();
        let together = |one: &naive::Column| closed.iter().filter(|other| other.closed_by == one.closed_by).count();
        let won_nothing = |hand: &naive::Entered| hand.price.winner.is_none() && hand.price.outcome != "dead";
        meet("finished", sheet.over);
        meet("finished at 2 to 4 a side", sheet.over && game.a_side > 1);
        meet("shut out", closed.iter().any(|column| column.shutout));
        meet("shut out with a hand won", closed.iter().any(|c| c.shutout && !c.hands_won.contains(&0)));
        meet("two columns closed by one hand", closed.iter().any(|column| together(column) > 1));
        meet("hands beyond the end", sheet.hands.iter().any(|hand| !hand.counted));
        meet("played and nobody's", sheet.hands.iter().any(|hand| hand.counted && won_nothing(hand)));
        meet("a win worth nothing", sheet.hands.iter().any(|h| h.price.winner.is_some() && h.price.points == 0));
        meet("the finisher has the lower total", closed.iter().any(|column| lower_total(column)));
        meet("a column to itself", closed.iter().any(|column| column.points.contains(&game.knobs.target)));
        meet(
            "an adjustment that closes a column",
            sheet.adjustments.iter().flatten().any(|at| closes(&sheet, &game, *at)),
        );
        meet("settled out of time", sheet.columns.iter().any(|column| column.out_of_time));
        meet(
            "closed below the target",
            closed.iter().any(|column| column.points.iter().all(|it| *it < game.knobs.target)),
        );
        meet("swept", game.knobs.format == "hollywood" && sheet.over && closed.iter().all(|column| column.shutout));
        meet("more than one column in turn", game.knobs.format != "hollywood" && closed.len() > 1);
    }
    for (what, times) in &met {
        assert!(*times >= 10, "{what}: {times} of 1000 games; all: {met:#?}");
    }
    assert!(met["finished"] > 400 && met["shut out"] > 150, "{met:#?}");
}

/// Whether an adjustment closed this column.
fn closes(sheet: &Sheet, game: &RandomGame, column: usize) -> bool {
    let column = &sheet.columns[column];
    let adjustments = game.beside.adjustments.iter().enumerate();
    let places: Vec<usize> = adjustments.map(|(at, adjustment)| at + adjustment.after).collect();
    column.finisher.is_some() && !column.out_of_time && places.contains(&column.closed_by)
}

fn lower_total(column: &naive::Column) -> bool {
    let totals = column.settlement.as_ref().unwrap().totals;
    totals[column.finisher.unwrap()] < totals[1 - column.finisher.unwrap()]
}

/// Every knob at the upper end of its range.
fn highest(format: &'static str) -> Knobs {
    Knobs {
        spades_double: "points-and-boxes",
        gin_bonus: 1000,
        big_gin_bonus: Some(1000),
        undercut_bonus: 1000,
        undercut_tie: "no-bonus",
        knock_bonus: 1000,
        gin_boxes: 10,
        big_gin_boxes: 10,
        undercut_boxes: 10,
        gin_off_boxes: 10,
        layoff_on_gin: true,
        target: 100_000,
        game_bonus: 1000,
        line_bonus: 1000,
        line_timing: "end",
        shutout: "double-total".into(),
        format,
        column_multipliers: vec![10; 12],
        best_of: 99,
        game_target: 100_000,
        final_bonus: 1000,
        ..Knobs::base()
    }
}

const SPADE: Option<(u8, char)> = Some((13, 'S'));

fn gins(side: usize, a_side: usize) -> Hand {
    Hand { pairs: vec![Pair::BigGin { side, other: 98 }; a_side], upcard: SPADE }
}

#[test]
fn ten_thousand_hands_with_every_knob_at_its_highest_do_not_overflow() {
    for format in ["single", "multi-match", "best-of", "hollywood"] {
        for line_timing in ["end", "immediate"] {
            for alternating in [1, 2] {
                let knobs = Knobs { line_timing, ..highest(format) };
                let hands: Vec<Hand> = (0..10_000).map(|at| gins(at % alternating, 4)).collect();
                assert_same(&RandomGame { knobs, a_side: 4, first_dealer: Some(0), hands, beside: Beside::default() });
            }
        }
    }
}

#[test]
fn ten_thousand_hands_worth_nothing_but_boxes_are_settled_in_full() {
    let tie = Hand { pairs: vec![Pair::Knock { side: 1, own: 10, other: 10 }], upcard: SPADE };
    let hands: Vec<Hand> = std::iter::repeat_n(tie, 9_000).chain((0..1_000).map(|_| gins(0, 1))).collect();
    let game =
        RandomGame { knobs: highest("hollywood"), a_side: 1, first_dealer: None, hands, beside: Beside::default() };
    assert_same(&game);
    let sheet = naive(&game);
    assert!(sheet.over && sheet.score[0] > 20_000_000_000, "{:?}", sheet.score);
}

#[test]
fn thousands_of_hands_in_thousands_of_columns() {
    let plain = |target| Knobs {
        target,
        game_bonus: 0,
        line_bonus: 0,
        shutout: "none".into(),
        game_target: 100_000,
        final_bonus: 1000,
        ..highest("multi-match")
    };
    let point = |at: usize| Hand { pairs: vec![Pair::Points { side: at % 2, points: 1 }], upcard: None };
    for (target, hands, columns) in [(1, 3_000, 3_001), (5, 10_000, 1_112)] {
        let hands: Vec<Hand> = (0..hands).map(point).collect();
        let game =
            RandomGame { knobs: plain(target), a_side: 1, first_dealer: Some(1), hands, beside: Beside::default() };
        assert_same(&game);
        assert_eq!(naive(&game).columns.len(), columns);
    }
}

#[test]
fn a_multi_match_game_ends_at_its_target_whatever_is_logged_after_it() {
    for (target, credit) in [(1, "both"), (1, "finisher"), (100_000, "finisher")] {
        let hands: Vec<Hand> = (0..10_000).map(|at| gins(at % 2, 1)).collect();
        let knobs = Knobs { target, credit, ..highest("multi-match") };
        assert_same(&RandomGame { knobs, a_side: 1, first_dealer: Some(1), hands, beside: Beside::default() });
    }
}

/// If the sides are equal above the game target, another column is played, and decides.
#[test]
fn a_multi_match_game_level_at_its_target_goes_on() {
    let knobs = Knobs {
        target: 10,
        game_bonus: 0,
        line_bonus: 1,
        shutout: "none".into(),
        format: "multi-match",
        game_target: 10,
        final_bonus: 7,
        ..Knobs::base()
    };
    let hand = |side, points| Hand { pairs: vec![Pair::Points { side, points }], upcard: None };
    // 9 points and 3 lines against 10 points and 2 lines.
    let mut hands = vec![hand(0, 3), hand(0, 3), hand(0, 3), hand(1, 9), hand(1, 1)];
    let level = RandomGame { knobs, a_side: 1, first_dealer: None, hands: hands.clone(), beside: Beside::default() };
    assert_same(&level);
    let scored = program(&level);
    assert_eq!((scored.tally.ending, points(scored.tally.game_score)), (None, [12, 12]));
    hands.push(hand(0, 10));
    let decided = RandomGame { hands, ..level };
    assert_same(&decided);
    let scored = program(&decided);
    assert_eq!((scored.winner(), points(scored.tally.game_score)), (Some(Side::First), [30, 12]));
}
