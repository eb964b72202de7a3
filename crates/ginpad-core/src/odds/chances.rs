//! Each side's chance to win a game, with its basis.

use super::exact::{ColumnChances, best_of};
use super::mix::{Mix, OwnHands};
use super::simulate::{GAMES, played_on};
use crate::text::Flaw;
use crate::{BySide, Closing, Format, Players, Points, Rules, ScoredGame, Side, Status, Tally};

/// The most pairs of needs with an exact chance. A larger column is simulated.
pub(super) const MOST_NEEDS: usize = 1_000_000;
/// The usual error of the chances, as a root mean square, by the number of the pair's own hands: measured on 300 pairs
/// of simulated players. Nothing was measured beyond the last entry.
const MODEL_ERRORS: [(f64, f64); 4] = [(0.0, 0.083), (5.0, 0.079), (20.0, 0.075), (100.0, 0.059)];

/// Each side's chance to win a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Odds {
    /// The chance of each side, from 0 to 1.
    pub win: BySide<f64>,
    /// The chance of a tie.
    pub tie: f64,
    /// The number of games played on to estimate the chances; `None` if they are calculated without an error of their
    /// own.
    pub games: Option<u32>,
    /// The basis of the chances; `None` once the game is decided.
    pub basis: Option<Basis>,
}

/// The basis of odds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis {
    /// The number of hands that the two sides won against each other.
    pub own_hands: usize,
    /// The usual error of such odds, as a root mean square; `None` for partners, because nothing was measured for them.
    pub model_error: Option<f64>,
}

impl Odds {
    /// The most games played on for one chance.
    pub const MOST_GAMES: u32 = GAMES;

    /// Calculates each side's chance to win the game from the current score. Calls `watch` for each game played on, at
    /// most [`Odds::MOST_GAMES`] times.
    ///
    /// # Errors
    /// The reason that the game has no odds.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::notation::read_one;
    /// use ginpad_core::odds::{Odds, OwnHands};
    /// use ginpad_core::side::Side;
    ///
    /// let game = read_one("sides: Ann, Bob\n\nann points 80\nbob points 40\n").unwrap().scored();
    /// let (players, rules) = (&game.game.players, &game.game.rules.rules);
    /// let odds = Odds::of(&game, &OwnHands::new(players, rules), &mut || {}).unwrap();
    /// assert_eq!((odds.win[Side::First] * 100.0).round(), 78.0);
    /// ```
    pub fn of(game: &ScoredGame, own: &OwnHands<'_>, watch: &mut dyn FnMut()) -> Result<Odds, Flaw> {
        if game.game.players.has_several_sides() {
            return Err(Flaw::new("No odds: they are worked out for games of two sides"));
        }
        match (game.status(), game.game.closing) {
            (Status::Open, _) => Ok(Odds::with(game, &Mix::new(own)?, watch)),
            (Status::Closed, Some(Closing::Unfinished)) => {
                Err(Flaw::new("No odds: the game was closed unfinished, and nobody wins it"))
            }
            (Status::Finished | Status::Closed, _) => Ok(Odds::decided(game.winner())),
        }
    }

    /// Calculates the chances in an open game from the possible wins of a hand. Calls `watch` after each game played on.
    pub fn with(game: &ScoredGame, mix: &Mix, watch: &mut dyn FnMut()) -> Odds {
        let rules = &game.game.rules.rules;
        let basis = Some(Basis::of(mix, &game.game.players));
        if let Some(chance) = exact(&game.tally, mix, rules) {
            return Odds { win: BySide::new(chance, 1.0 - chance), tie: 0.0, games: None, basis };
        }
        let (won, tied) = played_on(&game.tally, mix, rules, watch);
        let games = won.iter().sum::<u32>() + tied;
        let share = |of: u32| f64::from(of) / f64::from(games.max(1));
        Odds { win: won.map(share), tie: share(tied), games: Some(games), basis }
    }

    fn decided(winner: Option<Side>) -> Odds {
        let win = winner.map_or(BySide::none(2), |side| BySide::only(2, side, 1.0));
        let tie = if winner.is_none() { 1.0 } else { 0.0 };
        Odds { win, tie, games: None, basis: None }
    }

    /// The word for the method of calculation in JSON and records.
    pub const fn method(&self) -> &'static str {
        if self.games.is_some() { "simulated" } else { "exact" }
    }

    /// The standard error of a simulated chance, the larger of both sides'; 0 if the chance is exact.
    ///
    /// It is never 0 for a simulated chance, even if nobody or everybody won: an event absent from `n` games may still
    /// happen in one of `n + 1`.
    pub fn error(&self) -> f64 {
        let of_side = |games| self.win.iter().map(|win| score_error(*win, games)).fold(0.0, f64::max);
        self.games.map_or(0.0, of_side)
    }
}

impl Basis {
    pub(super) fn of(mix: &Mix, players: &Players) -> Basis {
        let own_hands = mix.own_hands;
        Basis { own_hands, model_error: (players.pairs() == 1).then(|| model_error(own_hands)) }
    }
}

/// The distance from a share of this many games to the farther end of Wilson's score interval of one standard error.
fn score_error(share: f64, games: u32) -> f64 {
    let games = f64::from(games.max(1));
    let center = (share + 0.5 / games) / (1.0 + 1.0 / games);
    let half = (share * (1.0 - share) / games + 0.25 / (games * games)).sqrt() / (1.0 + 1.0 / games);
    (center - share).abs() + half
}

/// The usual error of odds with this many own hands, interpolated between the measured numbers of hands.
fn model_error(own_hands: usize) -> f64 {
    let own = f64::from(u32::try_from(own_hands).unwrap_or(u32::MAX));
    let between = MODEL_ERRORS.windows(2).find_map(|pair| match pair {
        [(fewer, error), (more, less)] if own < *more => Some(error + (own - fewer) / (more - fewer) * (less - error)),
        _ => None,
    });
    between.unwrap_or(MODEL_ERRORS[MODEL_ERRORS.len() - 1].1)
}

/// The first side's exact chance, if the format and the needs allow one.
fn exact(tally: &Tally, mix: &Mix, rules: &Rules) -> Option<f64> {
    // An exact chance covers only a target, and columns that begin level.
    let ends_otherwise = rules.hands > 0 || rules.lines > 0;
    if ends_otherwise || tally.spots.has_any() {
        return None;
    }
    let needs = tally.columns.last()?.needs(rules)?.map(states);
    match rules.format {
        Format::Single => Some(column(mix, rules, needs)?.chance(needs)),
        Format::BestOf => {
            let target = BySide::each(2, states(rules.target));
            let chances = column(mix, rules, target)?;
            let most = usize::from(rules.best_of / 2) + 1;
            let lacking = BySide::from_fn(2, |side| {
                most.saturating_sub(tally.finished().filter(|(_, close)| close.finisher == side).count())
            });
            Some(best_of(lacking, chances.chance(needs), chances.chance(target)))
        }
        Format::MultiMatch | Format::Hollywood => None,
    }
}

/// The chances for these needs, if they are few enough.
fn column(mix: &Mix, rules: &Rules, needs: BySide<usize>) -> Option<ColumnChances> {
    let pairs = needs[Side::First].checked_mul(needs[Side::Second])?;
    (pairs <= MOST_NEEDS).then(|| ColumnChances::new(mix, rules, needs))
}

/// Converts points to a number of states; 0 for points that are not above 0.
pub(super) fn states(points: Points) -> usize {
    usize::try_from(points.0).unwrap_or(0)
}
