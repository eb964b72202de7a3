//! Reads one entry.
//!
//! Compact entries have no spaces between name, word and count, so the same letters can be split in several ways. The
//! reader follows every way. If the rules accept exactly one of the ways that read to the end, it is the entry; several
//! are refused, with their readings.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::cursor::{quoted_at, skip_space, skip_while, word_at};
use super::fault::EntryFault;
use super::fillers::{divided, without_fillers};
use super::plain_entry::{has_plain_entries, read_plain_entry};
use super::print::shown_entry;
use super::when::LocalTime;
use super::words::{DEAD, EXPECTED, MISDEAL, OF_A_PLAYER, WORDS, outcome_of};
use crate::cards::{CardRules, begins_cards};
use crate::players::meant;
use crate::text::{Flaw, fold, harmless, nearest, unaccented};
use crate::{Count, DeadHand, Game, LoggedHand, LoggedResult, Outcome, Played, Players, Seat, Table, WhoFault};

/// Reading stops after this many results: no table has that many pairs.
const MOST_RESULTS: usize = 8;
/// Characters that open a name or a note in quotes.
const QUOTES: [char; 2] = ['"', '“'];
/// The most readings followed up to one place: two hands of ten cards have fewer ways to be split.
const MOST_READINGS: usize = 20;

/// Reads one entry of a game. The rules of the game choose between readings, but need not accept the result.
///
/// # Errors
/// The byte of `text`, in normal form C, at fault, and why.
pub fn read_entry(text: &str, game: &Game, local: LocalTime<'_>) -> Result<LoggedHand, (usize, EntryFault)> {
    let plain = if has_plain_entries(game) { read_plain_entry(text, &game.players) } else { None };
    plain.map_or_else(|| read_entry_between(text, game, game.playing(), local), Ok)
}

/// Reads an entry of a hand that these two play, unless the entry names others. Leaves out words without meaning if the
/// entry cannot be read with them.
pub(super) fn read_entry_between(
    text: &str,
    game: &Game,
    playing: Option<[Seat; 2]>,
    local: LocalTime<'_>,
) -> Result<LoggedHand, (usize, EntryFault)> {
    let text: Cow<'_, str> = if text.is_ascii() { text.into() } else { text.nfc().collect::<String>().into() };
    let whole = read_undivided(&text, game, playing, local);
    let Some(divided) = divided(&text) else { return whole };
    match (read_undivided(&divided, game, playing, local), whole) {
        (Ok(divided), Ok(whole)) if divided != whole && !has_whole_hand(&whole, game) => {
            let accepted = |hand: &LoggedHand| game.accept(hand.clone()).is_ok();
            if accepted(&divided) && !accepted(&whole) {
                return Ok(divided);
            }
            let readings = [&whole, &divided].map(|hand| shown_entry(hand, &game.players)).to_vec();
            Err((skip_space(&text, 0), EntryFault::Ambiguous { readings }))
        }
        (Ok(divided), Err(_)) => Ok(divided),
        (_, whole) => whole,
    }
}

/// Whether all cards of whoever ended the hand are given: then a `/` among them divides its melds.
fn has_whole_hand(hand: &LoggedHand, game: &Game) -> bool {
    let Played::Results(results) = &hand.played else { return false };
    let is_whole = |own: &Count| own.cards().is_some_and(|cards| cards.len() >= game.rules.rules.cards().dealt);
    results.iter().any(|result| matches!(result, LoggedResult::Ended { own, .. } if is_whole(own)))
}

fn read_undivided(
    text: &str,
    game: &Game,
    playing: Option<[Seat; 2]>,
    local: LocalTime<'_>,
) -> Result<LoggedHand, (usize, EntryFault)> {
    read_words(text, game, playing, local).or_else(|fault| {
        let plain = without_fillers(text, &game.players, game.rules.rules.table);
        // Without its commas, a hand with too many cards may look like two hands.
        if plain == text || matches!(fault.1, EntryFault::Ambiguous { .. } | EntryFault::TooManyCards(_)) {
            return Err(fault);
        }
        // Of two faults, the one further into the text is more precise.
        read_words(&plain, game, playing, local).map_err(|other| if other.0 > fault.0 { other } else { fault })
    })
}

