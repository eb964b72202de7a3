//! One game of a text sheet, line by line: its header, and then its hands.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::SheetReader;
use super::edited::Before;
use crate::game::{Closing, Game, Totals};
use crate::hand::{GameHand, Moment, RefusedHand};
use crate::label::{Event, Title};
use crate::listed::Listed;
use crate::money::{Amount, Stakes};
use crate::notation::cursor::{skip_space, skip_while};
use crate::notation::entry::read_next_entry;
use crate::notation::fault::Fault;
use crate::notation::plain_entry::PlainNames;
use crate::notation::sides::{read_side, read_sides};
use crate::notation::when::{LocalTime, read_moment};
use crate::players::Players;
use crate::points::Points;
use crate::rules::{Preset, TableRules};
use crate::side::{BySide, Side};
use crate::text::{and_list, harmless, nearest};

/// The keys of a header, in the order in which they are printed.
const KEYS: &[&str] =
    &["title", "date", "rules", "sides", "dealer", "stake", "event", "stake-game", "stake-line", "totals", "closed"];

/// How much of a line that is too long is shown, in characters.
const EXCERPT: usize = 100;

/// One game as far as it has been read.
pub(super) struct SheetReading<'a> {
    local: LocalTime<'a>,
    /// The line on which it begins.
    first: usize,
    /// Whether nothing but comments has been read.
    blank: bool,
    header: Header,
    hands: Hands,
    /// The game as it was, if this is its sheet after somebody has edited it.
    before: Option<Before<'a>>,
}

/// The hands of a game.
enum Hands {
    /// The first is still to come.
    Ahead,
    /// Those read so far are in the game.
    Read(Box<Game>, HandLines),
    /// They cannot be read, because nobody knows who plays.
    Unknown,
}

/// The lines of the hands of a game.
struct HandLines {
    /// How many there were so far.
    count: usize,
    /// What the names at the table allow.
    names: PlainNames,
}

