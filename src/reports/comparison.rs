//! Games as played, beside the same hands under other rules.

use ginpad_core::comparison::{Comparison, Effect, KnobDifference, ScoreParts};
use ginpad_core::reports::money::GameMoney;
use ginpad_core::text::{numbers, printable};
use ginpad_core::{BySide, Currency, EnteredHand, Minor, Money, Points, ScoredGame, Status, Value};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::answer::{Audience, Block, Cell, Column, Report, Table, cells};
use crate::render::{Place, json, phrases, side_name, standing};

/// A comparison: `ginpad/comparison/1`.
#[derive(Debug)]
pub(crate) struct ComparisonReport {
    pub comparison: Comparison,
    /// The place of the game.
    pub place: Place,
}

impl Serialize for ComparisonReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ComparisonReport { comparison, place } = self;
        let games = [&comparison.played, &comparison.other];
        let twice = |[played, other]: [serde_json::Value; 2]| json!({ "played": played, "as": other });
        let knob = |difference: &KnobDifference| {
            json!({
                "knob": difference.knob.name(),
                "played": difference.played,
                "as": difference.other,
                "effect": difference.effect.to_string(),
                "hands": from_one(effect_hands(&difference.effect)),
            })
        };
        let hands = comparison.hands.iter().map(|difference| {
            let knobs: Vec<&str> = difference.knobs.iter().map(|knob| knob.name()).collect();
            json!({ "number": difference.hand + 1, "change": difference.change.to_string(), "knobs": knobs })
        });
        let document = json!({
            "schema": "ginpad/comparison/1",
            "played": json::score(&comparison.played, *place),
            "as": json::score(&comparison.other, *place),
            "knobs": comparison.knobs.iter().map(knob).collect::<Vec<_>>(),
            "hands": hands.collect::<Vec<_>>(),
            "counted_only": twice(comparison.only_one_counts().map(|hands| json!(from_one(&hands)))),
            "ended_by": twice(games.map(|game| json!(game.ended_after()))),
            "score_parts": twice(games.map(|game| json!(ScoreParts::of(game)))),
            "money": money(games).map(|(currency, [played, other])| {
                json!({ "currency": currency.code(), "played": played, "as": other })
            }),
        });
        document.serialize(serializer)
    }
}

fn effect_hands(effect: &Effect) -> &[usize] {
    if let Effect::Hands(hands) = effect { hands } else { &[] }
}

fn from_one(hands: &[usize]) -> Vec<usize> {
    hands.iter().map(|hand| hand + 1).collect()
}

impl Report for ComparisonReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let ComparisonReport { comparison, place } = self;
        // An empty sentence ends the paragraph.
        let words = endings(comparison).into_iter().chain([String::new()]);
        let [played, other] = [&comparison.played, &comparison.other].map(|game| &game.game.rules);
        let rules = [format!("as played: {played}"), format!("instead: {other}")];
        let title = Some(phrases::title(&comparison.played, place.number)).filter(|title| !title.is_empty());
        let head = title.into_iter().chain(rules).map(Block::words);
        let is_same = comparison.knobs.is_empty();
        let same = is_same.then(|| Block::words("these are the rules of the game: nothing differs"));
        let tables = [knobs(comparison), table(comparison)].map(Block::Table);
        let records = std::iter::once_with(move || records(comparison, &json!(self))).flatten();
        let parts = head.chain(same).chain(tables).chain(words.map(Block::words));
        parts.chain([Block::records(records)]).collect()
    }
}

/// The points of both games hand by hand, the points not yet settled, and the parts of the game scores.
fn table(comparison: &Comparison) -> Table<'_> {
    let games = [&comparison.played, &comparison.other];
    let names = comparison.played.game.players.side_names().map(|name| printable(&name));
    let rules = Cell::Text(comparison.other.game.rules.to_string());
    let hands = (0..comparison.played.tally.hands.len()).map(|at| hand_row(games, at));
    let mut table = Table::of("", hands.chain(unsettled(games)).chain(parts(games)))
        .add(Column::new("rules", "").only(&[Audience::Spreadsheet]), move |_| rules.clone())
        .column("row", "", |(label, _)| Cell::Text(label.clone()));
    for (game, [key, lead]) in [["played", "played"], ["as", "instead"]].into_iter().enumerate() {
        for (side, name) in names.sides() {
            let key = format!("{key}_{}", side.index() + 1);
            table = table.column(key, &format!("{lead} {name}"), move |(_, cells): &Cells| cells[game][side].clone());
        }
    }
    table.table.only(Audience::NO_RECORDS)
}

/// The label of a row, and its cells under each side: as played, and instead.
type Cells = (String, [BySide<Cell>; 2]);

fn totals(points: BySide<Points>) -> BySide<Cell> {
    points.map(|points| Cell::Count(points.0))
}

