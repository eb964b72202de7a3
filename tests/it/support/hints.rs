//! The hints of a message, and the commands in them as they would be pasted.

/// The hints of a message, without `hint: `.
pub(crate) fn hints(err: &str) -> Vec<&str> {
    err.lines().filter_map(|line| line.strip_prefix("hint: ")).collect()
}

/// Every command that the hints of a message name in backticks.
pub(crate) fn hinted(err: &str) -> Vec<String> {
    hints(err).into_iter().flat_map(commands).collect()
}

/// The commands that a sentence names in backticks. A backtick inside quotes is a part of the command.
pub(crate) fn commands(sentence: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut rest = sentence;
    while let Some((_, after)) = rest.split_once('`') {
        let Some(end) = end_of_command(after) else { break };
        let quoted = &after[..end];
        if quoted == "ginpad" || quoted.starts_with("ginpad ") {
            commands.push(quoted.to_string());
        }
        rest = &after[end + 1..];
    }
    commands
}

/// The byte of the first backtick outside quotes.
fn end_of_command(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (at, char) in text.char_indices() {
        match (quote, char) {
            _ if escaped => escaped = false,
            (None | Some('"'), '\\') => escaped = true,
            (None, '`') => return Some(at),
            (None, '\'' | '"') => quote = Some(char),
            (Some(open), char) if open == char => quote = None,
            _ => {}
        }
    }
    None
}

#[test]
fn commands_are_found_between_backticks_outside_quotes() {
    for (sentence, found) in [
        ("type more of the name", vec![]),
        ("name one card, like `--up 7S`", vec![]),
        ("`ginpad` shows it", vec!["ginpad"]),
        ("start with `ginpad new`, or go on with `ginpad use 2`", vec!["ginpad new", "ginpad use 2"]),
        ("`ginpad log 'a`b knock 4 27'`", vec!["ginpad log 'a`b knock 4 27'"]),
        ("`ginpad new \"O'Neil\" Bob` or", vec!["ginpad new \"O'Neil\" Bob"]),
    ] {
        assert_eq!(commands(sentence), found, "{sentence}");
    }
}
