//! Reading cards as people type them: one grammar for a card, a hand and laid-out groups.

use super::token::{Stretch, Token, TokenKind, no_token};
use std::borrow::Cow;

use super::words::words_to_codes;
use super::{Card, Cards, MOST_CARDS, NotCards, Place, Rank, ReadFault, Suit};
use crate::text::Flaw;

/// Typed cards in their order, without repetition: at most a hand.
///
/// # The grammar
///
/// Case makes no difference. White space of any kind, commas and `/` separate words; a word is cards without a space.
/// `7 of hearts` is read like `7h`. A hyphen may join whole cards, and ranks to a range from the lower to the higher.
///
/// ```text
/// cards      = { separator } [ word { separator { separator } word } { separator } ]
/// word       = piece { [ "-" ] piece } | halves                                 8♥-8♣-8♠
/// halves     = rank space suit | suit space rank                                10 h  TH
/// piece      = picture | rank-first | suit-first
/// rank-first = ranks suit                     the ranks in that suit        a23s  AS 2S 3S
///            | rank suit { suit }             the rank in those suits       7hdc  7H 7D 7C
/// suit-first = suit ranks                     the suit's ranks              ♠AKQ  AS KS QS
///            | suit { suit } rank             those suits' rank             hd7   7H 7D
/// ranks      = range { range }
/// range      = rank [ "-" rank ]              from the lower to the higher  3-5s  3S 4S 5S
/// rank       = "a" | "2" … "9" | "t" | "10" | "j" | "q" | "k"
/// suit       = ( "s" | "h" | "d" | "c" | "♠" | "♥" | "♦" | "♣" | "♤" | "♡" | "♢" | "♧" ) [ variation ]
/// picture    = a playing card of Unicode, 🂡 to 🃞 [ variation ]
/// variation  = U+FE0E | U+FE0F
/// separator  = "," | "/" | space
/// space      = white space { white space }
/// ```
///
/// A word keeps to one order until a picture interrupts it: all pieces are rank-first if the first begins with a rank,
/// and suit-first if it begins with a suit. A piece is as long as it can be: it takes all the ranks and then all the
/// suits that follow, or the other way round. No letter is both a rank and a suit, and `1` and `0` mean nothing without
/// each other, so a text has only one reading. The one exception is several ranks before several suits: `a2sh` could be
/// `AS 2S 2H` or all four cards, so it is refused with both readings.
#[derive(Debug, Clone)]
pub struct Typed {
    cards: Vec<(Card, Place)>,
    held: Cards,
    /// The most cards that are read.
    most: usize,
}

impl Typed {
    /// Reads typed cards, but stops at the first fault: for callers that only ask whether the text is cards.
    pub(super) fn until_fault(text: &str) -> Result<Typed, ReadFault> {
        let read = |text: &str| {
            let mut typed = Typed::none(MOST_CARDS);
            typed.add(text, 0).map(|()| typed)
        };
        // Cards in words are rare, so they are tried last.
        read(text).or_else(|fault| match words_to_codes(text) {
            Cow::Owned(written) => read(&written),
            Cow::Borrowed(_) => Err(fault),
        })
    }

    /// No cards yet, of at most this many.
    pub(super) const fn none(most: usize) -> Typed {
        Typed { cards: Vec::new(), held: Cards::NONE, most }
    }

    /// The cards as a set.
    pub const fn cards(&self) -> Cards {
        self.held
    }

