//! A table of chances by what each side needs, as it is shown to people.

use ginpad_core::game::ScoredGame;
use ginpad_core::odds::{NeedsTable, NoOdds};
use ginpad_core::rules::{Format, TableRules};
use ginpad_core::side::Side;
use ginpad_core::text::{sentence, width};

use super::percent::shown;
use super::phrase::{rests_on, why_none};
use crate::render::layout::bold;
use crate::render::{Look, phrases};

/// The space before each column.
const GAP: usize = 2;
/// The steps that are shown where not all of them fit.
const FEW: [usize; 6] = [0, 2, 4, 6, 8, 9];

/// A table of chances with what it is for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OddsTable<'a> {
    /// The number of the game in the book.
    pub number: Option<i64>,
    /// The game; `None` if the table is for rules alone.
    pub game: Option<&'a ScoredGame>,
    /// The rules.
    pub rules: &'a TableRules,
    /// The chances, or why there are none.
    pub odds: &'a Result<NeedsTable, NoOdds>,
}

/// The table for people, in whole percents. In a narrow terminal some steps are left out.
pub(crate) fn odds_table(table: &OddsTable<'_>, look: Look) -> String {
    let odds = match table.odds {
        Ok(odds) => odds,
        Err(why) => return filled(&why_none(*why), look),
    };
    let needs: Vec<String> = odds.needs.iter().map(ToString::to_string).collect();
    let cell = needs.iter().map(|needs| width(needs)).max().unwrap_or(0).max(3);
    let fits = |columns: usize| cell + columns * (cell + GAP) <= look.columns();
    let steps: Vec<usize> = (0..needs.len()).filter(|step| fits(needs.len()) || FEW.contains(step)).collect();
    let line = |first: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: String = cells.map(|text| format!("{text:>width$}", width = cell + GAP)).collect();
        format!("{first:>cell$}{cells}")
    };
    let mut text = filled(&heading(table, odds), look);
    text += "\n";
    text += &bold(&line("", &mut steps.iter().map(|step| needs[*step].clone())), look.colour);
    text += "\n";
    for row in &steps {
        let win = &odds.win[*row];
        text += &line(&needs[*row], &mut steps.iter().map(|column| shown(win[*column]).to_string()));
        text += "\n";
    }
    text
}

/// What the numbers are.
fn heading(table: &OddsTable<'_>, odds: &NeedsTable) -> String {
    let rules = &table.rules.rules;
    let goal = match rules.format {
        Format::Single => format!("reach {} first", rules.target),
        _ => format!("reach {} first in a column", rules.target),
    };
    let what = match table.game {
        Some(game) => {
            let [first, second] = Side::BOTH.map(|side| phrases::name(game, side));
            format!("{first}'s chance to {goal}, in percent: rows are what {first} needs, columns what {second} needs")
        }
        None => format!("The chance to {goal}, in percent: rows are what the side needs, columns what the other needs"),
    };
    format!("{what} ({}; {})", table.rules, rests_on(&odds.basis, None))
}

fn filled(line: &str, look: Look) -> String {
    sentence(line, look.columns()) + "\n"
}
