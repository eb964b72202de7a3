//! Reads text sheets: a header, then one entry a line; `---` separates games.
//!
//! [`SheetReader`] takes a text line by line and returns each game as it ends. It keeps one game and the first faults,
//! so it can read a text of any length.

mod edited;
mod header;
mod one_game;

use chrono::{Offset, Utc};
use thiserror::Error;

use self::edited::Before;
pub use self::one_game::LONGEST_LINE;
use self::one_game::SheetReading;
use super::fault::Fault;
use super::when::LocalTime;
use crate::text::count;
use crate::{Game, Listed, Moment};

/// Reading stops after this many wrong lines: a text with more was not meant as a sheet.
const MOST_FAULTS: usize = Game::MOST_HANDS;

/// Reading stops in a game with more lines than this: further lines add nothing, and may never end.
const MOST_LINES: usize = 2 * Game::MOST_HANDS;

/// The faults of a sheet, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .0.lines().collect::<Vec<_>>().join("\n"))]
pub struct SheetFaults(pub Listed<Fault>);

/// Reads the games of a text sheet.
///
/// # Errors
/// Every line that cannot be read, or that the rules of its game refuse. The whole text is refused then.
pub fn read_games(text: &str, local: LocalTime<'_>) -> Result<Vec<Game>, SheetFaults> {
    let mut reader = SheetReader::new(local);
    let mut games = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for line in text.lines() {
        games.extend(reader.line(line).map(|(game, _)| game));
        if reader.has_stopped() {
            break;
        }
    }
    games.extend(reader.end()?.map(|(game, _)| game));
    Ok(games)
}

/// Reads a text that holds one game, with times in UTC.
///
/// # Errors
/// Those of [`read_games`], and a text with several games.
pub fn read_one(text: &str) -> Result<Game, SheetFaults> {
    let utc = |_| Utc.fix();
    let now = Moment::from(chrono::DateTime::UNIX_EPOCH);
    let mut games = read_games(text, LocalTime { now, offset_at: &utc })?;
    match (games.pop(), games.len()) {
        (Some(game), 0) => Ok(game),
        (_, more) => {
            let what = format!("{} here; one was expected", count(more + 1, "game"));
            Err(SheetFaults([Fault::at(1, "", 0, vec![what])].into_iter().collect()))
        }
    }
}

/// Reads an edited sheet of a game. The result is the game of the sheet; its differences from `was` are the edits.
///
/// # Errors
/// Every line that cannot be read, that the rules of the sheet refuse, or that changes a fixed value.
pub fn read_edited(text: &str, was: &Game, local: LocalTime<'_>) -> Result<Game, SheetFaults> {
    let mut reader = SheetReader::new(local);
    reader.game.before = Some(Before::new(was));
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        // Only a line of `---` ends a game before the last line.
        let _ = reader.line(line);
    }
    let none = || SheetFaults([Fault::at(1, "", 0, vec!["there is no game here".into()])].into_iter().collect());
    reader.end()?.map(|(game, _)| game).ok_or_else(none)
}

/// Reads a text line by line, and returns each game as it ends, with its text as written in the file but without comments
/// and blank lines. That text identifies an imported game.
///
/// # Example
/// ```
/// use chrono::{Offset, Utc};
/// use ginpad_core::notation::{LocalTime, SheetReader};
///
/// let now = chrono::DateTime::UNIX_EPOCH.fixed_offset();
/// let utc = |_| Utc.fix();
/// let mut reader = SheetReader::new(LocalTime { now, offset_at: &utc });
/// assert!(reader.line("sides: Ann, Bob").is_none());
/// assert!(reader.line("ann gin 31").is_none());
/// assert_eq!(reader.line("---").unwrap().0.hands.len(), 1);
/// assert!(reader.line("sides: Ann & Bob").is_none());
/// assert_eq!(reader.end().unwrap_err().0.items[0].line, 4);
/// ```
pub struct SheetReader<'a> {
    local: LocalTime<'a>,
    game: SheetReading<'a>,
    /// The number of lines read.
    lines: usize,
    games: usize,
    faults: Listed<Fault>,
    /// Whether a fault stopped the reading.
    has_stopped: bool,
}

impl<'a> SheetReader<'a> {
    /// Creates a reader before its first line.
    pub fn new(local: LocalTime<'a>) -> SheetReader<'a> {
        SheetReader {
            local,
            game: SheetReading::new(local, 1),
            lines: 0,
            games: 0,
            faults: Listed::default(),
            has_stopped: false,
        }
    }

    /// Reads the next line, and returns the game that ends with it. After a fault it returns no more games.
    pub fn line(&mut self, line: &str) -> Option<(Game, String)> {
        self.lines += 1;
        if self.has_stopped || self.stops(line) {
            return None;
        }
        if line.trim() != "---" {
            self.game.line(self.lines, line, &mut self.faults);
            return None;
        }
        if self.game.before.is_some() {
            self.stop(line, "the sheet of one game ends here; other games are not read".into());
            return None;
        }
        self.end_game()
    }

    /// Whether reading stopped because too many lines are wrong.
    pub const fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// The text of the current game.
    pub fn text(&self) -> &str {
        &self.game.text
    }

    /// Ends the text, and returns its last game.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn end(mut self) -> Result<Option<(Game, String)>, SheetFaults> {
        let last = self.end_game();
        if self.games == 0 && self.faults.is_empty() {
            let reason = "there is no game here; a sheet needs at least a line like `sides: Ann, Bob`";
            self.faults.push(Fault::at(1, "", 0, vec![reason.into()]));
        }
        if self.faults.is_empty() {
            return Ok(last);
        }
        // A header is read once all of it is known.
        self.faults.items.sort_by_key(|fault| fault.line);
        Err(SheetFaults(self.faults))
    }

    /// Ends the current game, if there is one.
    fn end_game(&mut self) -> Option<(Game, String)> {
        let game = std::mem::replace(&mut self.game, SheetReading::new(self.local, self.lines + 1));
        let read = if game.text.is_empty() { None } else { game.finish(&mut self.faults) }?;
        self.games += 1;
        self.faults.is_empty().then_some(read)
    }

    /// Stops before this line if too many are wrong.
    fn stops(&mut self, line: &str) -> bool {
        let wrong = self.faults.total();
        let is_long = self.lines - self.game.first >= MOST_LINES;
        let reason = match wrong >= MOST_FAULTS {
            true => format!("{wrong} lines are wrong so far; the rest was not read"),
            false if is_long && (wrong > 0 || self.game.has_no_players()) => {
                format!("this game has faults and more than {MOST_LINES} lines; the rest was not read")
            }
            false => return false,
        };
        self.stop(line, reason);
        true
    }

    /// Stops at this line. Its fault is reported even if the list is full.
    fn stop(&mut self, line: &str, reason: String) {
        self.faults.items.push(Fault::at(self.lines, line, 0, vec![reason]));
        self.has_stopped = true;
    }
}
