//! What devices said differently, for people and programs.

use ginpad_core::hand::Moment;
use ginpad_core::text::{printable, width, wrap};

use crate::render::Look;

/// What devices said differently about one thing.
#[derive(Debug, Clone)]
pub(crate) struct ConflictShown {
    /// The number that it is called by.
    pub number: String,
    /// The number of the game, if it is about one.
    pub game: Option<i64>,
    /// A word for what it is about.
    pub kind: &'static str,
    /// What is odd, in words.
    pub what: String,
    /// What was said.
    pub said: Vec<Said>,
    /// Commands that settle it, each with what it does.
    pub ways: Vec<(String, String)>,
}

/// One of the things that were said.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    /// In a player's words.
    pub words: String,
    /// Whether it counts.
    pub counts: bool,
    /// The device that said it.
    pub device: String,
    /// Whether that is this device.
    pub is_own: bool,
    /// When, as local clocks showed it.
    pub made: Option<Moment>,
}

impl ConflictShown {
    /// The fields of its record: its number, its game, a word and a sentence for it, what counts, and what does not.
    pub(crate) fn record(&self) -> Vec<String> {
        let said = |counts: bool| {
            let said = self.said.iter().filter(|said| said.counts == counts);
            said.map(|said| said.words.as_str()).collect::<Vec<_>>().join("; ")
        };
        let game = self.game.map(|game| game.to_string()).unwrap_or_default();
        let Self { number, kind, what, .. } = self;
        vec!["conflict".into(), number.clone(), game, kind.to_string(), what.clone(), said(true), said(false)]
    }
}

/// So much of the id of a device tells it from others.
const DEVICE: usize = 6;

impl Said {
    fn line(&self) -> String {
        let counts = if self.counts { "counts" } else { "does not count" };
        let device = match self.device.get(..DEVICE) {
            _ if self.is_own => "this device".to_string(),
            Some(device) => format!("device {device}"),
            None => format!("device {}", self.device),
        };
        let made = self.made.map(|made| format!(", {}", made.format("%Y-%m-%d %H:%M"))).unwrap_or_default();
        format!("{counts}: {} ({device}{made})", printable(&self.words))
    }
}

/// What devices said differently, for people.
pub(crate) fn conflicts(shown: &[ConflictShown], look: Look) -> String {
    let mut lines = Vec::new();
    for conflict in shown {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(hanging(&conflict.number, &printable(&conflict.what), look));
        conflict.said.iter().for_each(|said| lines.extend(hanging("  -", &said.line(), look)));
        for (command, does) in &conflict.ways {
            lines.extend(way(command, does, look));
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// A command and what it does. The command is never broken, because then it could not be pasted.
fn way(command: &str, does: &str, look: Look) -> Vec<String> {
    let whole = format!("    `{command}` {does}");
    if width(&whole) <= look.line_columns() {
        return vec![whole];
    }
    [format!("    `{command}`")].into_iter().chain(hanging("     ", does, look)).collect()
}

/// Text after a mark; its other lines begin below its first.
fn hanging(mark: &str, text: &str, look: Look) -> Vec<String> {
    let indent = mark.chars().count() + 1;
    let lines = wrap(text, look.line_columns().saturating_sub(indent).max(1)).into_iter().enumerate();
    lines.map(|(at, line)| if at == 0 { format!("{mark} {line}") } else { " ".repeat(indent) + &line }).collect()
}

/// What devices said differently, for programs: one record.
pub(crate) fn conflict_plain(shown: &ConflictShown) -> String {
    shown.record().iter().map(|field| printable(field)).collect::<Vec<_>>().join("\t") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_settles_something_is_never_broken() {
        let ways = vec![
            ("ginpad drop 2".to_string(), "takes out hand 2".to_string()),
            ("ginpad fix 1 Bartholomew knock 5 27 --game 1".to_string(), "makes it that".to_string()),
        ];
        let what = "game 1 (Bartholomew – Bob): two devices changed hand 1".to_string();
        let shown = ConflictShown { number: "542".into(), game: Some(1), kind: "hand", what, said: Vec::new(), ways };
        assert_eq!(
            conflicts(&[shown], Look::plain(40)),
            "542 game 1 (Bartholomew – Bob): two\n    devices changed hand 1\n    `ginpad drop 2` takes out hand 2\n    \
             `ginpad fix 1 Bartholomew knock 5 27 --game 1`\n      makes it that\n"
        );
    }
}
