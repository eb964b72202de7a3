//! Text made to fit a number of terminal columns.

use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text with spaces after it, up to `columns`.
pub(super) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text with spaces before it, up to `columns`.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text, or as much of its start as fits before a `…`.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let (start, _) = split(text, columns.saturating_sub(1));
    format!("{}…", start.trim_end())
}

/// A sentence, broken between words where it is wider than `columns`; its further lines are indented by two.
#[must_use]
pub(crate) fn sentence(text: &str, columns: usize) -> String {
    hang(text, columns, 2).join("\n")
}

/// The text in lines of at most `columns`, broken between words where they allow it.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if width(&longer) <= columns {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        let mut rest = word;
        while width(rest) > columns {
            let (start, after) = split(rest, columns);
            lines.push(start.to_string());
            rest = after;
        }
        line = rest.to_string();
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// As [`wrap`], with every line but the first indented by `indent` columns.
pub(super) fn hang(text: &str, columns: usize, indent: usize) -> Vec<String> {
    if width(text) <= columns {
        return vec![text.to_string()];
    }
    let lead: usize = text.len() - text.trim_start_matches(' ').len();
    let lines = wrap(text, columns.saturating_sub(lead.max(indent)));
    let lines = lines.into_iter().enumerate();
    lines.map(|(at, line)| format!("{}{line}", " ".repeat(if at == 0 { lead } else { indent }))).collect()
}

/// Items parted by dots, as many on a line as fit; further lines are indented.
pub(super) fn packed(items: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if width(line) + 3 + width(item) <= room => *line = format!("{line} · {item}"),
            Some(_) => lines.push(format!("  {item}")),
            None => lines.push(item.clone()),
        }
    }
    lines
}

/// As many characters as fit, one at the least, and the rest. The whole start is measured each time, for a
/// character may change the width of the one before it.
pub(super) fn split(text: &str, columns: usize) -> (&str, &str) {
    let ends = text.char_indices().map(|(at, char)| at + char.len_utf8());
    let first = text.chars().next().map_or(0, char::len_utf8);
    let end = ends.take_while(|end| width(&text[..*end]) <= columns).last().unwrap_or(first);
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_fits() {
        assert_eq!(cut("Alexandra", 5), "Alex…");
        assert_eq!(cut("Alex", 4), "Alex");
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrap("", 3), [""]);
        assert_eq!(cut("日本語の名前", 5), "日本…");
        assert_eq!(hang("  a bb cc", 6, 4), ["  a", "    bb", "    cc"]);
        assert_eq!(right("7", 3), "  7");
    }
}
