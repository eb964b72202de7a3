//! Reading text sheets: a header, then one entry a line; games separated by `---`.
//!
//! [`SheetReader`] takes a text line by line and gives each game as it ends. It keeps one game and the first faults, so
//! that a text of any length can be read.

mod edited;
mod header;
mod one_game;

use chrono::{Offset, Utc};
use thiserror::Error;

use self::one_game::SheetReading;
use super::fault::Fault;
use super::when::LocalTime;
use crate::game::Game;
use crate::hand::Moment;
use crate::listed::Listed;
use crate::text::{add_source_line, count};

/// Reading stops after this many wrong lines: a text with more was never meant as a sheet.
const MOST_FAULTS: usize = Game::MOST_HANDS;

/// Reading stops in a game with more lines than this if anything is wrong: what follows says nothing more of it, and may have
/// no end.
const MOST_LINES: usize = 2 * Game::MOST_HANDS;

/// How much of a line that is too long is shown, in characters.
const EXCERPT: usize = 100;

/// What is wrong with a sheet, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .0.lines().collect::<Vec<_>>().join("\n"))]
pub struct SheetFaults(pub Listed<Fault>);

/// Reads the games of a text sheet.
///
/// # Errors
/// Every line that cannot be read, or that the rules of its game do not accept. Then nothing of the text is read.
pub fn read_games(text: &str, local: LocalTime<'_>) -> Result<Vec<Game>, SheetFaults> {
    let mut reader = SheetReader::new(local);
    let mut games = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for line in text.lines() {
        games.extend(reader.line(line));
        if reader.has_stopped() {
            break;
        }
    }
    games.extend(reader.end()?);
    Ok(games)
}

/// Reads a text that holds one game, with times in UTC.
///
/// # Errors
/// As [`read_games`]; and where the text holds several games.
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

/// Reads the sheet of a game after somebody has edited it. The game is as the sheet says; what differs from `was` was
/// edited.
///
/// # Errors
/// Every line that cannot be read, that the rules of the sheet do not accept, or that says what cannot be changed.
pub fn read_edited(text: &str, was: &Game, local: LocalTime<'_>) -> Result<Game, SheetFaults> {
    let mut reader = SheetReader::of_edited(was, local);
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        // Only a line of `---` ends a game before its last line.
        let _ = reader.line(line);
    }
    let none = || SheetFaults([Fault::at(1, "", 0, vec!["there is no game here".into()])].into_iter().collect());
    reader.end()?.ok_or_else(none)
}

/// Reads a text line by line, and gives each game as it ends.
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
/// assert_eq!(reader.line("---").unwrap().hands.len(), 1);
/// assert!(reader.line("sides: Ann & Bob").is_none());
/// assert_eq!(reader.end().unwrap_err().0.items[0].line, 4);
/// ```
pub struct SheetReader<'a> {
    local: LocalTime<'a>,
    game: SheetReading<'a>,
    /// The text of the game that is being read, or that has just ended.
    text: String,
    /// Whether that game has ended.
    has_ended: bool,
    /// How many lines have been read.
    lines: usize,
    /// How many of them come before the game that is being read.
    before: usize,
    games: usize,
    /// Whether there was a line of `---`.
    separated: bool,
    /// Whether this is the sheet of one game after somebody has edited it.
    is_edited: bool,
    faults: Listed<Fault>,
    /// The lines that say that the rules refuse their hands, which they do not.
    marked_in_vain: Listed<usize>,
    /// That reading stopped, and where.
    stopped: Option<Fault>,
}

impl SheetReader<'_> {
    /// The longest line that is read, in characters: nobody types a longer entry.
    pub const LONGEST_LINE: usize = 20_000;
}

impl<'a> SheetReader<'a> {
    /// A reader before its first line.
    pub fn new(local: LocalTime<'a>) -> SheetReader<'a> {
        SheetReader {
            local,
            game: SheetReading::new(local, 1),
            text: String::new(),
            has_ended: false,
            lines: 0,
            before: 0,
            games: 0,
            separated: false,
            is_edited: false,
            faults: Listed::default(),
            marked_in_vain: Listed::default(),
            stopped: None,
        }
    }

    /// A reader of the sheet of this game, after somebody has edited it.
    fn of_edited(was: &'a Game, local: LocalTime<'a>) -> SheetReader<'a> {
        SheetReader { game: SheetReading::edited(local, was), is_edited: true, ..SheetReader::new(local) }
    }