fn read_words(
    text: &str,
    game: &Game,
    playing: Option<[Seat; 2]>,
    local: LocalTime<'_>,
) -> Result<LoggedHand, (usize, EntryFault)> {
    let mut reader = Reader { playing, ..Reader::new(text, game, local) };
    let start = skip_space(text, 0);
    let mut ways: Vec<Way<LoggedHand>> = Vec::new();
    let played = reader.dead_hands(start).into_iter().chain(reader.results(start));
    for way in played.collect::<Vec<_>>() {
        if let Some(hand) = reader.modifiers(&way)
            && !ways.contains(&hand)
        {
            ways.push(hand);
        }
    }
    let (clear, doubtful): (Vec<_>, Vec<_>) = ways.into_iter().partition(|way| way.doubt.is_none());
    let readings: Vec<LoggedHand> = clear.into_iter().map(|way| way.read).collect();
    let accepted = |hand: &LoggedHand| game.accept(hand.clone()).is_ok();
    let complete = |hand: &LoggedHand| match &hand.played {
        Played::Results(results) => reader.is_complete(results),
        Played::Dead(_) => true,
    };
    let readings = if reader.all_followed { narrowed(readings, accepted) } else { readings };
    let readings = narrowed(readings, complete);
    // Read the letter of `c9` as a name rather than a suit if the points are the same.
    let in_numbers = |hand: &LoggedHand| hand.in_numbers(reader.rules.ace);
    let are_worth_the_same = readings.windows(2).all(|two| in_numbers(&two[0]) == in_numbers(&two[1]));
    let readings = if are_worth_the_same { narrowed(readings, |hand| *hand == in_numbers(hand)) } else { readings };
    match readings.as_slice() {
        [hand] => Ok(hand.clone()),
        [] => {
            let doubt = doubtful.into_iter().find_map(|way| way.doubt);
            let doubt = doubt.or_else(|| reader.gin_of_whom(start, game).map(|fault| (start, fault)));
            Err(doubt.or(reader.fault).unwrap_or_else(|| nothing(text)))
        }
        several => {
            let readings = several.iter().map(|hand| shown_entry(hand, &game.players)).collect();
            Err((start, EntryFault::Ambiguous { readings }))
        }
    }
}

/// The readings that pass a test, or all if none passes.
fn narrowed(readings: Vec<LoggedHand>, test: impl Fn(&LoggedHand) -> bool) -> Vec<LoggedHand> {
    match readings.iter().filter(|hand| readings.len() > 1 && test(hand)).cloned().collect::<Vec<_>>() {
        none if none.is_empty() => readings,
        passed => passed,
    }
}

fn nothing(text: &str) -> (usize, EntryFault) {
    (text.len(), EntryFault::Expected { expected: "an entry", found: String::new(), nearest: None })
}

/// One way to read the text up to a byte. `doubt` is set if a typed name cannot be used: it could mean several players,
/// or its player cannot be named there.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Way<T> {
    pub(super) read: T,
    pub(super) end: usize,
    pub(super) doubt: Option<(usize, EntryFault)>,
}

impl<T> Way<T> {
    pub(super) fn then<U>(&self, read: U, end: usize) -> Way<U> {
        Way { read, end, doubt: self.doubt.clone() }
    }
}

/// A result with the opponent as typed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ReadResult {
    pub(super) result: LoggedResult,
    pub(super) opponent: Option<Opponent>,
}

/// An opponent, and the place of the name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Opponent {
    pub(super) seat: Seat,
    pub(super) at: usize,
}

impl From<LoggedResult> for ReadResult {
    fn from(result: LoggedResult) -> ReadResult {
        ReadResult { result, opponent: None }
    }
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) game: &'a Game,
    pub(super) players: &'a Players,
    /// How the players at the table meet.
    pub(super) table: Table,
    /// The two who play this hand, if others sit out and they are known.
    pub(super) playing: Option<[Seat; 2]>,
    /// The rules of the game about cards.
    pub(super) rules: CardRules,
    pub(super) local: LocalTime<'a>,
    /// The fault furthest into the text: shown if no way reads to the end.
    pub(super) fault: Option<(usize, EntryFault)>,
    /// Whether it looks ahead: faults are not noted.
    pub(super) is_quiet: bool,
    /// Whether every way was followed. If not, the rules cannot choose: the reading they accept may be missing.
    all_followed: bool,
}

