//! Takes typed answers to a draft.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use super::super::entry::{Reader, read_entry};
use super::super::fault::EntryFault;
use super::super::print::print_result;
use super::super::words::{DEAD, EXPECTED, OF_A_PLAYER, outcome_of};
use super::{Draft, DraftResult, Missing, not_missing};
use crate::hand::{DeadHand, LoggedHand, LoggedResult, Outcome, Played, Upcard};
use crate::text::{harmless, nearest};

impl Draft<'_> {
    /// Takes a typed answer: the missing part, or a whole entry that replaces everything given so far.
    ///
    /// # Errors
    /// Every reason why the text is neither; the draft then stays as it was.
    pub fn give(&mut self, text: &str) -> DraftResult {
        let text: String = text.trim().nfc().collect();
        let missing = self.missing();
        let Err(faults) = self.answer(missing.as_ref(), &text) else { return Ok(()) };
        let is_nobody = matches!(missing, Some(Missing::Who(_))) && self.game.players.find(&text).is_err();
        match read_entry(&text, self.game, self.local) {
            // At a count or a card, a word for a dead hand would discard everything given so far.
            Ok(hand) if hand.played == Played::Dead(DeadHand::Stock) => Err(faults),
            Ok(hand) => self.entry_given(LoggedHand { upcard: hand.upcard.or(self.upcard), ..hand }),
            // An unknown name may begin a whole entry: the fault of that entry is more precise.
            Err((_, fault)) if is_nobody => unread(&fault),
            Err(_) => Err(faults),
        }
    }

    /// Reads and takes the missing part.
    fn answer(&mut self, missing: Option<&Missing>, text: &str) -> DraftResult {
        match missing.ok_or_else(not_missing)? {
            // As in an entry, the word for a dead hand is not a name.
            Missing::Who(_) | Missing::How(_) if DEAD.iter().any(|word| word.eq_ignore_ascii_case(text)) => self.dead(),
            Missing::Who(_) | Missing::Opponent(_) => match self.game.players.find(text) {
                Ok(seat) => self.player(seat),
                Err(fault) => unread(&fault),
            },
            Missing::Upcard => match Upcard::read(text) {
                Ok(upcard) => self.upcard(upcard),
                Err(fault) => unread(&fault),
            },
            Missing::How(_) => match outcome_of(text) {
                Some(how) => self.how(how),
                None => unread(&EntryFault::Expected {
                    expected: EXPECTED,
                    found: harmless(text),
                    nearest: nearest(text, OF_A_PLAYER.map(Outcome::word)).map(str::to_string),
                }),
            },
            Missing::OwnCount(_) => self.answer_own(text),
            Missing::OtherCount(_) | Missing::Points(_) => self.answer_rest(text),
        }
    }

    /// Reads the deadwood of the named player, or both hands.
    fn answer_own(&mut self, text: &str) -> DraftResult {
        match self.reader(text).only_count() {
            Some(own) => self.own(own),
            None => self.answer_rest(text),
        }
    }

    /// Reads the end of the result. If it has several readings, keeps those that the rules accept.
    fn answer_rest(&mut self, text: &str) -> DraftResult {
        let (Some(by), Some(how)) = (self.by, self.how) else { return Err(not_missing()) };
        let mut reader = self.reader(text);
        if self.own.is_some() {
            return match reader.only_count() {
                Some(other) => self.other(other),
                None => unread(&reader.fault_or_unexpected()),
            };
        }
        let ways = reader.only_counts(by, how);
        let completed = |result: &LoggedResult| {
            let mut draft = self.clone();
            draft.complete(result.clone()).map(|()| draft)
        };
        let (accepted, refused): (Vec<_>, Vec<_>) = ways.iter().map(completed).partition(Result::is_ok);
        match accepted.into_iter().flatten().collect::<Vec<_>>().as_slice() {
            [only] => {
                *self = only.clone();
                Ok(())
            }
            [] => match refused.into_iter().find_map(Result::err) {
                Some(faults) => Err(faults),
                None => unread(&reader.fault_or_unexpected()),
            },
            _ => {
                let readings = ways.iter().map(|way| print_result(way, &self.game.players)).collect();
                unread(&EntryFault::Ambiguous { readings })
            }
        }
    }

    fn reader<'text>(&'text self, text: &'text str) -> Reader<'text> {
        Reader::new(text, self.game, self.local)
    }
}

fn unread(fault: &dyn fmt::Display) -> DraftResult {
    Err(vec![fault.to_string()])
}
