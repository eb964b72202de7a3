//! Takes typed answers to a draft.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use super::super::entry::read_entry;
use super::super::fault::EntryFault;
use super::super::print::quoted;
use super::super::words::{DEAD, EXPECTED, OF_A_PLAYER, outcome_of};
use super::{Draft, DraftResult, Missing, not_missing};
use crate::text::{harmless, nearest};
use crate::{DeadHand, LoggedHand, LoggedResult, Outcome, Played, Upcard};

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
            Missing::Who(_) | Missing::How(_) if DEAD.iter().any(|word| word.eq_ignore_ascii_case(text)) => {
                self.complete(LoggedResult::Dead)
            }
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
            Missing::Deadwood(..) | Missing::Points(_) => self.answer_counts(text),
        }
    }

    /// Reads the end of the result, as an entry with what was given before it. One count is the named player's, if that is
    /// missing.
    fn answer_counts(&mut self, text: &str) -> DraftResult {
        let (by, how) = self.by.zip(self.how).ok_or_else(not_missing)?;
        // Beside the opponent's cards, a number is not ambiguous.
        let own = self.own.as_ref().map(|own| format!("{} ", own.total(self.game.rules.rules.ace))).unwrap_or_default();
        let upcard = self.upcard.map(|card| format!(" up {}", card.code())).unwrap_or_default();
        let read = |counts: &str| {
            let who = quoted(self.game.players.name(by));
            read_entry(&format!("{who} {} {own}{counts}{upcard}", how.word()), self.game, self.local)
        };
        if let Ok(hand) = read(text)
            && (hand.note.is_some() || hand.at.is_some() || hand.upcard != self.upcard)
        {
            return Err(vec!["expected only the counts".into()]);
        }
        if self.lacks_own()
            && let Ok(hand) = read(&format!("{text} {}", self.most_of_a_knocker()))
            && let [LoggedResult::Ended { own, .. }] = hand.results()
        {
            return self.own(own.clone());
        }
        match read(text) {
            Ok(hand) => match hand.results() {
                [LoggedResult::Ended { other, .. }] if self.own.is_some() => self.other(other.clone()),
                [result] => self.complete(result.clone()),
                _ => Err(not_missing()),
            },
            Err((_, fault)) => unread(&fault),
        }
    }
}

fn unread(fault: &dyn fmt::Display) -> DraftResult {
    Err(vec![fault.to_string()])
}
