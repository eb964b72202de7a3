//! The games of a book.

use std::collections::HashSet;
use std::hash::Hash;
use std::rc::Rc;

use ginpad_core::game::ScoredGame;
use ginpad_core::hand::Moment;
use ginpad_core::notation::print_moment;
use ginpad_core::players::Players;
use ginpad_core::points::Points;
use ginpad_core::sheet::Nets;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::printable;
use serde::{Serialize, Serializer};

use crate::answer::table::{Cell, Column, Table};
use crate::answer::{Block, Report};
use crate::render::phrases::IMPORTED;
use crate::render::standing;

/// The games of a book, oldest first: `ginpad/games/1`.
#[derive(Debug, Default, Serialize)]
#[serde(tag = "schema", rename = "ginpad/games/1")]
pub(crate) struct GamesReport {
    games: Vec<ListedGame>,
    #[serde(skip)]
    shared: Shared,
}

/// What many games of a long list have in common, and what is therefore held once.
#[derive(Debug, Default)]
struct Shared {
    players: HashSet<Rc<Players>>,
    words: HashSet<Rc<str>>,
}

/// A game of the list.
#[derive(Debug, Serialize)]
pub(crate) struct ListedGame {
    number: i64,
    title: Option<String>,
    #[serde(serialize_with = "time")]
    date: Option<Moment>,
    /// The preset.
    #[serde(serialize_with = "shared")]
    rules: Rc<str>,
    status: &'static str,
    #[serde(serialize_with = "shared")]
    sides: Rc<Players>,
    current: bool,
    imported: bool,
    hands: usize,
    game_score: BySide<Points>,
    net: Nets,
    winner: Option<Side>,
    /// The preset and the knobs that were turned.
    #[serde(skip)]
    all_rules: Rc<str>,
    /// Whether only its totals are known.
    #[serde(skip)]
    has_totals: bool,
    /// Where it stands.
    #[serde(skip)]
    standing: Box<str>,
}

fn time<S: Serializer>(time: &Option<Moment>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(print_moment).serialize(serializer)
}

fn shared<T: ?Sized + Serialize, S: Serializer>(value: &Rc<T>, serializer: S) -> Result<S::Ok, S::Error> {
    (**value).serialize(serializer)
}

/// The value that equals this one, if there is one already.
fn held_once<T: ?Sized + Eq + Hash>(held: &mut HashSet<Rc<T>>, value: Rc<T>) -> Rc<T> {
    if let Some(same) = held.get(&value) {
        return Rc::clone(same);
    }
    held.insert(Rc::clone(&value));
    value
}

impl GamesReport {
    /// Adds a game with its number, and whether it is the current one and whether the book has it from a file.
    pub(crate) fn add(&mut self, number: i64, scored: &ScoredGame, current: bool, imported: bool) {
        let ScoredGame { game, tally } = scored;
        let hands = tally.hands.len();
        let Shared { players, words } = &mut self.shared;
        self.games.push(ListedGame {
            number,
            title: game.title.as_ref().map(|title| title.as_str().to_string()),
            date: game.started,
            rules: held_once(words, game.rules.preset.as_str().into()),
            status: scored.status().word(),
            sides: held_once(players, Rc::new(game.players.clone())),
            current,
            imported,
            hands,
            game_score: tally.game_score,
            net: Nets(tally.nets()),
            winner: scored.winner(),
            all_rules: held_once(words, game.rules.to_string().into()),
            has_totals: game.totals.is_some(),
            standing: standing(scored).into(),
        });
    }

    /// Keeps the last `count` games.
    pub(crate) fn keep_last(&mut self, count: usize) {
        self.games.drain(..self.games.len().saturating_sub(count));
    }

    /// Whether it lists no game.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}

impl ListedGame {
    /// Who plays, and the title.
    fn words(&self) -> String {
        let sides = self.sides.order().map(|side| printable(&self.sides.side_name(side)));
        let sides = sides.collect::<Vec<_>>().join(" – ");
        let title = self.title.as_ref().map(|title| format!(" ({})", printable(title)));
        sides + &title.unwrap_or_default()
    }
}

impl Report for GamesReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let table = (!self.games.is_empty()).then(|| table(&self.games));
        table.into_iter().map(Block::Table).collect()
    }
}

/// The names of the columns of each side for programs.
const KEYS: [[&str; 2]; Side::MOST] = [
    ["side_1", "score_1"],
    ["side_2", "score_2"],
    ["side_3", "score_3"],
    ["side_4", "score_4"],
    ["side_5", "score_5"],
    ["side_6", "score_6"],
];

fn table(games: &[ListedGame]) -> Table<'_> {
    let mark = |game: &ListedGame| if game.current { "*" } else { "" };
    let origin = |game: &ListedGame| if game.imported { format!(", {IMPORTED}") } else { String::new() };
    let name = |game: &ListedGame, side: Side| {
        if side.index() < game.sides.sides() { Cell::Name(game.sides.side_name(side)) } else { Cell::Empty }
    };
    let score = |game: &ListedGame, side: Side| {
        if side.index() < game.sides.sides() { Cell::Count(game.game_score[side].0) } else { Cell::Empty }
    };
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
        .programs("rules", |game| Cell::Text(game.all_rules.to_string()))
        .programs("status", |game| Cell::Text(game.status.into()))
        .programs("side_1", move |game| name(game, Side::First))
        .programs("side_2", move |game| name(game, Side::Second))
        .programs("hands", |game| Cell::count(game.hands))
        .programs("score_1", move |game| score(game, Side::First))
        .programs("score_2", move |game| score(game, Side::Second))
        .programs("winner", move |game| game.winner.map_or(Cell::Empty, |side| name(game, side)))
        .programs("current", |game| Cell::text(game.current.then_some("current")))
        .programs("imported", |game| Cell::text(game.imported.then_some(IMPORTED)));
    // Only a list with larger games has the columns for their other sides.
    let most = games.iter().map(|game| game.sides.sides()).max().unwrap_or(0);
    let others = Side::of(most).skip(Side::TWO.len());
    let table = others.fold(table, |table, side| {
        let [own, points] = KEYS[side.index()];
        table.programs(own, move |game| name(game, side)).programs(points, move |game| score(game, side))
    });
    table.table
}
