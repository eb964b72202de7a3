//! Reads the facts of a table about a game, besides its hands and totals.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::columns::{Column, Columns};
use super::dates::{DateStyle, moment};
use super::faults::{CsvFault, Faults, reasons};
use super::notes::{CsvNotes, CsvReading};
use super::numbers::whole_number;
use super::table::{Row, one_line};
use crate::notation::sides::is_nobody;
use crate::text::harmless;
use crate::{Amount, BySide, Closing, Event, Game, Name, Players, Preset, Side, Stakes, TableRules, Title, WhoFault};

/// The most games of a spreadsheet: more than a table plays in a lifetime.
const MOST_GAMES: usize = 20_000;

/// The columns about a game.
pub(super) const OF_A_GAME: [Column; 13] = {
    use Column::*;
    [Date, Time, Side1, Side2, Winner, Status, Title, Event, Rules, Dealer, Stake, StakeGame, StakeLine]
};

/// The non-empty cells about one game, each with its line.
pub(super) type HeadCells<'t> = BTreeMap<Column, (usize, &'t str)>;

/// Collects the cells about its game in a row.
pub(super) fn head_cells<'t>(columns: &Columns, row: &'t Row) -> HeadCells<'t> {
    OF_A_GAME.iter().filter_map(|column| Some((*column, (row.line, columns.text(row, *column)?)))).collect()
}

/// The winner in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WinnerCell {
    /// An empty cell.
    Empty,
    /// The sides were level.
    Nobody,
    /// This side.
    Side(Side),
}

/// Words for a finished game.
const FINISHED: [&str; 8] = ["finished", "done", "complete", "completed", "over", "final", "won", "beendet"];
/// Words for an unfinished game.
const UNFINISHED: [&str; 7] =
    ["unfinished", "abandoned", "open", "stopped", "incomplete", "not finished", "abgebrochen"];
/// Words before the side that gave up.
const FORFEIT: [&str; 5] = ["forfeited by", "forfeited", "forfeit by", "forfeit", "conceded by"];

/// Reads the facts of a table about its games.
pub(super) struct HeadReader<'a> {
    /// The columns of the table.
    pub columns: &'a Columns,
    /// Notes on the reading.
    pub notes: CsvNotes,
    /// The faults found so far.
    pub faults: Faults,
    /// The options for reading the table.
    pub reading: CsvReading<'a>,
    pub dates: DateStyle,
}

