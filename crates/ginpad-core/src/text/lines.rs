//! Text broken into lines. This is the only place where lines are broken.
//!
//! A line is broken where a reader would pause: between parts, then after commas and colons, then within sums, then
//! between words. A word is broken only if it is wider than a whole line.

use super::width::{split_at_width, width};

/// The text in lines of at most `columns`, broken between words.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut breaker = Breaker::new("", columns, 0);
    breaker.place_words(text);
    breaker.finish()
}

/// Like [`wrap`], with every line but the first indented by `indent` columns. Spaces at the start of the text stay.
pub fn hang(text: &str, columns: usize, indent: usize) -> Vec<String> {
    if width(text) <= columns {
        return vec![text.to_string()];
    }
    let words = text.trim_start_matches(' ');
    let mut breaker = Breaker::new(&text[..text.len() - words.len()], columns, indent);
    breaker.place_words(words);
    breaker.finish()
}

/// A lead, then parts with three spaces between them, on one line if they fit.
///
/// If they do not fit, a part that is too long for the rest of the line starts a new line, indented by `indent`
/// columns. A part that is too long even for a line of its own is broken, and the part after it starts a new line.
pub fn fill(lead: &str, parts: &[String], columns: usize, indent: usize) -> Vec<String> {
    Breaker::new(lead, columns, indent).all(parts, "   ")
}

/// Parts with `between` them, as many on a line as fit. Further lines are indented by `indent` columns.
pub fn pack(parts: &[String], between: &str, columns: usize, indent: usize) -> Vec<String> {
    Breaker::new("", columns, indent).all(parts, between)
}

/// A sentence, broken between words if it is wider than `columns`. Further lines are indented by two.
///
/// What stands between backticks is typed or pasted, so it is never broken: a longer one than a line has a line for itself,
/// which it overruns. It begins on the line of a label before it, like `hint:`.
pub fn sentence(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let (lead, words) = text.split_at(lead(text));
    let mut breaker = Breaker::new(lead, columns, 2);
    words_and_code(words).into_iter().for_each(|word| match code(word) {
        Some(_) => breaker.place_code(word),
        None => breaker.place_words(word),
    });
    breaker.finish().join("\n")
}

/// How long the start of a sentence is that stays before its first word: spaces, or a label before something in backticks.
fn lead(text: &str) -> usize {
    let spaces = text.len() - text.trim_start_matches(' ').len();
    let label = text.find(' ').filter(|at| text[..*at].ends_with(':') && code(&text[at + 1..]).is_some());
    label.map_or(spaces, |at| at + 1)
}

/// The words of a text. What stands between backticks is one word, with what follows it at once.
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

/// Where the part between backticks ends with which a text begins. A backtick before a letter, as in a name like a`b, does not
/// end it.
fn code(text: &str) -> Option<usize> {
    let open = text.len() - text.trim_start_matches('(').len();
    let inner = text[open..].strip_prefix('`')?;
    let ends = |at: &usize| !inner[at + 1..].starts_with(char::is_alphanumeric);
    let end = inner.match_indices('`').map(|(at, _)| at).find(ends)?;
    Some(open + 1 + end + 1)
}

/// Where text may be broken, the best place first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pause {
    /// After a comma, a semicolon or a colon outside brackets.
    Clause,
    /// After such a mark or before a plus, within brackets too.
    Term,
    /// Between words, and within a word that is wider than the line.
    Word,
}

/// Lines that are being filled.
struct Breaker {
    lines: Vec<String>,
    line: String,
    /// Whether the line has only its lead or its indent so far.
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

    /// Puts text on this line or the next. If it fits on neither, breaks it at this pause.
    fn place(&mut self, gap: &str, text: &str, pause: Pause) {
        if self.put(gap, text) {
            return;
        }
        if !self.is_fresh {
            self.end_line();
            if self.put(gap, text) {
                return;
            }
        }
        match pause {
            Pause::Clause => {
                clauses(text, pause).into_iter().for_each(|clause| self.place(" ", clause, Pause::Term));
            }
            Pause::Term => {
                clauses(text, pause).into_iter().for_each(|term| self.place(" ", term, Pause::Word));
            }
            Pause::Word => self.place_words(text),
        }
    }

    fn place_words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if self.put(" ", word) {
                continue;
            }
            if !self.is_fresh {
                self.end_line();
            }
            self.place_word(word);
        }
    }

    /// Puts a word on a fresh line, and breaks it if it is wider than the line.
    fn place_word(&mut self, word: &str) {
        let mut rest = word;
        while !self.put("", rest) {
            let (start, after) = split_at_width(rest, self.columns.saturating_sub(width(&self.line)));
            self.line.push_str(start);
            rest = after;
            if rest.is_empty() {
                self.is_fresh = false;
                return;
            }
            self.end_line();
        }
    }

    /// Puts what is never broken on this line or the next.
    fn place_code(&mut self, code: &str) {
        if self.put(" ", code) {
            return;
        }
        if !self.is_fresh {
            self.end_line();
        }
        self.line.push_str(code);
        self.is_fresh = false;
    }

    fn put(&mut self, gap: &str, text: &str) -> bool {
        let gap = if self.is_fresh { "" } else { gap };
        let fits = width(&self.line) + width(gap) + width(text) <= self.columns;
        if fits {
            self.line.push_str(gap);
            self.line.push_str(text);
            self.is_fresh = false;
        }
        fits
    }

    fn end_line(&mut self) {
        self.lines.push(std::mem::replace(&mut self.line, " ".repeat(self.indent)));
        self.is_fresh = true;
    }

    /// The lines; at least one.
    fn finish(mut self) -> Vec<String> {
        if !self.is_fresh || self.lines.is_empty() {
            self.end_line();
        }
        self.lines
    }
}

/// Text broken after its commas, semicolons and colons.
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
