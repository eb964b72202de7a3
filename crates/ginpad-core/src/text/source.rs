//! The text of a game in a file, without comments and spacing.

/// Appends a line to the text of a game. Drops comments and blank lines, and collapses runs of blanks.
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
