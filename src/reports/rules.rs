//! The presets, and every knob of given rules.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::answer::{Answer, Block, Cell, Column, Report, Table};
use crate::render::{closed, phrases};
use ginpad_core::comparison::rescored;
use ginpad_core::notation::read_one;
use ginpad_core::text::{count, join};
use ginpad_core::{Boxes, Knob, Oklahoma, Points, Preset, Rules, ScoredGame, Side, SpadesDouble, TableRules, rules};

/// The presets: `ginpad/presets/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/presets/1")]
pub(crate) struct PresetsReport {
    pub presets: Vec<&'static Preset>,
}

/// Rules with every knob: `ginpad/rules/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/rules/1")]
pub(crate) struct RulesReport {
    /// The name of the rules.
    pub name: String,
    /// The knobs.
    pub knobs: Rules,
    /// The source of each knob's value, if known.
    #[serde(serialize_with = "of_every_knob")]
    pub sources: BTreeMap<Knob, String>,
}

fn of_every_knob<S: Serializer>(sources: &BTreeMap<Knob, String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Knob::ALL.iter().map(|knob| (knob.name(), sources.get(knob))))
}

impl Report for PresetsReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let table = Table::of("Presets", &self.presets)
            .column("name", "preset", |preset| Cell::Text(preset.name.clone()))
            .column("summary", "what it is", |preset| Cell::Text(preset.summary.clone()));
        vec![Block::Table(table.table)]
    }
}

impl Report for RulesReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let name = join(self.name.split_whitespace(), " ");
        let knobs = Knob::ALL.iter().filter_map(|knob| Some((knob, self.knobs.value(*knob)?.to_string())));
        let source = |knob: &Knob| self.sources.get(knob).map_or("", String::as_str);
        let meaning = |knob: &Knob, value: &str| {
            let word = knob.word_meaning(value).map(|word| format!("; {value}: {word}")).unwrap_or_default();
            Cell::Text(format!("{}{word}", knob.meaning()))
        };
        let table = Table::of("Knobs", knobs)
            .column("knob", "knob", |(knob, _)| Cell::Word(knob.name().into()))
            .column("value", "value", |(_, value)| Cell::Word(value.clone()))
            .people("meaning", move |(knob, value)| meaning(knob, value))
            .programs("meaning", |(knob, _)| Cell::Text(knob.meaning().into()))
            .programs("source", move |(knob, _)| Cell::Text(source(knob).into()));
        vec![Block::words(format!("rules: {name}")), Block::Table(table.table)]
    }
}

impl From<RulesReport> for Answer {
    fn from(report: RulesReport) -> Answer {
        Answer::report(format!("Rules: {}", report.name), report)
    }
}

/// A file of rules without a fault: `ginpad/rules-check/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/rules-check/1")]
struct CheckedRules {
    ok: bool,
    rules: String,
    knobs: Rules,
    examples: Vec<Example>,
    #[serde(skip)]
    words: String,
}

/// The value of a hand under these rules, or of a column in which the other side is shut out.
#[derive(Debug, Serialize)]
struct Example {
    kind: &'static str,
    /// The entry that logs it.
    entry: String,
    winner: Option<Side>,
    points: Points,
    boxes: Boxes,
    /// The parts of the points, or why the rules refuse the hand.
    why: String,
}

/// The answer for a file of rules without faults.
pub(crate) fn checked(file: &str, table: TableRules) -> Answer {
    let (rules, examples) = (table.to_string(), examples(&table));
    let words = format!("{file} has no faults: {rules}");
    Answer::report(words.clone(), CheckedRules { ok: true, rules, knobs: table.rules, examples, words })
}

impl Report for CheckedRules {
    fn blocks(&self) -> Vec<Block<'_>> {
        let name = |side: Side| ["Ann", "Bob", "Cid"].get(side.index()).copied().unwrap_or_default();
        let table = Table::of("Examples", &self.examples)
            .kind("example")
            .column("kind", "kind", |example| Cell::Text(example.kind.into()))
            .add(Column::new("entry", "logged as").rank(1), |example| Cell::Text(example.entry.clone()))
            .programs("winner", move |example| Cell::text(example.winner.map(name)))
            .column("points", "points", |example| Cell::Count(example.points.0))
            .column("boxes", "boxes", |example| Cell::Count(example.boxes.0))
            .column("why", "why", |example| Cell::Text(example.why.clone()));
        let ok = Block::kind("ok", [vec![Cell::Text(self.rules.clone())]]);
        vec![Block::words(&self.words), ok, Block::Table(table.table)]
    }
}

