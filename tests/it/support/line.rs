//! A line of words, as a shell reads it.

/// The words of a line as a shell splits them: at spaces, but not inside `'…'`, `"…"`, or `$'…'` with its escapes.
pub(crate) fn split(line: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut started = false;
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        let escapes = char == '$' && chars.next_if_eq(&'\'').is_some();
        let word = words.last_mut().unwrap();
        match char {
            ' ' if started => words.push(String::new()),
            ' ' => {}
            '\'' | '"' | '$' if escapes || char != '$' => {
                let end = if escapes { '\'' } else { char };
                while let Some(char) = chars.next_if(|char| *char != end) {
                    word.push(if escapes && char == '\\' { escape(&mut chars) } else { char });
                }
                chars.next();
            }
            _ => word.push(char),
        }
        started = char != ' ';
    }
    if !started {
        words.pop();
    }
    words
}

/// The character of an escape, after its backslash: `e` for escape, or `u` and four digits of a code.
fn escape(chars: &mut impl Iterator<Item = char>) -> char {
    match chars.next() {
        Some('e') => '\u{1b}',
        Some('u') => {
            let code: String = chars.take(4).collect();
            char::from_u32(u32::from_str_radix(&code, 16).unwrap()).unwrap()
        }
        other => panic!("no such escape: {other:?}"),
    }
}

#[test]
fn a_line_is_parted_as_a_shell_does() {
    assert_eq!(split(r#"log ann 'knock 4'  note "a 'b'" ''"#), ["log", "ann", "knock 4", "note", "a 'b'", ""]);
    assert_eq!(split(r"new  $'a\e[2J b' c$'\u202e' "), ["new", "a\u{1b}[2J b", "c\u{202e}"]);
    assert!(split("").is_empty());
}
