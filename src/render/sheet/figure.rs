//! What stands in a cell of the sheet: a number, or words, or nothing. A number is written only where it is printed.

use std::fmt;

use crate::render::layout::{Emphasis, emphasized};
use ginpad_core::points::{Boxes, Points};
use ginpad_core::text::width;

/// A number or words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::render) enum Figure {
    /// Nothing.
    #[default]
    Nothing,
    /// A number.
    Number(i64),
    /// Words, or a number with a sign.
    Words(String),
}

impl Figure {
    /// Whether nothing is there.
    pub(in crate::render) const fn is_nothing(&self) -> bool {
        matches!(self, Figure::Nothing)
    }

    /// How wide it is.
    pub(super) fn width(&self) -> usize {
        match self {
            Figure::Nothing => 0,
            Figure::Number(number) => {
                let digits = number.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1;
                usize::from(*number < 0) + digits
            }
            Figure::Words(words) => width(words),
        }
    }

    /// Adds it to a line, with its digits marked if they stand out.
    pub(super) fn push(&self, line: &mut String, emphasis: Option<Emphasis>) {
        let text = match self {
            Figure::Nothing => return,
            Figure::Number(number) => number.to_string(),
            Figure::Words(words) => words.clone(),
        };
        line.push_str(&emphasis.map_or_else(|| text.clone(), |emphasis| emphasized(&text, emphasis)));
    }
}

impl From<Points> for Figure {
    fn from(points: Points) -> Figure {
        Figure::Number(points.0)
    }
}

impl From<Boxes> for Figure {
    fn from(boxes: Boxes) -> Figure {
        Figure::Number(boxes.0)
    }
}

impl From<&str> for Figure {
    fn from(words: &str) -> Figure {
        if words.is_empty() { Figure::Nothing } else { Figure::Words(words.to_string()) }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push(&mut text, None);
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_rust_writes_it() {
        for number in [0, 7, 10, 99, 100, -1, -10, 12_345, i64::MAX, i64::MIN] {
            let figure = Figure::Number(number);
            assert_eq!(figure.to_string(), number.to_string());
            assert_eq!(figure.width(), number.to_string().len());
        }
        assert!(Figure::from("").is_nothing() && Figure::default().to_string().is_empty());
        assert_eq!(Figure::from("×2").width(), 2);
    }
}
