//! The line or two that answer a logged hand, and the short phrase for where a game stands.

use super::fill::fill;
use super::ink::clean;
use super::{Look, say, shown};
use ginpad_core::game::{Closing, ScoredGame};
use ginpad_core::hand::{Award, DeadHand, LoggedHand, LoggedResult, Outcome, Played};
use ginpad_core::notation::{print_moment, quoted};
use ginpad_core::points::{Boxes, Points};
use ginpad_core::rules::{Format, LineTiming};
use ginpad_core::sheet::{Close, Column, EnteredHand, Standing};
use ginpad_core::side::{BySide, Side};

/// How far a line that goes on with what a column or the game came to is indented.
const INDENT: usize = 4;

/// What `log` answers: how hand `hand` (from 0) was read with what was said of it, its points, the score, who needs what and whose deal;
/// then, where the hand closed a column or the game, what that came to. `number` is the hand's number as printed.
///
/// Each of these is one line where the look is wide enough. A longer one goes on in the next line, indented: it is
/// broken between its parts, else at commas, else within sums, so that no number is torn from what it counts.
#[must_use]
pub(crate) fn logged(game: &ScoredGame, hand: usize, number: usize, look: Look) -> String {
    let Some(entered) = game.tally.hands.get(hand) else { return String::new() };
    let room = look.columns();
    let mut parts = vec![reading(game, hand, entered)];
    parts.extend(results(game, hand).iter().flat_map(|result| shown::remarks(game, result)));
    parts.extend(game.game.hands.get(hand).and_then(|hand| remarks(hand.logged())));
    let here = || [open_score(game), say::deal(game)].into_iter().flatten();
    match &entered.standing {
        Standing::BeyondTheEnd => parts.push("beyond the end of the game, not counted".into()),
        Standing::Refused(_) => parts.push(format!("not counted: {}", say::refusals(entered))),
        Standing::Counted if entered.closed.is_empty() => parts.extend(here()),
        Standing::Counted => {}
    }
    let lead = format!("#{number}  ");
    let mut lines = fill(&lead, &parts, room, lead.len());
    if !entered.closed.is_empty() {
        let mut more: Vec<Vec<String>> = entered.closed.iter().map(|column| vec![closed(game, *column)]).collect();
        more.push(if game.tally.ending.is_some_and(|ending| ending.hand == hand) {
            say::verdict(game).into_iter().collect()
        } else {
            let score = format!("game score: {}", scores(game, game.tally.game_score));
            std::iter::once(score).chain(here()).collect()
        });
        lines.extend(more.iter().flat_map(|parts| fill("", parts, room, INDENT)));
    }
    lines.join("\n") + "\n"
}

/// What was said of each pair.
fn results(game: &ScoredGame, hand: usize) -> &[LoggedResult] {
    match game.game.hands.get(hand).map(|hand| &hand.logged().played) {
        Some(Played::Results(results)) => results,
        _ => &[],
    }
}

/// A hand in words, with its points and their parts.
pub(super) fn reading(game: &ScoredGame, hand: usize, entered: &EnteredHand) -> String {
    let priced = &entered.priced;
    if let Some(Played::Dead(dead)) = game.game.hands.get(hand).map(|hand| &hand.logged().played) {
        return match dead {
            DeadHand::Stock => "dead hand; nobody scores".into(),
            DeadHand::Misdeal => "misdeal; nobody scores".into(),
        };
    }
    if !entered.refusals().is_empty() {
        let results: Vec<String> = priced.awards.iter().map(|award| say::award(game, award)).collect();
        return results.join("; ");
    }
    let results: Vec<String> = priced.awards.iter().map(|award| result(game, award)).collect();
    let mut text = results.join("; ");
    if priced.awards.len() > 1 {
        text.push_str(&match priced.winner {
            Some(winner) => format!("; {} {}", say::does(game, winner, "score"), priced.points),
            None => "; level, nobody scores".into(),
        });
    }
    if priced.boxes > Boxes::LINE {
        text.push_str(&format!(", {}", say::boxes(priced.boxes)));
    }
    text
}

/// What was said of a hand as a whole: `up 7♠, note "took the four", at 2026-11-20 19:45 +00:00`.
fn remarks(hand: &LoggedHand) -> Option<String> {
    let up = hand.upcard.map(|card| format!("up {card}"));
    let note = hand.note.as_ref().map(|note| format!("note {}", quoted(&clean(note.as_str()))));
    let at = hand.at.map(|at| format!("at {}", print_moment(at)));
    let remarks: Vec<String> = [up, note, at].into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join(", "))
}

/// One pair's result in words, with its points.
fn result(game: &ScoredGame, award: &Award) -> String {
    let words = say::award(game, award);
    match (award.outcome, award.winner) {
        (Outcome::Points | Outcome::Dead, _) => words,
        (_, Some(_)) => format!("{words}: {}", say::parts(award)),
        (_, None) => format!("{words}: nobody's hand"),
    }
}

