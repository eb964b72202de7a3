//! Text for a terminal that shows only ASCII.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::width::width;

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
    let mut plain = String::with_capacity(text.len());
    for char in text.nfc() {
        match sign(char) {
            _ if char.is_ascii() => plain.push(char),
            Some(sign) => plain.push(sign),
            None => {
                let mut bare = std::iter::once(char).nfd().filter(|char| !is_combining_mark(*char));
                match (bare.next(), bare.next()) {
                    (Some(letter), None) if letter.is_ascii() => plain.push(letter),
                    _ => plain.extend(std::iter::repeat_n('?', width(char.encode_utf8(&mut [0; 4])))),
                }
            }
        }
    }
    plain
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
}
