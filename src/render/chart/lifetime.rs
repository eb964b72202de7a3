//! The lifetime line of a pair: the nets of all their games, added up, with the changes of the lead.

use ginpad_core::reports::{Ledger, LedgerEntry};
use ginpad_core::side::Side;
use ginpad_core::text::{count, printable};

use super::{Chart, ChartLine};

/// The line of a ledger between these two. `None` if they have finished no game.
pub(crate) fn lifetime(names: [&str; 2], ledger: &Ledger) -> Option<Chart> {
    let now = ledger.entries.last()?.cumulative.0;
    let [first, second] = names.map(printable);
    let numbers: Vec<i64> = std::iter::once(0).chain(ledger.entries.iter().map(|entry| entry.cumulative.0)).collect();
    let name = match leader(now) {
        Some(Side::First) => first.clone(),
        Some(Side::Second) => second.clone(),
        None => "level at".into(),
    };
    let marks = (1..).zip(&ledger.entries).filter(|(_, entry)| entry.took_the_lead).map(|(at, _)| at).collect();
    Some(Chart {
        heading: format!("Above 0 {first} leads, below {second}"),
        title: format!("The lead of {first} or {second} after each game"),
        summary: summary([&first, &second], ledger),
        range: [numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0)],
        leads: Some([first, second]),
        steps: [0, i64::try_from(ledger.entries.len()).unwrap_or(i64::MAX)],
        unit: "games",
        years: years(&ledger.entries),
        lines: vec![ChartLine { side: None, name, value: now.abs().to_string(), numbers, marks }],
        ..Chart::default()
    })
}

const fn leader(cumulative: i64) -> Option<Side> {
    match cumulative {
        0 => None,
        1.. => Some(Side::First),
        _ => Some(Side::Second),
    }
}

/// The first game of each year; none if all games are of one year.
fn years(entries: &[LedgerEntry]) -> Vec<(usize, i32)> {
    let mut years: Vec<(usize, i32)> = Vec::new();
    for (at, entry) in (1..).zip(entries) {
        let year = entry.game.started.map(|started| chrono::Datelike::year(&started));
        if let Some(year) = year.filter(|year| years.last().is_none_or(|(_, last)| last < year)) {
            years.push((at, year));
        }
    }
    if years.len() > 1 { years } else { Vec::new() }
}

fn summary(names: [&str; 2], ledger: &Ledger) -> String {
    let most = |side: Side| {
        let leads = ledger.entries.iter().filter(|entry| leader(entry.cumulative.0) == Some(side));
        leads.max_by_key(|entry| entry.cumulative.abs()).map(|entry| {
            format!(
                "{} led by {} at most, after game {}",
                names[side.index()],
                entry.cumulative.abs(),
                entry.game.number
            )
        })
    };
    let mut parts: Vec<String> = Side::BOTH.into_iter().filter_map(most).collect();
    parts.push(match ledger.lead_changes {
        0 => "the lead never changed hands".into(),
        1 => "the lead changed hands once".into(),
        2 => "the lead changed hands twice".into(),
        several => format!("the lead changed hands {}", count(several, "time")),
    });
    parts.join("; ") + "."
}