/// The points of a hand under its winner; if the rules refuse the hand, `×` under the player it names.
fn hand_row(games: [&ScoredGame; 2], at: usize) -> Cells {
    let (hands, sides) = (games.map(|game| game.tally.hands.get(at)), games[0].game.players.sides());
    let cell = |hand: Option<&EnteredHand>| match hand {
        Some(hand) if hand.is_counted() => {
            let cell = |side| hand.priced.win_of(side).map_or(Cell::Empty, |win| Cell::Count(win.points.0));
            BySide::from_fn(sides, cell)
        }
        Some(hand) if !hand.refusals().is_empty() => {
            let by = hand.priced.awards.first().and_then(|award| award.by);
            by.map_or(BySide::none(sides), |by| BySide::only(sides, by.side, Cell::Number("×".into())))
        }
        _ => BySide::none(sides),
    };
    // Rules that accept a hand know its outcome.
    let named = hands.into_iter().flatten().find(|hand| hand.refusals().is_empty()).or(hands[0]);
    let is_doubled = hands.iter().flatten().any(|hand| phrases::is_doubled(&hand.priced));
    let doubled = if is_doubled { " ♠" } else { "" };
    (format!("{} {}{doubled}", at + 1, named.map_or("", |hand| phrases::letter(hand)[0])), hands.map(cell))
}

/// The points in columns that are still open, column by column.
fn unsettled(games: [&ScoredGame; 2]) -> impl Iterator<Item = Cells> {
    let points = |game: &ScoredGame, at: usize| {
        let column = game.tally.columns.get(at).filter(|column| column.is_open());
        column.filter(|_| game.status() != Status::Finished).map(|column| column.points)
    };
    let (columns, sides) = (games.map(|game| game.tally.columns.len()), games[0].game.players.sides());
    (0..columns[0].max(columns[1])).filter_map(move |at| {
        let game = games.iter().find(|game| points(game, at).is_some_and(|points| points.has_any()))?;
        let label = format!("{} so far", phrases::label(game, at));
        Some((label, games.map(|game| points(game, at).map_or(BySide::none(sides), totals))))
    })
}

/// The parts of the game scores, if a column is settled in either game.
fn parts(games: [&ScoredGame; 2]) -> Vec<Cells> {
    if !games.iter().any(|game| game.tally.is_settled()) {
        return Vec::new();
    }
    let none = BySide::none(games[0].game.players.sides());
    let settled = |label: &str, cells: &dyn Fn(usize) -> BySide<Cell>| {
        (label.to_string(), [0, 1].map(|at| if games[at].tally.is_settled() { cells(at) } else { none.clone() }))
    };
    let is_shown = |(_, key, points): &Sum| *key == "game_score" || points.iter().any(BySide::has_any);
    let shown = sums(games).into_iter().filter(is_shown);
    let mut rows: Vec<Cells> = shown.map(|(label, _, points)| settled(label, &|at| totals(points[at]))).collect();
    rows.push(settled("net", &|at| phrases::won(games[at].tally.nets(), |net| Cell::Count(net.0))));
    rows.extend(money(games).map(|(currency, money)| {
        let cell = |minor| Cell::Number(Money { minor, currency }.number());
        (currency.code().into(), money.map(|money| money.map_or(none.clone(), |money| phrases::won(money, cell))))
    }));
    rows
}

/// A part of both game scores, or their sum: a label, a name for programs, and the points.
type Sum = (&'static str, &'static str, [BySide<Points>; 2]);

/// The parts of both game scores and their sums.
fn sums(games: [&ScoredGame; 2]) -> [Sum; 6] {
    let scores = games.map(ScoreParts::of);
    let of = |part: fn(&ScoreParts) -> BySide<Points>| scores.each_ref().map(part);
    [
        ("points", "hand_points", of(|parts| parts.columns.hand_points)),
        ("shutout", "shutout", of(|parts| parts.columns.shutout)),
        ("game bonus", "game_bonus", of(|parts| parts.columns.game_bonus)),
        ("boxes", "line_bonus", of(|parts| parts.columns.line_bonus)),
        ("final bonus", "final_bonus", of(|parts| parts.final_bonus)),
        ("total", "game_score", games.map(|game| game.tally.game_score)),
    ]
}

/// The currency of the stake, and what each side won in each game. `None` without a stake, or before a game is over.
fn money(games: [&ScoredGame; 2]) -> Option<(Currency, [Option<BySide<Minor>>; 2])> {
    let money = games.map(GameMoney::of);
    let currency = money.iter().flatten().next()?.currency;
    Some((currency, money.map(|money| Some(money?.won(&games[0].game.players)))))
}

