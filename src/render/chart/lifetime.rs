//! The lifetime line of a pair: the nets of all their games, added up, with the changes of the lead.

use ginpad_core::reports::Ledger;
use ginpad_core::side::Side;
use ginpad_core::text::{printable, times};

use super::{Chart, ChartLine};

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
        summary: summary([&first, &second], ledger),
        range: [numbers.iter().copied().min().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0)],
        has_leads: true,
        steps: [0, i64::try_from(ledger.entries.len()).unwrap_or(i64::MAX)],
        unit: "games",
        lines: vec![ChartLine { side: None, name, value: now.abs().to_string(), numbers, marks }],
        ..Chart::default()
    })
}

fn summary(names: [&str; 2], ledger: &Ledger) -> String {
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
