//! Odds in words: who wins how likely, and what that rests on.

use ginpad_core::game::ScoredGame;
use ginpad_core::odds::{Basis, NeedsTable, NoOdds, Odds};
use ginpad_core::rules::{Format, TableRules};
use ginpad_core::side::Side;
use ginpad_core::text::count;

use super::percent::Percents;
use crate::render::phrases;
use crate::render::standing;

/// The odds in one line.
pub(super) fn line(game: &ScoredGame, odds: &Result<Odds, NoOdds>) -> String {
    let odds = match odds {
        Ok(odds) => odds,
        Err(why) => return why.to_string(),
    };
    let Some(basis) = &odds.basis else {
        return phrases::verdict(game).unwrap_or_else(|| standing(game));
    };
    let Percents { win, tie } = Percents::of(odds);
    let [first, second] = Side::TWO.map(|side| phrases::name(game, side));
    let tie = tie.map_or_else(String::new, |tie| format!(", a tie {tie} %"));
    let (won, lost) = (win[Side::First], win[Side::Second]);
    format!("{first} about {won} %, {second} {lost} %{tie} ({})", rests_on(basis, Some(odds)))
}

/// What the numbers of a table are. Without a game it is for the rules alone.
pub(crate) fn table_heading(game: Option<&ScoredGame>, rules: &TableRules, odds: &NeedsTable) -> String {
    let goal = match rules.rules.format {
        Format::Single => format!("reach {} first", rules.rules.target),
        _ => format!("reach {} first in a column", rules.rules.target),
    };
    let what = match game {
        Some(game) => {
            let [first, second] = Side::TWO.map(|side| phrases::name(game, side));
            format!("{first}'s chance to {goal}, in percent: rows are what {first} needs, columns what {second} needs")
        }
        None => format!("The chance to {goal}, in percent: rows are what the side needs, columns what the other needs"),
    };
    format!("{what} ({rules}; {})", rests_on(&odds.basis, None))
}

/// What odds rest on, and how far they may be off.
fn rests_on(basis: &Basis, odds: Option<&Odds>) -> String {
    let own = format!("{} of your own hands", basis.own_hands);
    let mut parts = vec![match (basis.own_hands, basis.model_error) {
        (0, _) => "simulated hands only".to_string(),
        (_, Some(_)) => format!("{own}, the rest simulated"),
        (_, None) => own,
    }];
    parts.extend(basis.model_error.map(|error| format!("± {:.0}", error * 100.0)));
    if let Some((odds, games)) = odds.and_then(|odds| Some((odds, odds.method.games()?))) {
        let games = count(usize::try_from(games).unwrap_or(usize::MAX), "game");
        parts.push(format!("{games} played on, ± {:.1}", odds.error() * 100.0));
    }
    parts.join("; ")
}
