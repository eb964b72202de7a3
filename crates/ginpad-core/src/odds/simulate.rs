//! Estimates the chance to win a game with too many states to count: plays the game on, thousands of times.

use rand_distr::{Distribution, StandardUniform};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use sha2::{Digest, Sha256};

use super::mix::Mix;
use crate::{BySide, Ending, Rules, Side, Tally, Win};

/// The number of games played on.
pub(super) const GAMES: u32 = 10_000;
/// The most hands played in all. Very long games stop here, so fewer of them are played.
const HANDS: u64 = 20_000_000;

/// The possible wins of a hand, from the first side's best to the second's best, with the cumulative chances.
struct OrderedWins(Vec<(Win, f64)>);

/// Plays an open game on, and calls `watch` after each game. Returns the number of games that each side won, and the
/// number of ties. The same sheet always gives the same answer.
pub(super) fn played_on(tally: &Tally, mix: &Mix, rules: &Rules, watch: &mut dyn FnMut()) -> (BySide<u32>, u32) {
    let (ordered, from, seed) = (OrderedWins::new(mix), tally.without_entries(), seed(tally));
    let (mut won, mut tied, mut hands) = (BySide::none(2), 0, 0);
    for run in 0..u64::from(GAMES / 2) {
        // Each run is played twice, so that luck favours neither side.
        for exchanged in [false, true] {
            let (mut game, mut random) = (from.clone(), Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(run)));
            while game.ending.is_none() && hands < HANDS {
                if let Some(win) = ordered.draw(&mut random, exchanged) {
                    game.enter_win(win, rules);
                }
                hands += 1;
            }
            match game.ending {
                Some(Ending { winner: Some(winner), .. }) => won[winner] += 1,
                Some(Ending { winner: None, .. }) => tied += 1,
                None => return (won, tied),
            }
            watch();
        }
    }
    (won, tied)
}

impl OrderedWins {
    fn new(mix: &Mix) -> OrderedWins {
        let mut wins = mix.wins.clone();
        wins.sort_by_key(|(win, _)| match win.winner {
            Side::First => (-win.points, -win.boxes),
            _ => (win.points, win.boxes),
        });
        let mut sum = 0.0;
        for (_, chance) in &mut wins {
            sum += *chance;
            *chance = sum;
        }
        OrderedWins(wins)
    }

    /// Draws a random win. With luck exchanged, the same random numbers count from the other end.
    fn draw(&self, random: &mut Xoshiro256PlusPlus, exchanged: bool) -> Option<Win> {
        let drawn: f64 = StandardUniform.sample(random);
        let at = if exchanged { 1.0 - drawn } else { drawn };
        let step = self.0.partition_point(|(_, sum)| *sum <= at);
        self.0.get(step).or(self.0.last()).map(|(win, _)| *win)
    }
}

/// Derives a seed from the state of the columns, so that the same score always shows the same chance.
fn seed(tally: &Tally) -> u64 {
    let mut hash = Sha256::new();
    for column in &tally.columns {
        for side in Side::TWO {
            hash.update(column.points[side].0.to_le_bytes());
            hash.update(column.boxes[side].0.to_le_bytes());
        }
    }
    hash.finalize().iter().take(8).fold(0, |seed, byte| (seed << 8) | u64::from(*byte))
}