/// Where each game stands, and the hand that ended it.
fn endings(comparison: &Comparison) -> [String; 2] {
    let line = |(label, game): (&str, &ScoredGame)| {
        let hand = game.ended_after().map(|hand| format!(", in hand {hand}")).unwrap_or_default();
        format!("{label}: {}{hand}", standing(game))
    };
    [("As played", &comparison.played), ("Instead", &comparison.other)].map(line)
}

fn value(value: &Option<Value>) -> Cell {
    Cell::text(value.as_ref().map(ToString::to_string))
}

/// The knobs that differ, each with its effect.
fn knobs(comparison: &Comparison) -> Table<'_> {
    let changes = |knob: &&KnobDifference| match &knob.effect {
        Effect::Hands(hands) => numbers("hand", &from_one(hands)),
        Effect::Sheet => "columns and totals".into(),
        Effect::Deal => "who deals".into(),
        Effect::Nothing => "nothing here".into(),
    };
    let table = Table::of("What differs", &comparison.knobs)
        .people("knob", |knob| Cell::Word(knob.knob.name().into()))
        .people("played", move |knob| value(&knob.played))
        .people("instead", move |knob| value(&knob.other))
        .people("what it changes", move |knob| Cell::Text(changes(knob)));
    table.table.only(Audience::PEOPLE)
}

/// The cells of both games, side by side.
fn both(cells: &[BySide<Cell>; 2]) -> Vec<Cell> {
    cells.iter().flat_map(BySide::iter).cloned().collect()
}

/// The records, of the two games as a whole first; `docs/json.md` names every field.
fn records(comparison: &Comparison, document: &serde_json::Value) -> Vec<Vec<Cell>> {
    let games = [&comparison.played, &comparison.other];
    let text = |text: &str| Cell::Text(text.into());
    let of_both = ["played", "as"].map(|game| &document[game]);
    let twice = |of: [&serde_json::Value; 2], key: &str| of.iter().flat_map(|of| cells(of, key)).collect::<Vec<_>>();
    let winners = |of: [&serde_json::Value; 2]| of.map(|of| side_name(games[0], &of["winner"])).to_vec();
    let rules = games.map(|game| Cell::Text(game.game.rules.to_string())).to_vec();
    let ended_by = cells(&document["ended_by"], "played as");
    let title = cells(of_both[0], "number title");
    let game = [title, rules, twice(of_both, "status"), ended_by, winners(of_both)].concat();
    let knob = |of: &KnobDifference| {
        let hands = Cell::list(from_one(effect_hands(&of.effect)));
        vec![text(of.knob.name()), value(&of.played), value(&of.other), text(&of.effect.to_string()), hands]
    };
    let hand = |at: usize| {
        let of = of_both.map(|game| &game["hands"][at]);
        let standing = games.map(|game| Cell::Text(game.tally.hands[at].standing.to_string())).to_vec();
        let difference = comparison.hands.iter().find(|difference| difference.hand == at);
        let change = Cell::text(difference.map(|difference| difference.change.to_string()));
        let knobs = difference.iter().flat_map(|difference| difference.knobs.iter().map(|knob| knob.name()));
        let worth = [twice(of, "outcome"), winners(of), twice(of, "points"), twice(of, "boxes"), standing].concat();
        [vec![Cell::count(at + 1)], worth, vec![change, Cell::list(knobs)]].concat()
    };
    let reasons = ["played", "as"].into_iter().zip(games).flat_map(|(word, game)| {
        let hands = game.tally.hands.iter().enumerate();
        hands.flat_map(move |(at, hand)| hand.refusals().iter().map(move |reason| (at, word, reason)))
    });
    let refused = reasons.map(|(at, word, reason)| vec![Cell::count(at + 1), text(word), text(&reason.to_string())]);
    let score = |(_, key, points): Sum| [vec![text(key)], both(&points.map(totals))].concat();
    let stakes = money(games).map(|(currency, money)| {
        let cell = |minor| Cell::Number(Money { minor, currency }.number());
        let none = BySide::none(games[0].game.players.sides());
        let paid = money.map(|money| money.map_or(none.clone(), |money| money.map(cell)));
        [vec![text(currency.code())], both(&paid)].concat()
    });
    let all: [(&str, Vec<Vec<Cell>>); 7] = [
        ("game", vec![game]),
        ("knob", comparison.knobs.iter().map(knob).collect()),
        ("hand", (0..games[0].tally.hands.len()).map(hand).collect()),
        ("refused", refused.collect()),
        ("score", sums(games).into_iter().map(score).collect()),
        ("net", vec![twice(of_both, "net")]),
        ("money", stakes.into_iter().collect()),
    ];
    let kinds = all.into_iter().flat_map(|(kind, rows)| rows.into_iter().map(move |row| (kind, row)));
    kinds.map(|(kind, row)| [vec![text(kind)], row].concat()).collect()
}