impl<'a> Reader<'a> {
    /// Creates a reader of this text, which is in normal form C.
    pub(super) fn new(text: &'a str, game: &'a Game, local: LocalTime<'a>) -> Reader<'a> {
        let players = &game.players;
        let (table, rules) = (game.rules.rules.table, game.rules.rules.cards());
        let (fault, is_quiet, all_followed) = (None, false, true);
        Reader { text, game, players, table, playing: None, rules, local, fault, is_quiet, all_followed }
    }

    /// Adds a way, unless enough ways that are as clear already lead to the same place with as many results: the rest
    /// of the text would only multiply them.
    fn keep(&mut self, ways: &mut Vec<Way<Vec<ReadResult>>>, way: Way<Vec<ReadResult>>) {
        let class = |way: &Way<Vec<ReadResult>>| (way.end, way.read.len(), way.doubt.is_some());
        let alike: Vec<_> = ways.iter().filter(|other| class(other) == class(&way)).collect();
        if alike.iter().any(|other| other.read == way.read) {
            return;
        }
        if alike.len() < MOST_READINGS {
            ways.push(way);
        } else {
            self.all_followed = false;
        }
    }

    pub(super) fn fail(&mut self, at: usize, fault: impl Into<EntryFault>) {
        if !self.is_quiet && self.fault.as_ref().is_none_or(|(furthest, _)| at > *furthest) {
            self.fault = Some((at, fault.into()));
        }
    }

    pub(super) fn expect(&mut self, at: usize, expected: &'static str, words: &[&str]) {
        if self.is_quiet || self.fault.as_ref().is_some_and(|(furthest, _)| at <= *furthest) {
            return;
        }
        let word = word_at(self.text, at);
        let nearest = nearest(word, words.iter().copied()).map(str::to_string);
        let found = if word.is_empty() { self.text[at..].chars().take(1).collect() } else { harmless(word) };
        self.fail(at, EntryFault::Expected { expected, found, nearest });
    }

    /// The byte after a word at `at`, in any case. The next character is not a letter.
    pub(super) fn word(&self, at: usize, word: &str) -> Option<usize> {
        self.start(at, word).filter(|end| !self.text[*end..].starts_with(char::is_alphabetic))
    }

    /// The byte after a word for a dead hand at `at`.
    fn dead_word(&self, at: usize) -> Option<usize> {
        DEAD.iter().find_map(|word| self.word(at, word))
    }

    /// The byte after the letters of a word at `at`, in any case. More letters may follow.
    fn start(&self, at: usize, word: &str) -> Option<usize> {
        let end = at + word.len();
        self.text.get(at..end).is_some_and(|text| text.eq_ignore_ascii_case(word)).then_some(end)
    }

    /// Every way to read a dead hand: `dead`, `dead misdeal`, `misdeal`, and where others sit out `dead ann bob`.
    fn dead_hands(&mut self, at: usize) -> Vec<Way<LoggedHand>> {
        let dead = self.dead_word(at);
        let misdeal = self.word(dead.map_or(at, |end| skip_space(self.text, end)), MISDEAL);
        let Some(end) = misdeal.or(dead) else { return Vec::new() };
        let played = Played::Dead(if misdeal.is_some() { DeadHand::Misdeal } else { DeadHand::Stock });
        let hand = LoggedHand { played, between: self.playing, upcard: None, note: None, at: None };
        let mut ways = vec![Way { read: hand.clone(), end, doubt: None }];
        if self.table.has_others_sit_out() {
            let names = self.two_names(end).into_iter();
            ways.extend(names.map(|way| way.then(LoggedHand { between: Some(way.read), ..hand.clone() }, way.end)));
        }
        ways
    }

    /// Every way to read the names of two players on different sides.
    fn two_names(&mut self, end: usize) -> Vec<Way<[Seat; 2]>> {
        let name = |reader: &mut Reader<'a>, end: usize| {
            let at = skip_space(reader.text, end);
            let is_name = reader.text[at..].starts_with(|char: char| char.is_alphabetic() || QUOTES.contains(&char));
            if is_name { reader.any_names(at) } else { Vec::new() }
        };
        let mut ways = Vec::new();
        for first in name(self, end) {
            for second in name(self, first.end).into_iter().filter(|second| second.read.side != first.read.side) {
                let read = Seat::two(first.read, second.read);
                ways.push(Way { read, end: second.end, doubt: first.doubt.clone().or(second.doubt) });
            }
        }
        ways
    }

    /// Every name of a player from `at`, whatever follows. Notes no fault.
    pub(super) fn any_names(&mut self, at: usize) -> Vec<Way<Seat>> {
        self.quietly(|reader| reader.names_before(at, |_, _| true))
    }

