//! Lines broken where a reader would pause: between parts, then at commas and colons, then within sums, then between
//! words.

use super::fit::{width, wrap};

/// What stands between the parts of a line.
const BETWEEN_PARTS: &str = "   ";

/// A lead and parts, three spaces between parts, in one line if it fits; else each line starts with the part, or the
/// piece of one, that did not fit on the line before, `indent` columns in. What follows a part that had to be broken
/// starts on a line of its own.
pub(super) fn fill(lead: &str, parts: &[String], room: usize, indent: usize) -> Vec<String> {
    let mut filler = Filler { lines: Vec::new(), line: lead.to_string(), fresh: true, room, indent };
    for part in parts {
        let before = filler.lines.len() + usize::from(!filler.fresh);
        filler.place(BETWEEN_PARTS, part, Pause::Piece);
        if filler.lines.len() > before {
            filler.open();
        }
    }
    if filler.fresh && !filler.lines.is_empty() {
        return filler.lines;
    }
    filler.open();
    filler.lines
}

/// Where text may be broken, the best first.
#[derive(Clone, Copy)]
enum Pause {
    /// After a comma, a semicolon or a colon outside brackets.
    Piece,
    /// After a comma or before a plus within brackets.
    Term,
    /// Between words, and within one that is wider than the line.
    Word,
}

struct Filler {
    lines: Vec<String>,
    line: String,
    /// Whether the line has nothing yet but its indent or its lead.
    fresh: bool,
    room: usize,
    indent: usize,
}

impl Filler {
    /// Puts text on this line or on the next, or breaks it at these pauses.
    fn place(&mut self, gap: &str, text: &str, pause: Pause) {
        if self.put(gap, text) {
            return;
        }
        if !self.fresh {
            self.open();
            if self.put(gap, text) {
                return;
            }
        }
        match pause {
            Pause::Piece => {
                pieces(text, Brackets::Whole).into_iter().for_each(|piece| self.place(" ", piece, Pause::Term))
            }
            Pause::Term => {
                pieces(text, Brackets::Parted).into_iter().for_each(|piece| self.place(" ", piece, Pause::Word))
            }
            Pause::Word => {
                for (at, words) in wrap(text, self.room.saturating_sub(self.indent)).iter().enumerate() {
                    if at > 0 {
                        self.open();
                    }
                    self.line.push_str(words);
                    self.fresh = false;
                }
            }
        }
    }

    fn put(&mut self, gap: &str, text: &str) -> bool {
        let gap = if self.fresh { "" } else { gap };
        let fits = width(&self.line) + width(gap) + width(text) <= self.room;
        if fits {
            self.line = format!("{}{gap}{text}", self.line);
            self.fresh = false;
        }
        fits
    }

    fn open(&mut self) {
        self.lines.push(std::mem::replace(&mut self.line, " ".repeat(self.indent)));
        self.fresh = true;
    }
}

/// What becomes of text in brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    /// It stays together.
    Whole,
    /// It is parted too, before a plus as well.
    Parted,
}

/// Text parted at its pauses.
fn pieces(text: &str, brackets: Brackets) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut from = 0;
    let mut pieces = Vec::new();
    for (at, char) in text.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' if brackets == Brackets::Whole && depth > 0 => {}
            ' ' if text[..at].ends_with([',', ';', ':'])
                || brackets == Brackets::Parted && text[at + 1..].starts_with('+') =>
            {
                pieces.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[from..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [&str; 3] = ["Ann wins: 56 (31 + 25, doubled), 5 boxes", "Game 1 56–0", "Bob deals"];

    fn filled(room: usize) -> Vec<String> {
        fill("#1  ", &PARTS.map(String::from), room, 4)
    }

    #[test]
    fn lines_break_at_pauses() {
        assert_eq!(filled(80), ["#1  Ann wins: 56 (31 + 25, doubled), 5 boxes   Game 1 56–0   Bob deals"]);
        assert_eq!(filled(60), ["#1  Ann wins: 56 (31 + 25, doubled), 5 boxes   Game 1 56–0", "    Bob deals"]);
        assert_eq!(filled(40), ["#1  Ann wins: 56 (31 + 25, doubled),", "    5 boxes", "    Game 1 56–0   Bob deals"]);
        assert_eq!(
            filled(20),
            ["#1  Ann wins:", "    56 (31 + 25,", "    doubled),", "    5 boxes", "    Game 1 56–0", "    Bob deals"]
        );
        assert_eq!(fill("", &["abcdefgh".into()], 6, 2), ["abcd", "  efgh"]);
    }
}
