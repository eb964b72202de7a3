//! The games of a book, for people and programs.

use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::text::{count, pack, printable, wrap};

use serde::{Deserialize, Serialize};

use super::NARROW;
use crate::render::layout::Columns;
use crate::render::{Look, phrases, standing};

/// The widest column for the state of a game, where there is little room.
const STANDING: usize = 32;

/// The room for who plays from which on the state of a game stays on one line.
const WIDE: usize = 40;

/// A cell in one line, however wide.
const WHOLE: usize = usize::MAX;

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

/// A game as a list for people shows it. It may be kept outside memory until the whole list is measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameLine {
    /// The number, with a star before that of the current game.
    mark: String,
    date: String,
    /// Who plays, and the title.
    game: String,
    /// How many hands; none if only the totals are known.
    hands: Option<usize>,
    /// Where it stands, and whether it was imported.
    standing: String,
}

impl GameLine {
    /// The line of a game.
    pub(crate) fn new(row: &GameRow<'_>) -> GameLine {
        let game = &row.scored.game;
        let sides = game.players.side_names().iter().map(|name| printable(name)).collect::<Vec<_>>().join(" – ");
        let imported = if row.imported { format!(", {}", phrases::IMPORTED) } else { String::new() };
        GameLine {
            mark: format!("{}{}", if row.current { "*" } else { " " }, row.number),
            date: game.started.map(|started| started.format("%Y-%m-%d").to_string()).unwrap_or_default(),
            game: match &game.title {
                Some(title) => format!("{sides} ({})", printable(title.as_str())),
                None => sides,
            },
            // Its hands may be known before the first one is played.
            hands: (!phrases::is_totals_only(row.scored)).then_some(game.hands.len()),
            standing: standing(row.scored) + &imported,
        }
    }

    fn cells(&self, standing: usize) -> [String; 5] {
        let hands = self.hands.map_or_else(|| "–".into(), |hands| hands.to_string());
        let standing = wrap(&self.standing, standing).join("\n");
        [self.mark.clone(), self.date.clone(), self.game.clone(), hands, standing]
    }

    /// The game as a paragraph, for a narrow terminal.
    fn paragraph(&self, digits: usize, look: Look) -> String {
        let room = look.line_columns().saturating_sub(digits + 2).max(1);
        let hands = self.hands.map_or_else(|| "totals only".into(), |hands| count(hands, "hand"));
        let stands = pack(&[self.standing.clone(), hands], " · ", room, 2);
        let lines: Vec<String> =
            wrap(&format!("{} {}", self.date, self.game), room).into_iter().chain(stands).collect();
        let indented = lines.join(&format!("\n{}", " ".repeat(digits + 2)));
        format!("{:>digits$}  {indented}\n", self.mark)
    }
}

/// The layout of a list of games: one a line, or one a paragraph in a narrow terminal. Every game is measured before
/// the first is printed.
pub(crate) struct GameList {
    /// The columns in which the state of a game has one line.
    whole: Columns<5>,
    /// The columns in which it may take several.
    broken: Columns<5>,
    /// The widest mark.
    digits: usize,
}

impl GameList {
    /// A list of no games.
    pub(crate) fn new() -> GameList {
        let columns = || Columns::new(["#", "date", "game", "hands", "score"], &[0, 3], 2);
        GameList { whole: columns(), broken: columns(), digits: 0 }
    }

    /// Makes room for a game.
    pub(crate) fn measure(&mut self, line: &GameLine) {
        self.whole.measure(&line.cells(WHOLE));
        self.broken.measure(&line.cells(STANDING));
        self.digits = self.digits.max(line.mark.len());
    }

    /// What prints the games, now that all are measured.
    pub(crate) fn measured(self, look: Look) -> MeasuredGames {
        let has_room = look.width >= Look::NARROWEST;
        let (columns, standing) = match has_room && self.whole.fits(WIDE, look) {
            true => (Some(self.whole.within(look)), WHOLE),
            false => ((has_room && self.broken.fits(NARROW, look)).then(|| self.broken.within(look)), STANDING),
        };
        MeasuredGames { columns, standing, digits: self.digits, look }
    }
}

/// A list of games whose widths are known.
pub(crate) struct MeasuredGames {
    /// The columns, if there is room for them.
    columns: Option<Columns<5>>,
    /// The widest that the state of a game may be.
    standing: usize,
    digits: usize,
    look: Look,
}

impl MeasuredGames {
    /// What stands above the games.
    pub(crate) fn heading(&self) -> String {
        self.columns.as_ref().map(|columns| columns.heading(self.look)).unwrap_or_default()
    }

    /// One game.
    pub(crate) fn game(&self, line: &GameLine) -> String {
        match &self.columns {
            Some(columns) => columns.row(&line.cells(self.standing)),
            None => line.paragraph(self.digits, self.look),
        }
    }
}

/// A few games, the current one marked with a star.
#[cfg(test)]
pub(crate) fn games(rows: &[GameRow<'_>], look: Look) -> String {
    let lines: Vec<GameLine> = rows.iter().map(GameLine::new).collect();
    let mut list = GameList::new();
    lines.iter().for_each(|line| list.measure(line));
    let list = list.measured(look);
    list.heading() + &lines.iter().map(|line| list.game(line)).collect::<String>()
}

/// A game of a book on one line: number, title, date, rules, status, first side, second side, hands, game score of
/// each, winner, `current` on one of them, and `imported` on those of a file.
pub(crate) fn game_plain(row: &GameRow<'_>) -> String {
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
}
