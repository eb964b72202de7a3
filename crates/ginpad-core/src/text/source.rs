//! The text of a game as it stands in a file, without what people change in passing.

/// Adds a line to the text of a game. Comments and blank lines are dropped, and runs of blanks are one.
pub fn add_source_line(text: &mut String, line: &str) {
    let mut words = line.split_whitespace().peekable();
    if words.peek().is_none_or(|word| word.starts_with('#')) {
        return;
    }
    for (at, word) in words.enumerate() {
        if at > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
    text.push('\n');
}
