//! A table of chances by each side's need.

use ginpad_core::game::ScoredGame;
use ginpad_core::odds::NeedsTable;
use ginpad_core::players::Players;
use ginpad_core::points::Points;
use ginpad_core::rules::TableRules;
use ginpad_core::text::Flaw;
use serde::Serialize;

use crate::answer::table::{Audience, Cell, Column, Table};
use crate::answer::{Block, Report};
use crate::render::odds::{percent, table_heading};

/// The ranks of the columns of a table of chances.
const RANKS: [usize; 10] = [0, 9, 3, 8, 0, 7, 2, 6, 0, 1];

/// A table of chances: `ginpad/odds-table/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/odds-table/1")]
pub(crate) struct OddsTableReport {
    game: Option<i64>,
    sides: Option<Players>,
    rules: String,
    target: Points,
    #[serde(flatten, serialize_with = "ginpad_core::odds::serialize_table")]
    odds: Result<NeedsTable, Flaw>,
    /// The meaning of the numbers, or why there are none.
    #[serde(skip)]
    heading: String,
}

impl OddsTableReport {
    /// The table of a game, or of rules alone.
    pub(crate) fn new(
        number: Option<i64>,
        game: Option<&ScoredGame>,
        rules: &TableRules,
        odds: Result<NeedsTable, Flaw>,
    ) -> OddsTableReport {
        let heading = match &odds {
            Ok(odds) => table_heading(game, rules, odds),
            Err(why) => why.to_string(),
        };
        let sides = game.map(|game| game.game.players.clone());
        OddsTableReport { game: number, sides, rules: rules.to_string(), target: rules.rules.target, odds, heading }
    }
}

impl Report for OddsTableReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = vec![Block::words(self.heading.as_str())];
        if let Ok(odds) = &self.odds {
            blocks.extend([for_people(odds), for_programs(odds)].map(Block::Table));
        }
        blocks
    }
}

/// Whole percents: a row for each need of the first side, a column for each need of the second.
fn for_people(odds: &NeedsTable) -> Table<'_> {
    let rows = odds.needs.iter().zip(&odds.win);
    let mut table = Table::of("Chances in percent", rows).people("", |(needs, _)| Cell::Count(needs.0));
    for (step, needs) in odds.needs.iter().enumerate() {
        let column = Column::new("", needs.to_string()).rank(RANKS.get(step).copied().unwrap_or(0));
        table = table.add(column, move |(_, win)| Cell::Count(percent(win[step]).into()));
    }
    table.table.only(Audience::PEOPLE)
}

/// Each side's need, and the chance of the first side.
fn for_programs(odds: &NeedsTable) -> Table<'_> {
    let row = |(first, win): (&Points, &Vec<f64>)| -> Vec<Vec<Cell>> {
        let chance = |chance: &f64| Cell::Number(format!("{chance:.4}"));
        let cells = |(second, share): (&Points, &f64)| vec![Cell::Count(first.0), Cell::Count(second.0), chance(share)];
        odds.needs.iter().zip(win).map(cells).collect()
    };
    Table::for_programs("needs other_needs win", odds.needs.iter().zip(&odds.win).flat_map(row))
}