    /// Whether the results are as many as a hand has at this table.
    fn is_complete(&self, results: &[LoggedResult]) -> bool {
        match self.table {
            Table::RoundTable => {
                results.len() + 1 == self.players.sides() || !results.iter().any(LoggedResult::has_knocker)
            }
            _ => results.len() == self.players.pairs(),
        }
    }

    /// Every way to read the results. Works result by result, so that ways that meet again are followed once.
    fn results(&mut self, at: usize) -> Vec<Way<LoggedHand>> {
        let mut complete = Vec::new();
        let mut partial = vec![Way { read: Vec::new(), end: at, doubt: None }];
        for results in 1..=MOST_RESULTS {
            let mut further = Vec::new();
            let ways: Vec<_> = partial.iter().flat_map(|before| self.result(before)).collect();
            for way in ways {
                let next = skip_space(self.text, way.end);
                let has_more = results < MOST_RESULTS;
                if self.table == Table::RoundTable
                    && has_more
                    && (self.is_count(next) || !self.any_names(next).is_empty())
                {
                    self.keep(&mut further, Way { end: next, ..way.clone() });
                }
                if self.text[next..].starts_with(',') && has_more {
                    self.keep(&mut further, Way { end: skip_space(self.text, next + 1), ..way });
                } else if !way.read.iter().map(|read| &read.result).eq([&LoggedResult::Dead]) {
                    self.keep(&mut complete, way);
                }
            }
            partial = further;
        }
        complete.into_iter().map(|way| self.played(way)).collect()
    }

    /// Every way to read one more result.
    fn result(&mut self, before: &Way<Vec<ReadResult>>) -> Vec<Way<Vec<ReadResult>>> {
        let with = |result| before.read.iter().cloned().chain([result]).collect::<Vec<_>>();
        let mut ways = Vec::new();
        if let Some(end) = self.dead_word(before.end) {
            ways.push(before.then(with(ReadResult::from(LoggedResult::Dead)), end));
        }
        if let Some(last) = before.read.last().filter(|_| self.table == Table::RoundTable) {
            for way in self.rest_of_round(last, before.end) {
                let doubt = before.doubt.clone().or(way.doubt);
                ways.push(Way { read: with(way.read), end: way.end, doubt });
            }
        }
        for who in self.names(before.end) {
            for (how, end) in self.hows(before.end, who.end) {
                for counted in self.counts(who.read, how, end) {
                    let doubt = before.doubt.clone().or_else(|| who.doubt.clone()).or(counted.doubt);
                    ways.push(Way { read: with(counted.read), end: counted.end, doubt });
                }
            }
        }
        ways
    }

    /// Every prefix of the text from `at` that names the player of a result. The start of a word for a dead hand is not
    /// a name with cards after it: `dead` is not Dee's ace of diamonds.
    fn names(&mut self, at: usize) -> Vec<Way<Seat>> {
        let mut ways = self.names_before(at, |reader, end| !reader.hows(at, end).is_empty());
        let dead = self.dead_word(at).unwrap_or(at);
        ways.retain(|way| way.end >= dead);
        if !self.text[at..].starts_with(QUOTES) {
            self.unknown(at, &ways);
        }
        ways
    }