/// A hand of each kind that these rules know, and a shutout.
fn examples(table: &TableRules) -> Vec<Example> {
    let rules = &table.rules;
    let up = if rules.oklahoma == Oklahoma::Off { "" } else { " up KH" };
    let [four, eight] = [4, 8].map(|most| rules.knock_limit.clamp(1, most));
    // The opponents' counts, as an entry at this table spells them.
    let against = |count: u8| match rules.table {
        rules::Table::Two => count.to_string(),
        rules::Table::Cutthroat | rules::Table::Captain => format!("bob {count}"),
        rules::Table::RoundTable => format!("bob {count}, cid {count}"),
    };
    let hands = [
        ("knock", format!("ann knock {four} {}{up}", against(27)), true),
        ("undercut", format!("ann knock {eight} {}{up}", against(eight / 2)), true),
        ("tie", format!("ann knock {four} {}{up}", against(four)), true),
        ("gin", format!("ann gin {}{up}", against(31)), true),
        ("big gin", format!("ann big-gin {}{up}", against(31)), true),
        ("gin-off", format!("ann knock {four} {}{up}", against(0)), rules.gin_off_boxes != Boxes::ZERO),
        ("spade", format!("ann gin {} up KS", against(31)), rules.spades_double != SpadesDouble::Off),
    ];
    let hands = hands.into_iter().filter(|(.., is_shown)| *is_shown);
    hands.filter_map(|(kind, entry, _)| hand(kind, entry, table)).chain(shutout(table)).collect()
}

/// A game of Ann and Bob with these entries, and of Cid if the rules are for three.
fn played(entries: &str, table: &TableRules) -> Option<ScoredGame> {
    let sides = match table.rules.table {
        rules::Table::Two => "Ann, Bob",
        rules::Table::Captain => "Ann, Bob & Cid",
        rules::Table::Cutthroat | rules::Table::RoundTable => "Ann, Bob, Cid",
    };
    // The standard rules accept more hands than any others.
    let settings = format!("table={}, shutout=100", table.rules.table.word());
    let sheet = format!("rules: {settings}\nsides: {sides}\n\n{entries}");
    Some(rescored(&read_one(&sheet).ok()?, table.clone()))
}

fn hand(kind: &'static str, entry: String, table: &TableRules) -> Option<Example> {
    let game = played(&entry, table)?;
    let hand = game.tally.hands.first()?;
    let results = hand.priced.awards.iter().map(|award| phrases::result(&game, award));
    let why = if hand.refusals().is_empty() { join(results, "; ") } else { join(hand.refusals(), "; ") };
    let (points, boxes) =
        (hand.priced.wins().map(|win| win.points).sum(), hand.priced.wins().map(|win| win.boxes).sum());
    Some(Example { kind, entry, winner: hand.priced.winner, points, boxes, why })
}

/// The first column that Ann finishes while Bob wins no hand.
fn shutout(table: &TableRules) -> Option<Example> {
    let target = table.rules.target.0;
    let hands = (target / 1000 + 1).max(3);
    let points = ((target / hands / 5 + 1) * 5).min(1000);
    let entry = match table.rules.table {
        rules::Table::Two | rules::Table::RoundTable => format!("ann points {points}"),
        rules::Table::Cutthroat | rules::Table::Captain => format!("ann points {points} bob"),
    };
    let game = played(&format!("{entry}\n").repeat(usize::try_from(hands).ok()?), table)?;
    let column = game.tally.columns.first()?;
    let (side, why) = (Side::First, closed(&game, 0)?);
    let hands = count(column.hands_won[side], "hand");
    let (points, boxes) = (column.settlement?.totals()[side], column.boxes[side]);
    Some(Example { kind: "shutout", entry: format!("{entry}, {hands}"), winner: Some(side), points, boxes, why })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(rules: &str) -> Vec<(&'static str, Option<Side>, i64, i64)> {
        let of = |example: Example| (example.kind, example.winner, example.points.0, example.boxes.0);
        examples(&TableRules::read(rules).unwrap()).into_iter().map(of).collect()
    }

    #[test]
    fn the_examples_are_worth_what_the_rules_page_says() {
        let (ann, bob) = (Some(Side::First), Some(Side::Second));
        let standard = [("knock", ann, 23, 1), ("undercut", bob, 29, 1), ("tie", bob, 25, 1), ("gin", ann, 56, 1)];
        assert_eq!(worth("standard"), [&standard[..], &[("big gin", ann, 62, 1), ("shutout", ann, 385, 3)]].concat());
        // The table in section 4 of the rules page.
        for (shutout, total) in [("none", 280), ("100", 380), ("double-bonuses", 455), ("double-total", 560)] {
            assert_eq!(worth(&format!("shutout={shutout}")).last(), Some(&("shutout", ann, total, 3)), "{shutout}");
        }
        let club = [
            ("knock", ann, 23, 1),
            ("undercut", bob, 29, 2),
            ("tie", bob, 25, 2),
            ("gin", ann, 56, 3),
            ("big gin", ann, 62, 3),
            ("gin-off", bob, 29, 4),
            ("spade", ann, 112, 5),
            ("shutout", ann, 2 * (255 + 250 + 75), 3),
        ];
        assert_eq!(worth("hollywood-club"), club);
        // Nobody knocks, and eleven cards are not big gin.
        let straight = worth("straight, big_gin_bonus=off");
        assert!(
            straight
                .iter()
                .filter(|(_, winner, ..)| winner.is_none())
                .map(|(kind, ..)| *kind)
                .eq(["knock", "undercut", "tie", "big gin"])
        );
        assert_eq!(worth("lines=1").last(), Some(&("shutout", ann, 2 * 35 + 100 + 25, 1)));
        assert_eq!(worth("target=100000").last().map(|last| last.0), Some("shutout"));
    }
}
