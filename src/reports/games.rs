//! The games of a book.

use ginpad_core::notation::print_moment;
use ginpad_core::text::printable;
use ginpad_core::{BySide, Moment, Nets, Players, Points, ScoredGame, Side, Status};
use std::collections::HashSet;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use crate::answer::{Block, Cell, Column, Report, Table};
use crate::render::phrases::IMPORTED;
use crate::render::{sides, standing};

/// The games of a book, oldest first: `ginpad/games/1`.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "schema", rename = "ginpad/games/1")]
pub(crate) struct GamesReport {
    pub games: Vec<ListedGame>,
    /// The players' names, held once for the many games of a long list with the same players.
    #[serde(skip)]
    players: HashSet<Rc<Players>>,
}

/// A game of the list.
#[derive(Debug, Serialize)]
pub(crate) struct ListedGame {
    number: i64,
    title: Option<String>,
    #[serde(serialize_with = "time")]
    date: Option<Moment>,
    /// The preset.
    rules: String,
    status: Status,
    #[serde(serialize_with = "shared")]
    sides: Rc<Players>,
    current: bool,
    imported: bool,
    hands: usize,
    game_score: BySide<Points>,
    net: Nets,
    winner: Option<Side>,
    /// The preset and the changed knobs.
    #[serde(skip)]
    all_rules: String,
    /// Whether only the totals are known.
    #[serde(skip)]
    has_totals: bool,
    /// Where the game stands.
    #[serde(skip)]
    standing: String,
}

fn time<S: Serializer>(time: &Option<Moment>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(print_moment).serialize(serializer)
}

fn shared<S: Serializer>(players: &Rc<Players>, serializer: S) -> Result<S::Ok, S::Error> {
    players.as_ref().serialize(serializer)
}

impl GamesReport {
    /// Adds a game with its number. `current` marks the current game, `imported` one that came from a file.
    pub(crate) fn add(&mut self, number: i64, scored: &ScoredGame, current: bool, imported: bool) {
        let ScoredGame { game, tally } = scored;
        let sides = self.players.get(&game.players).cloned().unwrap_or_else(|| Rc::new(game.players.clone()));
        self.players.insert(Rc::clone(&sides));
        self.games.push(ListedGame {
            number,
            title: game.title.as_ref().map(|title| title.as_str().to_string()),
            date: game.started,
            rules: game.rules.preset.clone(),
            status: scored.status(),
            sides,
            current,
            imported,
            hands: tally.hands.len(),
            game_score: tally.game_score,
            net: Nets(tally.nets()),
            winner: scored.winner(),
            all_rules: game.rules.to_string(),
            has_totals: game.totals.is_some(),
            standing: standing(scored),
        });
    }
}

impl ListedGame {
    /// The sides and the title.
    fn words(&self) -> String {
        let title = self.title.as_ref().map(|title| format!(" ({})", printable(title)));
        printable(&sides(&self.sides)) + &title.unwrap_or_default()
    }
}

impl Report for GamesReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        vec![Block::Table(table(&self.games))]
    }
}

fn table(games: &[ListedGame]) -> Table<'_> {
    let mark = |game: &ListedGame| if game.current { "*" } else { "" };
    let origin = |game: &ListedGame| if game.imported { format!(", {IMPORTED}") } else { String::new() };
    let has = |game: &ListedGame, side: Side| side.index() < game.sides.sides();
    let name =
        move |game: &_, side| has(game, side).then(|| game.sides.side_name(side)).map_or(Cell::Empty, Cell::Name);
    let score = move |game: &_, side| has(game, side).then(|| game.game_score[side].0).map_or(Cell::Empty, Cell::Count);
    let table = Table::of("", games)
        .people("#", move |game| Cell::Number(format!("{}{}", mark(game), game.number)))
        .add(Column::people("date").rank(1), |game| Cell::day(game.date))
        .people("game", |game| Cell::Text(game.words()))
        .add(Column::people("hands").rank(2), |game| {
            if game.has_totals { Cell::Number("–".into()) } else { Cell::count(game.hands) }
        })
        .people("score", move |game| Cell::Text(format!("{}{}", game.standing, origin(game))))
        .programs("number", |game| Cell::Count(game.number))
        .programs("title", |game| Cell::text(game.title.as_deref()))
        .programs("date", |game| Cell::text(game.date.map(print_moment)))
        .programs("rules", |game| Cell::Text(game.all_rules.clone()))
        .programs("status", |game| Cell::Text(game.status.to_string()))
        .programs("side_1", move |game| name(game, Side::First))
        .programs("side_2", move |game| name(game, Side::Second))
        .programs("hands", |game| Cell::count(game.hands))
        .programs("score_1", move |game| score(game, Side::First))
        .programs("score_2", move |game| score(game, Side::Second))
        .programs("winner", move |game| game.winner.map_or(Cell::Empty, |side| name(game, side)))
        .programs("current", |game| Cell::text(game.current.then_some("current")))
        .programs("imported", |game| Cell::text(game.imported.then_some(IMPORTED)));
    // Columns for further sides appear only if a game of the list has more than two.
    let most = games.iter().map(|game| game.sides.sides()).max().unwrap_or(0);
    let others = Side::of(most).skip(Side::TWO.len());
    let table = others.fold(table, |table, side| {
        let [own, points] = ["side", "score"].map(|key| format!("{key}_{}", side.index() + 1));
        table.programs(own, move |game| name(game, side)).programs(points, move |game| score(game, side))
    });
    table.table
}