impl HeadReader<'_> {
    /// Adds a fault of a cell in this column.
    pub(super) fn refuse(&mut self, line: usize, column: Column, reason: impl Display) {
        self.faults.push(CsvFault::of_cell(line, self.columns.heading(column), reason));
    }

    /// Reads a whole number. `None` if the cell is empty or wrong.
    pub(super) fn number(&mut self, row: &Row, column: Column, expected: &str) -> Option<i64> {
        let cell = self.columns.text(row, column)?;
        let number = whole_number(cell);
        if number.is_none() {
            self.refuse(row.line, column, format!("expected {expected}, not `{}`", harmless(cell)));
        }
        number
    }

    /// Whether this many games are as many as are read. If so, adds that as a fault of the next row.
    pub(super) fn is_full(&mut self, games: usize, line: usize) -> bool {
        if games == MOST_GAMES {
            let reason = format!("a file has at most {MOST_GAMES} games; the rest was not read");
            self.faults.push(CsvFault::of_line(line, reason));
        }
        games == MOST_GAMES
    }

    /// Reads the game of these cells, without hands and totals, and its winner. `None` if the cells have a fault.
    pub(super) fn game(&mut self, line: usize, cells: &HeadCells<'_>) -> Option<(Game, WinnerCell)> {
        self.faults.is_new = false;
        let players = self.players(line, cells);
        let title = self.title(cells);
        let event = self.read(cells, Column::Event, Event::read);
        let started = self.started(cells);
        let stakes = self.stakes(cells);
        let rules = self.read(cells, Column::Rules, |cell| TableRules::read(cell).map_err(|wrong| reasons(&wrong)));
        let players = players?;
        let names = self.reading.names;
        let first_dealer = self.read(cells, Column::Dealer, |cell| names.meant_side(cell, &players));
        let winner = self.winner(cells, &players);
        let closing = self.closing(cells, &players, winner);
        if self.faults.is_new {
            return None;
        }
        let game = Game {
            title,
            event,
            started,
            rules: rules.unwrap_or_else(|| TableRules::of(Preset::standard())),
            players,
            first_dealer,
            spots: BySide::none(Side::TWO.len()),
            stakes,
            totals: None,
            closing,
            hands: Vec::new(),
            adjustments: Vec::new(),
        };
        Some((game, winner))
    }

    fn players(&mut self, line: usize, cells: &HeadCells<'_>) -> Option<Players> {
        let (columns, names) = (self.columns, self.reading.names);
        let mut side = |side: Side, column: Column| -> Option<Vec<Name>> {
            if let Some(sides) = &columns.sides {
                return Some(sides[side].clone());
            }
            if cells.get(&column).is_none_or(|(_, cell)| columns.is_winner(column) && is_nobody(cell)) {
                self.refuse(line, column, "nobody is named");
                return None;
            }
            self.read(cells, column, |cell| names.side(cell).map_err(|wrong| reasons(&wrong)))
        };
        let (first, second) = (side(Side::First, Column::Side1), side(Side::Second, Column::Side2));
        let seated = Players::new(BySide::new(first?, second?));
        seated.map_err(|faults| self.faults.push(CsvFault::of_line(line, reasons(&faults)))).ok()
    }

    /// Joins the title of a game and its note into one title. Cuts a note that is too long.
    fn title(&mut self, cells: &HeadCells<'_>) -> Option<Title> {
        let title = self.read(cells, Column::Title, Title::read);
        let Some((line, note)) = cells.get(&Column::Note) else { return title };
        let lead = title.map(|title| format!("{}; ", title.as_str())).unwrap_or_default();
        let mut words = lead + &one_line(note);
        if let Some((end, _)) = words.char_indices().nth(Title::LONGEST) {
            let last = words[..end].char_indices().last().map_or(0, |(last, _)| last);
            words.replace_range(last.., "…");
            self.notes.cut.push(*line);
        }
        Title::read(&words).map_err(|fault| self.refuse(*line, Column::Note, fault)).ok()
    }

    /// Reads the cell of a column. `None` if it is empty or wrong.
    fn read<T, E: Display>(
        &mut self,
        cells: &HeadCells<'_>,
        column: Column,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let (line, cell) = *cells.get(&column)?;
        read(&one_line(cell)).map_err(|fault| self.refuse(line, column, fault)).ok()
    }

    fn started(&mut self, cells: &HeadCells<'_>) -> Option<crate::hand::Moment> {
        let time = cells.get(&Column::Time);
        if let (Some((line, _)), None) = (time, cells.get(&Column::Date)) {
            self.refuse(*line, Column::Time, "a time needs a date");
        }
        let (time, dates, local) = (time.map_or("", |(_, time)| time), self.dates, self.reading.local);
        let started = self.read(cells, Column::Date, |date| moment(date, time, dates, local));
        let is_to_come = started.is_some_and(|started| started.date_naive() > local.now.date_naive());
        self.notes.still_to_come.extend(cells.get(&Column::Date).filter(|_| is_to_come).map(|(line, _)| *line));
        started
    }

    fn stakes(&mut self, cells: &HeadCells<'_>) -> Stakes {
        let columns = [Column::Stake, Column::StakeGame, Column::StakeLine];
        let [point, game, line] = columns.map(|column| self.read(cells, column, Amount::read));
        Stakes::new(point, game, line).unwrap_or_else(|fault| {
            if let Some((column, line)) = columns.into_iter().find_map(|column| Some((column, cells.get(&column)?.0))) {
                self.refuse(line, column, &fault);
            }
            Stakes::default()
        })
    }

    fn winner(&mut self, cells: &HeadCells<'_>, players: &Players) -> WinnerCell {
        let names = self.reading.names;
        let read = |cell: &str| match names.meant_side(cell, players) {
            Ok(side) => Ok(WinnerCell::Side(side)),
            Err(_) if is_nobody(cell) => Ok(WinnerCell::Nobody),
            Err(fault @ WhoFault::Unknown { nearest: None, .. }) => Err(format!("{fault}; a tie is written `tie`")),
            Err(fault) => Err(fault.to_string()),
        };
        self.read(cells, Column::Winner, read).unwrap_or(WinnerCell::Empty)
    }

    /// The part of a cell like `forfeit Ann` that names the side that gave up. Empty for `forfeited` alone; `None` if
    /// the cell is about something else.
    fn gave_up<'c>(&self, cell: &'c str, players: &Players) -> Option<&'c str> {
        let lower = cell.to_lowercase();
        let words = FORFEIT.iter().filter(|word| lower.starts_with(**word));
        // The words are ASCII, so they have the same length in the cell.
        let rests = words.filter_map(|word| cell.get(word.len()..));
        let mut named = rests.filter(|rest| rest.is_empty() || rest.starts_with(' ')).map(str::trim).peekable();
        let first = named.peek().copied()?;
        // Somebody may be called By.
        Some(named.find(|side| self.reading.names.meant_side(side, players).is_ok()).unwrap_or(first))
    }

    fn closing(&mut self, cells: &HeadCells<'_>, players: &Players, winner: WinnerCell) -> Option<Closing> {
        let (line, cell) = *cells.get(&Column::Status)?;
        let lower = cell.to_lowercase();
        let read = if FINISHED.contains(&lower.as_str()) {
            Ok(None)
        } else if UNFINISHED.contains(&lower.as_str()) {
            Ok(Some(Closing::Unfinished))
        } else if let Some(side) = self.gave_up(cell, players) {
            match (side, winner) {
                ("", WinnerCell::Side(winner)) => Ok(Some(Closing::Forfeit(winner.other()))),
                // A winner is given, but is wrong.
                ("", WinnerCell::Empty) if cells.contains_key(&Column::Winner) => Ok(None),
                ("", _) => Err("it does not say who gave up; write it like `forfeit Ann`".to_string()),
                (side, _) => {
                    let side = self.reading.names.meant_side(side, players);
                    side.map(|side| Some(Closing::Forfeit(side))).map_err(|fault| fault.to_string())
                }
            }
        } else {
            let expected = "expected `finished`, `unfinished`, or `forfeit` and a side";
            Err(format!("{expected}, not `{}`", harmless(cell)))
        };
        let closing = read.map_err(|reason| self.refuse(line, Column::Status, reason)).ok()?;
        let clash = match (closing, winner) {
            (Some(Closing::Forfeit(side)), WinnerCell::Side(winner)) if side == winner => {
                Some(format!("{} gave up, and so cannot have won", players.side_name(side)))
            }
            (Some(Closing::Forfeit(_)), WinnerCell::Nobody) => Some("the other side wins a forfeited game".into()),
            (Some(Closing::Unfinished), WinnerCell::Side(_)) => Some("nobody wins an unfinished game".into()),
            _ => None,
        };
        if let (Some(reason), Some((line, _))) = (clash, cells.get(&Column::Winner)) {
            self.refuse(*line, Column::Winner, reason);
        }
        closing
    }
}
