//! What a row of the sheet begins with: the number and the mark of a hand, or words.

use std::borrow::Cow;

use crate::render::layout::cards;
use ginpad_core::hand::Upcard;
use ginpad_core::text::{push_spaces, width};

/// How labels are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// In full.
    Full,
    /// As short as possible.
    Short,
}

/// The label of a row.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::render) enum SheetLabel {
    /// That of a hand.
    Hand(HandLabel),
    /// Words.
    Words {
        /// In full.
        full: Cow<'static, str>,
        /// For narrow tables.
        short: Cow<'static, str>,
    },
}

/// The label of a hand: ` 3  K ♠`, or ` 3  K  7♠` with its upcard.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::render) struct HandLabel {
    /// The number, counted from 1.
    pub number: usize,
    /// How many digits the highest number of the table has, at least.
    pub digits: usize,
    /// The letter for how it ended.
    pub mark: &'static str,
    /// Whether a spade doubled it.
    pub is_doubled: bool,
    /// The upcard, if it is shown here. A spade doubled a hand if its upcard is one, so no other sign is needed.
    pub upcard: Option<Upcard>,
}

impl HandLabel {
    /// How many digits the numbers of so many hands take, at least two.
    pub(in crate::render) fn digits(hands: usize) -> usize {
        digits(hands).max(2)
    }

    fn push(&self, line: &mut String, spelling: Spelling) {
        let space = if spelling == Spelling::Full { "  " } else { " " };
        push_spaces(line, self.digits.saturating_sub(digits(self.number)));
        line.push_str(&self.number.to_string());
        line.push_str(space);
        line.push_str(self.mark);
        match self.upcard {
            Some(card) => {
                line.push_str(space);
                line.push_str(&cards(&card));
            }
            None if self.is_doubled => line.push_str(self.doubled(spelling)),
            None => {}
        }
    }

    fn width(&self, spelling: Spelling) -> usize {
        let after = match self.upcard {
            Some(card) => self.space(spelling) + width(&card.to_string()),
            None if self.is_doubled => width(self.doubled(spelling)),
            None => 0,
        };
        self.before_upcard(spelling) - self.space(spelling) + after
    }

    /// How wide the label is up to its upcard.
    fn before_upcard(&self, spelling: Spelling) -> usize {
        digits(self.number).max(self.digits) + 2 * self.space(spelling) + width(self.mark)
    }

    const fn space(&self, spelling: Spelling) -> usize {
        match spelling {
            Spelling::Full => 2,
            Spelling::Short => 1,
        }
    }

    const fn doubled(&self, spelling: Spelling) -> &'static str {
        match spelling {
            Spelling::Full => " ♠",
            Spelling::Short => "♠",
        }
    }
}

impl SheetLabel {
    /// Words, and the same for narrow tables.
    pub(in crate::render) fn words(
        full: impl Into<Cow<'static, str>>,
        short: impl Into<Cow<'static, str>>,
    ) -> SheetLabel {
        SheetLabel::Words { full: full.into(), short: short.into() }
    }

    /// The same words for every table.
    pub(in crate::render) fn word(word: impl Into<Cow<'static, str>>) -> SheetLabel {
        let word = word.into();
        SheetLabel::Words { full: word.clone(), short: word }
    }

    /// Adds the label to a line.
    pub(super) fn push(&self, line: &mut String, spelling: Spelling) {
        match (self, spelling) {
            (SheetLabel::Hand(hand), _) => hand.push(line, spelling),
            (SheetLabel::Words { full, .. }, Spelling::Full) => line.push_str(full),
            (SheetLabel::Words { short, .. }, Spelling::Short) => line.push_str(short),
        }
    }

    /// How wide it is.
    pub(super) fn width(&self, spelling: Spelling) -> usize {
        match (self, spelling) {
            (SheetLabel::Hand(hand), _) => hand.width(spelling),
            (SheetLabel::Words { full, .. }, Spelling::Full) => width(full),
            (SheetLabel::Words { short, .. }, Spelling::Short) => width(short),
        }
    }

    /// How wide it is up to the upcard in it, if there is one.
    pub(super) fn before_upcard(&self, spelling: Spelling) -> Option<usize> {
        match self {
            SheetLabel::Hand(hand) => hand.upcard.map(|_| hand.before_upcard(spelling)),
            SheetLabel::Words { .. } => None,
        }
    }
}

/// How many digits a number has.
fn digits(number: usize) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_as_wide_as_it_says() {
        let upcards = [None, Upcard::read("7s").ok(), Upcard::read("10h").ok(), Upcard::read("10").ok()];
        for (number, digits) in [(1, 2), (99, 2), (100, 2), (7, 3)] {
            for (mark, is_doubled) in [("K", false), ("–", false), ("×", true), ("R", true)] {
                for upcard in upcards {
                    let label = SheetLabel::Hand(HandLabel { number, digits, mark, is_doubled, upcard });
                    for spelling in [Spelling::Full, Spelling::Short] {
                        let mut text = String::new();
                        label.push(&mut text, spelling);
                        assert_eq!(label.width(spelling), width(&text), "{text}");
                        let before = label.before_upcard(spelling);
                        let card = upcard.map(|card| width(&card.to_string()));
                        assert_eq!(before.zip(card).map(|(before, card)| before + card), card.map(|_| width(&text)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_hand_is_labelled_as_on_paper() {
        let spelled = |label: HandLabel| {
            [Spelling::Full, Spelling::Short].map(|spelling| {
                let mut text = String::new();
                label.push(&mut text, spelling);
                text
            })
        };
        let label = HandLabel { number: 3, digits: 2, mark: "K", is_doubled: true, upcard: None };
        assert_eq!(spelled(label), [" 3  K ♠", " 3 K♠"]);
        assert_eq!(spelled(HandLabel { upcard: Upcard::read("7s").ok(), ..label }), [" 3  K  7♠", " 3 K 7♠"]);
    }
}
