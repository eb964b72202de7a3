//! Reads one game of a text sheet, line by line: first the header, then the hands.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::edited::Before;
use super::header::{Header, HeaderValue};
use crate::cards::KnockDiscard;
use crate::notation::cursor::{skip_space, skip_while};
use crate::notation::entry::read_entry;
use crate::notation::fault::{EntryFault, Fault};
use crate::notation::print::REFUSED;
use crate::notation::read_adjustment;
use crate::notation::when::LocalTime;
use crate::text::add_source_line;
use crate::{Game, GameHand, Listed, LoggedHand, Refusal, RefusedHand};

/// The longest line read, in bytes: nobody types a longer entry.
pub const LONGEST_LINE: usize = 20_000;

/// The most characters shown of an overlong line.
const EXCERPT: usize = 100;

/// One game as far as it has been read.
pub(super) struct SheetReading<'a> {
    local: LocalTime<'a>,
    /// The game's first line.
    pub(super) first: usize,
    /// The lines read, without comments and blank lines.
    pub(super) text: String,
    header: Header,
    hands: Hands,
    /// The game before the edit, if this is an edited sheet.
    pub(super) before: Option<Before<'a>>,
}

/// The hands of a game.
enum Hands {
    /// The first hand is not reached yet.
    Ahead,
    /// The hands so far are in the game.
    Read(Box<Game>),
    /// The hands cannot be read, because the players are unknown or the hands are too many.
    Unknown,
}

impl<'a> SheetReading<'a> {
    /// Creates a reading of a game that begins on this line.
    pub(super) fn new(local: LocalTime<'a>, first: usize) -> SheetReading<'a> {
        let (header, hands) = (Header::default(), Hands::Ahead);
        SheetReading { local, first, text: String::new(), header, hands, before: None }
    }

    /// Whether hands were reached before the players were known.
    pub(super) const fn has_no_players(&self) -> bool {
        matches!(self.hands, Hands::Unknown)
    }

    /// Reads one more line.
    pub(super) fn line(&mut self, number: usize, line: &str, faults: &mut Listed<Fault>) {
        let before = self.text.len();
        add_source_line(&mut self.text, line);
        if self.text.len() == before {
            return;
        }
        let line = line.trim_end();
        if line.len() > LONGEST_LINE {
            let why = format!("the line is longer than {LONGEST_LINE} bytes; no entry is that long");
            let start: String = line.chars().take(EXCERPT).collect();
            return faults.push(Fault::at(number, &start, 0, vec![why]));
        }
        let text: Cow<'_, str> = if is_nfc(line) { line.into() } else { line.nfc().collect::<String>().into() };
        let start = skip_space(&text, 0);
        self.header.sides_given |= text[start..].get(..5).is_some_and(|word| word.eq_ignore_ascii_case("sides"));
        if let Some(at) = text.find(|char: char| char.is_control() && char != '\t') {
            return faults.push(Fault::at(number, &text, at, vec!["there is a control character here".into()]));
        }
        let word = skip_while(&text, start, |char| char.is_alphabetic() || char == '-');
        let colon = skip_space(&text, word);
        if word > start && text[colon..].starts_with(':') {
            let at = skip_space(&text, colon + 1);
            let key = text[start..word].to_lowercase();
            let value = HeaderValue { line: number, text: text.into_owned(), at };
            let begun = !matches!(self.hands, Hands::Ahead);
            return self.header.line(&key, start, value, begun, faults);
        }
        if matches!(self.hands, Hands::Ahead) {
            self.begin(Some((number, &text)), faults);
        }
        self.hand(number, &text, faults);
    }

    /// Returns the complete game with its text, or nothing if the players are unknown.
    pub(super) fn finish(mut self, faults: &mut Listed<Fault>) -> Option<(Game, String)> {
        if matches!(self.hands, Hands::Ahead) {
            self.begin(None, faults);
        }
        match self.hands {
            Hands::Read(game) => Some((*game, self.text)),
            Hands::Ahead | Hands::Unknown => {
                if !self.header.sides_given || faults.is_empty() {
                    let reason = "the sheet does not say who plays; add a line like `sides: Ann, Bob`".to_string();
                    faults.push(Fault::at(self.first, "", 0, vec![reason]));
                }
                None
            }
        }
    }

    /// Ends the header, before the first entry if the game has one.
    fn begin(&mut self, entry: Option<(usize, &str)>, faults: &mut Listed<Fault>) {
        let game = self.header.game(entry, self.before.as_mut(), self.local, faults);
        if let (Some(before), Some(game)) = (&mut self.before, &game) {
            before.take(game, |key| self.header.line_of(key), self.first, faults);
        }
        self.hands = game.map_or(Hands::Unknown, |game| Hands::Read(Box::new(game)));
    }

    /// Reads an entry.
    fn hand(&mut self, number: usize, text: &str, faults: &mut Listed<Fault>) {
        let Hands::Read(game) = &mut self.hands else { return };
        if game.hands.len() + game.adjustments.len() == Game::MOST_HANDS {
            let reason = format!("a game has at most {} hands; the rest was not read", Game::MOST_HANDS);
            faults.push(Fault::at(number, text, 0, vec![reason]));
            self.hands = Hands::Unknown;
            return;
        }
        if let Some(read) = read_adjustment(text, game, self.local) {
            match read {
                Ok(adjustment) => game.adjustments.push(adjustment),
                Err((at, fault)) => faults.push(Fault::at(number, text, at, vec![fault.to_string()])),
            }
            return;
        }
        let (entry, is_marked) = without_mark(text);
        let under_old_names = self.before.as_ref().and_then(|before| before.hand(entry, self.local));
        let read = under_old_names.map_or_else(|| read_entry(entry, game, self.local), Ok);
        let read = match read {
            Err(fault) if is_marked => read_with_any_cards(entry, game, self.local).map_err(|_| fault),
            read => read,
        };
        match read {
            Err((at, fault)) => faults.push(Fault::at(number, text, at, vec![fault.to_string()])),
            Ok(hand) => match game.accept(hand) {
                Ok(accepted) => game.hands.push(accepted.into()),
                Err(refused) if may_stay(&refused, is_marked, self.before.as_mut()) => {
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

/// Reads a hand that the rules of its game refuse, perhaps because it has more cards than they allow.
fn read_with_any_cards(entry: &str, game: &mut Game, local: LocalTime<'_>) -> Result<LoggedHand, (usize, EntryFault)> {
    let rules = game.rules.rules.clone();
    game.rules.rules.knock_discard = KnockDiscard::Optional;
    let mut read_with = |dealt| {
        game.rules.rules.dealt = dealt;
        read_entry(entry, game, local)
    };
    let read = read_with(10).or_else(|_| read_with(7));
    game.rules.rules = rules;
    read
}

/// Splits a line into its entry and whether it ends with the word `refused`.
fn without_mark(line: &str) -> (&str, bool) {
    match line.rsplit_once(char::is_whitespace) {
        Some((entry, word)) if word.eq_ignore_ascii_case(REFUSED) => (entry.trim_end(), true),
        _ => (line, false),
    }
}

/// Whether a refused hand stays in its game, uncounted: its line must be marked `refused`. In an edited sheet, only a
/// hand that was refused before may stay.
fn may_stay(refused: &RefusedHand, is_marked: bool, before: Option<&mut Before<'_>>) -> bool {
    match before {
        Some(before) => before.had_refused(refused),
        None => is_marked && refused.refusals.iter().all(Refusal::may_stand_in_a_book),
    }
}
