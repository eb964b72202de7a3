//! Odds in words: who wins how likely, and what that rests on.

use ginpad_core::odds::{Basis, Method, NoOdds, Odds};
use ginpad_core::side::Side;
use ginpad_core::text::{count, sentence};

use super::GameOdds;
use super::percent::Percents;
use crate::render::phrases::{self, Position};
use crate::render::{Look, standing};

/// The odds of a game for people: which game it is and where it stands, then the odds.
pub(crate) fn odds(of: GameOdds<'_>, look: Look) -> String {
    let sides = Side::BOTH.map(|side| phrases::name(of.game, side)).join(" – ");
    let game = of.place.number.map_or_else(String::new, |number| format!("game {number}: "));
    let lines = [format!("{game}{sides}, {}", standing(of.game)), odds_line(of)];
    lines.iter().map(|line| sentence(line, look.columns()) + "\n").collect()
}

/// The odds in one line: `Ann about 71 %, Bob 29 % (12 of your own hands, the rest simulated; ± 8)`.
pub(crate) fn odds_line(of: GameOdds<'_>) -> String {
    match of.odds {
        Err(why) => why_none(*why),
        Ok(odds) => match &odds.basis {
            None => phrases::verdict(of.game, Position::Start).unwrap_or_else(|| standing(of.game)),
            Some(basis) => {
                let Percents { win, tie } = Percents::of(odds);
                let [first, second] = Side::BOTH.map(|side| phrases::name(of.game, side));
                let tie = tie.map_or_else(String::new, |tie| format!(", a tie {tie} %"));
                let (won, lost) = (win[Side::First], win[Side::Second]);
                format!("{first} about {won} %, {second} {lost} %{tie} ({})", rests_on(basis, Some(odds)))
            }
        },
    }
}

/// Why there are no odds.
pub(crate) fn why_none(why: NoOdds) -> String {
    match why {
        NoOdds::FewHandsOfPartners { own, fewest } => {
            let own = count(own, "hand");
            format!("No odds yet: these sides have won {own} against each other, and partners need {fewest}")
        }
        NoOdds::NothingScores => "No odds: under these rules no hand that these sides have won is worth a point".into(),
        NoOdds::Unfinished => "No odds: the game was closed unfinished, and nobody wins it".into(),
        NoOdds::HighTarget { target, most } => {
            format!("No table: the target is {target}, and a table goes up to {most}")
        }
    }
}

/// What odds rest on, and how far they may be off.
pub(super) fn rests_on(basis: &Basis, odds: Option<&Odds>) -> String {
    let own = format!("{} of your own hands", basis.own_hands);
    let mut parts = vec![match (basis.own_hands, basis.model_error) {
        (0, _) => "simulated hands only".to_string(),
        (_, Some(_)) => format!("{own}, the rest simulated"),
        (_, None) => own,
    }];
    parts.extend(basis.model_error.map(|error| format!("± {:.0}", error * 100.0)));
    if let Some((games, error)) = odds.and_then(played_on) {
        parts.push(format!("{} played on, ± {:.1}", count(games, "game"), error * 100.0));
    }
    parts.join("; ")
}

/// How many games were played on, and the error that this leaves.
fn played_on(odds: &Odds) -> Option<(usize, f64)> {
    match odds.method {
        Method::Exact => None,
        Method::Simulated { games } => Some((usize::try_from(games).unwrap_or(usize::MAX), odds.error())),
    }
}