/// What the header says.
#[derive(Default)]
struct Header {
    /// The keys, each with its line.
    given: Vec<(&'static str, usize)>,
    title: Option<Title>,
    started: Option<Moment>,
    rules: Option<TableRules>,
    players: Option<Players>,
    /// Lines that name a player wait for the sides.
    dealer: Option<HeaderValue>,
    closed: Option<HeaderValue>,
    totals: Option<HeaderValue>,
    event: Option<Event>,
    /// For a point, for the game, for a line.
    stakes: [Option<Amount>; 3],
    /// Whether there is a line of sides, even a wrong one.
    sides_given: bool,
    rules_are_wrong: bool,
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
    /// A game that begins on this line.
    pub(super) fn new(local: LocalTime<'a>, first: usize) -> SheetReading<'a> {
        SheetReading { local, first, blank: true, header: Header::default(), hands: Hands::Ahead, before: None }
    }

    /// The sheet of this game, after somebody has edited it.
    pub(super) fn edited(local: LocalTime<'a>, was: &'a Game) -> SheetReading<'a> {
        SheetReading { before: Some(Before::new(was)), ..SheetReading::new(local, 1) }
    }

    /// Whether nothing but comments has been read.
    pub(super) const fn is_blank(&self) -> bool {
        self.blank
    }

    /// Whether nobody knows who plays, so that no hand can be read.
    pub(super) const fn has_no_players(&self) -> bool {
        matches!(self.hands, Hands::Unknown)
    }

    /// Takes note of a line that is too long, and of which this is the start.
    pub(super) fn too_long_line(&mut self, number: usize, start: &str, faults: &mut Listed<Fault>) {
        self.blank = false;
        faults.push(Fault::at(number, start, 0, vec![SheetReader::too_long()]));
    }

    /// Reads one more line.
    pub(super) fn line(&mut self, number: usize, line: &str, faults: &mut Listed<Fault>) {
        let line = line.trim_end();
        if line.len() > SheetReader::LONGEST_LINE && line.chars().nth(SheetReader::LONGEST_LINE).is_some() {
            let start: String = line.chars().take(EXCERPT).collect();
            return self.too_long_line(number, &start, faults);
        }
        let is_ascii = line.is_ascii();
        let text: Cow<'_, str> =
            if is_ascii || is_nfc(line) { line.into() } else { line.nfc().collect::<String>().into() };
        let start = skip_space(&text, 0);
        if start == text.len() || text[start..].starts_with('#') {
            return;
        }
        self.blank = false;
        self.header.sides_given |= text[start..].get(..5).is_some_and(|word| word.eq_ignore_ascii_case("sides"));
        // Nearly every line is plain, and bytes are quicker to look at than characters.
        let is_plain = is_ascii && text.bytes().all(|byte| !byte.is_ascii_control() || byte == b'\t');
        if !is_plain && let Some(at) = text.find(|char: char| char.is_control() && char != '\t') {
            return faults.push(Fault::at(number, &text, at, vec!["there is a control character here".into()]));
        }
        let word = skip_while(&text, start, |char| char.is_alphabetic() || char == '-');
        let colon = skip_space(&text, word);
        if word > start && text[colon..].starts_with(':') {
            let at = skip_space(&text, colon + 1);
            let key = text[start..word].to_lowercase();
            let value = HeaderValue { line: number, text: text.into_owned(), at };
            let begun = !matches!(self.hands, Hands::Ahead);
            return self.header.line(&key, start, value, begun, self.local, faults);
        }
        if matches!(self.hands, Hands::Ahead) {
            self.begin(Some((number, &text)), faults);
        }
        self.hand(number, &text, faults);
    }

    /// The whole game, unless nobody knows who plays.
    pub(super) fn finish(mut self, faults: &mut Listed<Fault>) -> Option<Game> {
        if matches!(self.hands, Hands::Ahead) {
            self.begin(None, faults);
        }
        match self.hands {
            Hands::Read(game, _) => Some(*game),
            Hands::Ahead | Hands::Unknown => {
                if !self.header.sides_given || faults.is_empty() {
                    let reason = "the sheet does not say who plays; add a line like `sides: Ann, Bob`".to_string();
                    faults.push(Fault::at(self.first, "", 0, vec![reason]));
                }
                None
            }
        }
    }

    /// Ends the header, before the first entry if there is one.
    fn begin(&mut self, entry: Option<(usize, &str)>, faults: &mut Listed<Fault>) {
        let game = self.header.game(entry, self.before.as_mut(), faults);
        if let (Some(before), Some(game)) = (&mut self.before, &game) {
            before.take(game, &self.header.given, self.first, faults);
        }
        self.hands = game.map_or(Hands::Unknown, |game| {
            let names = PlainNames::of(&game.players);
            Hands::Read(Box::new(game), HandLines { count: 0, names })
        });
    }

    /// Reads a hand.
    fn hand(&mut self, number: usize, text: &str, faults: &mut Listed<Fault>) {
        let Hands::Read(game, lines) = &mut self.hands else { return };
        lines.count += 1;
        if lines.count > Game::MOST_HANDS {
            if lines.count == Game::MOST_HANDS + 1 {
                let reason = format!("a game has at most {} hands; what follows was not read", Game::MOST_HANDS);
                faults.push(Fault::at(number, text, 0, vec![reason]));
            }
            return;
        }
        let under_old_names = self.before.as_ref().and_then(|before| before.hand(text, self.local));
        match under_old_names.map_or_else(|| read_next_entry(text, game, lines.names, self.local), Ok) {
            Err((at, fault)) => faults.push(Fault::at(number, text, at, vec![fault.to_string()])),
            Ok(hand) => match game.accept(hand) {
                Ok(accepted) => game.hands.push(accepted.into()),
                Err(refused) if self.before.as_mut().is_some_and(|before| before.had_refused(&refused)) => {
                    game.hands.push(GameHand::Refused(refused));
                }
                Err(RefusedHand { mut refusals, .. }) => {
                    let rules_wrong = self.header.rules_are_wrong;
                    refusals.retain(|refusal| !rules_wrong || !refusal.depends_on_the_rules());
                    if !refusals.is_empty() {
                        let reasons = refusals.iter().map(ToString::to_string).collect();
                        faults.push(Fault::at(number, text, skip_space(text, 0), reasons));
                    }
                }
            },
        }
    }
}

impl Header {
    /// Reads a line of the header. `begun` says whether a hand came before it.
    fn line(
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
            Err((at, wrong)) => faults.push(value.fault(at, wrong.iter().map(ToString::to_string).collect())),
        }
    }