    /// Reads the next line, and gives the game that ends with it. After a fault, it gives no more games.
    pub fn line(&mut self, line: &str) -> Option<Game> {
        self.lines += 1;
        if self.stopped.is_some() || self.stops(line) {
            return None;
        }
        if std::mem::take(&mut self.has_ended) {
            self.text.clear();
        }
        if line.trim() != "---" {
            add_source_line(&mut self.text, line);
            let line = line.trim_end();
            if line.len() > SheetReader::LONGEST_LINE && line.chars().nth(SheetReader::LONGEST_LINE).is_some() {
                let fault = self.too_long_fault(&line.chars().take(EXCERPT).collect::<String>());
                self.game.wrong_line(fault, &mut self.faults);
            } else {
                self.game.line(self.lines, line, &mut self.faults);
            }
            if self.game.is_marked_in_vain {
                self.marked_in_vain.push(self.lines);
            }
            return None;
        }
        if self.is_edited {
            let reason = "the sheet of one game ends here; other games are not read".to_string();
            self.stopped = Some(Fault::at(self.lines, line, 0, vec![reason]));
            return None;
        }
        (self.separated, self.has_ended) = (true, true);
        self.before = self.lines;
        let game = std::mem::replace(&mut self.game, SheetReading::new(self.local, self.lines + 1));
        if game.is_blank() { None } else { self.finish(game) }
    }

    /// Takes the next line as wrong, because it is longer than [`SheetReader::LONGEST_LINE`]. For callers that do not
    /// keep such a line.
    pub fn too_long_line(&mut self) {
        self.lines += 1;
        if self.stopped.is_none() && !self.stops("") {
            let fault = self.too_long_fault("");
            self.game.wrong_line(fault, &mut self.faults);
        }
    }

    fn too_long_fault(&self, start: &str) -> Fault {
        let why = format!("the line has more than {} characters; no entry is that long", SheetReader::LONGEST_LINE);
        Fault::at(self.lines, start, 0, vec![why])
    }

    /// Whether so many lines are wrong that no more are read.
    pub const fn has_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// The lines so far that end with `refused` although the rules accept their hands. The word makes no difference there.
    pub const fn marked_in_vain(&self) -> &Listed<usize> {
        &self.marked_in_vain
    }

    /// The text of the game that the last line ended, or else of the game that is being read: as it stands in the file,
    /// without comments and blank lines. An imported game is known by it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The last game of the text.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn end(mut self) -> Result<Option<Game>, SheetFaults> {
        let game = std::mem::replace(&mut self.game, SheetReading::new(self.local, self.lines));
        let last = if game.is_blank() && self.separated { None } else { self.finish(game) };
        if self.games == 0 && self.faults.is_empty() && self.stopped.is_none() {
            let reason = "there is no game here; a sheet needs at least a line like `sides: Ann, Bob`";
            self.faults.push(Fault::at(1, "", 0, vec![reason.into()]));
        }
        if self.faults.is_empty() && self.stopped.is_none() {
            return Ok(last);
        }
        // That reading stopped is said however long the list is.
        self.faults.items.extend(self.stopped);
        Err(SheetFaults(self.faults))
    }

    fn finish(&mut self, game: SheetReading<'a>) -> Option<Game> {
        let game = game.finish(&mut self.faults)?;
        self.games += 1;
        self.faults.is_empty().then_some(game)
    }

    /// Stops before this line if enough are wrong.
    fn stops(&mut self, line: &str) -> bool {
        let wrong = self.faults.total();
        let is_long = self.lines - self.before > MOST_LINES;
        let reason = match wrong >= MOST_FAULTS {
            true => format!("{wrong} lines are wrong so far; what follows was not read"),
            false if is_long && (wrong > 0 || self.game.has_no_players()) => {
                format!(
                    "something is wrong in this game, which has more than {MOST_LINES} lines; what follows was not read"
                )
            }
            false => return false,
        };
        self.stopped = Some(Fault::at(self.lines, line, 0, vec![reason]));
        true
    }
}
