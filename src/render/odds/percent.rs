//! Chances as whole percents: 1 to 99 as long as anything can happen.

use ginpad_core::odds::Odds;
use ginpad_core::side::{BySide, Side};

/// The chances of both sides and of a tie in whole percents. They add up to 100, unless that would show a chance as 0. A
/// tie with a chance of less than 1 % is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Percents {
    pub win: BySide<u32>,
    pub tie: Option<u32>,
}

impl Percents {
    pub(super) fn of(odds: &Odds) -> Percents {
        let [first, second] = [odds.win[Side::First], odds.win[Side::Second]];
        let tie = (odds.tie >= 0.01).then(|| whole(odds.tie));
        let left = 100 - tie.unwrap_or(0);
        let first = percent(f64::from(left) / 100.0 * first / (first + second).max(f64::MIN_POSITIVE));
        let first = if tie.is_some() { first.min(left.saturating_sub(1)).max(1) } else { first };
        Percents { win: BySide::new(first, (left - first.min(left)).max(1)), tie }
    }
}

/// A chance in whole percents, 1 to 99.
pub(crate) fn percent(chance: f64) -> u32 {
    whole(chance).clamp(1, 99)
}

fn whole(chance: f64) -> u32 {
    // A chance is from 0 to 1.
    (chance * 100.0).round() as u32
}