    /// The cards in the order typed.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.placed().map(|(card, _)| card)
    }

    /// Like [`Typed::iter`], with the place of each card.
    pub(super) fn placed(&self) -> impl Iterator<Item = (Card, Place)> + '_ {
        self.cards.iter().copied()
    }

    /// Reads the text from the byte `start` on, and adds its cards.
    pub(super) fn add(&mut self, text: &str, start: usize) -> Result<(), ReadFault> {
        let mut at = start;
        // The end of the last card, if no separator followed it.
        let mut card_end = None;
        loop {
            while let Some(card) = plain_card(text.as_bytes(), at) {
                self.push(card, Place { start: at, end: at + 2 })?;
                at += if text.as_bytes().get(at + 2) == Some(&b' ') { 3 } else { 2 };
            }
            let Some(token) = Token::at(text, at)? else { return Ok(()) };
            at = match token.kind {
                TokenKind::Separator => token.place.end,
                TokenKind::Hyphen if card_end == Some(at) && begins_a_card(text, token.place.end) => token.place.end,
                TokenKind::Hyphen => return Err(no_token(text, '-', at)),
                TokenKind::Picture(card) => {
                    self.push(card, token.place)?;
                    token.place.end
                }
                TokenKind::Rank(_) | TokenKind::Suit(_) => self.add_piece(text, at)?,
            };
            card_end = (!matches!(token.kind, TokenKind::Separator | TokenKind::Hyphen)).then_some(at);
        }
    }

    /// Reads a piece of ranks and suits, and returns the byte after it.
    fn add_piece(&mut self, text: &str, start: usize) -> Result<usize, ReadFault> {
        let first = Stretch::at(text, start)?;
        let mut second = Stretch::at(text, first.place.end)?;
        if first.tokens.len() == 1 && second.tokens.is_empty() {
            second = first.other_half(text).unwrap_or(second);
        }
        let piece = Place { start, end: second.place.end };
        match (first.tokens.len(), second.tokens.len()) {
            (_, 0) => return Err(first.lonely(text)),
            (2.., 2..) => return Err(first.two_ways(&second, text)),
            (ranks, suits) => {
                for (a, b) in first.tokens.iter().flat_map(|a| second.tokens.iter().map(move |b| (a, b))) {
                    let place = match (ranks, suits) {
                        (1, 1) => piece,
                        (_, 1) => a.place,
                        _ => b.place,
                    };
                    a.with(*b).map_or(Ok(()), |card| self.push(card, place))?;
                }
            }
        }
        Ok(piece.end)
    }

    fn push(&mut self, card: Card, place: Place) -> Result<(), ReadFault> {
        if !self.held.insert(card) {
            let first = self.placed().find(|(held, _)| *held == card).map_or(place, |(_, first)| first);
            return Err(ReadFault { place, what: NotCards::Twice(card, first) });
        }
        if self.cards.len() == self.most {
            return Err(ReadFault { place, what: NotCards::TooMany(card) });
        }
        self.cards.push((card, place));
        Ok(())
    }
}

impl Card {
    /// Reads one card in any form that [`Typed::read`] takes: `7S`, `10h`, `Td`, `q♠`, `♠Q`, 🂧.
    ///
    /// # Errors
    /// The text is not exactly one card.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Card;
    ///
    /// assert_eq!(Card::read("♠q")?.code(), "QS");
    /// assert!(Card::read("1s").is_err());
    /// # Ok::<(), ginpad_core::text::Flaw>(())
    /// ```
    pub fn read(text: &str) -> Result<Card, Flaw> {
        let like = "write a rank (A 2-10 J Q K) and a suit (s h d c), like 7S or 10h";
        let fault = || Flaw(format!("`{}` is not a card; {like}", text.trim()));
        // A comma separates several cards, so the text is not one card.
        let typed = Typed::until_fault(text).ok().filter(|_| !text.contains(',')).ok_or_else(fault)?;
        let mut cards = typed.iter();
        cards.next().filter(|_| cards.next().is_none()).ok_or_else(fault)
    }
}

impl Cards {
    /// Reads a hand like [`Typed::read`], without keeping the order.
    ///
    /// # Errors
    /// The first fault. [`Typed::read`] returns all of them.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::cards::Cards;
    ///
    /// assert_eq!(Cards::read("2s as 10h")?.codes(), "AS 2S TH");
    /// assert!(Cards::read("2s as 2s").is_err());
    /// # Ok::<(), ginpad_core::cards::ReadFault>(())
    /// ```
    pub fn read(text: &str) -> Result<Cards, ReadFault> {
        Typed::until_fault(text).map(|typed| typed.cards())
    }
}

/// Whether a text begins with a card, or looks like cards: `a23s`, `KsQd3x`, `10h`, `♠7`, `20h`. Every word of an entry
/// is tested, so it decides quickly for words that are not cards.
pub(crate) fn begins_cards(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let possible = Rank::from_letter(first).is_some()
        || Suit::from_char(first).is_some()
        || Card::from_picture(first).is_some()
        || first.is_ascii_digit();
    if !possible || text.bytes().all(|byte| byte.is_ascii_digit()) || is_a_word(text) {
        return false;
    }
    match Typed::until_fault(text) {
        Ok(typed) => !typed.cards().is_empty(),
        Err(ReadFault { place, what }) => match what {
            NotCards::TooMany(_) | NotCards::Twice(..) | NotCards::TwoWays(..) => true,
            NotCards::NoRank(_) if text.chars().next_back().and_then(Suit::from_char).is_some() => true,
            NotCards::Backwards(_) if text[place.end..].starts_with(is_suit) => true,
            _ => starts_with_card(text),
        },
    }
}

