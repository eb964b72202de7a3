//! The race in each column of a game: the points of both sides after each hand.

use std::rc::Rc;

use crate::answer::Draw;
use crate::render::chart::{Chart, ChartLine};
use crate::render::phrases::{self, ONLY_TOTALS};
use crate::render::{Canvas, PlacedGame};
use ginpad_core::game::ScoredGame;
use ginpad_core::reports::Ledger;
use ginpad_core::rules::Format;
use ginpad_core::sheet::ColumnRace;
use ginpad_core::side::Side;
use ginpad_core::text::{and_list, count, printable, times};

/// The races of a game: a chart for each column.
#[derive(Debug)]
pub(crate) struct Races(pub Rc<PlacedGame>);

impl Draw for Races {
    fn text(&self, canvas: Canvas) -> String {
        let game = &self.0.scored;
        let charts: Vec<String> = races(game).iter().map(|race| race.text(canvas)).collect();
        match charts.is_empty() {
            true if phrases::is_totals_only(game) => format!("{ONLY_TOTALS}\n"),
            true => "no hand has scored yet\n".into(),
            false => charts.join("\n"),
        }
    }
}

/// The races of a game in the order of its columns. A column in which no hand is entered has no race yet.
pub(in crate::render) fn races(game: &ScoredGame) -> Vec<Chart> {
    let entered = |race: &ColumnRace| {
        game.tally.columns.get(race.column).is_some_and(|column| column.hands_won.iter().any(|won| *won > 0))
    };
    game.column_races().iter().filter(|race| entered(race)).map(|race| chart(game, race)).collect()
}

fn chart(game: &ScoredGame, race: &ColumnRace) -> Chart {
    let target = phrases::rules(game).target.0;
    let line = |side: Side| {
        let numbers: Vec<i64> = race.points.iter().map(|points| points[side].0).collect();
        let scored = |at: &usize| numbers[*at] > numbers[at - 1];
        ChartLine {
            side: Some(side),
            name: phrases::name(game, side),
            value: race.now()[side].to_string(),
            marks: (1..numbers.len()).filter(scored).collect(),
            numbers,
        }
    };
    let lines: Vec<ChartLine> = race.now().order().map(line).collect();
    let from = i64::try_from(race.from).unwrap_or(i64::MAX);
    let heading = match phrases::rules(game).format {
        Format::Single => format!("The race to {target}"),
        _ => format!("{}, to {target}", phrases::label(game, race.column)),
    };
    Chart {
        heading,
        summary: summary(game, race),
        range: [0, lines.iter().flat_map(|line| &line.numbers).copied().max().unwrap_or(0).max(target)],
        level: target,
        level_words: format!("target {target}"),
        steps: [from, from + i64::try_from(race.points.len()).unwrap_or(i64::MAX) - 1],
        unit: "hands",
        lines,
        ..Chart::default()
    }
}

/// `Bob 110, Ann 94. The lead changed in hands 2, 4 and 6.`
fn summary(game: &ScoredGame, race: &ColumnRace) -> String {
    let now = race.now();
    let first = phrases::ahead(now).unwrap_or(Side::First);
    let side = |side: Side| format!("{} {}", phrases::name(game, side), now[side]);
    let changes: Vec<usize> = race.lead_changes().iter().map(|change| change.hand + 1).collect();
    let lead = match changes.as_slice() {
        [] => "The lead did not change".to_string(),
        [only] => format!("The lead changed in hand {only}"),
        few if few.len() <= 6 => format!("The lead changed in hands {}", and_list(few)),
        many => format!("The lead changed {}", count(many.len(), "time")),
    };
    let others = now.order().filter(|side| *side != first);
    let all: Vec<String> = std::iter::once(first).chain(others).map(side).collect();
    format!("{}. {lead}.", all.join(", "))
}

/// The line of a ledger between these two. `None` if they have finished no game.
pub(crate) fn lifetime(names: [&str; 2], ledger: &Ledger) -> Option<Chart> {
    let now = ledger.entries.last()?.cumulative.0;
    let [first, second] = names.map(printable);
    let numbers: Vec<i64> = std::iter::once(0).chain(ledger.entries.iter().map(|entry| entry.cumulative.0)).collect();
    let name = match Side::ahead(now) {
        Some(Side::First) => first.clone(),
        Some(_) => second.clone(),
        None => "level at".into(),
    };
    let marks = (1..).zip(&ledger.entries).filter(|(_, entry)| entry.took_the_lead).map(|(at, _)| at).collect();
    Some(Chart {
        heading: format!("Above 0 {first} leads, below {second}"),
        summary: lead_summary([&first, &second], ledger),
        range: [numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0)],
        has_leads: true,
        steps: [0, i64::try_from(ledger.entries.len()).unwrap_or(i64::MAX)],
        unit: "games",
        lines: vec![ChartLine { side: None, name, value: now.abs().to_string(), numbers, marks }],
        ..Chart::default()
    })
}

fn lead_summary(names: [&str; 2], ledger: &Ledger) -> String {
    let most = |side: Side| {
        let leads = ledger.entries.iter().filter(|entry| Side::ahead(entry.cumulative.0) == Some(side));
        let most = leads.max_by_key(|entry| entry.cumulative.abs())?;
        let (name, by, game) = (names[side.index()], most.cumulative.abs(), most.game.number);
        Some(format!("{name} led by {by} at most, after game {game}; "))
    };
    let changed = match ledger.lead_changes {
        0 => "the lead never changed hands".into(),
        changes => format!("the lead changed hands {}", times(changes)),
    };
    Side::TWO.into_iter().filter_map(most).collect::<String>() + &changed + "."
}
