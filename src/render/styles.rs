//! Bold lines and red suits.
//!
//! During layout, a noncharacter represents each red suit. It is as wide as the suit, so that styles never change a
//! width; nobody can type it, so that no part of a name is styled. Printing [paints](painted) the drawing.

use crate::render::Colour;
use ginpad_core::Side;

/// The noncharacter for each red suit.
const RED: [(&str, &str); 2] = [("\u{fdd0}", "♥"), ("\u{fdd1}", "♦")];

/// Cards with marks for red suits, which are red if colours are on.
pub(super) fn cards(cards: &impl ToString) -> String {
    RED.iter().fold(cards.to_string(), |text, (stand_in, suit)| text.replace(suit, stand_in))
}

/// A drawing ready to print: with its styles, or without any.
pub(crate) fn painted(text: String, colour: Colour) -> String {
    let [on, off] = match colour {
        Colour::Plain => ["", ""],
        // The end of red text within a bold line keeps the line bold.
        Colour::Styled => ["\u{1b}[31m", "\u{1b}[39m"],
    };
    red_suits(text, on, off)
}

/// Cards and words as HTML, with red suits.
pub(super) fn html(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    red_suits(escaped, "<span class=\"red\">", "</span>")
}

fn red_suits(text: String, on: &str, off: &str) -> String {
    RED.iter().fold(text, |text, (stand_in, suit)| text.replace(stand_in, &format!("{on}{suit}{off}")))
}

/// A whole line in bold.
pub(super) fn bold(line: &str, colour: Colour) -> String {
    match colour {
        Colour::Plain => line.to_string(),
        Colour::Styled => format!("\u{1b}[1m{line}\u{1b}[0m"),
    }
}

/// The class of elements that belong to a side.
pub(super) const fn class(side: Side) -> &'static str {
    ["a", "b", "c", "d", "e", "f"][side.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ginpad_core::text::{printable, width};

    #[test]
    fn only_suits_of_cards_are_styled() {
        let line = format!("♥ {}", cards(&"♥2♠A"));
        assert_eq!(painted(line.clone(), Colour::Plain), "♥ ♥2♠A");
        assert_eq!(painted(line.clone(), Colour::Styled), "♥ \u{1b}[31m♥\u{1b}[39m2♠A");
        assert_eq!(html(&line), "♥ <span class=\"red\">♥</span>2♠A");
    }

    #[test]
    fn what_stands_for_a_suit_is_as_wide_and_cannot_be_typed() {
        for (stand_in, suit) in RED {
            assert_eq!(width(stand_in), width(suit));
            assert_ne!(printable(stand_in), stand_in);
        }
    }
}
