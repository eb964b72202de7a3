//! One card: its rank, its suit, and how it is typed and printed.

use std::fmt;

use serde::{Serialize, Serializer};

/// A rank, ace low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

/// A suit, in the order in which cards are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

/// A card of the 52-card pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card {
    /// Its rank.
    pub rank: Rank,
    /// Its suit.
    pub suit: Suit,
}

impl Rank {
    /// The ranks as they are printed in text and JSON, ace first.
    pub(super) const LETTERS: &'static str = "A23456789TJQK";

    /// The ace, the lowest rank.
    pub(crate) const ACE: Rank = Rank(1);
    /// The ten, the only rank that may be written with two digits.
    pub const TEN: Rank = Rank(10);

    /// The rank numbered 1 (ace) to 13 (king).
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 { Some(Rank(number)) } else { None }
    }

    /// 1 for the ace to 13 for the king.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The value of the card with the ace low: ace 1, pips, face cards 10. An upcard always has this value.
    pub const fn value(self) -> u8 {
        if self.0 < 10 { self.0 } else { 10 }
    }

    /// Its letter or digit; `T` for the ten.
    pub fn letter(self) -> char {
        Rank::LETTERS.as_bytes().get(usize::from(self.0) - 1).map_or('?', |letter| char::from(*letter))
    }

    /// Reads a rank without a suit: `7`, `10`, `t`, `K`.
    pub(crate) fn read(text: &str) -> Option<Rank> {
        if text == "10" {
            return Some(Rank::TEN);
        }
        let mut chars = text.chars();
        let letter = chars.next().filter(|_| chars.next().is_none())?;
        Rank::from_letter(letter)
    }

    pub(super) const fn from_letter(letter: char) -> Option<Rank> {
        match letter {
            'a' | 'A' => Some(Rank::ACE),
            '2'..='9' => Rank::new(letter as u8 - b'0'),
            't' | 'T' => Some(Rank::TEN),
            'j' | 'J' => Some(Rank(11)),
            'q' | 'Q' => Some(Rank(12)),
            'k' | 'K' => Some(Rank(13)),
            _ => None,
        }
    }
}

impl Suit {
    /// The suits in the order in which cards are listed.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// Its letter in text and JSON.
    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// Its symbol.
    pub const fn symbol(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    /// The suit with this letter, in either case, or this symbol.
    pub(crate) const fn from_char(char: char) -> Option<Suit> {
        match char {
            's' | 'S' | '♠' | '♤' => Some(Suit::Spades),
            'h' | 'H' | '♥' | '♡' => Some(Suit::Hearts),
            'd' | 'D' | '♦' | '♢' => Some(Suit::Diamonds),
            'c' | 'C' | '♣' | '♧' => Some(Suit::Clubs),
            _ => None,
        }
    }
}

impl Card {
    /// The card of a Unicode playing-card character. Each suit has a block of sixteen characters, with a knight between
    /// the jack and the queen.
    pub(super) fn from_picture(picture: char) -> Option<Card> {
        let code = u32::from(picture);
        let block = (code >> 4).checked_sub(0x1f0a)?;
        let suit = *Suit::ALL.get(usize::try_from(block).ok()?)?;
        let number = match code & 0xf {
            place @ 1..=11 => place,
            place @ 13..=14 => place - 1,
            _ => return None,
        };
        Some(Card { rank: Rank::new(u8::try_from(number).ok()?)?, suit })
    }

    /// The card in two letters, as text sheets and JSON write it: `AS`, `TD`.
    pub fn code(self) -> String {
        format!("{}{}", self.rank.letter(), self.suit.letter())
    }
}

impl Serialize for Card {
    /// Writes its code.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.code())
    }
}

impl fmt::Display for Card {
    /// Prints the rank and the suit's symbol: `A♠`, `10♦`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rank.number() {
            10 => write!(f, "10{}", self.suit.symbol()),
            _ => write!(f, "{}{}", self.rank.letter(), self.suit.symbol()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_printed() {
        for suit in Suit::ALL {
            for rank in (1..=13).filter_map(Rank::new) {
                let card = Card { rank, suit };
                assert_eq!(Card::read(&card.code()), Ok(card));
                assert_eq!(Card::read(&card.to_string()), Ok(card));
                assert_eq!(Card::read(&card.code().to_lowercase()), Ok(card));
                assert_eq!(Card::read(&card.code().chars().rev().collect::<String>()), Ok(card));
            }
        }
    }

    #[test]
    fn symbols_of_every_shape_are_read() {
        for text in ["7♠", "♠7", "♤7", "7♠\u{fe0f}", "\u{1f0a7}", " 7s ", "7 s", "♠ 7"] {
            assert_eq!(Card::read(text).map(Card::code), Ok("7S".into()), "{text}");
        }
        assert_eq!(Card::read("🂭").map(Card::code), Ok("QS".into()));
        for text in ["", "7", "s", "1s", "11s", "7x", "7sh", "🂬", "🂠", "sh", "7 s s"] {
            assert!(Card::read(text).is_err(), "{text}");
        }
    }
}
