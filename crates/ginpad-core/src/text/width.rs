//! The width of text on a terminal.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The number of columns a text takes.
pub fn width(text: &str) -> usize {
    // Nearly every text is plain: each character takes one column.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) { text.len() } else { text.width() }
}

/// Pads the text on the right to `columns`.
pub fn align_left(text: &str, columns: usize) -> String {
    text.to_string() + &spaces_beside(text, columns)
}

/// Pads the text on the left to `columns`.
pub fn align_right(text: &str, columns: usize) -> String {
    spaces_beside(text, columns) + text
}

fn spaces_beside(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}

/// The text, or if it does not fit, its start and a `…`.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let (start, _) = split_at_width(text, columns.saturating_sub(1));
    format!("{}…", start.trim_end())
}

/// Splits off the longest start that fits. Never splits an accented letter or a joined emoji (a grapheme cluster). The
/// start has at least one cluster, even one that is too wide.
pub fn split_at_width(text: &str, columns: usize) -> (&str, &str) {
    let mut ends = text.grapheme_indices(true).map(|(at, cluster)| at + cluster.len()).peekable();
    let first = ends.peek().copied().unwrap_or(0);
    // Measure the clusters together, because one can change the width of the one before it.
    let end = ends.take_while(|end| width(&text[..*end]) <= columns).last().unwrap_or(first);
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_takes_a_column_for_each_character() {
        for char in (0..=0x7f).map(char::from) {
            let text = format!("a{char}b");
            assert_eq!(width(&text), text.as_str().width(), "{text:?}");
        }
        for spaces in [0, 1, 63, 64, 65, 200] {
            assert_eq!(align_left("", spaces), " ".repeat(spaces));
        }
    }

    #[test]
    fn text_is_cut_to_its_columns() {
        assert_eq!(cut("Alexandra", 5), "Alex…");
        assert_eq!(cut("Alex", 4), "Alex");
        assert_eq!(cut("日本語の名前", 5), "日本…");
        assert_eq!(align_right("7", 3), "  7");
        assert_eq!(align_left("日", 3), "日 ");
    }

    #[test]
    fn what_belongs_together_is_not_torn() {
        assert_eq!(split_at_width("ae\u{301}b", 2), ("ae\u{301}", "b"));
        assert_eq!(split_at_width("👩‍👩‍👧x", 1), ("👩‍👩‍👧", "x"));
        assert_eq!(split_at_width("a☺️b", 2), ("a", "☺️b"));
        assert_eq!(split_at_width("", 2), ("", ""));
    }
}
