//! Two scores of one game for people: the table, how each ended, what the knobs change, and what does not count.

use ginpad_core::comparison::{Comparison, Effect, KnobDifference, ScoreParts};
use ginpad_core::game::{ScoredGame, Status};
use ginpad_core::hand::Outcome;
use ginpad_core::points::Points;
use ginpad_core::reports::money::GameMoney;
use ginpad_core::rules::{Knob, Value};
use ginpad_core::sheet::EnteredHand;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::{hang, printable};

use crate::render::phrases::{self, mark};
use crate::render::sheet::{ColumnLabels, HandLabel, SheetCell, SheetLabel, SheetRow, SideEntry, tables, title_lines};
use crate::render::{Look, standing};

/// What stands over the two scores.
const LABELS: &[&str] = &["as played", "instead"];

/// A part of a game score: its label, the label for narrow tables, and where it is found.
type Part = (&'static str, &'static str, fn(&ScoreParts) -> BySide<Points>);

/// The parts of a game score, as the rows of the table.
const PARTS: [Part; 5] = [
    ("points", "points", |parts| parts.hand_points),
    ("shutout", "shutout", |parts| parts.shutout),
    ("game bonus", "game", |parts| parts.game_bonus),
    ("boxes", "boxes", |parts| parts.line_bonus),
    ("final bonus", "final", |parts| parts.final_bonus),
];

/// A game as it was played and under other rules, side by side, with what differs and why.
pub(crate) fn comparison(comparison: &Comparison, number: Option<i64>, look: Look) -> String {
    let Comparison { played, other, .. } = comparison;
    let mut text = title_lines(played, number, look);
    push(&mut text, &format!("as played: {}", played.game.rules), look);
    push(&mut text, &format!("instead: {}", other.game.rules), look);
    text.push('\n');
    let rows = |columns: &[usize]| rows(comparison, columns);
    text.push_str(&tables(played, &[0, 1], ColumnLabels::Words(LABELS), &rows, look));
    for section in [endings(comparison), knobs(comparison), not_counted(comparison)] {
        if !section.is_empty() {
            text.push('\n');
        }
        section.iter().for_each(|line| push(&mut text, line, look));
    }
    text
}

fn push(text: &mut String, line: &str, look: Look) {
    let indent = line.len() - line.trim_start_matches(' ').len();
    for line in hang(line, look.columns(), indent + 2) {
        text.push_str(&line);
        text.push('\n');
    }
}

/// The two scores in the order of the columns of the table.
const fn games(comparison: &Comparison) -> [&ScoredGame; 2] {
    [&comparison.played, &comparison.other]
}

/// The rows of these columns of the table: the hands, what is not settled yet, and what the game score is made of.
fn rows(comparison: &Comparison, columns: &[usize]) -> Vec<SheetRow> {
    let games = games(comparison);
    let shown: Vec<&ScoredGame> = columns.iter().filter_map(|at| games.get(*at).copied()).collect();
    let hands = comparison.played.tally.hands.len();
    let digits = HandLabel::digits(hands);
    let mut rows: Vec<SheetRow> = (0..hands).map(|at| hand_row(comparison, &shown, at, digits)).collect();
    let summary: Vec<SheetRow> = unsettled(games, &shown).into_iter().chain(parts(games, &shown)).collect();
    if !summary.is_empty() {
        rows.push(SheetRow::line(vec![SheetCell::Ruled; shown.len()]));
    }
    rows.extend(summary);
    rows
}

fn hand_row(comparison: &Comparison, shown: &[&ScoredGame], at: usize, digits: usize) -> SheetRow {
    let entered = |game: &ScoredGame| game.tally.hands.get(at).cloned();
    let of_either = [entered(&comparison.played), entered(&comparison.other)];
    // The rules that accept a hand know how it ended.
    let named = of_either.iter().flatten().find(|hand| hand.refusals().is_empty());
    let named = named.or(of_either[0].as_ref());
    let is_doubled = of_either.iter().flatten().any(|hand| phrases::is_doubled(&hand.priced));
    let cells = shown.iter().map(|game| game.tally.hands.get(at).map_or(SheetCell::Blank, hand_cell)).collect();
    let label = HandLabel { number: at + 1, digits, mark: named.map_or("", mark), is_doubled, upcard: None };
    SheetRow::new(SheetLabel::Hand(label), cells)
}

