//! The games of a book, for people and programs.

use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::text::{count, pack, printable, wrap};

use super::NARROW;
use crate::render::layout::List;
use crate::render::{Look, phrases, standing};

/// The widest column for the state of a game.
const STANDING: usize = 32;

/// A game in a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GameRow<'a> {
    /// Its number in the book.
    pub number: i64,
    /// The game.
    pub scored: &'a ScoredGame,
    /// Whether it is the current one.
    pub current: bool,
    /// Whether the book has it from a file.
    pub imported: bool,
}

impl GameRow<'_> {
    fn mark(&self) -> String {
        format!("{}{}", if self.current { "*" } else { " " }, self.number)
    }

    fn date(&self) -> String {
        self.scored.game.started.map(|started| started.format("%Y-%m-%d").to_string()).unwrap_or_default()
    }

    /// Whether its hands are known, perhaps before the first one is played.
    fn has_hands(&self) -> bool {
        !phrases::is_totals_only(self.scored)
    }

    fn hands(&self) -> String {
        if self.has_hands() { self.scored.game.hands.len().to_string() } else { "–".into() }
    }

    /// Where it stands, and whether it was imported.
    fn standing(&self) -> String {
        let imported = if self.imported { format!(", {}", phrases::IMPORTED) } else { String::new() };
        standing(self.scored) + &imported
    }

    /// Who plays, and the title.
    fn sides_and_title(&self) -> String {
        let game = &self.scored.game;
        let sides = game.players.side_names().iter().map(|name| printable(name)).collect::<Vec<_>>().join(" – ");
        match &game.title {
            Some(title) => format!("{sides} ({})", printable(title.as_str())),
            None => sides,
        }
    }
}

/// The games of a book, the current one marked with a star: one a line, or one a paragraph in a narrow terminal.
pub(crate) fn games(rows: &[GameRow<'_>], look: Look) -> String {
    let cells = |row: &GameRow<'_>| {
        let standing = wrap(&row.standing(), STANDING).join("\n");
        [row.mark(), row.date(), row.sides_and_title(), row.hands(), standing]
    };
    let heads = ["#", "date", "game", "hands", "score"];
    let list = List { heads, rows: rows.iter().map(cells).collect(), numbers: &[0, 3], flexible: 2 };
    if list.fits(NARROW, look) {
        return list.text(look);
    }
    let digits = rows.iter().map(|row| row.mark().len()).max().unwrap_or(0);
    let room = look.columns() - digits - 2;
    let paragraph = |row: &GameRow<'_>| {
        let hands = match row.has_hands() {
            true => count(row.scored.game.hands.len(), "hand"),
            false => "totals only".into(),
        };
        let stands = pack(&[row.standing(), hands], " · ", room, 2);
        let lines: Vec<String> =
            wrap(&format!("{} {}", row.date(), row.sides_and_title()), room).into_iter().chain(stands).collect();
        let indented = lines.join(&format!("\n{}", " ".repeat(digits + 2)));
        format!("{:>digits$}  {indented}\n", row.mark())
    };
    rows.iter().map(paragraph).collect()
}

/// The games of a book, one a line: number, title, date, rules, status, first side, second side, hands, game score of
/// each, winner, `current` on one of them, and `imported` on those of a file.
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
        fields.push(if row.imported { phrases::IMPORTED.into() } else { String::new() });
        fields.join("\t") + "\n"
    };
    rows.iter().map(line).collect()
}
