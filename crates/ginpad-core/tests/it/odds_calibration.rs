//! Are the odds right as often as they say? Games are played with hands of the prior, and what was said at one score of
//! each game is compared with how the game ended.

use ginpad_core::cards::Cards;
use ginpad_core::notation::read_one;
use ginpad_core::odds::{ColumnChances, Mix, Odds, OwnHands, SimulatedHand, prior};
use ginpad_core::{
    BySide, Limit, LoggedHand, NewEntry, Oklahoma, Outcome, Preset, Rules, ScoredGame, Seat, Side, SpadesDouble, Table,
    Upcard,
};

use crate::support::dice::{Dice, times};

/// The fewest games from which a share is worth comparing.
const FEWEST: f64 = 8.0;

/// Chances that were given, in parts of equal width: how many, their sum, and how often the first side won.
struct Predictions(Vec<(f64, f64, f64)>);

impl Predictions {
    fn in_parts(parts: usize) -> Predictions {
        Predictions(vec![(0.0, 0.0, 0.0); parts])
    }

    fn add(&mut self, chance: f64, won: bool) {
        let at = (chance * self.0.len() as f64) as usize;
        let last = self.0.len() - 1;
        let part = &mut self.0[at.min(last)];
        *part = (part.0 + 1.0, part.1 + chance, part.2 + f64::from(u8::from(won)));
    }

    /// In each part, the share of games won must be the chance that was given, within four standard errors, and what
    /// rounding and games played on leave near 0 and 1.
    fn holds(&self, rules: &str) {
        for (games, said, won) in self.0.iter().filter(|(games, _, _)| *games >= FEWEST) {
            let (chance, share) = (said / games, won / games);
            let error = (chance * (1.0 - chance) / games).sqrt();
            assert!(
                (chance - share).abs() <= 4.0 * error + 0.002,
                "{rules}: of {games} games said to be won at {chance:.3}, {share:.3} were won"
            );
        }
        let given = self.0.iter().filter(|(games, _, _)| *games >= FEWEST).count();
        assert!(2 * given >= self.0.len(), "{rules}: only {given} parts were said often enough");
    }
}

/// Draws hands of the prior, as a table with these rules logs them.
struct Draw<'a> {
    rules: &'a Rules,
    hands: Vec<(SimulatedHand, f64)>,
    dice: Dice,
}

impl Draw<'_> {
    fn new(rules: &Rules, seed: u64) -> Draw<'_> {
        let named = |hand: SimulatedHand| match hand.how {
            Outcome::BigGin if rules.big_gin_bonus.is_none() => SimulatedHand { how: Outcome::Gin, ..hand },
            _ => hand,
        };
        let within = prior(rules).filter(|(hand, _)| hand.knocker <= rules.knock_limit);
        let hands = within.map(|(hand, weight)| (named(hand), weight)).collect();
        Draw { rules, hands, dice: Dice::new(seed) }
    }

    fn hand(&mut self) -> LoggedHand {
        let all: f64 = self.hands.iter().map(|(_, weight)| weight).sum();
        let mut at = self.dice.below(all as usize) as f64;
        let drawn = self.hands.iter().find(|(_, weight)| {
            at -= weight;
            at < 0.0
        });
        let (hand, _) = *drawn.unwrap();
        let by = Seat::new(Side::TWO[self.dice.below(2)], 0);
        LoggedHand { played: hand.played(by), between: None, upcard: self.upcard(hand), note: None, at: None }
    }

    /// An upcard that allows this hand, if the rules ask for one.
    fn upcard(&mut self, hand: SimulatedHand) -> Option<Upcard> {
        if self.rules.oklahoma == Oklahoma::Off && self.rules.spades_double == SpadesDouble::Off {
            return None;
        }
        let allows = |card: &Upcard| hand.knocker <= Limit::of(self.rules, Some(*card)).deadwood;
        let cards: Vec<Upcard> = Cards::PACK.iter().map(Upcard::from).filter(allows).collect();
        Some(cards[self.dice.below(cards.len())])
    }
}

#[test]
fn every_preset_accepts_the_hands_drawn_for_it() {
    for preset in Preset::all().filter(|preset| preset.rules.table == Table::Two) {
        let game = read_one(&format!("rules: {}\nsides: Ann, Bob\n", preset.name)).unwrap();
        let mut draw = Draw::new(&game.rules.rules, 1);
        for _ in 0..300 {
            let hand = draw.hand();
            assert!(game.accept(hand.clone()).is_ok(), "{} refuses {hand:?}", preset.name);
        }
    }
}

/// Plays a game to its end, through the rules and the sheet as at a table. Returns the game as it stood after some hands,
/// and who won; `None` if it was over before.
///
/// The hand must be chosen before the game is played. A random hand of a finished game would be a biased choice: games
/// in which somebody comes back are longer, so each of their hands is chosen less often.
fn play(new: &ScoredGame, draw: &mut Draw<'_>, hands: usize) -> Option<(ScoredGame, Option<Side>)> {
    let (mut game, mut then) = (new.clone(), None);
    while game.is_open() {
        if game.game.hands.len() == hands {
            then = Some(game.clone());
        }
        let hand = game.game.accept(draw.hand()).unwrap();
        game.enter(NewEntry::Hand(hand));
    }
    Some((then?, game.winner()))
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
        let (mut draw, mut dice) = (Draw::new(table, 70), Dice::new(7));
        let mix = Mix::new(&OwnHands::new(&new.game.players, table)).unwrap();
        let target = usize::try_from(table.target.0).unwrap();
        let chances = ColumnChances::new(&mix, table, BySide::each(2, target));
        let mut said = Predictions::in_parts(10);
        for _ in 0..times(1500, 100_000) {
            let Some((then, winner)) = play(&new, &mut draw, dice.below(9)) else { continue };
            let needs = then.tally.columns[0].needs(table).unwrap();
            said.add(chances.chance(needs.map(|needs| usize::try_from(needs.0).unwrap())), winner == Some(Side::First));
        }
        said.holds(rules);
    }
}

#[test]
fn of_games_said_to_be_won_at_70_percent_70_percent_are_won() {
    let long = times(0, 1) == 1;
    for (rules, short) in [
        ("tournament, target=30", 200),
        ("hollywood, target=25", 100),
        ("multi-match, target=25, game_target=500", 100),
    ] {
        let new = new_game(rules);
        let table = &new.game.rules.rules;
        let (mut draw, mut dice) = (Draw::new(table, 71), Dice::new(8));
        let mix = Mix::new(&OwnHands::new(&new.game.players, table)).unwrap();
        let mut said = Predictions::in_parts(if long { 10 } else { 3 });
        for _ in 0..times(short, 1_500) {
            let Some((then, winner)) = play(&new, &mut draw, dice.below(12)) else { continue };
            let odds = Odds::with(&then, &mix, &mut || {});
            if winner.is_some() {
                said.add(odds.win[Side::First] / (1.0 - odds.tie), winner == Some(Side::First));
            }
        }
        said.holds(rules);
    }
}
