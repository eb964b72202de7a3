//! Bold and dim digits, and red suits.
//!
//! A table is laid out with marks in place of the digits, so that styles never change a width. Then each line is
//! painted: its marks become digits again, with styles if they are wanted.

use std::borrow::Cow;

use anstyle::{AnsiColor, Effects, Style};

use crate::render::Colour;

/// How digits are marked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum Emphasis {
    /// Heavier than the rest.
    Bold,
    /// Lighter than the rest.
    Dim,
}

/// The mark of a bold zero; the next nine are those of the other digits. They are noncharacters, each as wide
/// as a digit; [`printable`](ginpad_core::text::printable) keeps them out of names and titles.
const BOLD: u32 = 0xfdd0;
/// The mark of a dim zero, and so on.
const DIM: u32 = BOLD + 10;
/// The first character after the marks.
const AFTER: u32 = DIM + 10;

impl Emphasis {
    /// The mark of a digit.
    fn mark(self, digit: u32) -> Option<char> {
        let zero = match self {
            Emphasis::Bold => BOLD,
            Emphasis::Dim => DIM,
        };
        char::from_u32(zero + digit)
    }
}

/// Adds text to a line, with its digits marked if they stand out.
pub(in crate::render) fn push_marked(line: &mut String, text: &str, emphasis: Option<Emphasis>) {
    let Some(emphasis) = emphasis else { return line.push_str(text) };
    let marked = |char: char| char.to_digit(10).and_then(|digit| emphasis.mark(digit)).unwrap_or(char);
    line.extend(text.chars().map(marked));
}

/// Adds a number to a line, with its digits marked if they stand out.
pub(in crate::render) fn push_number(line: &mut String, number: i64, emphasis: Option<Emphasis>) {
    fn push_digits(line: &mut String, number: u64, emphasis: Option<Emphasis>) {
        if number >= 10 {
            push_digits(line, number / 10, emphasis);
        }
        let digit = (number % 10) as u8;
        line.push(emphasis.and_then(|emphasis| emphasis.mark(digit.into())).unwrap_or(char::from(b'0' + digit)));
    }
    if number < 0 {
        line.push('-');
    }
    push_digits(line, number.unsigned_abs(), emphasis);
}

/// The digit of a mark, with its emphasis.
fn mark(char: char) -> Option<(Emphasis, char)> {
    let (emphasis, zero) = match u32::from(char) {
        BOLD..DIM => (Emphasis::Bold, BOLD),
        DIM..AFTER => (Emphasis::Dim, DIM),
        _ => return None,
    };
    Some((emphasis, char::from_digit(u32::from(char) - zero, 10)?))
}

/// Adds a line to a text, with its marks turned into styled digits, or into plain ones.
pub(in crate::render) fn push_painted(text: &mut String, line: &str, colour: Colour) {
    /// With this byte begins every mark, and hardly anything else.
    const MARKS: u8 = 0xef;
    let line = line.trim_end();
    if !line.as_bytes().contains(&MARKS) {
        return text.push_str(line);
    }
    let mut now = None;
    for char in line.chars() {
        let (emphasis, char) = mark(char).map_or((None, char), |(emphasis, digit)| (Some(emphasis), digit));
        if colour == Colour::Styled && emphasis != now {
            text.push_str(&now.map(|_| off()).unwrap_or_default());
            text.push_str(&emphasis.map(on).unwrap_or_default());
            now = emphasis;
        }
        text.push(char);
    }
    text.push_str(&now.map(|_| off()).unwrap_or_default());
}

/// A whole line in bold.
pub(in crate::render) fn bold(line: &str, colour: Colour) -> String {
    match colour {
        Colour::Plain => line.to_string(),
        Colour::Styled => format!("{}{line}{}", on(Emphasis::Bold), off()),
    }
}

/// Text with the signs of the red suits in red, if styles are wanted. What is bold or dim stays so.
pub(crate) fn with_red_suits(text: &str, colour: Colour) -> Cow<'_, str> {
    if colour == Colour::Plain || !text.contains(RED) {
        return Cow::Borrowed(text);
    }
    let red = Style::new().fg_color(Some(AnsiColor::Red.into())).render().to_string();
    let inked = |char: char| match RED.contains(&char) {
        true => format!("{red}{char}{ORDINARY}"),
        false => char.to_string(),
    };
    Cow::Owned(text.chars().map(inked).collect())
}

/// The signs of the red suits.
pub(in crate::render) const RED: [char; 2] = ['♥', '♦'];

/// Ends a colour and no other style.
const ORDINARY: &str = "\u{1b}[39m";

fn on(emphasis: Emphasis) -> String {
    let effects = match emphasis {
        Emphasis::Bold => Effects::BOLD,
        Emphasis::Dim => Effects::DIMMED,
    };
    Style::new().effects(effects).render().to_string()
}

fn off() -> String {
    anstyle::Reset.render().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ginpad_core::text::{printable, width};

    fn marked(text: &str, emphasis: Emphasis) -> String {
        let mut line = String::new();
        push_marked(&mut line, text, Some(emphasis));
        line
    }

    fn paint(line: &str, colour: Colour) -> String {
        let mut text = String::new();
        push_painted(&mut text, line, colour);
        text
    }

    #[test]
    fn only_the_signs_of_red_suits_are_red() {
        assert_eq!(with_red_suits("♠A ♥2", Colour::Styled), "♠A \u{1b}[31m♥\u{1b}[39m2");
        assert_eq!(with_red_suits("♠A ♥2", Colour::Plain), "♠A ♥2");
        assert_eq!(with_red_suits("♠A ♣2", Colour::Styled), "♠A ♣2");
    }

    #[test]
    fn marks_are_as_wide_as_digits() {
        for emphasis in [Emphasis::Bold, Emphasis::Dim] {
            for digit in "0123456789".chars() {
                assert_eq!(width(&marked(&digit.to_string(), emphasis)), 1);
            }
        }
        let line = format!("a {} {} ", marked("7", Emphasis::Bold), marked("10", Emphasis::Dim));
        assert_eq!(paint(&line, Colour::Plain), "a 7 10");
        assert_eq!(paint(&line, Colour::Styled), "a \u{1b}[1m7\u{1b}[0m \u{1b}[2m10\u{1b}[0m");
        let mut number = String::new();
        push_number(&mut number, -107, Some(Emphasis::Dim));
        assert_eq!(number, marked("-107", Emphasis::Dim));
        assert!(
            number
                .chars()
                .filter(|char| mark(*char).is_some())
                .all(|char| char.encode_utf8(&mut [0; 4]).as_bytes()[0] == 0xef)
        );
        assert_eq!(printable(&marked("7", Emphasis::Bold)), "\\u{fdd7}");
    }
}