    /// The game without its hands, unless nobody knows who plays. `entry` is its first hand.
    fn game(
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
        let closing = self.closed.take().and_then(|value| waited.closing(&value));
        let totals = self.totals.take().and_then(|value| waited.totals(&value, entry));
        let [point, each_game, line] = self.stakes;
        Some(Game {
            title: self.title.take(),
            event: self.event.take(),
            started: self.started,
            rules: self.rules.take().unwrap_or_else(|| TableRules::of(Preset::standard())),
            first_dealer,
            stakes: Stakes::new(point, each_game, line).unwrap_or_default(),
            totals,
            closing,
            hands: Vec::new(),
            players,
        })
    }
}

/// Reads the lines of a header that name a player, once it is known who plays.
struct Waited<'a> {
    players: &'a Players,
    /// The same with the names that they had, where a sheet was edited and others sit there now.
    old_names: Option<Players>,
    faults: &'a mut Listed<Fault>,
}

impl Waited<'_> {
    /// Adds a fault before those of later lines.
    fn fault(&mut self, fault: Fault) {
        self.faults.insert_by_key(fault, |fault| fault.line);
    }

    fn side(&mut self, value: &HeaderValue, offset: usize) -> Option<Side> {
        let text = &value.text[value.at + offset..];
        let under_old_names = self.old_names.as_ref().and_then(|players| read_side(text, players).ok());
        match under_old_names.map_or_else(|| read_side(text, self.players), Ok) {
            Ok(side) => Some(side),
            Err(fault) => {
                self.fault(value.fault(offset, vec![fault.to_string()]));
                None
            }
        }
    }

    /// Reads `330, 48`, or `300, 325, Ann` if Ann won with the lower total.
    fn totals(&mut self, value: &HeaderValue, entry: Option<(usize, &str)>) -> Option<Totals> {
        if let Some((line, text)) = entry {
            let reason = "a game has either totals or hands".to_string();
            self.fault(Fault::at(line, text, skip_space(text, 0), vec![reason]));
            return None;
        }
        let text = value.get();
        let mut parts = text.splitn(3, ',');
        let mut total = || parts.next().and_then(total_of);
        let (Some(first), Some(second)) = (total(), total()) else {
            let most = Totals::MOST;
            let reason = format!("expected two totals from 0 to {most}, like `330, 48`, not `{}`", harmless(text));
            self.fault(value.fault(0, vec![reason]));
            return None;
        };
        let totals = Totals::new(BySide::new(first, second));
        let Some(winner) = parts.next() else { return Some(totals) };
        let winner = self.side(value, skip_space(text, text.len() - winner.len()))?;
        Some(Totals { winner: Some(winner), ..totals })
    }

    fn closing(&mut self, value: &HeaderValue) -> Option<Closing> {
        let text = value.get();
        if text.trim().eq_ignore_ascii_case("unfinished") {
            return Some(Closing::Unfinished);
        }
        let word = skip_while(text, 0, char::is_alphabetic);
        if text[..word].eq_ignore_ascii_case("forfeit") {
            return self.side(value, skip_space(text, word)).map(Closing::Forfeit);
        }
        let reason = format!("expected `unfinished` or `forfeit` and a side, not `{}`", harmless(text));
        self.fault(value.fault(0, vec![reason]));
        None
    }
}

/// A total as it is written: digits only.
fn total_of(text: &str) -> Option<Points> {
    let digits = text.trim();
    let total = digits.parse().ok().filter(|total| (0..=Totals::MOST).contains(total))?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(Points(total))
}
