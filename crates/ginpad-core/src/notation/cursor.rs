//! Small steps through one line of text.

/// The byte after the white space at `at`.
pub(super) fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// The byte after the run of matching characters from `at`.
pub(super) fn skip_while(text: &str, at: usize, fits: impl Fn(char) -> bool) -> usize {
    text[at..].find(|char| !fits(char)).map_or(text.len(), |length| at + length)
}

/// The text from `at` to the next white space or comma.
pub(super) fn word_at(text: &str, at: usize) -> &str {
    &text[at..skip_while(text, at, |char| !char.is_whitespace() && char != ',')]
}

/// The parts of a text between separators, each with its first byte. Quoted text separates nothing, if it begins a
/// part or follows `&` or `+`.
pub(super) fn parts(text: &str, separates: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let (mut parts, mut from, mut at, mut closes) = (Vec::new(), 0, 0, true);
    while let Some(char) = text[at..].chars().next() {
        let begins = || matches!(text[from..at].trim_end().chars().next_back(), None | Some('&' | '+'));
        let may_open = closes && matches!(char, '"' | '“') && begins();
        let quoted = if may_open { quoted_at(text, at) } else { None };
        // What is not closed once is not looked for again, so that no line takes long.
        closes = quoted.is_some() || !may_open && closes;
        let end = quoted.map_or(at + char.len_utf8(), |(_, end)| end);
        if separates(char) {
            parts.push((from, &text[from..at]));
            from = end;
        }
        at = end;
    }
    parts.push((from, &text[from..]));
    parts
}

/// Reads quoted text at `at`, with `\"` and `\\` in it. Returns the text and the byte after it.
pub(super) fn quoted_at(text: &str, at: usize) -> Option<(String, usize)> {
    let mut chars = text[at..].char_indices();
    let close = match chars.next()?.1 {
        '"' => '"',
        '“' => '”',
        _ => return None,
    };
    let mut read = String::new();
    while let Some((offset, char)) = chars.next() {
        match char {
            '\\' => match chars.next()?.1 {
                escaped @ ('"' | '\\' | '”') => read.push(escaped),
                other => read.extend(['\\', other]),
            },
            _ if char == close => return Some((read, at + offset + char.len_utf8())),
            _ => read.push(char),
        }
    }
    None
}