/// The open columns in which a hand was won: each side's points and what it needs.
fn open_score(game: &ScoredGame) -> Option<String> {
    let rules = say::rules(game);
    let hollywood = matches!(rules.format, Format::Hollywood { .. });
    let several = rules.format != Format::Single;
    let each = |(at, column): (usize, &Column)| {
        let needs = column.needs(rules)?;
        let need = |needs: String| if say::is_open(game) { format!(" (needs {needs})") } else { String::new() };
        let side =
            |side: Side| format!("{} {}{}", say::name(game, side), column.points[side], need(needs[side].to_string()));
        if hollywood {
            let points = say::pair(column.points, Side::First);
            return Some(format!("{} {points}{}", say::label(at), need(say::pair(needs, Side::First))));
        }
        let label = if several { format!("{}: ", say::label(at)) } else { String::new() };
        Some(format!("{label}{}, {}", side(Side::First), side(Side::Second)))
    };
    let entered = |column: &Column| column.hands_won.iter().any(|won| *won > 0);
    let columns = game.tally.columns.iter().enumerate().filter(|(_, column)| entered(column) || !several);
    let scores: Vec<String> = columns.filter_map(each).collect();
    (!scores.is_empty()).then(|| scores.join(", "))
}

/// What a closed column came to, in one line.
fn closed(game: &ScoredGame, column: usize) -> String {
    let Some((at, close)) = game.tally.columns.get(column).and_then(|at| Some((at, at.close.as_ref()?))) else {
        return String::new();
    };
    let side = |side: Side| {
        let total = close.settlement.totals()[side];
        format!("{} {total}{}", say::name(game, side), sum(game, at, close, side))
    };
    let first = close.finisher;
    let net = close.settlement.net().abs();
    let times = match at.multiplier {
        1 => format!("net {net}"),
        times => format!("net {net} × {times} = {}", net * times),
    };
    let finishes = say::does(game, first, "finish");
    let what = say::column_name(game, column);
    format!("{finishes} {what}: {}, {}, {times}", side(first), side(first.other()))
}

/// The parts of a settled total: ` (105 + shutout 105 + game 100 + 3 boxes 75)`.
fn sum(game: &ScoredGame, column: &Column, close: &Close, side: Side) -> String {
    let settlement = &close.settlement;
    let mut parts = vec![settlement.hand_points[side].to_string()];
    let mut part = |what: String, points: Points| {
        if points != Points::ZERO {
            parts.push(format!("{what} {points}"));
        }
    };
    if say::rules(game).line_timing == LineTiming::Immediate {
        part(say::boxes(column.boxes[side]), settlement.line_bonus[side]);
    }
    part("shutout".into(), settlement.shutout[side]);
    part("game".into(), settlement.game_bonus[side]);
    if say::rules(game).line_timing == LineTiming::End {
        part(say::boxes(column.boxes[side]), settlement.line_bonus[side]);
    }
    if parts.len() == 1 { String::new() } else { format!(" ({})", parts.join(" + ")) }
}

fn scores(game: &ScoredGame, points: BySide<Points>) -> String {
    let score = |side: Side| format!("{} {}", say::name(game, side), points[side]);
    format!("{}, {}", score(Side::First), score(Side::Second))
}

/// Where a game stands, as a phrase within a message: `open at 96–61`, `won by Ann 104–61`.
#[must_use]
pub(crate) fn standing(game: &ScoredGame) -> String {
    match (game.tally.ending, game.game.closing) {
        (Some(ending), _) => match ending.winner {
            Some(winner) => format!("won by {} {}", say::name(game, winner), score_phrase(game, winner)),
            None => format!("tied at {}", score_phrase(game, Side::First)),
        },
        (None, Some(Closing::Forfeit(side))) => format!("forfeited by {}", say::name(game, side)),
        (None, Some(Closing::Unfinished)) => format!("closed unfinished at {}", score_phrase(game, Side::First)),
        (None, None) => format!("open at {}", score_phrase(game, Side::First)),
    }
}

/// What decides the game: points in a single column, columns in a best-of, else the game score once there is one.
fn score_phrase(game: &ScoredGame, first: Side) -> String {
    let column = |at: usize| game.tally.columns.get(at).map_or(BySide::default(), |column| column.points);
    let settled = game.tally.settled().count() > 0;
    match say::rules(game).format {
        Format::Single => say::pair(column(0), first),
        _ if !settled => format!("{} in {}", say::pair(column(0), first), say::label(0)),
        Format::BestOf { .. } => format!("{} in columns", say::pair(say::finished(game), first)),
        Format::MultiMatch { .. } | Format::Hollywood { .. } => say::pair(game.tally.game_score, first),
    }
}

#[cfg(test)]
mod tests;
