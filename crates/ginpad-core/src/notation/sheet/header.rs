//! Reads the header of a text sheet: its keys and their values.

use crate::game::{Closing, Game, Totals};
use crate::hand::Moment;
use crate::label::{Event, Title};
use crate::listed::Listed;
use crate::money::{Amount, Stakes};
use crate::notation::cursor::{skip_space, skip_while};
use crate::notation::fault::Fault;
use crate::notation::sides::{read_side, read_sides};
use crate::notation::spots::read_spots;
use crate::notation::totals::read_totals;
use crate::notation::when::{LocalTime, read_moment};
use crate::players::Players;
use crate::points::Points;
use crate::rules::TableRules;
use crate::side::{BySide, Side};
use crate::text::{and_list, harmless, nearest};

use super::edited::Before;

/// The keys of a header, in printed order.
const KEYS: &[&str] = &[
    "title",
    "date",
    "rules",
    "sides",
    "dealer",
    "spot",
    "stake",
    "event",
    "stake-game",
    "stake-line",
    "totals",
    "closed",
];

/// The header as read so far.
#[derive(Default)]
pub(super) struct Header {
    /// The keys, each with its line.
    pub(super) given: Vec<(&'static str, usize)>,
    title: Option<Title>,
    started: Option<Moment>,
    rules: Option<TableRules>,
    players: Option<Players>,
    /// Values that name a player; they are read once the sides are known.
    dealer: Option<HeaderValue>,
    spot: Option<HeaderValue>,
    closed: Option<HeaderValue>,
    totals: Option<HeaderValue>,
    event: Option<Event>,
    /// The stakes for a point, for the game and for a line.
    stakes: [Option<Amount>; 3],
    /// Whether the header has a line of sides, even a wrong one.
    pub(super) sides_given: bool,
    pub(super) rules_are_wrong: bool,
}

/// The value of a header line, with its place.
#[derive(Clone)]
pub(super) struct HeaderValue {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) at: usize,
}

impl HeaderValue {
    fn get(&self) -> &str {
        &self.text[self.at..]
    }

    fn fault(&self, offset: usize, reasons: Vec<String>) -> Fault {
        Fault::at(self.line, &self.text, self.at + offset, reasons)
    }
}

impl Header {
    /// Reads a line of the header. `begun` tells whether a hand came before it.
    pub(super) fn line(
        &mut self,
        key: &str,
        start: usize,
        value: HeaderValue,
        begun: bool,
        local: LocalTime<'_>,
        faults: &mut Listed<Fault>,
    ) {
        let Some(known) = KEYS.iter().copied().find(|known| *known == key) else {
            let player = self.players.as_ref().is_some_and(|players| !players.meant_by(key).is_empty());
            let reason = match nearest(key, KEYS.iter().copied()) {
                _ if player => format!("an entry has no colon; write `{key} {}`", harmless(value.get())),
                Some(near) => format!("no header named `{key}`; did you mean `{near}`?"),
                None => format!("no header named `{key}`; the headers are {}", and_list(KEYS)),
            };
            return faults.push(Fault::at(value.line, &value.text, start, vec![reason]));
        };
        let misplaced = if self.given.iter().any(|(given, _)| *given == known) {
            Some(format!("`{known}` is given twice"))
        } else if begun {
            Some(format!("`{known}` must come before the first hand"))
        } else {
            None
        };
        self.given.push((known, value.line));
        if let Some(reason) = misplaced {
            return faults.push(Fault::at(value.line, &value.text, start, vec![reason]));
        }
        let read = match known {
            "title" => {
                Title::read(value.get()).map(|title| self.title = Some(title)).map_err(|fault| fault.to_string())
            }
            "date" => read_moment(value.get(), local)
                .map(|moment| self.started = Some(moment))
                .map_err(|fault| fault.to_string()),
            "event" => {
                Event::read(value.get()).map(|event| self.event = Some(event)).map_err(|fault| fault.to_string())
            }
            "stake" => return self.stake(0, &value, faults),
            "stake-game" => return self.stake(1, &value, faults),
            "stake-line" => return self.stake(2, &value, faults),
            "rules" => return self.rules(&value, faults),
            "sides" => return self.sides(&value, faults),
            "dealer" => return self.dealer = Some(value),
            "spot" => return self.spot = Some(value),
            "totals" => return self.totals = Some(value),
            _ => return self.closed = Some(value),
        };
        if let Err(reason) = read {
            faults.push(value.fault(0, vec![reason]));
        }
    }

    fn stake(&mut self, of: usize, value: &HeaderValue, faults: &mut Listed<Fault>) {
        let read = Amount::read(value.get()).map_err(|fault| fault.to_string());
        let read = read.and_then(|amount| {
            self.stakes[of] = Some(amount);
            let [point, game, line] = self.stakes;
            Stakes::new(point, game, line).map_err(|fault| fault.to_string())
        });
        if let Err(reason) = read {
            faults.push(value.fault(0, vec![reason]));
        }
    }

    fn rules(&mut self, value: &HeaderValue, faults: &mut Listed<Fault>) {
        match TableRules::read(value.get()) {
            Ok(rules) => self.rules = Some(rules),
            Err(reasons) => {
                let reasons = reasons.iter().map(ToString::to_string).collect();
                self.rules_are_wrong = true;
                faults.push(value.fault(0, reasons));
            }
        }
    }

