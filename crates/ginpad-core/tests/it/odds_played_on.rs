//! Games that are played on to their end, and which hands say anything about the next.

use ginpad_core::notation::read_one;
use ginpad_core::odds::Odds;
use ginpad_core::{BySide, ScoredGame, Side};

use crate::odds::{game, odds, rules};
use crate::support::knobs::Knobs;
use crate::support::naive::{Beside, Hand, Pair, Sheet};

/// The chances of a win of either side and of a tie, by trying every way a game may go on.
fn every_way(knobs: &Knobs, hands: &mut Vec<Hand>, draws: &[(Hand, f64)], chance: f64, ends: &mut [f64; 3]) {
    if chance < 1e-7 {
        return;
    }
    let sheet = Sheet::of(knobs, None, hands, &Beside::default());
    if sheet.over {
        ends[sheet.winner.unwrap_or(2)] += chance;
        return;
    }
    for (hand, share) in draws {
        hands.push(hand.clone());
        every_way(knobs, hands, draws, chance * share, ends);
        hands.pop();
    }
}

/// Partners with 40 own hands of three kinds. No prior is mixed in, so every way can be tried.
pub(crate) fn partners(knobs: &Knobs, so_far: &[usize]) -> (ScoredGame, ScoredGame, [f64; 3]) {
    let kinds = [
        ("ann points 15, cid points 5", 0, 20),
        ("bob points 10, dee points 10", 1, 20),
        ("dee points 30, dead", 1, 30),
    ];
    let (counts, [of_ann, of_bob, of_dee]) = ([20, 12, 8], kinds);
    let text = |hands: &[usize]| hands.iter().map(|kind| format!("{}\n", kinds[*kind].0)).collect::<String>();
    let sheet = |rules: &str, hands: &[usize]| {
        read_one(&format!("rules: {rules}\nsides: Ann & Cid, Bob & Dee\n\n{}", text(hands))).unwrap().scored()
    };
    let earlier: Vec<usize> = counts.iter().enumerate().flat_map(|(kind, count)| vec![kind; *count]).collect();
    let hand =
        |(_, side, points): (&str, usize, i128)| Hand { pairs: vec![Pair::Points { side, points }], upcard: None };
    let draws = [(hand(of_ann), 0.5), (hand(of_bob), 0.3), (hand(of_dee), 0.2)];
    let mut ends = [0.0; 3];
    let mut played: Vec<Hand> = so_far.iter().map(|kind| hand(kinds[*kind])).collect();
    every_way(knobs, &mut played, &draws, 1.0, &mut ends);
    (sheet(&rules(knobs), so_far), sheet("partners, target=100000", &earlier), ends)
}

#[test]
fn what_is_played_on_ends_as_every_way_it_may_go() {
    let base = || Knobs { target: 50, game_bonus: 30, line_bonus: 10, ..Knobs::base() };
    let hollywood = || Knobs { format: "hollywood", ..base() };
    let multi = || Knobs { format: "multi-match", game_target: 150, ..base() };
    for (knobs, so_far) in [
        (Knobs { column_multipliers: vec![1, 1], ..hollywood() }, vec![0, 1]),
        (Knobs { column_multipliers: vec![1, 2], shutout: "none".into(), ..hollywood() }, vec![]),
        (
            Knobs {
                column_multipliers: vec![1, 1],
                game_bonus: 0,
                line_bonus: 0,
                shutout: "none".into(),
                ..hollywood()
            },
            vec![0, 1, 1],
        ),
        (Knobs { shutout: "double-total".into(), ..multi() }, vec![0]),
        (Knobs { credit: "finisher", game_target: 100, ..multi() }, vec![1]),
        (Knobs { line_timing: "immediate", final_bonus: 100, ..multi() }, vec![]),
    ] {
        let (game, earlier, ends) = partners(&knobs, &so_far);
        let odds = odds(&game, &[&earlier]).unwrap();
        let Some(games) = odds.games else { panic!("{knobs:?} is not simulated") };
        assert!((ends.iter().sum::<f64>() - 1.0).abs() < 0.002, "{ends:?}");
        for (found, true_chance) in odds.win.iter().chain([&odds.tie]).zip(ends) {
            let error = (true_chance * (1.0 - true_chance) / f64::from(games)).sqrt();
            assert!((found - true_chance).abs() <= 4.0 * error + 0.002, "{knobs:?}: {odds:?}, not {ends:?}");
        }
    }
}

#[test]
fn a_column_played_on_comes_near_the_exact_chance() {
    // One column of Hollywood, with a game bonus that no lines outweigh, is a single column.
    for hands in ["", "ann points 30\n", "ann points 30\nbob points 45\n"] {
        let exact = odds(&game("standard, target=60", hands), &[]).unwrap();
        let one =
            "standard, target=60, format=hollywood, columns=1, column_multipliers=1, game_bonus=1000, line_bonus=0";
        let played = odds(&game(one, hands), &[]).unwrap();
        let apart = (exact.win[Side::First] - played.win[Side::First]).abs();
        assert_eq!((exact.games, exact.error()), (None, 0.0));
        assert!(played.error() > 0.002 && apart < 4.0 * played.error(), "{exact:?} {played:?}");
    }
}

#[test]
fn a_game_that_nobody_ever_turns_is_not_certain() {
    let simulated =
        |first: f64, games| Odds { win: BySide::new(first, 1.0 - first), tie: 0.0, games: Some(games), basis: None };
    let error = |first, games| simulated(first, games).error();
    // Nobody in n games: it may be one in n + 1.
    assert!((error(0.0, 9_999) - 1e-4).abs() < 1e-12);
    assert_eq!(error(0.0, 9_999), error(1.0, 9_999));
    assert!(error(0.0, 1) > 0.4 && error(0.0, 0).is_finite());
    for share in [0.01_f64, 0.2, 0.5, 0.93] {
        let plain = (share * (1.0 - share) / 10_000.0).sqrt();
        assert!((error(share, 10_000) - plain).abs() < 1e-4, "{share}");
    }
    for games in [10, 10_000] {
        // The farther end of the interval is a chance from which the share is just one standard error away.
        let far = error(0.0, games);
        assert!((far - (far * (1.0 - far) / f64::from(games)).sqrt()).abs() < 1e-12, "{games}");
    }
}
