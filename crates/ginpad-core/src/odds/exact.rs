//! Calculates the exact chance to finish a column from each side's needs, and to win a best-of.

use super::mix::Mix;
use crate::{BySide, Rules, Side};

/// The first side's chance to finish a column, by the needs of each side.
#[derive(Debug, Clone)]
pub struct ColumnChances {
    /// The chance for each pair of needs, from 0 up; a row for each need of the first side.
    chances: Vec<f64>,
    /// The length of a row.
    row: usize,
}

/// The points that a side may win in a hand, each with its chance: fewest points first, all above 0.
type Steps = Vec<(usize, f64)>;

impl ColumnChances {
    /// Calculates the chances for all needs up to `most`. Both needs are at least 1, and some hand must bring points.
    pub fn new(mix: &Mix, rules: &Rules, most: BySide<usize>) -> ColumnChances {
        let (steps, nothing) = steps(mix, rules);
        let row = most[Side::Second] + 1;
        let mut column = ColumnChances { chances: vec![0.0; (most[Side::First] + 1) * row], row };
        for need in 0..=most[Side::First] {
            column.fill(need, &steps, 1.0 - nothing);
        }
        column
    }

    /// The first side's chance. A side that needs nothing has finished; needs beyond the table use its edge.
    pub fn chance(&self, needs: BySide<usize>) -> f64 {
        let rows = self.chances.len() / self.row.max(1);
        let (first, second) = (needs[Side::First].min(rows.saturating_sub(1)), needs[Side::Second].min(self.row - 1));
        self.chances.get(first * self.row + second).copied().unwrap_or(0.0)
    }

    /// Fills the row of one need of the first side, after the rows of all smaller needs. `scores` is the chance that a
    /// hand brings points: a hand without points changes nothing, so the next one decides.
    fn fill(&mut self, need: usize, steps: &BySide<Steps>, scores: f64) {
        let (before, rest) = self.chances.split_at_mut(need * self.row);
        let Some((finished, chances)) = rest.get_mut(..self.row).and_then(<[f64]>::split_first_mut) else { return };
        // The second side has finished, unless the first has.
        *finished = if need == 0 { 1.0 } else { 0.0 };
        if need == 0 {
            chances.fill(1.0);
            return;
        }
        for (points, chance) in &steps[Side::First] {
            match need.checked_sub(*points) {
                None | Some(0) => chances.iter_mut().for_each(|sum| *sum += chance),
                Some(left) => {
                    let after = before[left * self.row..].iter().skip(1);
                    chances.iter_mut().zip(after).for_each(|(sum, after)| *sum += chance * after);
                }
            }
        }
        for other in 0..chances.len() {
            // A win of the second side that finishes the column adds nothing.
            let shorter = steps[Side::Second].iter().take_while(|(points, _)| *points <= other);
            let lost: f64 = shorter.map(|(points, chance)| chance * chances[other - points]).sum();
            chances[other] = (chances[other] + lost) / scores;
        }
    }
}

/// The possible points of each side in a hand, and the chance that a hand brings none.
fn steps(mix: &Mix, rules: &Rules) -> (BySide<Steps>, f64) {
    let mut steps: BySide<std::collections::BTreeMap<usize, f64>> = BySide::none(2);
    let mut nothing = 0.0;
    for (win, chance) in &mix.wins {
        match usize::try_from(win.target_points(rules).0) {
            Ok(points) if points > 0 => *steps[win.winner].entry(points).or_default() += chance,
            _ => nothing += chance,
        }
    }
    (steps.map(|steps| steps.into_iter().collect()), nothing)
}

/// The first side's chance to be the first to finish `lacking` more columns of its own. `current` is its chance in the
/// open column, `next` in each one after it.
pub(super) fn best_of(lacking: BySide<usize>, current: f64, next: f64) -> f64 {
    let (first, second) = (lacking[Side::First], lacking[Side::Second]);
    let won = best_of_new(first.saturating_sub(1), second, next);
    let lost = best_of_new(first, second.saturating_sub(1), next);
    current * won + (1.0 - current) * lost
}

/// The first side's chance before a new column, by the number of columns that each side lacks: the sum over the number
/// of columns that it loses before its last.
fn best_of_new(first: usize, second: usize, chance: f64) -> f64 {
    if first == 0 {
        return 1.0;
    }
    let all_won = (0..first).fold(1.0, |won, _| won * chance);
    let each = (0..second).scan(all_won, |each, lost| {
        let this = *each;
        *each *= (1.0 - chance) * (first + lost) as f64 / (lost + 1) as f64;
        Some(this)
    });
    each.sum()
}