    fn sides(&mut self, value: &HeaderValue, faults: &mut Listed<Fault>) {
        match read_sides(value.get()) {
            Ok(players) => self.players = Some(players),
            Err(wrong) => faults.push(value.fault(0, wrong.iter().map(ToString::to_string).collect())),
        }
    }

    /// The game without its hands, or nothing if the players are unknown. `entry` is its first hand.
    pub(super) fn game(
        &mut self,
        entry: Option<(usize, &str)>,
        before: Option<&mut Before<'_>>,
        faults: &mut Listed<Fault>,
    ) -> Option<Game> {
        let players = self.players.take()?;
        let old_names = match before {
            None => None,
            Some(before) => before.seat(&players, &self.given, faults).ok()?,
        };
        let mut waited = Waited { players: &players, old_names, faults };
        let first_dealer = self.dealer.take().and_then(|value| waited.side(&value, 0));
        let rules = self.rules.take().unwrap_or_else(|| TableRules::usual(&players));
        if let Err(fault) = rules.rules.seat(&players)
            && !self.rules_are_wrong
        {
            let line = self.given.iter().find(|(key, _)| *key == "rules").or(self.given.first());
            let line = line.map_or(1, |(_, line)| *line);
            faults.insert_by_key(Fault::at(line, "", 0, vec![fault.to_string()]), |fault| fault.line);
            return None;
        }
        let spots = self.spot.take().and_then(|value| waited.spots(&value, &rules));
        let closing = self.closed.take().and_then(|value| waited.closing(&value));
        let totals = self.totals.take().and_then(|value| waited.totals(&value, entry));
        let [point, each_game, line] = self.stakes;
        Some(Game {
            title: self.title.take(),
            event: self.event.take(),
            started: self.started,
            rules,
            first_dealer,
            spots: spots.unwrap_or(BySide::none(players.sides())),
            stakes: Stakes::new(point, each_game, line).unwrap_or_default(),
            totals,
            closing,
            hands: Vec::new(),
            adjustments: Vec::new(),
            players,
        })
    }
}

/// Reads the header lines that name a player, once the players are known.
struct Waited<'a> {
    players: &'a Players,
    /// The players with their old names, if other players sit there in the edited sheet.
    old_names: Option<Players>,
    faults: &'a mut Listed<Fault>,
}

impl Waited<'_> {
    /// Adds a fault before those of later lines.
    fn fault(&mut self, fault: Fault) {
        self.faults.insert_by_key(fault, |fault| fault.line);
    }

    /// Returns a value, or lists its fault.
    fn kept<T>(&mut self, value: &HeaderValue, read: Result<T, (usize, String)>) -> Option<T> {
        read.map_err(|(at, reason)| self.fault(value.fault(at, vec![reason]))).ok()
    }

    /// Reads a value under the old names first, then under the current ones.
    fn under_names<T, E>(&self, read: impl Fn(&Players) -> Result<T, E>) -> Result<T, E> {
        let under_old_names = self.old_names.as_ref().and_then(|players| read(players).ok());
        under_old_names.map_or_else(|| read(self.players), Ok)
    }

    fn side(&mut self, value: &HeaderValue, offset: usize) -> Option<Side> {
        let text = &value.text[value.at + offset..];
        let read = self.under_names(|players| read_side(text, players));
        self.kept(value, read.map_err(|fault| (offset, fault.to_string())))
    }

    fn totals(&mut self, value: &HeaderValue, entry: Option<(usize, &str)>) -> Option<Totals> {
        if let Some((line, text)) = entry {
            let reason = "a game has either totals or hands".to_string();
            self.fault(Fault::at(line, text, skip_space(text, 0), vec![reason]));
            return None;
        }
        let read = self.under_names(|players| read_totals(value.get(), players));
        self.kept(value, read)
    }

    /// Reads `Bob 25`, or `Ann 10, Bob 25`.
    fn spots(&mut self, value: &HeaderValue, rules: &TableRules) -> Option<BySide<Points>> {
        let read = read_spots(value.get(), self.players, &rules.rules);
        self.kept(value, read)
    }

    fn closing(&mut self, value: &HeaderValue) -> Option<Closing> {
        const NO_POINTS: &str = "no-points";
        let text = value.get().trim_end();
        match text.to_lowercase().as_str() {
            "unfinished" => return Some(Closing::Unfinished),
            "settled" => return Some(Closing::Settled),
            _ => {}
        }
        let word = skip_while(text, 0, char::is_alphabetic);
        if text[..word].eq_ignore_ascii_case("forfeit") {
            let (side, last) = text.rsplit_once(char::is_whitespace).unwrap_or((text, ""));
            let has_points = !last.eq_ignore_ascii_case(NO_POINTS);
            let side = if has_points { text } else { side.trim_end() };
            let value = HeaderValue { text: value.text[..value.at + side.len()].to_string(), ..value.clone() };
            let by = self.side(&value, skip_space(side, word))?;
            return Some(if has_points { Closing::Forfeit(by) } else { Closing::ForfeitNoPoints(by) });
        }
        let reason = format!("expected `unfinished`, `settled`, or `forfeit` and a side, not `{}`", harmless(text));
        self.kept(value, Err((0, reason)))
    }
}
