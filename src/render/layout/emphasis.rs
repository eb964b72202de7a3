//! Bold and dim numbers, and red suits.
//!
//! While a drawing is laid out, a noncharacter stands for each character that has a style. It is as wide as the character,
//! so that styles never change a width, and nobody can type it, so that nothing in a name is styled. Where the drawing is
//! printed, it is [painted].

use std::borrow::Cow;

use crate::render::Colour;

/// How characters stand out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum Emphasis {
    /// Heavier than the rest.
    Bold,
    /// Lighter than the rest.
    Dim,
    /// In red, if they are suits.
    Red,
}

/// The characters that can stand out: ten of each, in the order of the styles.
const CHARACTERS: &str = "01234567890123456789♥♦";
/// What stands for the first of them. Further noncharacters stand for the others.
const FIRST: u32 = 0xfdd0;

/// The text, in which its numbers or its red suits stand out.
pub(in crate::render) fn emphasized(text: &str, emphasis: Emphasis) -> String {
    let from = 10 * emphasis as usize;
    let stands_out = |char: char| {
        let at = CHARACTERS.chars().skip(from).take(10).position(|own| own == char)?;
        char::from_u32(FIRST + u32::try_from(from + at).ok()?)
    };
    text.chars().map(|char| stands_out(char).unwrap_or(char)).collect()
}

/// Cards, whose red suits are red where colours are wanted.
pub(in crate::render) fn cards(cards: &impl ToString) -> String {
    emphasized(&cards.to_string(), Emphasis::Red)
}

/// What a character stands for, and how that stands out. Nothing if it stands for itself.
fn meant(char: char) -> Option<(Emphasis, char)> {
    let at = u32::from(char).checked_sub(FIRST)? as usize;
    let emphasis = [Emphasis::Bold, Emphasis::Dim, Emphasis::Red].get(at / 10)?;
    Some((*emphasis, CHARACTERS.chars().nth(at)?))
}

/// A drawing as it is printed: with its styles, or without any.
pub(crate) fn painted(text: &str, colour: Colour) -> Cow<'_, str> {
    if !text.contains(|char| meant(char).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut painted = String::with_capacity(text.len());
    let mut now = None;
    for char in text.chars() {
        let (emphasis, char) = meant(char).map_or((None, char), |(emphasis, char)| (Some(emphasis), char));
        if colour == Colour::Styled && emphasis != now {
            painted.extend(now.map(off).into_iter().chain(emphasis.map(on)));
            now = emphasis;
        }
        painted.push(char);
    }
    painted.extend(now.map(off));
    Cow::Owned(painted)
}

/// Cards and words as HTML, with red suits.
pub(in crate::render) fn html(text: &str) -> String {
    let html = |char: char| match (meant(char), char) {
        (Some((_, suit)), _) => format!("<span class=\"red\">{suit}</span>"),
        (None, '&') => "&amp;".into(),
        (None, '<') => "&lt;".into(),
        (None, char) => char.into(),
    };
    text.chars().map(html).collect()
}

/// A whole line in bold.
pub(in crate::render) fn bold(line: &str, colour: Colour) -> String {
    match colour {
        Colour::Plain => line.to_string(),
        Colour::Styled => format!("{}{line}{}", on(Emphasis::Bold), off(Emphasis::Bold)),
    }
}

const fn on(emphasis: Emphasis) -> &'static str {
    match emphasis {
        Emphasis::Bold => "\u{1b}[1m",
        Emphasis::Dim => "\u{1b}[2m",
        Emphasis::Red => "\u{1b}[31m",
    }
}

/// Ends a style. What is red within a bold line leaves it bold.
const fn off(emphasis: Emphasis) -> &'static str {
    if matches!(emphasis, Emphasis::Red) { "\u{1b}[39m" } else { "\u{1b}[0m" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ginpad_core::text::{printable, width};

    #[test]
    fn only_what_stands_out_is_styled() {
        let line =
            format!("a7 {} {} {}", emphasized("a7", Emphasis::Bold), emphasized("10", Emphasis::Dim), cards(&"♥2♠A"));
        assert_eq!(painted(&line, Colour::Plain), "a7 a7 10 ♥2♠A");
        let styled = "a7 a\u{1b}[1m7\u{1b}[0m \u{1b}[2m10\u{1b}[0m \u{1b}[31m♥\u{1b}[39m2♠A";
        assert_eq!(painted(&line, Colour::Styled), styled);
        assert_eq!(painted("♥ 7", Colour::Styled), "♥ 7");
    }

    #[test]
    fn what_stands_for_a_character_is_as_wide_and_cannot_be_typed() {
        for (code, char) in (FIRST..).zip(CHARACTERS.chars()) {
            let code = char::from_u32(code).unwrap().to_string();
            assert_eq!(width(&code), width(&char.to_string()));
            assert_ne!(printable(&code), code);
        }
    }
}