/// Whether a character is a suit.
fn is_suit(char: char) -> bool {
    Suit::from_char(char).is_some()
}

/// Whether ranks or suits at the start are the first letters of a word, like `Ann`, `knock` or `dead`: the next letters
/// are not part of a card, and no card is complete before them.
fn is_a_word(text: &str) -> bool {
    let is_rank = |char| Rank::from_letter(char).is_some();
    let rest = text.trim_start_matches(is_rank);
    let rest = if rest.len() == text.len() { text.trim_start_matches(is_suit) } else { rest };
    let begins = rest.len() < text.len();
    let ends_it = |char: char| char.is_ascii_alphabetic() && !is_rank(char) && !is_suit(char);
    begins && rest.starts_with(ends_it)
}

/// Whether a rank, a suit or a picture begins at a byte.
fn begins_a_card(text: &str, at: usize) -> bool {
    let next = Token::at(text, at).ok().flatten();
    next.is_some_and(|next| !matches!(next.kind, TokenKind::Separator | TokenKind::Hyphen))
}

/// Whether the text starts with a complete card, whatever follows.
fn starts_with_card(text: &str) -> bool {
    let Ok(Some(first)) = Token::at(text, 0) else { return false };
    let second = Token::at(text, first.place.end).ok().flatten();
    matches!(first.kind, TokenKind::Picture(_)) || second.is_some_and(|second| first.with(second).is_some())
}

/// Reads a card in its plainest form: rank and suit in two letters. Most hands consist of these, and this is many times
/// faster than reading tokens. Returns a card only if the next character certainly begins another piece or separates
/// two.
#[inline]
fn plain_card(text: &[u8], at: usize) -> Option<Card> {
    let [rank, suit, rest @ ..] = text.get(at..)? else { return None };
    let rank = PLAIN[usize::from(*rank)].0?;
    let suit = PLAIN[usize::from(*suit)].1?;
    let apart = rest.first().is_none_or(|next| PLAIN[usize::from(*next)].2);
    apart.then_some(Card { rank, suit })
}

/// For each byte, its rank, its suit, and whether it certainly begins another piece or separates two.
static PLAIN: [(Option<Rank>, Option<Suit>, bool); 256] = {
    let mut plain = [(None, None, false); 256];
    let mut byte = 0;
    while byte < 128 {
        let char = byte as u8 as char;
        let rank = Rank::from_letter(char);
        let apart = rank.is_some() || matches!(char, ' ' | ',' | '\n' | '\r' | '\t');
        plain[byte] = (rank, Suit::from_char(char), apart);
        byte += 1;
    }
    plain
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Like [`begins_cards`], without its quick tests.
    fn slowly(text: &str) -> bool {
        match Typed::until_fault(text) {
            Ok(typed) => !typed.cards().is_empty(),
            Err(ReadFault { place, what }) => match what {
                NotCards::TooMany(_) | NotCards::Twice(..) | NotCards::TwoWays(..) => true,
                NotCards::NoRank(_) if text.chars().next_back().and_then(Suit::from_char).is_some() => true,
                NotCards::Backwards(_) if text[place.end..].starts_with(is_suit) => true,
                _ => starts_with_card(text),
            },
        }
    }

    #[test]
    fn words_that_are_no_cards_are_told_at_once() {
        let letters = ["a", "k", "2", "7", "1", "0", "h", "d", "n", "x", "\u{2660}", "\u{fe0f}", "\u{1f0a1}", "-"];
        let mut words = vec![String::new()];
        for _ in 0..4 {
            let longer = |word: &String| letters.map(|letter| word.clone() + letter);
            words = words.iter().flat_map(longer).chain([String::new()]).collect();
            for word in words.iter().filter(|word| is_a_word(word)) {
                assert!(!slowly(word), "{word}");
            }
        }
        assert!(["ann", "knock", "dead", "cid"].into_iter().all(is_a_word));
        assert!(!["a23s", "3-5s", "hana", "20h", "kh", "10"].into_iter().any(is_a_word));
    }
}
