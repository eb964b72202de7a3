//! Bold and dim, laid on after the layout so that they never change a width.

use anstyle::{Effects, Style};

use super::Colour;

/// How digits are inked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Heavier than the rest.
    Bold,
    /// Lighter than the rest.
    Dim,
}

/// Stands for a bold nought, and the next nine for the other digits. These are noncharacters, each as wide
/// as a digit; [`printable`](ginpad_core::text::printable) keeps them out of names and titles.
const BOLD: u32 = 0xfdd0;
/// Stands for a dim nought, and so on.
const DIM: u32 = BOLD + 10;
/// The first after the marks.
const AFTER: u32 = DIM + 10;

/// A number with its digits marked.
pub(super) fn inked(text: &str, ink: Ink) -> String {
    let nought = match ink {
        Ink::Bold => BOLD,
        Ink::Dim => DIM,
    };
    text.chars()
        .map(|char| char.to_digit(10).and_then(|digit| char::from_u32(nought + digit)).unwrap_or(char))
        .collect()
}

/// What a mark stands for.
fn mark(char: char) -> Option<(Ink, char)> {
    let (ink, nought) = match u32::from(char) {
        BOLD..DIM => (Ink::Bold, BOLD),
        DIM..AFTER => (Ink::Dim, DIM),
        _ => return None,
    };
    Some((ink, char::from_digit(u32::from(char) - nought, 10)?))
}

/// A line with its marks turned into styled digits, or into plain ones.
pub(super) fn paint(line: &str, colour: Colour) -> String {
    let mut text = String::new();
    let mut now = None;
    for char in line.trim_end().chars() {
        let (ink, char) = mark(char).map_or((None, char), |(ink, digit)| (Some(ink), digit));
        if colour == Colour::Styled && ink != now {
            text.push_str(&now.map(|_| off()).unwrap_or_default());
            text.push_str(&ink.map(on).unwrap_or_default());
            now = ink;
        }
        text.push(char);
    }
    text + &now.map(|_| off()).unwrap_or_default()
}

/// A whole line in bold.
pub(super) fn bold(line: &str, colour: Colour) -> String {
    match colour {
        Colour::Plain => line.to_string(),
        Colour::Styled => format!("{}{line}{}", on(Ink::Bold), off()),
    }
}

fn on(ink: Ink) -> String {
    let effects = match ink {
        Ink::Bold => Effects::BOLD,
        Ink::Dim => Effects::DIMMED,
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

    #[test]
    fn marks_are_as_wide_as_digits() {
        for ink in [Ink::Bold, Ink::Dim] {
            for digit in "0123456789".chars() {
                assert_eq!(width(&inked(&digit.to_string(), ink)), 1);
            }
        }
        let line = format!("a {} {} ", inked("7", Ink::Bold), inked("10", Ink::Dim));
        assert_eq!(paint(&line, Colour::Plain), "a 7 10");
        assert_eq!(paint(&line, Colour::Styled), "a \u{1b}[1m7\u{1b}[0m \u{1b}[2m10\u{1b}[0m");
        assert_eq!(printable(&inked("7", Ink::Bold)), "\\u{fdd7}");
    }
}