/// The points of a hand under the side that won it; `×` under the player named if the rules refuse the hand.
fn hand_cell(hand: &EnteredHand) -> SheetCell {
    match (hand.priced.winner, hand.priced.awards.first().and_then(|award| award.by)) {
        (Some(winner), _) if hand.is_counted() => SheetCell::one(winner, "", hand.priced.points),
        (_, Some(by)) if !hand.refusals().is_empty() => text_cell(by.side, "×"),
        _ => SheetCell::Blank,
    }
}

/// Text under one side.
fn text_cell(side: Side, text: &str) -> SheetCell {
    let entry = SideEntry { total: text.into(), ..SideEntry::default() };
    SheetCell::Sides(BySide::of(side, entry, SideEntry::default()))
}

/// The points in columns that are still open, column by column.
fn unsettled(games: [&ScoredGame; 2], shown: &[&ScoredGame]) -> Vec<SheetRow> {
    let points = |game: &ScoredGame, at: usize| {
        let column = game.tally.columns.get(at).filter(|column| column.is_open());
        column.filter(|_| game.status() != Status::Finished).map(|column| column.points)
    };
    let columns = games.iter().map(|game| game.tally.columns.len()).max().unwrap_or(0);
    let row = |at: usize| {
        let game = games.iter().find(|game| points(game, at).is_some_and(|points| points != BySide::default()))?;
        let cell = |game: &&ScoredGame| points(game, at).map_or(SheetCell::Blank, SheetCell::totals);
        let (short, cells) = (phrases::label(game, at), shown.iter().map(cell).collect());
        Some(SheetRow::new(SheetLabel::words(format!("{short} so far"), short), cells))
    };
    (0..columns).filter_map(row).collect()
}

/// What the game scores are made of, if a column is settled in either game.
fn parts(games: [&ScoredGame; 2], shown: &[&ScoredGame]) -> Vec<SheetRow> {
    let is_settled = |game: &ScoredGame| game.tally.settled().next().is_some();
    if !games.iter().any(|game| is_settled(game)) {
        return Vec::new();
    }
    let settled = |make: &dyn Fn(&ScoredGame) -> SheetCell| -> Vec<SheetCell> {
        shown.iter().map(|game| if is_settled(game) { make(game) } else { SheetCell::Blank }).collect()
    };
    let has = |part: &Part| games.iter().any(|game| (part.2)(&ScoreParts::of(game)) != BySide::default());
    let row = |(label, short, find): &Part| {
        SheetRow::new(
            SheetLabel::words(*label, *short),
            settled(&|game| SheetCell::totals(find(&ScoreParts::of(game)))),
        )
    };
    let mut rows: Vec<SheetRow> = PARTS.iter().filter(|part| has(part)).map(row).collect();
    let totals = settled(&|game| SheetCell::totals(game.tally.game_score));
    rows.push(SheetRow::new(SheetLabel::word("total"), totals));
    let net = settled(&|game| {
        let leader = phrases::ahead(game.tally.game_score).unwrap_or(Side::First);
        SheetCell::one(leader, "", game.tally.net().abs())
    });
    rows.push(SheetRow::new(SheetLabel::word("net"), net));
    rows.extend(money(games, shown));
    rows
}

/// What the winners get, if the game is played for money.
fn money(games: [&ScoredGame; 2], shown: &[&ScoredGame]) -> Option<SheetRow> {
    let currency = games.iter().find_map(|game| GameMoney::of(game))?.currency.code();
    let cell = |game: &&ScoredGame| {
        let Some(money) = GameMoney::of(game) else { return SheetCell::Blank };
        let won = money.won();
        let winner = if won[Side::Second] > won[Side::First] { Side::Second } else { Side::First };
        text_cell(winner, &money.money(won[winner]).number())
    };
    Some(SheetRow::new(SheetLabel::word(currency), shown.iter().map(cell).collect()))
}

/// How each game stands, and which hand ended it.
fn endings(comparison: &Comparison) -> Vec<String> {
    let [played, other] = games(comparison);
    [("As played", played), ("Instead", other)]
        .into_iter()
        .map(|(label, game)| {
            let hand = game.tally.ending.map(|ending| format!(", in hand {}", ending.hand + 1)).unwrap_or_default();
            format!("{label}: {}{hand}", standing(game))
        })
        .collect()
}

