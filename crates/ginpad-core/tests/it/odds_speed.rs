//! How long odds take. Run alone, in a release build: `docs/odds.md` gives the command and the figures.

use std::time::Instant;

use ginpad_core::notation::read_one;
use ginpad_core::odds::{Mix, Odds, OwnHands};

#[test]
#[expect(clippy::print_stdout, reason = "it is run to read what it prints")]
#[ignore = "it prints times, which mean something in a release build only"]
fn how_long_odds_take() {
    for rules in [
        "standard",
        "standard, target=250",
        "standard, target=500",
        "tournament",
        "hollywood",
        "hollywood-club",
        "multi-match",
    ] {
        let game = read_one(&format!("rules: {rules}\nsides: Ann, Bob\n")).unwrap().scored();
        let mut times: Vec<_> = (0..25)
            .map(|_| {
                let began = Instant::now();
                let mix = Mix::new(&OwnHands::new(&game.game.players, &game.game.rules.rules)).unwrap();
                let odds = Odds::with(&game, &mix, &mut || {});
                (began.elapsed(), odds.games)
            })
            .collect();
        times.sort_by_key(|(time, _)| *time);
        println!("{rules:24} {:?}, median of 25: {:.1} ms", times[12].1, times[12].0.as_secs_f64() * 1000.0);
    }
}
