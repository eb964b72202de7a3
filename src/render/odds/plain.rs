//! Odds as records.

use ginpad_core::odds::{Method, NoOdds, Odds};

use super::{GameOdds, OddsTable, why_none};

/// The odds of a game: its number, then the fields of [`odds_record`].
pub(crate) fn odds_plain(of: GameOdds<'_>) -> String {
    let number = of.place.number.map(|number| number.to_string()).unwrap_or_default();
    format!("{number}\t{}\n", fields(of.odds).join("\t"))
}

/// The record `odds` of a score: the chance of each side, that of a tie, the method, its error, the games played on, the
/// own hands, the error of the model, why there are no odds.
pub(crate) fn odds_record(of: GameOdds<'_>) -> String {
    format!("odds\t{}\n", fields(of.odds).join("\t"))
}

/// A table of chances: what each side needs, and the chance of the first.
pub(crate) fn odds_table_plain(table: &OddsTable<'_>) -> String {
    let Ok(odds) = table.odds else { return String::new() };
    let rows = odds.needs.iter().zip(&odds.win);
    let cells = rows.flat_map(|(first, row)| odds.needs.iter().zip(row).map(move |(second, win)| (first, second, win)));
    cells.map(|(first, second, win)| format!("{first}\t{second}\t{win:.4}\n")).collect()
}

fn fields(odds: &Result<Odds, NoOdds>) -> Vec<String> {
    let odds = match odds {
        Ok(odds) => odds,
        Err(why) => {
            let mut fields = vec![String::new(); 8];
            fields.push(why_none(*why));
            return fields;
        }
    };
    let (method, games) = match odds.method {
        Method::Exact => ("exact", String::new()),
        Method::Simulated { games } => ("simulated", games.to_string()),
    };
    let mut fields: Vec<String> = odds.win.iter().chain([&odds.tie]).map(|chance| format!("{chance:.4}")).collect();
    fields.extend([method.into(), format!("{:.4}", odds.error()), games]);
    let model_error = odds.basis.and_then(|basis| basis.model_error);
    fields.push(odds.basis.map(|basis| basis.own_hands.to_string()).unwrap_or_default());
    fields.push(model_error.map(|error| format!("{error:.4}")).unwrap_or_default());
    fields.push(String::new());
    fields
}
