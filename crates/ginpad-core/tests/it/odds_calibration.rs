//! Are the odds right as often as they say? Games are played with hands of the prior, and what was said at one score of
//! each game is compared with how the game ended.

use ginpad_core::game::ScoredGame;
use ginpad_core::notation::read_one;
use ginpad_core::odds::{Mix, Odds, OwnHands, Prior, Race, Random};
use ginpad_core::side::{BySide, Side};

use crate::support::dice::{Dice, times};

/// The fewest games from which a share is worth comparing.
const FEWEST: f64 = 8.0;

/// Chances that were given, in parts of equal width: how many, their sum, and how often the first side won.
struct Said(Vec<(f64, f64, f64)>);

impl Said {
    fn in_parts(parts: usize) -> Said {
        Said(vec![(0.0, 0.0, 0.0); parts])
    }

    fn add(&mut self, chance: f64, won: bool) {
        let at = (chance * self.0.len() as f64) as usize;
        let last = self.0.len() - 1;
        let part = &mut self.0[at.min(last)];
        *part = (part.0 + 1.0, part.1 + chance, part.2 + f64::from(u8::from(won)));
    }

    /// In each part, the share of games won must be the chance that was given, within four standard errors.
    fn holds(&self, rules: &str) {
        for (games, said, won) in self.0.iter().filter(|(games, _, _)| *games >= FEWEST) {
            let (chance, share) = (said / games, won / games);
            let error = (chance * (1.0 - chance) / games).sqrt();
            assert!(
                (chance - share).abs() < 4.0 * error,
                "{rules}: of {games} games said to be won at {chance:.3}, {share:.3} were won"
            );
        }
        let given = self.0.iter().filter(|(games, _, _)| *games >= FEWEST).count();
        assert!(given >= 3, "{rules}: only {given} parts were said often enough");
    }
}

/// Plays a game to its end, through the rules and the sheet as at a table. Returns the game as it stood at a random
/// hand, and who won.
fn play(new: &ScoredGame, prior: &Prior, random: &mut Random, dice: &mut Dice) -> (ScoredGame, Option<Side>) {
    let rules = &new.game.rules.rules;
    let (mut game, mut states) = (new.clone(), Vec::new());
    while game.is_open() {
        states.push(game.game.hands.len());
        let hand = game.game.accept(prior.draw_logged(rules, random)).unwrap();
        game.log(hand);
    }
    let at = states[dice.below(states.len())];
    let mut then = game.game.clone();
    then.hands.truncate(at);
    (then.scored(), game.winner())
}

fn new_game(rules: &str) -> ScoredGame {
    read_one(&format!("rules: {rules}\nsides: Ann, Bob\n")).unwrap().scored()
}

#[test]
fn of_columns_said_to_be_won_at_70_percent_70_percent_are_won() {
    for rules in [
        "standard",
        "family",
        "simple",
        "straight",
        "palace",
        "oklahoma-classic",
        "standard, undercut_tie=void, spades_double=points, knock_bonus=15",
        "standard, line_timing=immediate, line_bonus=20, gin_boxes=2, undercut_boxes=1",
    ] {
        let new = new_game(rules);
        let table = &new.game.rules.rules;
        let (prior, mut random, mut dice) = (Prior::of(table), Random::seeded(70), Dice::new(7));
        let mix = Mix::new(&OwnHands::new(&new.game.players, table)).unwrap();
        let target = usize::try_from(table.target.0).unwrap();
        let race = Race::new(&mix, table, BySide::both(target));
        let mut said = Said::in_parts(10);
        for _ in 0..times(1500, 100_000) {
            let (then, winner) = play(&new, &prior, &mut random, &mut dice);
            let needs = then.tally.columns[0].needs(table).unwrap();
            said.add(race.chance(needs.map(|needs| usize::try_from(needs.0).unwrap())), winner == Some(Side::First));
        }
        said.holds(rules);
    }
}

#[test]
fn of_games_said_to_be_won_at_70_percent_70_percent_are_won() {
    let long = times(0, 1) == 1;
    for (rules, short) in
        [("tournament, target=60", 200), ("hollywood, target=40", 45), ("multi-match, target=40, game_target=300", 45)]
    {
        let new = new_game(rules);
        let table = &new.game.rules.rules;
        let (prior, mut random, mut dice) = (Prior::of(table), Random::seeded(71), Dice::new(8));
        let mix = Mix::new(&OwnHands::new(&new.game.players, table)).unwrap();
        let mut said = Said::in_parts(if long { 10 } else { 3 });
        for _ in 0..times(short, 1_500) {
            let (then, winner) = play(&new, &prior, &mut random, &mut dice);
            let odds = Odds::with(&then, &mix);
            if winner.is_some() {
                said.add(odds.win[Side::First] / (1.0 - odds.tie), winner == Some(Side::First));
            }
        }
        said.holds(rules);
    }
}
