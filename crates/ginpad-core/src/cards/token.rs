//! The smallest parts of typed cards (a rank, a suit, a picture, a separator or a hyphen), and ranks or suits in a row.

use super::{Card, Cards, NotCards, Place, Rank, ReadFault, Suit};
use crate::text::{Flaw, printable};

/// The smallest part of the grammar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) place: Place,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum TokenKind {
    Rank(Rank),
    Suit(Suit),
    Picture(Card),
    Separator,
    Hyphen,
}

impl Token {
    /// The token that begins at a byte; `None` at the end of the text.
    pub(super) fn at(text: &str, start: usize) -> Result<Option<Token>, ReadFault> {
        let rest = text.get(start..).unwrap_or_default();
        let Some(char) = rest.chars().next() else { return Ok(None) };
        let mut end = start + char.len_utf8();
        let kind = if let Some(suit) = Suit::from_char(char) {
            end += variation(text, end);
            TokenKind::Suit(suit)
        } else if let Some(rank) = Rank::from_letter(char) {
            TokenKind::Rank(rank)
        } else if separates_words(char) {
            TokenKind::Separator
        } else if char == '-' {
            TokenKind::Hyphen
        } else if rest.starts_with("10") {
            end += 1;
            TokenKind::Rank(Rank::TEN)
        } else if let Some(card) = Card::from_picture(char) {
            end += variation(text, end);
            TokenKind::Picture(card)
        } else {
            return Err(no_token(text, char, start));
        };
        Ok(Some(Token { kind, place: Place { start, end } }))
    }

    /// The card that a rank and a suit make, in either order.
    pub(super) const fn with(self, other: Token) -> Option<Card> {
        match (self.kind, other.kind) {
            (TokenKind::Rank(rank), TokenKind::Suit(suit)) | (TokenKind::Suit(suit), TokenKind::Rank(rank)) => {
                Some(Card { rank, suit })
            }
            _ => None,
        }
    }

    /// Every card of its rank or of its suit.
    pub(super) fn span(self) -> Cards {
        match self.kind {
            TokenKind::Rank(rank) => Cards::of_rank(rank),
            TokenKind::Suit(suit) => Cards::of_suit(suit),
            TokenKind::Picture(card) => card.into(),
            TokenKind::Separator | TokenKind::Hyphen => Cards::NONE,
        }
    }

    pub(super) const fn is_like(self, other: Token) -> bool {
        matches!(
            (self.kind, other.kind),
            (TokenKind::Rank(_), TokenKind::Rank(_)) | (TokenKind::Suit(_), TokenKind::Suit(_))
        )
    }
}

/// The length of the variation selector here, in bytes: 0 without one. A selector asks for the text or emoji shape of
/// the symbol before it, and does not change the card.
pub(super) fn variation(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    if rest.starts_with(['\u{fe0e}', '\u{fe0f}']) { '\u{fe0f}'.len_utf8() } else { 0 }
}

/// Whether a character separates words: white space, a comma, or the `/` between groups.
pub(super) fn separates_words(char: char) -> bool {
    matches!(char, ',' | '/') || char.is_whitespace()
}

pub(super) fn no_token(text: &str, char: char, start: usize) -> ReadFault {
    if char.is_ascii_digit() {
        // Digits in a row are one number: `20` is not a two and a zero.
        let (before, rest) = text.split_at_checked(start).unwrap_or_default();
        let figure = |char: char| char.is_ascii_digit();
        let place = Place {
            start: before.trim_end_matches(figure).len(),
            end: text.len() - rest.trim_start_matches(figure).len(),
        };
        return ReadFault { place, what: NotCards::NoRank(at_place(text, place)) };
    }
    let place = Place { start, end: start + char.len_utf8() };
    let why = match char {
        '\u{1f0a0}'..='\u{1f0ff}' => "is not in the pack of 52 cards",
        _ => "is neither a rank (A 2-10 J Q K) nor a suit (s h d c)",
    };
    let typed = printable(char.encode_utf8(&mut [0; 4]));
    ReadFault { place, what: NotCards::Other(Flaw(format!("`{typed}` {why}"))) }
}

/// Ranks in a row, perhaps with ranges like `3-5`, or suits in a row.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    pub(super) place: Place,
    /// Its ranks or suits. Each rank of a range has the place of the whole range. No more tokens are added after 52: a stretch that long must repeat one.
    pub(super) tokens: Vec<Token>,
}

