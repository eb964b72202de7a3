//! Reads the opponent's name, which people put before the opponent's count: `mike knock 5 mary 23`.
//!
//! In a game of two sides, the players with a result of their own and the order of the sides decide who faces whom. A
//! name that agrees with them is read; one that contradicts them is refused, because the book could not keep it. If
//! others sit out, the name tells who played; at a round table, whose count it is.

use super::cursor::{skip_space, skip_while, word_at};
use super::entry::{Opponent, ReadResult, Reader, Way, read_entry_between};
use super::fault::EntryFault;
use super::fillers::DIVIDER;
use super::print::{print_entry, quoted};
use super::words::{WORDS, is_modifier};
use crate::hand::faced;
use crate::text::Flaw;
use crate::{Count, Game, LoggedHand, LoggedResult, Outcome, Played, Seat, Side, Table, WhoFault};

/// The opponent's count, with the name before it if one is given.
pub(super) type OthersCount = Way<(Option<Opponent>, Count)>;

impl OthersCount {
    /// The way to read a result that this count completes.
    pub(super) fn completes(self, result: impl FnOnce(Count) -> LoggedResult) -> Way<ReadResult> {
        let Way { read: (opponent, count), end, doubt } = self;
        Way { read: ReadResult { result: result(count), opponent }, end, doubt }
    }
}