/// The knobs that differ, each with what it changes; those without effect together. A new format brings its own knobs.
fn knobs(comparison: &Comparison) -> Vec<String> {
    if comparison.knobs.is_empty() {
        return vec!["These are the rules of the game: nothing differs".into()];
    }
    let of_format = |one: &&KnobDifference| one.knob.format().is_some() && one.played.is_none() != one.other.is_none();
    let (of_format, others): (Vec<_>, Vec<_>) = comparison.knobs.iter().partition(of_format);
    let value = |value: &Option<Value>| value.as_ref().map_or_else(|| "–".to_string(), ToString::to_string);
    let words = |difference: &KnobDifference| {
        let KnobDifference { knob, played, other, .. } = difference;
        let new = of_format
            .iter()
            .filter(|_| *knob == Knob::Format)
            .filter_map(|own| own.other.as_ref().map(|value| format!("{} {value}", own.knob.name())));
        let new = new.collect::<Vec<_>>().join(", ");
        let new = if new.is_empty() { new } else { format!(" ({new})") };
        format!("{} {} → {}{new}", knob.name(), value(played), value(other))
    };
    let (idle, telling): (Vec<_>, Vec<_>) = others.into_iter().partition(|one| one.effect == Effect::Nothing);
    let mut lines = Vec::new();
    if !telling.is_empty() {
        lines.push("What the rules change:".to_string());
        lines.extend(telling.iter().map(|one| format!("  {}: {}", words(one), effect(&one.effect))));
    }
    if !idle.is_empty() {
        let idle: Vec<String> = idle.iter().map(|one| words(one)).collect();
        lines.push(format!("Without effect in this game: {}", idle.join(", ")));
    }
    lines
}

fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Hands(hands) => phrases::hands(hands),
        Effect::Sheet => "columns and totals".into(),
        Effect::Deal => "who deals".into(),
        Effect::Nothing => "nothing".into(),
    }
}

/// The hands that one of the two scores leaves out, with the reason; and those whose points no rules change.
fn not_counted(comparison: &Comparison) -> Vec<String> {
    let [played, other] = games(comparison);
    let mut lines = refused("The rules of the game refuse", played);
    lines.extend(refused("The other rules refuse", other));
    let (only_played, only_other) = (comparison.only_played(), comparison.only_other());
    let one = |hands: &[usize]| hands.len() == 1;
    if !only_played.is_empty() {
        let come = if one(&only_played) { "comes after the end and does" } else { "come after the end and do" };
        lines.push(format!("Instead, {} {come} not count", phrases::hands(&only_played)));
    }
    if !only_other.is_empty() {
        let counts = if one(&only_other) { "it counts" } else { "they count" };
        lines.push(format!("As played, {} came after the end; instead {counts}", phrases::hands(&only_other)));
    }
    let as_points = |hand: &EnteredHand| hand.priced.awards.iter().any(|award| award.outcome == Outcome::Points);
    let pairs = played.tally.hands.iter().zip(&other.tally.hands).enumerate();
    let counted = pairs.filter(|(_, (one, other))| one.is_counted() || other.is_counted());
    let hands: Vec<usize> = counted.filter(|(_, (hand, _))| as_points(hand)).map(|(at, _)| at).collect();
    if !hands.is_empty() {
        lines.push(format!("Only the points are known of {}; no rules change them", phrases::hands(&hands)));
    }
    lines
}

/// The hands up to the end that some rules refuse, those with the same reasons together.
fn refused(lead: &str, game: &ScoredGame) -> Vec<String> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    let until = game.tally.ending.map_or(usize::MAX, |ending| ending.hand.saturating_add(1));
    for (at, hand) in game.tally.hands.iter().enumerate().take(until).filter(|(_, hand)| !hand.refusals().is_empty()) {
        let reasons: Vec<String> = hand.refusals().iter().map(|refusal| printable(&refusal.to_string())).collect();
        let reasons = reasons.join("; ");
        match groups.iter_mut().find(|(same, _)| *same == reasons) {
            Some((_, hands)) => hands.push(at),
            None => groups.push((reasons, vec![at])),
        }
    }
    groups.iter().map(|(reasons, hands)| format!("{lead} {}: {reasons}", phrases::hands(hands))).collect()
}
