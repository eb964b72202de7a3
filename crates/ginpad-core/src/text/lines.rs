//! Breaks text into lines. No other code breaks lines.
//!
//! A line is broken where a reader would pause: between parts, then after commas and colons, then within sums, then
//! between words. A word is broken only if it is wider than a whole line.

use super::width::{split_at_width, width};

/// Wraps text into lines of at most `columns`, broken between words.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    Breaker::new("", columns, 0).words(text)
}

/// Like [`wrap`], but indents every line after the first by `indent` columns. Keeps spaces at the start of the text.
pub fn hang(text: &str, columns: usize, indent: usize) -> Vec<String> {
    if width(text) <= columns {
        return vec![text.to_string()];
    }
    let words = text.trim_start_matches(' ');
    Breaker::new(&text[..text.len() - words.len()], columns, indent).words(words)
}

/// Puts a lead and parts on one line if they fit, with three spaces between parts.
///
/// If they do not fit, a part too long for the rest of the line starts a new line, indented by `indent` columns. A part
/// too long even for its own line is broken, and the next part starts a new line.
pub fn fill(lead: &str, parts: &[String], columns: usize, indent: usize) -> Vec<String> {
    Breaker::new(lead, columns, indent).all(parts, "   ")
}

/// Joins parts with `between`, as many on a line as fit. Indents further lines by `indent` columns.
pub fn pack(parts: &[String], between: &str, columns: usize, indent: usize) -> Vec<String> {
    Breaker::new("", columns, indent).all(parts, between)
}

/// Breaks a sentence between words if it is wider than `columns`. Indents further lines by two.
///
/// Never breaks text between backticks, because people paste it. If it is longer than a line, it has its own line and
/// overruns it. It starts on the line of a label before it, like `hint:`.
pub fn sentence(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let (lead, words) = text.split_at(lead(text));
    let mut breaker = Breaker::new(lead, columns, 2);
    for word in words_and_code(words) {
        breaker.place(" ", word, if code(word).is_some() { Pause::Never } else { Pause::Letter });
    }
    breaker.finish().join("\n")
}

/// The length of the start that stays before the first word: spaces, or a label before text in backticks.
fn lead(text: &str) -> usize {
    let spaces = text.len() - text.trim_start_matches(' ').len();
    let label = text.find(' ').filter(|at| text[..*at].ends_with(':') && code(&text[at + 1..]).is_some());
    label.map_or(spaces, |at| at + 1)
}

/// Splits a text into words. Text between backticks is one word, together with what directly follows it.
fn words_and_code(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let from = code(rest).unwrap_or(0);
        let end = rest[from..].find(char::is_whitespace).map_or(rest.len(), |at| from + at);
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// The end of the text between backticks that `text` starts with. A backtick before a letter, as in a name like a`b,
/// does not end it.
fn code(text: &str) -> Option<usize> {
    let open = text.len() - text.trim_start_matches('(').len();
    let inner = text[open..].strip_prefix('`')?;
    let ends = |at: &usize| !inner[at + 1..].starts_with(char::is_alphanumeric);
    let end = inner.match_indices('`').map(|(at, _)| at).find(ends)?;
    Some(open + 1 + end + 1)
}

/// Places to break a text, the best first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    /// After a comma, a semicolon or a colon outside brackets.
    Clause,
    /// After such a mark, or before a plus; within brackets too.
    Term,
    /// Between words.
    Word,
    /// Within a word that is wider than the line.
    Letter,
    /// Nowhere.
    Never,
}

/// Lines while they are filled.
struct Breaker {
    lines: Vec<String>,
    line: String,
    /// Whether the line holds only its lead or its indent.
    is_fresh: bool,
    columns: usize,
    indent: usize,
}

impl Breaker {
    fn new(lead: &str, columns: usize, indent: usize) -> Breaker {
        Breaker { lines: Vec::new(), line: lead.to_string(), is_fresh: true, columns, indent }
    }

    /// Places all parts one after the other.
    fn all(mut self, parts: &[String], between: &str) -> Vec<String> {
        for part in parts {
            let before = self.lines.len() + usize::from(!self.is_fresh);
            self.place(between, part, Pause::Clause);
            if self.lines.len() > before {
                self.end_line();
            }
        }
        self.finish()
    }

