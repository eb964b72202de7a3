//! Lists for people and programs: games, players, presets, the knobs of rules.

use std::collections::BTreeMap;

use super::Look;
use super::ink::bold;
use super::line::standing;
use super::table::List;
use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::rules::{Knob, Rules, SOURCES};
use ginpad_core::text::{count, hang, pack, printable, wrap};

/// A column of text narrower than this is a pain to read: the rows are set as paragraphs instead.
const NARROW: usize = 26;
/// The same for what a knob means and where its value comes from, which is longer.
const MEANING: usize = 40;
/// The widest that the standing of a game is set.
const STANDING: usize = 32;

/// A game in a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GameRow<'a> {
    /// What the book calls it.
    pub number: i64,
    /// The game.
    pub scored: &'a ScoredGame,
    /// Whether it is the current one.
    pub current: bool,
}

impl GameRow<'_> {
    fn mark(&self) -> String {
        format!("{}{}", if self.current { "*" } else { " " }, self.number)
    }

    fn date(&self) -> String {
        self.scored.game.started.map(|started| started.format("%Y-%m-%d").to_string()).unwrap_or_default()
    }

    /// Who plays, and what the game is called.
    fn named(&self) -> String {
        let game = &self.scored.game;
        let sides = game.players.side_names().iter().map(|name| printable(name)).collect::<Vec<_>>().join(" – ");
        match &game.title {
            Some(title) => format!("{sides} ({})", printable(title.as_str())),
            None => sides,
        }
    }
}

/// The games of a book, the current one marked with a star: one a line, or one a paragraph where there is little room.
#[must_use]
pub(crate) fn games(rows: &[GameRow<'_>], look: Look) -> String {
    let cells = |row: &GameRow<'_>| {
        let hands = row.scored.game.hands.len().to_string();
        let standing = wrap(&standing(row.scored), STANDING).join("\n");
        [row.mark(), row.date(), row.named(), hands, standing]
    };
    let heads = ["#", "date", "game", "hands", "score"];
    let list = List { heads, rows: rows.iter().map(cells).collect(), numbers: &[0, 3], flexible: 2 };
    if list.fits(NARROW, look) {
        return list.text(look);
    }
    let digits = rows.iter().map(|row| row.mark().len()).max().unwrap_or(0);
    let room = look.columns() - digits - 2;
    let paragraph = |row: &GameRow<'_>| {
        let hands = count(row.scored.game.hands.len(), "hand");
        let stands = pack(&[standing(row.scored), hands], " · ", room, 2);
        let lines: Vec<String> =
            wrap(&format!("{} {}", row.date(), row.named()), room).into_iter().chain(stands).collect();
        let indented = lines.join(&format!("\n{}", " ".repeat(digits + 2)));
        format!("{:>digits$}  {indented}\n", row.mark())
    };
    rows.iter().map(paragraph).collect()
}

/// The games of a book, one a line: number, title, date, rules, status, first side, second side, hands, game score of
/// each, winner, and `current` on one of them.
#[must_use]
pub(crate) fn games_plain(rows: &[GameRow<'_>]) -> String {
    let line = |row: &GameRow<'_>| {
        let ScoredGame { game, tally } = row.scored;
        let names = game.players.side_names();
        let mut fields = vec![
            row.number.to_string(),
            game.title.as_ref().map(|title| title.as_str().to_string()).unwrap_or_default(),
            game.started.map(print_moment).unwrap_or_default(),
            game.rules.to_string(),
            row.scored.status().word().to_string(),
        ];
        fields.extend(names.iter().cloned());
        fields.push(game.hands.len().to_string());
        fields.extend(tally.game_score.iter().map(ToString::to_string));
        fields.push(row.scored.winner().map(|side| names[side].clone()).unwrap_or_default());
        fields.push(if row.current { "current".into() } else { String::new() });
        fields.join("\t") + "\n"
    };
    rows.iter().map(line).collect()
}

/// People, with how many games they sat down to.
#[must_use]
pub(crate) fn people(rows: &[(&str, usize)], look: Look) -> String {
    let rows = rows.iter().map(|(name, games)| [printable(name), games.to_string()]).collect();
    List { heads: ["player", "games"], rows, numbers: &[1], flexible: 0 }.text(look)
}

/// The presets, each with its line.
#[must_use]
pub(crate) fn presets(rows: &[(&str, &str)], look: Look) -> String {
    let cells = |(name, summary): &(&str, &str)| [(*name).to_string(), (*summary).to_string()];
    let rows: Vec<[String; 2]> = rows.iter().map(cells).collect();
    let list = List { heads: ["preset", "what it is"], rows, numbers: &[], flexible: 1 };
    if list.fits(NARROW, look) {
        return list.text(look);
    }
    list.rows.iter().map(|[name, summary]| paragraph(name, summary, look)).collect()
}

/// Every knob of some rules: its value, what it means, where the value comes from.
#[must_use]
pub(crate) fn rules(name: &str, rules: &Rules, sources: &BTreeMap<Knob, String>, look: Look) -> String {
    let room = look.columns();
    let titled = |line: String| bold(&line, look.colour) + "\n";
    let mut text: String = wrap(&format!("rules: {}", one_line(name)), room).into_iter().map(titled).collect();
    let cells = |knob: &Knob| {
        let value = rules.value(*knob)?.to_string();
        let meaning = match knob.word_meaning(&value) {
            Some(word) => format!("{}; {value}: {word}", knob.meaning()),
            None => knob.meaning().to_string(),
        };
        let source = sources.get(knob).map(|source| format!("\n({})", one_line(source))).unwrap_or_default();
        Some([knob.name().to_string(), value, meaning + &source])
    };
    let rows: Vec<[String; 3]> = Knob::ALL.iter().filter_map(cells).collect();
    let list = List { heads: ["knob", "value", "meaning and source"], rows, numbers: &[], flexible: 2 };
    text.push('\n');
    if list.fits(MEANING, look) {
        text.push_str(&list.text(look));
    } else {
        let knobs = list.rows.iter().map(|[knob, value, says]| paragraph(&format!("{knob} {value}"), says, look));
        text.push_str(&knobs.collect::<Vec<_>>().join("\n"));
    }
    let cited = SOURCES.iter().filter(|source| sources.values().any(|text| text.contains(source.key)));
    let legend: Vec<String> =
        cited.flat_map(|source| hang(&format!("{} {}", source.key, source.title), room, 3)).collect();
    if !legend.is_empty() {
        text.push_str(&format!("\n{}\n", legend.join("\n")));
    }
    text
}

/// Text from a file or the command line, made fit for one line.
fn one_line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What something is called, and under it, indented, what there is to say.
fn paragraph(called: &str, says: &str, look: Look) -> String {
    let room = look.columns();
    let says = says.lines().flat_map(|line| wrap(line, room - 2)).map(|line| format!("  {line}"));
    hang(called, room, 2).into_iter().chain(says).map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests;