    /// Every prefix of the text from `at` that names a player. A full name that is a separate word is not split.
    /// `goes_on` tells whether an entry can continue after a name that ends at a byte.
    pub(super) fn names_before(
        &mut self,
        at: usize,
        goes_on: impl Fn(&mut Reader<'a>, usize) -> bool,
    ) -> Vec<Way<Seat>> {
        if self.unclosed(at) {
            return Vec::new();
        }
        if let Some((name, end)) = quoted_at(self.text, at) {
            return match self.players.find(&name) {
                Ok(seat) => vec![Way { read: seat, end, doubt: None }],
                Err(fault) => {
                    self.fail(at, fault);
                    Vec::new()
                }
            };
        }
        let mut ways: Vec<Way<Seat>> = Vec::new();
        // The end of a full name that is a separate word, and whether a result can continue after it; then the next words
        // are not part of a longer name.
        let mut full_name: Option<(usize, bool)> = None;
        let mut typed = String::new();
        for (offset, char) in self.text[at..].char_indices() {
            if char.is_whitespace() {
                if !typed.ends_with(' ') {
                    typed.push(' ');
                }
                continue;
            }
            typed.push_str(&fold(char.encode_utf8(&mut [0; 4])));
            let meant = meant(self.players.seats(), &typed);
            let Some(seat) = meant.first().copied() else { break };
            let is_full = unaccented(&fold(self.players.name(seat))) == unaccented(&typed);
            let end = at + offset + char.len_utf8();
            let doubt = (meant.len() > 1).then(|| self.players.find(&typed).err()).flatten();
            let way = Way { read: seat, end, doubt: doubt.map(|fault| (at, fault.into())) };
            let word_ends = self.text[end..].chars().next().is_none_or(|char| char.is_whitespace() || char == ',');
            if is_full && word_ends {
                // Keep only a shorter full name: any other way would split this one.
                ways.retain(|way| full_name.is_some_and(|(shorter, _)| way.end <= shorter));
                full_name = Some((end, self.quietly(|reader| goes_on(reader, end))));
            } else if full_name.is_some_and(|(_, entry_goes_on)| entry_goes_on) {
                continue;
            }
            ways.push(way);
        }
        ways
    }

    /// Looks ahead without noting faults.
    pub(super) fn quietly<T>(&mut self, look: impl FnOnce(&mut Reader<'a>) -> T) -> T {
        let before = std::mem::replace(&mut self.is_quiet, true);
        let seen = look(self);
        self.is_quiet = before;
        seen
    }

    /// Notes that the word at `at` may be a mistyped name, unless some name ends at the end of a word.
    fn unknown(&mut self, at: usize, ways: &[Way<Seat>]) {
        let ends_a_word = |way: &Way<Seat>| !self.text[way.end..].starts_with(char::is_alphabetic);
        if ways.iter().any(ends_a_word) {
            return;
        }
        let end = skip_while(self.text, at, |char| !char.is_whitespace() && !char.is_ascii_digit() && char != ',');
        let typed = if end > at { &self.text[at..end] } else { word_at(self.text, at) };
        let how = outcome_of(typed).is_some();
        if typed.is_empty() {
            self.expect(at, "a player and a result, or `dead`", &[]);
        } else if how || typed.starts_with(|char: char| char.is_ascii_digit()) {
            self.fail(at, Flaw(format!("expected a player's name before `{}`", harmless(typed))));
        } else {
            match (self.players.find(typed), nearest(typed, DEAD.iter().copied())) {
                (Err(WhoFault::Unknown { nearest: None, .. }), Some(_)) => {
                    self.expect(at, "a player and a result, or `dead`", DEAD);
                }
                (Err(fault), _) => self.fail(at, fault),
                (Ok(_), _) => {}
            }
        }
    }

    /// Every word for how the hand ended after a name from `start` to `end`; a knock needs no word before a count.
    /// Cards may follow the word or the name without a space, but the start of a longer name is not read as a name and
    /// a card.
    fn hows(&mut self, start: usize, end: usize) -> Vec<(Outcome, usize)> {
        let at = skip_space(self.text, end);
        let glued = |end: &usize| begins_cards(word_at(self.text, *end));
        // `mark 5 20` is not Mary's knock, but perhaps another Mark's.
        let may_be_name = |word: &str, end: usize| {
            let name = &self.text[start..at];
            name.chars().count() > 2
                && !name.starts_with(QUOTES)
                && word.len() == 1
                && !self.text[end..].starts_with(|char: char| char.is_ascii_digit())
        };
        let read = |(word, how): &(&str, Outcome)| {
            let joined = || self.start(at, word).filter(|end| *how != Outcome::Points && glued(end));
            let whole = self.word(at, word).filter(|after| at != end || !may_be_name(word, *after));
            Some((*how, whole.or_else(joined)?))
        };
        let mut hows: Vec<(Outcome, usize)> = WORDS.iter().filter_map(read).collect();
        let mid_word = at == end && self.text[at..].starts_with(char::is_alphabetic);
        let count_follows = if mid_word {
            let whole = word_at(self.text, start);
            // Small letters after more than an initial are rather a word, like `both`, than cards.
            let is_cards = at - start == 1 || word_at(self.text, at).contains(|char: char| !char.is_lowercase());
            is_cards && glued(&at) && meant(self.players.seats(), whole).is_empty()
        } else {
            self.text[at..].starts_with(|char: char| char.is_ascii_digit()) || begins_cards(self.card_at(at))
        };
        if count_follows {
            hows.push((Outcome::Knock, at));
        }
        if hows.is_empty() && !mid_word {
            self.expect(at, EXPECTED, &OF_A_PLAYER.map(Outcome::word));
        }
        hows
    }
}
