//! Text as stored, and as a terminal can print it: it cannot command the terminal, and all of it is visible.

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::folded::unaccented;
use super::width::width;

/// The most characters of a text that a message quotes.
const QUOTED: usize = 60;

/// Whether names, titles and notes refuse a character: controls, line breaks, characters that change the direction of
/// text, and invisible characters, which could make two names look the same. The two joiners are allowed, because some
/// scripts and emoji need them.
pub fn is_control(char: char) -> bool {
    const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
    const BLANKS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];
    match char.general_category() {
        GeneralCategory::Control | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => true,
        GeneralCategory::Format => !JOINERS.contains(&char),
        _ => BLANKS.contains(&char),
    }
}

/// Characters that Unicode reserves for programs. The tables use some of them as marks.
const fn is_noncharacter(char: char) -> bool {
    matches!(char, '\u{fdd0}'..='\u{fdef}') || char as u32 & 0xfffe == 0xfffe
}

/// Shows each character that must not reach a terminal by its code: [control characters](is_control), noncharacters,
/// and a character without width at the start, which would join the text before it.
pub fn printable(text: &str) -> String {
    // Nearly every name needs no change.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_string();
    }
    let mut safe = String::with_capacity(text.len());
    for (at, char) in text.char_indices() {
        let joins = at == 0 && width(char.encode_utf8(&mut [0; 4])) == 0;
        if joins || is_control(char) || is_noncharacter(char) {
            safe.push_str(&format!("\\u{{{:x}}}", u32::from(char)));
        } else {
            safe.push(char);
        }
    }
    safe
}

/// Makes each line [printable].
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// Makes a quoted text [printable], and shortens it if it is long.
pub fn harmless(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => printable(&text[..end]) + "…",
        None => printable(text),
    }
}

/// Normalises text as names, titles and notes store it: in normal form C, trimmed.
///
/// # Errors
/// The text has a [control character](is_control). The error is the rest of a sentence that begins with the text's kind.
pub(crate) fn normal(text: &str) -> Result<String, String> {
    let text: String = text.trim().nfc().collect();
    match text.chars().find(|char| is_control(*char)) {
        Some(char) => Err(format!("`{}` holds the control character U+{:04X}", harmless(&text), u32::from(char))),
        None => Ok(text),
    }
}

/// Converts text to ASCII of the same width: signs become the most similar letters and marks, letters lose their
/// accents, and each column of anything else becomes a `?`.
///
/// ```
/// use ginpad_core::text::ascii;
///
/// assert_eq!(ascii("Zoë – Bob │ 7♥ × 2"), "Zoe - Bob | 7H x 2");
/// assert_eq!(ascii("日本"), "????");
/// ```
pub fn ascii(text: &str) -> String {
    let plain = |char: char| {
        let mut bytes = [0; 4];
        let letter = char.encode_utf8(&mut bytes);
        match (sign(char), unaccented(letter)) {
            (Some(sign), _) => sign.to_string(),
            (None, bare) if bare.len() == 1 => bare.into_owned(),
            _ => "?".repeat(width(letter)),
        }
    };
    text.nfc().map(plain).collect()
}

/// The replacement for a sign, one column wide.
fn sign(char: char) -> Option<char> {
    Some(match char {
        '–' | '—' | '−' | '─' | '┄' | '╌' | '‐' | '‑' => '-',
        '━' | '═' => '=',
        '│' | '┃' | '║' => '|',
        '┆' | '┊' => ':',
        '╭'..='╰' | '┌'..='╋' | '╒'..='╬' => '+',
        '█' | '▉' | '▊' | '▋' | '▌' | '▍' | '▎' | '▏' => '#',
        '×' => 'x',
        '·' | '•' | '…' => '.',
        '±' => '~',
        '→' => '>',
        '♠' | '♤' => 'S',
        '♥' | '♡' => 'H',
        '♦' | '♢' => 'D',
        '♣' | '♧' => 'C',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '\u{a0}' => ' ',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown_by_its_code() {
        assert_eq!(printable("a\u{1b}[31m\n"), "a\\u{1b}[31m\\u{a}");
        assert_eq!(printable("\u{202e}Eve\u{fdd3}"), "\\u{202e}Eve\\u{fdd3}");
        assert_eq!(printable("\u{301}e\u{301}"), "\\u{301}e\u{301}");
        assert_eq!(printable_lines("a\n\u{7}b\n"), "a\n\\u{7}b\n");
        assert_eq!(printable("Zoé 👩‍👩‍👧 日本"), "Zoé 👩‍👩‍👧 日本");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(harmless(&"x".repeat(60)), "x".repeat(60));
        assert_eq!(harmless(&"é".repeat(61)), "é".repeat(60) + "…");
    }

    #[test]
    fn plain_text_is_as_wide_as_it_was() {
        for text in ["Ann", "Zoë", "Łukasz", "日本語", "─┼─", "A♠ 10♥ K♦ 3♣", "± 2 × 3 · …", "👩‍👧", "ё", "ß", "e\u{301}"]
        {
            let plain = ascii(text);
            assert!(plain.is_ascii(), "{plain}");
            if !text.contains('👩') {
                assert_eq!(width(&plain), width(text), "{text}: {plain}");
            }
        }
    }

    #[test]
    fn kept_text_is_normal_and_has_no_control_character() {
        assert_eq!(normal(" Zoe\u{301} "), Ok("Zo\u{e9}".into()));
        assert_eq!(normal("a\u{1b}b"), Err("`a\\u{1b}b` holds the control character U+001B".into()));
    }
}
