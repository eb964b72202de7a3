//! A table of the first side's chances, by the points that each side still needs.

use super::chances::{Basis, MOST_NEEDS, states};
use super::exact::ColumnChances;
use super::mix::{Mix, OwnHands};
use crate::text::Flaw;
use crate::{BySide, Name, Players, Points, Rules, Side};

/// The needs run from the whole target down to a tenth of it, in this many steps.
const STEPS: i64 = 10;

/// The first side's chance to finish a column, by the points that each side needs.
#[derive(Debug, Clone, PartialEq)]
pub struct NeedsTable {
    /// The needs, the whole target first.
    pub needs: Vec<Points>,
    /// The chances, from 0 to 1: a row for each need of the first side, a column for each need of the second.
    pub win: Vec<Vec<f64>>,
    /// The basis of the chances.
    pub basis: Basis,
}

impl NeedsTable {
    /// The table for two sides that have won these hands.
    ///
    /// # Errors
    /// The sides have no odds, or the target is too high for a table.
    pub fn new(own: &OwnHands<'_>) -> Result<NeedsTable, Flaw> {
        let (mix, rules) = (Mix::new(own)?, own.rules);
        let most = BySide::each(2, states(rules.target));
        if most[Side::First].saturating_mul(most[Side::Second]) > MOST_NEEDS {
            return Err(Flaw(format!("No table: the target is {}, and a table goes up to 1000", rules.target)));
        }
        let chances = ColumnChances::new(&mix, rules, most);
        let tenth = |step: i64| Points((rules.target.0 * step + STEPS - 1) / STEPS);
        let mut needs: Vec<Points> = (1..=STEPS).rev().map(tenth).collect();
        needs.dedup();
        let row = |first: &Points| {
            needs.iter().map(|second| chances.chance(BySide::new(states(*first), states(*second)))).collect()
        };
        let win = needs.iter().map(row).collect();
        Ok(NeedsTable { win, needs, basis: Basis::of(&mix, own.players) })
    }

    /// The table for two players without any hand of their own.
    ///
    /// # Errors
    /// The target is too high for a table.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::odds::NeedsTable;
    /// use ginpad_core::rules::Preset;
    ///
    /// let table = NeedsTable::of_strangers(&Preset::standard().rules).unwrap();
    /// assert_eq!((table.needs[0].0, table.needs[9].0), (100, 10));
    /// assert!((table.win[0][0] - 0.5).abs() < 1e-9);
    /// ```
    pub fn of_strangers(rules: &Rules) -> Result<NeedsTable, Flaw> {
        let name = |name: &str| Name::read(name).into_iter().collect();
        // Both names are valid, so this never fails.
        let players = Players::new(BySide::new(name("A"), name("B"))).unwrap_or_else(|why| unreachable!("{why:?}"));
        NeedsTable::new(&OwnHands::new(&players, rules))
    }
}