impl Reader<'_> {
    /// Every way to read the name of the player who lost points, if others sit out: `ann points 25 bob`.
    pub(super) fn loser_after(&mut self, by: Seat, end: usize) -> Vec<Way<Opponent>> {
        let at = skip_space(self.text, end);
        if !self.table.has_others_sit_out() || !self.text[at..].starts_with(|char: char| char.is_alphabetic()) {
            return Vec::new();
        }
        let named = self.any_names(at).into_iter().filter(|name| name.read.side != by.side);
        named.map(|name| name.then(Opponent { seat: name.read, at }, name.end)).collect()
    }

    /// Every way to read one more result of a round, which is only a count, with or without a name: `cid 12`.
    pub(super) fn rest_of_round(&mut self, last: &ReadResult, at: usize) -> Vec<Way<ReadResult>> {
        let Some(by) = last.result.by() else { return Vec::new() };
        let again = |count: Count| match last.result.clone() {
            LoggedResult::Ended { how, own, .. } => LoggedResult::Ended { by, how, own, other: count },
            other => other,
        };
        match &last.result {
            LoggedResult::Points { .. } => {
                let named = self.named(by, at).into_iter();
                let gained = |other: OthersCount| {
                    let by = other.read.0.map_or(by, |opponent| opponent.seat);
                    let ace = self.rules.ace;
                    let way = other.completes(|count| LoggedResult::Points { by, points: count.total(ace) });
                    Way { read: ReadResult::from(way.read.result), ..way }
                };
                named.map(gained).collect()
            }
            result if result.has_knocker() => {
                let others = self.quietly(|reader| reader.others(by, at, "the opponent's deadwood"));
                others.into_iter().map(|other| other.completes(again)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Every way to read the count of the opponent of `by`, with or without the name before it.
    pub(super) fn others(&mut self, by: Seat, at: usize, expected: &'static str) -> Vec<OthersCount> {
        let at = skip_while(self.text, at, |char| char.is_whitespace() || char == DIVIDER);
        let named = self.named(by, at);
        let plain = self.count(at, expected).into_iter();
        let plain = plain.map(|(read, end)| Way { read: (None, read), end, doubt: None });
        plain.chain(named).collect()
    }

    /// Every way to read an opponent's name and the count after it.
    pub(super) fn named(&mut self, by: Seat, at: usize) -> Vec<OthersCount> {
        if !self.text[at..].starts_with(|char: char| char.is_alphabetic() || matches!(char, '"' | '“')) {
            return Vec::new();
        }
        let names = self.quietly(|reader| reader.names_before(at, |reader, end| reader.is_count(end)));
        let names: Vec<Way<Seat>> = names.into_iter().filter(|name| self.may_be_named(at, name.end)).collect();
        if names.is_empty() {
            self.mistyped(at);
        }
        let mut ways = Vec::new();
        for name in names {
            let own_side = name.read.side == by.side && name.doubt.is_none();
            let name =
                Way { doubt: if own_side { Some((at, self.own_side(by, name.read))) } else { name.doubt }, ..name };
            let opponent = Some(Opponent { seat: name.read, at });
            for (count, end) in self.count(name.end, "the opponent's deadwood") {
                ways.push(name.then((opponent, count), end));
            }
        }
        ways
    }

    /// Whether the text up to a byte may be an opponent's name: a count must follow, after white space or, if it is a
    /// number, at once. A name without quotes holds no comma and none of the words that may follow a count. So no
    /// printed entry can be read with another name in it.
    fn may_be_named(&self, at: usize, end: usize) -> bool {
        let next = skip_space(self.text, end);
        let glued = word_at(self.text, next);
        let number = glued.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+');
        let follows = self.is_count(end) && (next > end || number && !glued.is_empty());
        let words = || self.text[at..end].split_whitespace();
        let quoted = self.text[at..].starts_with(['"', '“']);
        follows && (quoted || !self.text[at..end].contains(',') && !words().any(is_modifier))
    }

    /// Explains why a player on the side of `by` cannot be named here.
    fn own_side(&self, by: Seat, named: Seat) -> EntryFault {
        let (name, partner) = (self.players.name(by), self.players.name(named));
        let why = match by == named {
            true => format!("the count here is the opponent's, not {name}'s own"),
            false => format!("the count here is an opponent's, and {partner} is {name}'s partner"),
        };
        Flaw(why).into()
    }

    /// Asks whose gin `gin mary 22` is: Mary's, or a gin that left Mary with 22.
    pub(super) fn gin_of_whom(&mut self, start: usize, game: &Game) -> Option<EntryFault> {
        let gins = WORDS.iter().filter(|(_, outcome)| outcome.is_gin());
        let (how, end) =
            gins.filter_map(|(word, outcome)| Some((*outcome, self.word(start, word)?))).max_by_key(|(_, end)| *end)?;
        let at = skip_space(self.text, end);
        let names = self.quietly(|reader| reader.names_before(at, |reader, end| reader.is_count(end)));
        let mut names = names.into_iter().filter(|name| name.doubt.is_none() && self.may_be_named(at, name.end));
        let name = names.next().filter(|_| names.next().is_none())?;
        let rest = &self.text[name.end..];
        let opponents = self.players.seats().map(|(seat, _)| seat).filter(|seat| seat.side != name.read.side);
        let readings: Vec<String> = std::iter::once(name.read)
            .chain(opponents)
            .filter_map(|by| {
                let entry = format!("{} {} {rest}", quoted(self.players.name(by)), how.word());
                read_entry_between(&entry, game, self.playing, self.local).ok()
            })
            .filter(|hand| game.accept(hand.clone()).map_or_else(|refused| refused.lacks_only_the_upcard(), |_| true))
            .map(|hand| print_entry(&hand, self.players))
            .collect();
        (readings.len() > 1).then_some(EntryFault::Ambiguous { readings })
    }

    /// Notes that a word before a count is almost a name.
    fn mistyped(&mut self, at: usize) {
        let end = skip_while(self.text, at, char::is_alphabetic);
        let typed = &self.text[at..end];
        if self.is_quiet || self.is_count(at) || !self.is_count(end) {
            return;
        }
        if let Err(fault @ WhoFault::Unknown { nearest: Some(_), .. }) = self.players.find(typed) {
            // It takes precedence over another fault at the same place.
            self.fault.take_if(|(furthest, _)| *furthest <= at);
            self.fail(at, fault);
        }
    }

    /// The results of a way. It is doubtful if its opponents contradict each other or cannot be kept.
    pub(super) fn played(&self, way: Way<Vec<ReadResult>>) -> Way<LoggedHand> {
        let Way { mut read, end, doubt } = way;
        if self.table == Table::RoundTable {
            read.iter_mut().for_each(|read| self.turn_round(read));
        }
        let doubt = doubt.or_else(|| self.clash(&read));
        let between = read.first().and_then(|read| self.between(read));
        if self.table == Table::RoundTable {
            self.in_order_of_seats(&mut read);
        }
        let played = Played::Results(read.into_iter().map(|read| read.result).collect());
        Way { read: LoggedHand { played, between, upcard: None, note: None, at: None }, end, doubt }
    }

    /// Turns an undercut in a round into the knock that it answers, since all results of a round are the caller's.
    fn turn_round(&self, read: &mut ReadResult) {
        let (LoggedResult::Ended { by, how: Outcome::Undercut, own, other }, Some(caller)) =
            (&read.result, read.opponent)
        else {
            return;
        };
        if own.total(self.rules.ace) <= other.total(self.rules.ace) {
            let opponent = Some(Opponent { seat: *by, ..caller });
            let (by, how) = (caller.seat, Outcome::Knock);
            let result = LoggedResult::Ended { by, how, own: other.clone(), other: own.clone() };
            *read = ReadResult { result, opponent };
        }
    }

    /// The two who played a hand, if others sit out: those the entry names, or else those already known.
    fn between(&self, read: &ReadResult) -> Option<[Seat; 2]> {
        let by = read.result.by().filter(|_| self.table.has_others_sit_out())?;
        let named = read.opponent.map(|opponent| opponent.seat);
        let opponent = named.or_else(|| self.game.opponent_of(by, self.playing))?;
        Some(Seat::two(by, opponent))
    }

    /// Puts the results of a round in the order of the seats after the caller. Counts without a name fill the seats
    /// that the names leave.
    fn in_order_of_seats(&self, results: &mut Vec<ReadResult>) {
        let sides = self.players.sides();
        let Some(by) = results.first().and_then(|read| read.result.by()) else {
            return;
        };
        let after = |side: Side| (side.index() + sides - by.side.index()) % sides;
        let named: Vec<usize> = results.iter().filter_map(|read| Some(after(read.opponent?.seat.side))).collect();
        let mut free = (1..sides).filter(|place| !named.contains(place));
        let place = |read: &ReadResult| read.opponent.map(|opponent| after(opponent.seat.side)).or_else(|| free.next());
        let places: Vec<_> = results.iter().map(place).map(|place| place.unwrap_or(sides)).collect();
        let mut placed: Vec<_> = places.into_iter().zip(std::mem::take(results)).collect();
        placed.sort_by_key(|(place, _)| *place);
        results.extend(placed.into_iter().map(|(_, read)| read));
    }

    /// The first opponent who is also in another result, or who contradicts the order of the sides.
    fn clash(&self, results: &[ReadResult]) -> Option<(usize, EntryFault)> {
        let name = |seat: Seat| self.players.name(seat).to_string();
        for (at, read) in results.iter().enumerate() {
            let Some(opponent) = read.opponent else { continue };
            let is_caller = results.iter().any(|other| other.result.by() == Some(opponent.seat));
            let is_named = |other: &ReadResult| other.opponent.is_some_and(|other| other.seat == opponent.seat);
            if is_caller || results[..at].iter().any(is_named) {
                let why = format!("{} is in two results; each player has only one", name(opponent.seat));
                return Some((opponent.at, EntryFault::Opponent(Flaw(why))));
            }
        }
        let a_side = self.players.pairs();
        let callers: Vec<Option<Seat>> = results.iter().map(|read| read.result.by()).collect();
        let is_twice = |(at, by): (usize, &Option<Seat>)| by.is_some() && callers[..at].contains(by);
        if self.table != Table::Two || results.len() != a_side || callers.iter().enumerate().any(is_twice) {
            // The rules refuse this later.
            return None;
        }
        results.iter().zip(faced(&callers, a_side)).find_map(|(read, pair)| {
            let (by, opponent) = read.result.by().zip(read.opponent)?;
            let side = opponent.seat.side;
            let faced = Seat::new(side, pair[side]);
            let (by, typed, faces) = (name(by), name(opponent.seat), name(faced));
            let why = || format!("{by} plays against {faces}, not {typed}: the order of the sides decides");
            (faced != opponent.seat).then(|| (opponent.at, EntryFault::Opponent(Flaw(why()))))
        })
    }
}