impl Stretch {
    /// Reads all the ranks, or all the suits, that begin at a byte; the stretch may be empty.
    pub(super) fn at(text: &str, start: usize) -> Result<Stretch, ReadFault> {
        let mut stretch = Stretch { place: Place { start, end: start }, tokens: Vec::new() };
        let Some(first) = Token::at(text, start)? else { return Ok(stretch) };
        while let Some(token) = Token::at(text, stretch.place.end)?.filter(|token| token.is_like(first)) {
            let (place, ranks) = range(token, text)?.unwrap_or((token.place, Vec::new()));
            stretch.place.end = place.end;
            if stretch.tokens.len() > Cards::PACK.len() {
                continue;
            }
            match ranks.as_slice() {
                [] => stretch.tokens.push(token),
                ranks => {
                    stretch.tokens.extend(ranks.iter().map(|rank| Token { kind: TokenKind::Rank(*rank), place }));
                }
            }
        }
        Ok(stretch)
    }

    /// The other half of a card after white space: the suit of a single rank, or the rank of a single suit.
    pub(super) fn other_half(&self, text: &str) -> Option<Stretch> {
        let start = text.len() - text.get(self.place.end..)?.trim_start().len();
        let half = Stretch::at(text, start).ok()?;
        let ([own], [other]) = (self.tokens.as_slice(), half.tokens.as_slice()) else { return None };
        let begins = text.get(..self.place.start)?.chars().next_back().is_none_or(separates_words);
        let ends = text.get(half.place.end..)?.chars().next().is_none_or(separates_words);
        (begins && ends && own.with(*other).is_some()).then_some(half)
    }

    /// The fault of ranks without a suit, or of suits without a rank.
    pub(super) fn lonely(&self, text: &str) -> ReadFault {
        let is_suit = matches!(self.tokens.first().map(|token| token.kind), Some(TokenKind::Suit(_)));
        let why = if is_suit { "is a suit without a rank (A 2-10 J Q K)" } else { "has no suit (s h d c)" };
        let what = NotCards::Other(Flaw(format!("`{}` {why}", at_place(text, self.place))));
        ReadFault { place: self.place, what }
    }

    /// The first repeated rank or suit: its first place, then its second.
    fn repeated(&self) -> Option<[Token; 2]> {
        self.tokens.iter().enumerate().find_map(|(at, again)| {
            let first = self.tokens[..at].iter().find(|first| first.span() == again.span())?;
            Some([*first, *again])
        })
    }

    /// The fault of several ranks and several suits in one piece. Either a card is repeated, or the piece has two
    /// readings. `34sh` may be every rank with every suit (3♠ 4♠ 3♥ 4♥), or `34s` and `4sh` with a shared 4♠ (3♠ 4♠ 4♥).
    pub(super) fn two_ways(&self, other: &Stretch, text: &str) -> ReadFault {
        for (one, across) in [(self, other), (other, self)] {
            if let (Some([first, again]), Some(across)) = (one.repeated(), across.tokens.first())
                && let Some(card) = first.with(*across)
            {
                return ReadFault { place: again.place, what: NotCards::Twice(card, first.place) };
            }
        }
        let place = Place { start: self.place.start, end: other.place.end };
        let span = |tokens: &[Token]| tokens.iter().fold(Cards::NONE, |all, token| all | token.span());
        let (these, those) = (span(&self.tokens), span(&other.tokens));
        let (first, last) = (span(&other.tokens[..1]), span(&self.tokens[self.tokens.len() - 1..]));
        let (one, another) = ((these & those).codes(), ((these & first) | (last & those)).codes());
        ReadFault { place, what: NotCards::TwoWays(at_place(text, place), one, another) }
    }
}

fn at_place(text: &str, place: Place) -> String {
    text.get(place.start..place.end).unwrap_or_default().into()
}

/// The ranks from one up to another, as in `3-5s`, if a hyphen and another rank follow a rank.
fn range(first: Token, text: &str) -> Result<Option<(Place, Vec<Rank>)>, ReadFault> {
    let TokenKind::Rank(low) = first.kind else { return Ok(None) };
    let after = |token: Token| Token::at(text, token.place.end).ok().flatten();
    let last = after(first).filter(|token| matches!(token.kind, TokenKind::Hyphen)).and_then(after);
    let Some(Token { kind: TokenKind::Rank(high), place: Place { end, .. } }) = last else { return Ok(None) };
    let place = Place { start: first.place.start, end };
    if low < high {
        return Ok(Some((place, (low.number()..=high.number()).filter_map(Rank::new).collect())));
    }
    Err(ReadFault { place, what: NotCards::Backwards(at_place(text, place)) })
}
