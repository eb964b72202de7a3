//! Reads the header of a text sheet: its keys and their values.

use crate::notation::cursor::{skip_space, skip_while};
use crate::notation::fault::Fault;
use crate::notation::sides::{read_side, read_sides, read_spots, read_totals};
use crate::notation::when::{LocalTime, read_moment};
use crate::players::meant;
use crate::text::{and_list, harmless, nearest};
use crate::{Amount, BySide, Closing, Event, Game, Listed, Players, Side, Stakes, TableRules, Title, WhoFault};

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

/// The header of a game. Its values are read once all lines are known, because many depend on the players.
#[derive(Default)]
pub(super) struct Header {
    /// The keys in the order of their lines, each with its value.
    given: Vec<(&'static str, HeaderValue)>,
    /// Whether the header has a line of sides, even a wrong one.
    pub(super) sides_given: bool,
    pub(super) rules_are_wrong: bool,
}

/// The value of a header line, with its place.
pub(super) struct HeaderValue {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) at: usize,
}

impl HeaderValue {
    fn get(&self) -> &str {
        &self.text[self.at..]
    }
}

/// The byte of a value at fault, with the reasons.
type Wrong = (usize, Vec<String>);

impl Header {
    /// Takes a line of the header. `begun` tells whether a hand came before it.
    pub(super) fn line(
        &mut self,
        key: &str,
        start: usize,
        value: HeaderValue,
        begun: bool,
        faults: &mut Listed<Fault>,
    ) {
        let fault = |reason: String| Fault::at(value.line, &value.text, start, vec![reason]);
        let Some(known) = KEYS.iter().copied().find(|known| *known == key) else {
            let players = self.value("sides").and_then(|sides| read_sides(sides.get()).ok());
            let player = players.is_some_and(|players| !meant(players.seats(), key).is_empty());
            let reason = match nearest(key, KEYS.iter().copied()) {
                _ if player => format!("an entry has no colon; write `{key} {}`", harmless(value.get())),
                Some(near) => format!("no header named `{key}`; did you mean `{near}`?"),
                None => format!("no header named `{key}`; the headers are {}", and_list(KEYS)),
            };
            return faults.push(fault(reason));
        };
        if self.value(known).is_some() {
            return faults.push(fault(format!("`{known}` is given twice; a line of `---` begins another game")));
        }
        if begun {
            faults.push(fault(format!("`{known}` must come before the first hand")));
        }
        self.given.push((known, value));
    }

    fn value(&self, key: &str) -> Option<&HeaderValue> {
        self.given.iter().find(|(given, _)| *given == key).map(|(_, value)| value)
    }

    /// The line of a key.
    pub(super) fn line_of(&self, key: &str) -> Option<usize> {
        self.value(key).map(|value| value.line)
    }

    /// Reads the value of a key, if it is given.
    fn read<T>(&self, key: &str, faults: &mut Listed<Fault>, read: impl FnOnce(&str) -> Result<T, Wrong>) -> Option<T> {
        let value = self.value(key)?;
        let fault = |(at, reasons): Wrong| Fault::at(value.line, &value.text, value.at + at, reasons);
        read(value.get()).map_err(|wrong| faults.push(fault(wrong))).ok()
    }