    /// Places all words one after the other.
    fn words(mut self, text: &str) -> Vec<String> {
        self.place_words(text);
        self.finish()
    }

    /// Puts text on this line or the next. Breaks it at this pause if it fits on neither.
    fn place(&mut self, gap: &str, text: &str, pause: Pause) {
        if self.put(gap, text) {
            return;
        }
        match pause {
            Pause::Clause | Pause::Term => {
                let next = if pause == Pause::Clause { Pause::Term } else { Pause::Word };
                clauses(text, pause).into_iter().for_each(|part| self.place(" ", part, next));
            }
            Pause::Word => self.place_words(text),
            Pause::Letter => {
                let mut rest = text;
                while !rest.is_empty() && !self.put("", rest) {
                    let (start, after) = split_at_width(rest, self.columns.saturating_sub(width(&self.line)));
                    self.add(start);
                    rest = after;
                }
            }
            Pause::Never => self.add(text),
        }
    }

    fn place_words(&mut self, text: &str) {
        text.split_whitespace().for_each(|word| self.place(" ", word, Pause::Letter));
    }

    /// Puts text on this line, or else on the next, if it fits there.
    fn put(&mut self, gap: &str, text: &str) -> bool {
        match self.is_fresh {
            true => {}
            false if width(&self.line) + width(gap) + width(text) <= self.columns => self.line.push_str(gap),
            false => self.end_line(),
        }
        let fits = width(&self.line) + width(text) <= self.columns;
        if fits {
            self.add(text);
        }
        fits
    }

    fn add(&mut self, text: &str) {
        self.line.push_str(text);
        self.is_fresh = false;
    }

    fn end_line(&mut self) {
        self.lines.push(std::mem::replace(&mut self.line, " ".repeat(self.indent)));
        self.is_fresh = true;
    }

    /// Returns the lines; at least one.
    fn finish(mut self) -> Vec<String> {
        if !self.is_fresh || self.lines.is_empty() {
            self.end_line();
        }
        self.lines
    }
}

/// Splits text after its commas, semicolons and colons.
fn clauses(text: &str, pause: Pause) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut from = 0;
    let mut clauses = Vec::new();
    for (at, char) in text.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' if pause == Pause::Clause && depth > 0 => {}
            ' ' if text[..at].ends_with([',', ';', ':']) || pause == Pause::Term && text[at + 1..].starts_with('+') => {
                clauses.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    clauses.push(&text[from..]);
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [&str; 3] = ["Ann wins: 56 (31 + 25, doubled), 5 boxes", "Game 1 56–0", "Bob deals"];

    fn filled(columns: usize) -> Vec<String> {
        fill("#1  ", &PARTS.map(String::from), columns, 4)
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
        assert_eq!(fill("", &["abcdefgh".into()], 6, 2), ["abcdef", "  gh"]);
        assert_eq!(fill("#1", &[], 6, 2), ["#1"]);
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrap("", 3), [""]);
        assert_eq!(wrap("日本", 1), ["日", "本"]);
        assert_eq!(hang("  a bb cc", 6, 4), ["  a bb", "    cc"]);
        assert_eq!(hang("one two three", 7, 2), ["one two", "  three"]);
    }

    #[test]
    fn what_is_pasted_is_not_broken() {
        let lines = |text: &str| sentence(text, 16);
        assert_eq!(lines("hint: `ginpad log Ann gin 4` logs it"), "hint: `ginpad log Ann gin 4`\n  logs it");
        assert_eq!(lines("note: or `ginpad undo 3`, which"), "note: or\n  `ginpad undo 3`,\n  which");
        assert_eq!(lines("see (`ginpad score 'a`b c'`) of it"), "see\n  (`ginpad score 'a`b c'`)\n  of it");
        assert_eq!(lines("hint: start `it with a word"), "hint: start `it\n  with a word");
        assert_eq!(lines("error: a long sentence"), "error: a long\n  sentence");
        assert_eq!(lines("`one two three`"), "`one two three`");
    }

    #[test]
    fn parts_are_packed() {
        let parts = ["one", "two", "three, four"].map(String::from);
        assert_eq!(pack(&parts, " · ", 9, 2), ["one · two", "  three,", "  four"]);
        assert_eq!(pack(&parts, " ", 80, 0), ["one two three, four"]);
    }
}
