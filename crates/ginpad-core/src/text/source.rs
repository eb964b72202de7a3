//! The text of a game in a file, without comments and spacing.

/// Appends a line to the text of a game. Drops comments and blank lines, and collapses runs of blanks.
pub fn add_source_line(text: &mut String, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first().is_some_and(|word| !word.starts_with('#')) {
        text.push_str(&words.join(" "));
        text.push('\n');
    }
}