    /// The game without its hands, or nothing if the players are unknown. `entry` is its first hand.
    pub(super) fn game(
        &mut self,
        entry: Option<(usize, &str)>,
        before: Option<&mut Before<'_>>,
        local: LocalTime<'_>,
        faults: &mut Listed<Fault>,
    ) -> Option<Game> {
        let title = self.read("title", faults, |text| Title::read(text).map_err(one));
        let started = self.read("date", faults, |text| read_moment(text, local).map_err(one));
        let event = self.read("event", faults, |text| Event::read(text).map_err(one));
        let stakes = self.stakes(faults);
        let rules = self.read("rules", faults, |text| TableRules::read(text).map_err(|faults| all(&faults)));
        self.rules_are_wrong = rules.is_none() && self.value("rules").is_some();
        let players = self.read("sides", faults, |text| read_sides(text).map_err(|faults| all(&faults)))?;
        let old_names = match before {
            None => None,
            Some(before) => before.seat(&players, |key| self.line_of(key), faults).ok()?,
        };
        let old = old_names.as_ref();
        let side = |text: &str| under_names(old, &players, |players| read_side(text, players));
        let first_dealer = self.read("dealer", faults, |text| side(text).map_err(one));
        let rules = rules.unwrap_or_else(|| TableRules::usual(&players));
        if let Err(fault) = rules.rules.seat(&players.sizes())
            && !self.rules_are_wrong
        {
            let line = self.line_of("rules").or(self.given.first().map(|(_, first)| first.line)).unwrap_or(1);
            faults.push(Fault::at(line, "", 0, vec![fault.to_string()]));
            return None;
        }
        let spots = self.read("spot", faults, |text| read_spots(text, &players, &rules.rules).map_err(at));
        let closing = self.read("closed", faults, |text| read_closing(text, side).map_err(at));
        let totals = match entry {
            Some((line, text)) if self.value("totals").is_some() => {
                let reason = "a game has either totals or hands".to_string();
                faults.push(Fault::at(line, text, skip_space(text, 0), vec![reason]));
                None
            }
            _ => self.read("totals", faults, |text| {
                under_names(old, &players, |players| read_totals(text, players)).map_err(at)
            }),
        };
        Some(Game {
            title,
            event,
            started,
            rules,
            first_dealer,
            spots: spots.unwrap_or(BySide::none(players.sides())),
            stakes,
            totals,
            closing,
            hands: Vec::new(),
            adjustments: Vec::new(),
            players,
        })
    }

    /// Reads the stakes. If they do not fit each other, the last of their lines is at fault.
    fn stakes(&self, faults: &mut Listed<Fault>) -> Stakes {
        const KEYS: [&str; 3] = ["stake", "stake-game", "stake-line"];
        let [point, game, line] = KEYS.map(|key| self.read(key, faults, |text| Amount::read(text).map_err(one)));
        let last = self.given.iter().rev().find(|(key, _)| KEYS.contains(key)).map_or("", |(key, _)| key);
        self.read(last, faults, |_| Stakes::new(point, game, line).map_err(one)).unwrap_or_default()
    }
}

/// The only reason why a whole value is wrong.
fn one(fault: impl ToString) -> Wrong {
    (0, vec![fault.to_string()])
}

/// The reasons why a whole value is wrong.
fn all(faults: &[impl ToString]) -> Wrong {
    (0, faults.iter().map(ToString::to_string).collect())
}

/// The reason why a value is wrong from a byte on.
fn at((at, reason): (usize, String)) -> Wrong {
    (at, vec![reason])
}

/// Reads a value under the old names first, if there are any, then under the current ones.
fn under_names<T, E>(
    old: Option<&Players>,
    players: &Players,
    read: impl Fn(&Players) -> Result<T, E>,
) -> Result<T, E> {
    old.and_then(|old| read(old).ok()).map_or_else(|| read(players), Ok)
}

/// Reads how the table ended a game. `side` reads the side that gave up.
fn read_closing(text: &str, side: impl Fn(&str) -> Result<Side, WhoFault>) -> Result<Closing, (usize, String)> {
    const NO_POINTS: &str = "no-points";
    let text = text.trim_end();
    match text.to_lowercase().as_str() {
        "unfinished" => return Ok(Closing::Unfinished),
        "settled" => return Ok(Closing::Settled),
        _ => {}
    }
    let word = skip_while(text, 0, char::is_alphabetic);
    if text[..word].eq_ignore_ascii_case("forfeit") {
        let (rest, last) = text.rsplit_once(char::is_whitespace).unwrap_or((text, ""));
        let has_points = !last.eq_ignore_ascii_case(NO_POINTS);
        let named = if has_points { text } else { rest.trim_end() };
        let at = skip_space(named, word);
        let by = side(&named[at..]).map_err(|fault| (at, fault.to_string()))?;
        return Ok(if has_points { Closing::Forfeit(by) } else { Closing::ForfeitNoPoints(by) });
    }
    Err((0, format!("expected `unfinished`, `settled`, or `forfeit` and a side, not `{}`", harmless(text))))
}
