//! SheetReading text sheets: a header, then one entry a line; games separated by `---`.

use chrono::{Offset, Utc};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

use super::cursor::{skip_space, skip_while};
use super::entry::read_entry;
use super::fault::Fault;
use super::sides::{read_side, read_sides};
use super::when::{LocalTime, read_moment};
use crate::game::{Closing, Game, Totals};
use crate::hand::{Moment, RefusedHand};
use crate::label::{Event, Title};
use crate::listed::Listed;
use crate::money::{Amount, Stakes};
use crate::players::Players;
use crate::points::Points;
use crate::rules::{Preset, TableRules};
use crate::side::{BySide, Side};
use crate::text::{and_list, count, harmless, nearest};

/// The keys of a header, in the order in which they are printed.
const KEYS: &[&str] =
    &["title", "date", "rules", "sides", "dealer", "stake", "event", "stake-game", "stake-line", "totals", "closed"];

/// The longest line that is read, in characters: nobody types a longer entry.
const LONGEST_LINE: usize = 20_000;

/// The most games of a file: more than a table plays in a lifetime.
pub(super) const MOST_GAMES: usize = 20_000;

/// SheetReading stops after this many wrong lines: a text with more was never meant as a sheet.
const MOST_FAULTS: usize = Game::MOST_HANDS;

/// What is wrong with a sheet, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .0.lines().collect::<Vec<_>>().join("\n"))]
pub struct SheetFaults(pub Listed<Fault>);

/// Reads the games of a text sheet.
///
/// # Errors
/// Every line that cannot be read, or that the rules of its game do not accept. Then nothing of the text is read.
pub fn read_games(text: &str, local: LocalTime<'_>) -> Result<Vec<Game>, SheetFaults> {
    let mut faults = Vec::new();
    let mut games = Vec::new();
    let mut stopped = None;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<(usize, &str)> = text.lines().enumerate().map(|(at, line)| (at + 1, line)).collect();
    let sheets: Vec<&[(usize, &str)]> = lines.split(|(_, line)| line.trim() == "---").collect();
    for sheet in &sheets {
        let (first, first_line) = sheet.first().copied().unwrap_or((1, ""));
        let mut reading = SheetReading::new(local);
        for (number, line) in sheet.iter().copied() {
            let wrong = faults.len() + reading.faults.len();
            if wrong >= MOST_FAULTS {
                let reason = format!("{wrong} lines are wrong so far; what follows was not read");
                stopped = Some(Fault::at(number, line, 0, vec![reason]));
                break;
            }
            reading.line(number, line);
        }
        if reading.is_blank() && sheets.len() > 1 {
            continue;
        }
        if games.len() >= MOST_GAMES {
            let reason = format!("a file has at most {MOST_GAMES} games; what follows was not read");
            stopped = Some(Fault::at(first, first_line, 0, vec![reason]));
            break;
        }
        match reading.finish(first) {
            Ok(game) => games.push(game),
            Err(more) => faults.extend(more),
        }
        if stopped.is_some() {
            break;
        }
    }
    if games.is_empty() && faults.is_empty() {
        let reason = "there is no game here; a sheet needs at least a line like `sides: Ann, Bob`";
        faults.push(Fault::at(1, "", 0, vec![reason.into()]));
    }
    if faults.is_empty() && stopped.is_none() {
        return Ok(games);
    }
    let mut listed: Listed<Fault> = faults.into_iter().collect();
    // That reading stopped is said however long the list is.
    listed.items.extend(stopped);
    Err(SheetFaults(listed))
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

/// The sheet of one game as far as it has been read.
struct SheetReading<'a> {
    local: LocalTime<'a>,
    faults: Vec<Fault>,
    given: Vec<&'static str>,
    title: Option<Title>,
    started: Option<Moment>,
    rules: Option<TableRules>,
    players: Option<Players>,
    /// Headers that name a player wait for the sides.
    dealer: Option<HeaderValue>,
    closed: Option<HeaderValue>,
    totals: Option<HeaderValue>,
    event: Option<Event>,
    /// For a point, for the game, for a line.
    stakes: [Option<Amount>; 3],
    entries: Vec<(usize, String)>,
    /// Whether there is a line of sides, even a wrong one.
    sides_given: bool,
}

/// The value of a header line, and where it stands.
#[derive(Clone)]
struct HeaderValue {
    line: usize,
    text: String,
    at: usize,
}

impl HeaderValue {
    fn get(&self) -> &str {
        &self.text[self.at..]
    }

    fn fault(&self, offset: usize, reasons: Vec<String>) -> Fault {
        Fault::at(self.line, &self.text, self.at + offset, reasons)
    }
}

