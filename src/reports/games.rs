//! The games of a book.

use std::io;

use ginpad_core::game::ScoredGame;
use ginpad_core::notation::print_moment;
use ginpad_core::side::Side;
use ginpad_core::text::printable;
use serde::{Deserialize, Serialize, Serializer};

use crate::answer::sentence::Sentence;
use crate::answer::table::{Cell, Column, Readers, Table};
use crate::answer::{Block, Report};
use crate::disk::{LongList, NotKept};
use crate::render::phrases::IMPORTED;
use crate::render::standing;

/// The games, oldest first: `ginpad/games/1`.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "schema", rename = "ginpad/games/1")]
pub(crate) struct GamesReport {
    /// A row for each.
    #[serde(serialize_with = "documents")]
    games: LongList<GameRow>,
    /// What a page says at its head.
    #[serde(skip)]
    pub facts: Vec<String>,
    /// Why there are none.
    #[serde(skip)]
    pub why_empty: Option<Sentence>,
}

/// A game of the list, with what only people and records read of it.
#[derive(Debug, Serialize, Deserialize)]
struct GameRow {
    game: ListedGame,
    /// Its rules with every knob that was set.
    rules: String,
    /// Where it stands.
    standing: String,
    /// Whether its hands are known, and not only its totals.
    has_hands: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct ListedGame {
    number: i64,
    title: Option<String>,
    date: Option<String>,
    rules: String,
    status: String,
    sides: Vec<ListedSide>,
    current: bool,
    imported: bool,
    hands: usize,
    game_score: Vec<i64>,
    net: i64,
    winner: Option<usize>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ListedSide {
    name: String,
    players: Vec<String>,
}

fn documents<S: Serializer>(games: &LongList<GameRow>, serializer: S) -> Result<S::Ok, S::Error> {
    games.serialize_with(serializer, |row| row.game)
}

impl GamesReport {
    /// Adds a game.
    ///
    /// # Errors
    /// There is no room for it.
    pub(crate) fn add(
        &mut self,
        number: i64,
        scored: &ScoredGame,
        current: bool,
        imported: bool,
    ) -> Result<(), NotKept> {
        let ScoredGame { game, tally } = scored;
        let side = |side| ListedSide {
            name: game.players.side_name(side),
            players: game.players.of(side).iter().map(ToString::to_string).collect(),
        };
        let listed = ListedGame {
            number,
            title: game.title.as_ref().map(|title| title.as_str().to_string()),
            date: game.started.map(print_moment),
            rules: game.rules.preset.clone(),
            status: scored.status().word().into(),
            sides: Side::BOTH.map(side).into(),
            current,
            imported,
            hands: tally.hands.len(),
            game_score: tally.game_score.iter().map(|points| points.0).collect(),
            net: tally.net().0,
            winner: scored.winner().map(Side::index),
        };
        self.games.push(&GameRow {
            game: listed,
            rules: game.rules.to_string(),
            standing: standing(scored),
            has_hands: game.totals.is_none(),
        })
    }

    /// How many games it has.
    pub(crate) const fn len(&self) -> usize {
        self.games.len()
    }
}

impl Report for GamesReport {
    fn title(&self) -> String {
        "Games".into()
    }

    fn facts(&self) -> &[String] {
        &self.facts
    }

    fn each_block(&self, show: &mut dyn FnMut(Block) -> io::Result<()>) -> io::Result<()> {
        self.why_empty.iter().try_for_each(|why| show(Block::Words(why.clone())))?;
        self.games.in_pages(|rows| show(Block::Table(table(rows))))
    }
}

fn table(rows: &[GameRow]) -> Table {
    let people = |heading: &str| Column::new("", heading).only(Readers::PEOPLE);
    let programs = |key| Column::new(key, "").only(Readers::PROGRAMS);
    let mut columns =
        vec![people("#"), people("date").rank(1), people("game"), people("hands").rank(2), people("score")];
    columns.extend(["number", "title", "date", "rules", "status", "side_1", "side_2", "hands"].map(programs));
    columns.extend(["score_1", "score_2", "winner", "current", "imported"].map(programs));
    Table {
        columns,
        rows: rows.iter().map(|row| for_people(row).into_iter().chain(for_programs(row)).collect()).collect(),
        ..Table::default()
    }
}

fn for_people(row: &GameRow) -> [Cell; 5] {
    let GameRow { game, standing, .. } = row;
    let sides = game.sides.iter().map(|side| printable(&side.name)).collect::<Vec<_>>().join(" – ");
    let title = game.title.as_ref().map(|title| format!(" ({})", printable(title))).unwrap_or_default();
    let imported = if game.imported { format!(", {IMPORTED}") } else { String::new() };
    [
        Cell::Number(format!("{}{}", if game.current { "*" } else { "" }, game.number)),
        Cell::text(game.date.as_ref().and_then(|date| date.split(' ').next())),
        Cell::Text(sides + &title),
        if row.has_hands { Cell::count(game.hands) } else { Cell::Number("–".into()) },
        Cell::Text(standing.clone() + &imported),
    ]
}

fn for_programs(row: &GameRow) -> impl Iterator<Item = Cell> {
    let GameRow { game, rules, .. } = row;
    let names = game.sides.iter().map(|side| &side.name);
    let winner = game.winner.and_then(|at| game.sides.get(at)).map(|side| side.name.as_str());
    let word = |is: bool, word: &'static str| Cell::text(is.then_some(word));
    [Cell::Count(game.number), Cell::text(game.title.as_deref()), Cell::text(game.date.as_deref())]
        .into_iter()
        .chain([Cell::Text(rules.clone()), Cell::Text(game.status.clone())])
        .chain(names.cloned().map(Cell::Name))
        .chain([Cell::count(game.hands)])
        .chain(game.game_score.iter().copied().map(Cell::Count))
        .chain([Cell::text(winner), word(game.current, "current"), word(game.imported, IMPORTED)])
}
