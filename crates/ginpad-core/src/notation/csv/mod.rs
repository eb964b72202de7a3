//! Reads old notebooks as spreadsheets: tables of comma-separated values, one row a game or one row a hand.
//!
//! Source: the notation page of the docs. The headings, in any order, decide which kind of table it is. A table is all
//! or nothing: a single wrong cell refuses it, with a list of every wrong cell.

mod aside;
mod columns;
mod dates;
mod faults;
mod head;
mod names;
mod notes;
mod numbers;
mod reshape;
mod rows;
mod table;

use std::collections::{BTreeMap, BTreeSet};

pub use faults::{CsvAdvice, CsvFault, CsvFaults};
pub use names::{NameMap, Spellings};
pub use notes::{CsvNotes, CsvReading};

use self::columns::{Columns, Layout};
use self::dates::DateStyle;
use self::faults::Faults;
use self::head::HeadReader;
use self::table::{Row, Table};
use crate::Game;

/// A table to fill in, one row a game: remarks, headings and examples. It reads back unchanged.
pub const GAMES_TEMPLATE: &str = include_str!("template_games.csv");
/// The same, one row a hand.
pub const HANDS_TEMPLATE: &str = include_str!("template_hands.csv");

/// The games of a table, with notes on how it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvGames {
    /// The games, in the order of their first rows.
    pub games: Vec<Game>,
    /// The line of the first row of each game.
    pub lines: Vec<usize>,
    /// The text of each game: its cells in the order of our known columns. It identifies an imported game.
    pub texts: Vec<String>,
    /// The facts that the first row of each game gives, by the words of `set`: `stake`, `title`.
    pub given: Vec<BTreeSet<&'static str>>,
    /// Notes on the reading.
    pub notes: CsvNotes,
}

impl CsvGames {
    /// The places of the games from the first played to the last, as far as the table shows it. A table may have the
    /// newest game on top, and then has the last game of a day above the first.
    pub fn in_order(&self) -> Vec<usize> {
        let days: Vec<_> = self.games.iter().filter_map(|game| Some(game.started?.date_naive())).collect();
        let newest_first = days.first() > days.last() && days.is_sorted_by(|above, below| above >= below);
        let places = 0..self.games.len();
        if newest_first { places.rev().collect() } else { places.collect() }
    }
}

/// Reads the games of a table. Commas, semicolons or tabs separate its cells.
///
/// # Errors
/// Every cell that cannot be read, or that the rules of its game refuse.
///
/// # Example
/// ```
/// use chrono::{DateTime, Offset, Utc};
/// use ginpad_core::notation::{CsvReading, LocalTime, NameMap, print_games, read_csv};
///
/// let utc = |_| Utc.fix();
/// let local = LocalTime { now: DateTime::UNIX_EPOCH.into(), offset_at: &utc };
/// let reading = CsvReading { names: &NameMap::default(), dates: None, century: None, local };
/// let table = "Date;Side 1;Side 2;Total 1;Total 2\n31.5.2011;Ann;Bob;330,0;48\n";
/// let read = read_csv(table, reading).unwrap();
/// assert_eq!(
///     print_games(&read.games),
///     "date: 2011-05-31 00:00 +00:00\nrules: standard\nsides: Ann, Bob\ntotals: 330, 48\n"
/// );
/// assert_eq!(
///     read_csv("side 1,side 2,total 1,total 2\nAnn,Bob,330,x\n", reading).unwrap_err().to_string(),
///     "line 2, `total 2`: expected a whole number from 0 to 1000000, not `x`"
/// );
/// ```
pub fn read_csv(text: &str, reading: CsvReading<'_>) -> Result<CsvGames, CsvFaults> {
    let (mut faults, names) = (Faults::default(), reading.names.of_one_table());
    let reading = CsvReading { names: &names, ..reading };
    let Some(mut table) = Table::read(text, |heading| Columns::knows(heading, reading.names), &mut faults) else {
        return Err(faults.into());
    };
    let crowded = reshape::reshape(&mut table, &names);
    let Some(columns) = Columns::read(&table, &names, &mut faults) else { return Err(faults.into()) };
    crowded.into_iter().for_each(|fault| faults.push(fault));
    aside::set_aside(&mut table, &columns);
    let dates = DateStyle::of(&table, &columns, reading, &mut faults);
    let mut notes = std::mem::take(&mut table.notes);
    notes.sums.sort_unstable();
    let mut heads = HeadReader { columns: &columns, notes, faults, reading, dates };
    let read: Vec<(Game, usize, String)> = match columns.layout {
        Layout::Games => rows::read_games(&table, &mut heads),
        Layout::Hands => rows::read_hands(&table, &mut heads),
    };
    let HeadReader { notes, mut faults, .. } = heads;
    let (games, lines, texts) = read.into_iter().collect::<(Vec<_>, Vec<_>, Vec<_>)>();
    let rows: BTreeMap<usize, &Row> = table.rows.iter().map(|row| (row.line, row)).collect();
    let given = lines.iter().filter_map(|line| rows.get(line)).map(|row| columns.given(row)).collect();
    if games.is_empty() && faults.is_empty() {
        faults.push(CsvFault::of_line(table.heading_line, "there is no row below the headings"));
    }
    columns.not_there(&table, &names, &mut faults);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let points_of_games = columns.points_of_games().map(str::to_string);
    let notes = CsvNotes { points_of_games, ..notes };
    let notes = CsvNotes { left_out: columns.left_out, mapped: names.used.into_inner(), ..notes };
    Ok(CsvGames { games, lines, texts, given, notes })
}