impl<'a> SheetReading<'a> {
    fn new(local: LocalTime<'a>) -> SheetReading<'a> {
        SheetReading {
            local,
            faults: Vec::new(),
            given: Vec::new(),
            title: None,
            started: None,
            rules: None,
            players: None,
            dealer: None,
            closed: None,
            totals: None,
            event: None,
            stakes: [None; 3],
            entries: Vec::new(),
            sides_given: false,
        }
    }

    fn is_blank(&self) -> bool {
        self.given.is_empty() && self.entries.is_empty() && self.faults.is_empty()
    }

    fn line(&mut self, number: usize, line: &str) {
        let text: String = line.trim_end().nfc().collect();
        let start = skip_space(&text, 0);
        if start == text.len() || text[start..].starts_with('#') {
            return;
        }
        self.sides_given |= text[start..].to_lowercase().starts_with("sides");
        let length = text.chars().count();
        if length > LONGEST_LINE {
            let reason = format!("the line has {length} characters; no entry is that long");
            return self.faults.push(Fault::at(number, &text, 0, vec![reason]));
        }
        if let Some(at) = text.find(|char: char| char.is_control() && char != '\t') {
            return self.faults.push(Fault::at(number, &text, at, vec!["there is a control character here".into()]));
        }
        let word = skip_while(&text, start, |char| char.is_alphabetic() || char == '-');
        let colon = skip_space(&text, word);
        if word > start && text[colon..].starts_with(':') {
            let at = skip_space(&text, colon + 1);
            let key = text[start..word].to_lowercase();
            return self.header(&key, start, HeaderValue { line: number, text, at });
        }
        self.entries.push((number, text));
    }

    fn header(&mut self, key: &str, start: usize, value: HeaderValue) {
        let Some(known) = KEYS.iter().copied().find(|known| *known == key) else {
            let player = self.players.as_ref().is_some_and(|players| !players.meant_by(key).is_empty());
            let reason = match nearest(key, KEYS.iter().copied()) {
                _ if player => format!("an entry has no colon; write `{key} {}`", harmless(value.get())),
                Some(near) => format!("no header named `{key}`; did you mean `{near}`?"),
                None => format!("no header named `{key}`; the headers are {}", and_list(KEYS)),
            };
            return self.faults.push(Fault::at(value.line, &value.text, start, vec![reason]));
        };
        let misplaced = if self.given.contains(&known) {
            Some(format!("`{known}` is given twice"))
        } else if !self.entries.is_empty() {
            Some(format!("`{known}` must come before the first hand"))
        } else {
            None
        };
        self.given.push(known);
        if let Some(reason) = misplaced {
            return self.faults.push(Fault::at(value.line, &value.text, start, vec![reason]));
        }
        let read = match known {
            "title" => {
                Title::read(value.get()).map(|title| self.title = Some(title)).map_err(|fault| fault.to_string())
            }
            "date" => read_moment(value.get(), self.local)
                .map(|moment| self.started = Some(moment))
                .map_err(|fault| fault.to_string()),
            "event" => {
                Event::read(value.get()).map(|event| self.event = Some(event)).map_err(|fault| fault.to_string())
            }
            "stake" => return self.stake(0, &value),
            "stake-game" => return self.stake(1, &value),
            "stake-line" => return self.stake(2, &value),
            "rules" => return self.rules(&value),
            "sides" => return self.sides(&value),
            "dealer" => return self.dealer = Some(value),
            "totals" => return self.totals = Some(value),
            _ => return self.closed = Some(value),
        };
        if let Err(reason) = read {
            self.faults.push(value.fault(0, vec![reason]));
        }
    }

    fn stake(&mut self, of: usize, value: &HeaderValue) {
        let read = Amount::read(value.get()).map_err(|fault| fault.to_string());
        let read = read.and_then(|amount| {
            self.stakes[of] = Some(amount);
            let [point, game, line] = self.stakes;
            Stakes::new(point, game, line).map_err(|fault| fault.to_string())
        });
        if let Err(reason) = read {
            self.faults.push(value.fault(0, vec![reason]));
        }
    }

    fn rules(&mut self, value: &HeaderValue) {
        match TableRules::read(value.get()) {
            Ok(rules) => self.rules = Some(rules),
            Err(reasons) => {
                let reasons = reasons.iter().map(ToString::to_string).collect();
                self.faults.push(value.fault(0, reasons));
            }
        }
    }

    fn sides(&mut self, value: &HeaderValue) {
        match read_sides(value.get()) {
            Ok(players) => self.players = Some(players),
            Err((at, faults)) => self.faults.push(value.fault(at, faults.iter().map(ToString::to_string).collect())),
        }
    }

    fn finish(mut self, line: usize) -> Result<Game, Vec<Fault>> {
        let Some(players) = self.players.take() else {
            if !self.sides_given {
                let reason = "the sheet does not say who plays; add a line like `sides: Ann, Bob`".to_string();
                self.faults.push(Fault::at(line, "", 0, vec![reason]));
            }
            return Err(self.faults);
        };
        let rules_wrong = self.rules.is_none() && self.given.contains(&"rules");
        let rules = self.rules.take().unwrap_or_else(|| TableRules::of(Preset::standard()));
        let dealer = self.dealer.take().and_then(|value| self.side(&players, &value, 0));
        let closing = self.closed.take().and_then(|value| self.closing(&players, &value));
        let totals = self.totals.take().and_then(|value| self.totals(&players, &value));
        let [point, each_game, line] = self.stakes;
        let mut game = Game {
            title: self.title.take(),
            event: self.event.take(),
            started: self.started,
            rules,
            players,
            first_dealer: dealer,
            stakes: Stakes::new(point, each_game, line).unwrap_or_default(),
            totals,
            closing,
            hands: Vec::new(),
        };
        for (at, (number, text)) in std::mem::take(&mut self.entries).into_iter().enumerate() {
            if at == Game::MOST_HANDS {
                let reason = format!("a game has at most {} hands; what follows was not read", Game::MOST_HANDS);
                self.faults.push(Fault::at(number, &text, 0, vec![reason]));
                break;
            }
            match read_entry(&text, &game, self.local) {
                Err((at, fault)) => self.faults.push(Fault::at(number, &text, at, vec![fault.to_string()])),
                Ok(hand) => match game.accept(hand) {
                    Ok(accepted) => game.hands.push(accepted.into()),
                    Err(RefusedHand { mut refusals, .. }) => {
                        refusals.retain(|refusal| !rules_wrong || !refusal.depends_on_the_rules());
                        if !refusals.is_empty() {
                            let reasons = refusals.iter().map(ToString::to_string).collect();
                            self.faults.push(Fault::at(number, &text, skip_space(&text, 0), reasons));
                        }
                    }
                },
            }
        }
        if !self.faults.is_empty() {
            self.faults.sort_by_key(|fault| fault.line);
            return Err(self.faults);
        }
        Ok(game)
    }

    fn side(&mut self, players: &Players, value: &HeaderValue, offset: usize) -> Option<Side> {
        match read_side(&value.text[value.at + offset..], players) {
            Ok(side) => Some(side),
            Err(fault) => {
                self.faults.push(value.fault(offset, vec![fault.to_string()]));
                None
            }
        }
    }

    /// Reads `330, 48`, or `300, 325, Ann` if Ann won with the lower total.
    fn totals(&mut self, players: &Players, value: &HeaderValue) -> Option<Totals> {
        if let Some((line, text)) = self.entries.first() {
            let reason = "a game has either totals or hands".to_string();
            self.faults.push(Fault::at(*line, text, skip_space(text, 0), vec![reason]));
            return None;
        }
        let text = value.get();
        let mut parts = text.splitn(3, ',');
        let mut total = || parts.next().and_then(total_of);
        let (Some(first), Some(second)) = (total(), total()) else {
            let most = Totals::MOST;
            let reason = format!("expected two totals from 0 to {most}, like `330, 48`, not `{}`", harmless(text));
            self.faults.push(value.fault(0, vec![reason]));
            return None;
        };
        let totals = Totals::new(BySide::new(first, second));
        let Some(winner) = parts.next() else { return Some(totals) };
        let winner = self.side(players, value, skip_space(text, text.len() - winner.len()))?;
        Some(Totals { winner: Some(winner), ..totals })
    }

    fn closing(&mut self, players: &Players, value: &HeaderValue) -> Option<Closing> {
        let text = value.get();
        if text.trim().eq_ignore_ascii_case("unfinished") {
            return Some(Closing::Unfinished);
        }
        let word = skip_while(text, 0, char::is_alphabetic);
        if text[..word].eq_ignore_ascii_case("forfeit") {
            return self.side(players, value, skip_space(text, word)).map(Closing::Forfeit);
        }
        let reason = format!("expected `unfinished` or `forfeit` and a side, not `{}`", harmless(text));
        self.faults.push(value.fault(0, vec![reason]));
        None
    }
}

/// A total as it is written: digits only.
fn total_of(text: &str) -> Option<Points> {
    let digits = text.trim();
    let total = digits.parse().ok().filter(|total| (0..=Totals::MOST).contains(total))?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(Points(total))
}
