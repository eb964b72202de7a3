//! A table of the first side's chances, by the points that each side still needs; and the JSON fields of odds. Without odds
//! they are null, and `none_because` gives the reason.

use serde::{Serialize, Serializer};
use serde_json::json;

use super::Odds;
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

/// Serializes the odds of a game.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_odds<S: Serializer>(result: &Result<Odds, Flaw>, serializer: S) -> Result<S::Ok, S::Error> {
    let odds = result.as_ref().ok();
    let basis = odds.and_then(|odds| odds.basis);
    let fields = json!({
        "win": odds.map(|odds| odds.win.map(rounded)),
        "tie": odds.map(|odds| rounded(odds.tie)),
        "method": odds.map(|odds| odds.method()),
        "error": odds.map(|odds| rounded(odds.error())),
        "games_played": odds.and_then(|odds| odds.games),
        "own_hands": basis.map(|basis| basis.own_hands),
        "model_error": basis.and_then(|basis| basis.model_error).map(rounded),
        "none_because": result.as_ref().err().map(Flaw::to_string),
    });
    fields.serialize(serializer)
}

/// Serializes a table of chances.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_table<S: Serializer>(result: &Result<NeedsTable, Flaw>, serializer: S) -> Result<S::Ok, S::Error> {
    let odds = result.as_ref().ok();
    let row = |row: &Vec<f64>| row.iter().map(|chance| rounded(*chance)).collect::<Vec<f64>>();
    let fields = json!({
        "needs": odds.map(|odds| odds.needs.as_slice()),
        "win": odds.map(|odds| odds.win.iter().map(row).collect::<Vec<_>>()),
        "own_hands": odds.map(|odds| odds.basis.own_hands),
        "model_error": odds.and_then(|odds| odds.basis.model_error).map(rounded),
        "none_because": result.as_ref().err().map(Flaw::to_string),
    });
    fields.serialize(serializer)
}

/// Rounds a chance to six places, to hide the last bits of a machine's arithmetic.
fn rounded(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e6
}
