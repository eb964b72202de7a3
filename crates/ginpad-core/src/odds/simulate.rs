//! The chance to win a game with more states than can be counted: the game is played on, thousands of times.

use rand_distr::weighted::WeightedAliasIndex;
use sha2::{Digest, Sha256};

use super::mix::Mix;
use super::random::Random;
use crate::hand::Win;
use crate::rules::Rules;
use crate::sheet::Tally;
use crate::side::{BySide, Side};

/// How many games are played on.
const GAMES: u32 = 10_000;
/// If games are so long that this many hands are not enough for them, fewer are played.
const HANDS: u64 = 20_000_000;

/// How the games ended that were played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Simulation {
    /// How many games each side won.
    pub won: BySide<u32>,
    /// How many ended in a tie.
    pub tied: u32,
}

impl Simulation {
    /// Plays an open game on. The same sheet always gives the same answer.
    pub(super) fn new(tally: &Tally, mix: &Mix, rules: &Rules) -> Simulation {
        let (wins, chances): (Vec<Win>, Vec<f64>) = mix.wins().unzip();
        let mut simulation = Simulation::default();
        let Ok(chances) = WeightedAliasIndex::new(chances) else { return simulation };
        let mut random = Random::seeded(seed(tally));
        let from = tally.without_hands();
        let mut hands = 0;
        while simulation.games() < GAMES && hands < HANDS {
            let mut game = from.clone();
            while game.ending.is_none() && hands < HANDS {
                if let Some(win) = wins.get(random.weighted(&chances)) {
                    game.enter_win(0, *win, rules, |_, _| {});
                }
                hands += 1;
            }
            let Some(ending) = game.ending else { break };
            match ending.winner {
                Some(winner) => simulation.won[winner] += 1,
                None => simulation.tied += 1,
            }
        }
        simulation
    }

    /// How many games were played to the end.
    pub(super) fn games(&self) -> u32 {
        self.won.iter().sum::<u32>() + self.tied
    }

    /// The share of games.
    pub(super) fn share(&self, games: u32) -> f64 {
        f64::from(games) / f64::from(self.games().max(1))
    }
}

/// A seed from the state of the columns, so that the same score always shows the same chance.
fn seed(tally: &Tally) -> u64 {
    let mut hash = Sha256::new();
    for column in &tally.columns {
        for side in Side::BOTH {
            hash.update(column.points[side].0.to_le_bytes());
            hash.update(column.boxes[side].0.to_le_bytes());
        }
    }
    hash.finalize().iter().take(8).fold(0, |seed, byte| (seed << 8) | u64::from(*byte))
}
