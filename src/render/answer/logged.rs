//! The line or two that answer a logged hand.

use crate::render::layout::cards;
use std::rc::Rc;

use crate::answer::Draw;
use crate::answer::look::Medium;
use crate::render::phrases::{self, Position};
use crate::render::{Look, money, sheet, showdown};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{Award, DeadHand, LoggedHand, LoggedResult, Outcome, Played};
use ginpad_core::notation::{print_moment, quoted};
use ginpad_core::points::{Boxes, Points};
use ginpad_core::rules::{Format, LineTiming};
use ginpad_core::sheet::{Close, Column, EnteredHand, Standing};
use ginpad_core::side::Side;
use ginpad_core::text::{fill, printable};

/// The indent of a line about a closed column or the end of the game.
const INDENT: usize = 4;

/// The line or two about a hand: how the entry was read, the points, the score, who needs what and who deals next. If the
/// hand closed a column or the game, another line says what that is worth.
///
/// A line that is too long is broken between its parts, else at commas, else within sums. A number stays next to what
/// it counts.
#[derive(Debug, Clone)]
pub(crate) struct HandLine {
    /// The game.
    pub game: Rc<ScoredGame>,
    /// The hand, counted from 0.
    pub hand: usize,
    /// Which state of the game it is beside.
    pub beside: Beside,
}

/// A state of a game beside which a hand is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// As the game stood when the hand was logged as its last. If it ended the game, the foot of the sheet says how.
    ItsOwnTime,
    /// As the game stands now.
    Now,
}

impl Draw for HandLine {
    fn text(&self, look: Look) -> String {
        let HandLine { game, hand, beside } = self;
        if *beside == Beside::ItsOwnTime && hand + 1 < game.game.hands.len() {
            let mut earlier = game.game.clone();
            earlier.hands.truncate(hand + 1);
            return HandLine { game: Rc::new(earlier.scored()), ..*self }.text(look);
        }
        let Some(entered) = game.tally.hands.get(*hand) else { return String::new() };
        let lines = own_lines(game, *hand, entered, look).join("\n");
        if *beside == Beside::ItsOwnTime && game.tally.ending.is_some_and(|ending| ending.hand == *hand) {
            return format!("{lines}\n\n{}", sheet::foot(game, look));
        }
        let closed = closings(game, entered, look.medium == Medium::Pad).into_iter();
        let closed = closed.flat_map(|parts| fill("", &parts, look.sentence_columns(), INDENT));
        std::iter::once(lines).chain(closed).map(|line| line + "\n").collect()
    }

    fn is_short(&self) -> bool {
        true
    }
}

/// What a hand closed, and where the game stands after that. At the pad, the score, the needs and the deal stand below.
fn closings(game: &ScoredGame, entered: &EnteredHand, is_at_pad: bool) -> Vec<Vec<String>> {
    if entered.closed.is_empty() {
        return Vec::new();
    }
    let score = |side: Side| format!("{} {}", phrases::name(game, side), game.tally.game_score[side]);
    // In a multi-match, where the game stands has the game score.
    let is_multi_match = matches!(phrases::rules(game).format, Format::MultiMatch { .. });
    let score = (!is_multi_match).then(|| format!("game score: {}, {}", score(Side::First), score(Side::Second)));
    let ended = phrases::verdict(game, Position::Within);
    let then: Vec<String> = match ended {
        Some(_) if is_at_pad => Vec::new(),
        Some(verdict) => [verdict].into_iter().chain(money::game_money(game, Position::Within)).collect(),
        None => score.into_iter().chain(where_it_stands(game).filter(|_| !is_at_pad)).collect(),
    };
    entered.closed.iter().map(|column| vec![closed(game, *column)]).chain([then]).collect()
}

/// The open score and what each side needs, the same for the whole game if it has several matches, and who deals.
pub(super) fn where_it_stands(game: &ScoredGame) -> impl Iterator<Item = String> {
    [open_score(game), score_of_matches(game), phrases::deal(game)].into_iter().flatten()
}

/// The score that decides a game of several matches, once one is settled, and what each side still needs:
/// `game score: Ann 330 (needs 170), Bob 362 (needs 138)`, `matches: Ann 1 (needs 2), Bob 0 (needs 3)`.
fn score_of_matches(game: &ScoredGame) -> Option<String> {
    game.tally.settled().next()?;
    let (what, score) = match phrases::rules(game).format {
        Format::MultiMatch { .. } => ("game score", game.tally.game_score),
        Format::BestOf { .. } => ("matches", phrases::finished(game)),
        Format::Single | Format::Hollywood { .. } => return None,
    };
    let needs = phrases::needs_for_the_game(game);
    let side = |side: Side| {
        let needs = needs.map(|needs| format!(" (needs {})", needs[side])).unwrap_or_default();
        format!("{} {}{needs}", phrases::name(game, side), score[side])
    };
    Some(format!("{what}: {}, {}", side(Side::First), side(Side::Second)))
}

/// What is said of a hand by itself.
fn own_lines(game: &ScoredGame, hand: usize, entered: &EnteredHand, look: Look) -> Vec<String> {
    let mut parts = vec![reading(game, hand, entered)];
    parts.extend(remarks_of(game, hand));
    match &entered.standing {
        Standing::BeyondTheEnd => parts.push(phrases::AFTER_THE_END.into()),
        Standing::Refused(_) => parts.push(phrases::not_counted(entered)),
        Standing::Counted if entered.closed.is_empty() && look.medium != Medium::Pad => {
            parts.extend(where_it_stands(game));
        }
        Standing::Counted => {}
    }
    let lead = format!("#{}  ", hand + 1);
    fill(&lead, &parts, look.sentence_columns(), lead.len())
}

/// The result of each pair as it was logged.
fn results(game: &ScoredGame, hand: usize) -> &[LoggedResult] {
    match game.game.hands.get(hand).map(|hand| &hand.logged().played) {
        Some(Played::Results(results)) => results,
        _ => &[],
    }
}

/// A hand in words, with its points and their parts.
pub(in crate::render) fn reading(game: &ScoredGame, hand: usize, entered: &EnteredHand) -> String {
    let priced = &entered.priced;
    if let Some(Played::Dead(dead)) = game.game.hands.get(hand).map(|hand| &hand.logged().played) {
        return match dead {
            DeadHand::Stock => "dead hand; nobody scores".into(),
            DeadHand::Misdeal => "misdeal; nobody scores".into(),
        };
    }
    if !entered.refusals().is_empty() {
        let results: Vec<String> = priced.awards.iter().map(|award| phrases::award(game, award)).collect();
        return results.join("; ");
    }
    let results: Vec<String> = priced.awards.iter().map(|award| result(game, award)).collect();
    let mut text = results.join("; ");
    if priced.awards.len() > 1 {
        text.push_str(&match priced.winner {
            Some(winner) => format!("; {} {}", phrases::does(game, winner, "score"), priced.points),
            None => "; level, nobody scores".into(),
        });
    }
    if priced.boxes > Boxes::LINE {
        text.push_str(&format!(", {}", phrases::boxes(priced.boxes)));
    }
    text
}

/// What was logged with a hand: what its cards are, then its upcard, note and time.
pub(in crate::render) fn remarks_of(game: &ScoredGame, hand: usize) -> Vec<String> {
    let cards = results(game, hand).iter().flat_map(|result| showdown::remarks(game, result));
    cards.chain(game.game.hands.get(hand).and_then(|hand| remarks(hand.logged()))).collect()
}

/// The upcard, note and time of a hand: `up 7♠, note "took the four", at 2026-11-20 19:45 +00:00`.
fn remarks(hand: &LoggedHand) -> Option<String> {
    let up = hand.upcard.map(|card| format!("up {}", cards(&card)));
    let note = hand.note.as_ref().map(|note| format!("note {}", quoted(&printable(note.as_str()))));
    let at = hand.at.map(|at| format!("at {}", print_moment(at)));
    let remarks: Vec<String> = [up, note, at].into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join(", "))
}

/// The result of one pair in words, with its points.
fn result(game: &ScoredGame, award: &Award) -> String {
    let words = phrases::award(game, award);
    match (award.outcome, award.winner) {
        (Outcome::Points | Outcome::Dead, _) => words,
        (_, Some(_)) => format!("{words}: {}", phrases::parts(award)),
        (_, None) => format!("{words}: {}", phrases::NOBODYS),
    }
}

/// The points of the open columns in which a hand was won, and what each side needs.
fn open_score(game: &ScoredGame) -> Option<String> {
    let rules = phrases::rules(game);
    let hollywood = matches!(rules.format, Format::Hollywood { .. });
    let several = rules.format != Format::Single;
    let each = |(at, column): (usize, &Column)| {
        let needs = column.needs(rules)?;
        let need = |needs: String| if phrases::is_open(game) { format!(" (needs {needs})") } else { String::new() };
        let side = |side: Side| {
            format!("{} {}{}", phrases::name(game, side), column.points[side], need(needs[side].to_string()))
        };
        if hollywood {
            let points = phrases::pair(column.points, Side::First);
            return Some(format!(
                "{}: {points}{}",
                phrases::column_name(game, at),
                need(phrases::pair(needs, Side::First))
            ));
        }
        let label = if several { format!("{}: ", phrases::column_name(game, at)) } else { String::new() };
        Some(format!("{label}{}, {}", side(Side::First), side(Side::Second)))
    };
    let entered = |column: &Column| column.hands_won.iter().any(|won| *won > 0);
    let columns = game.tally.columns.iter().enumerate().filter(|(_, column)| entered(column) || !several);
    let scores: Vec<String> = columns.filter_map(each).collect();
    (!scores.is_empty()).then(|| scores.join(", "))
}

/// What a closed column is worth, in one line.
fn closed(game: &ScoredGame, at: usize) -> String {
    let Some((column, close)) = game.tally.columns.get(at).and_then(|column| Some((column, column.close.as_ref()?)))
    else {
        return String::new();
    };
    let (first, net) = (close.finisher, close.settlement.net().abs());
    let side = |side: Side| {
        let total = close.settlement.totals()[side];
        format!("{} {total}{}", phrases::name(game, side), sum(game, column, close, side))
    };
    let times = match column.multiplier {
        1 => format!("net {net}"),
        times => format!("net {net} × {times} = {}", net * times),
    };
    let what = phrases::column_name(game, at);
    format!("{} {what}: {}, {}, {times}", phrases::does(game, first, "finish"), side(first), side(first.other()))
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
    let boxes = (phrases::boxes(column.boxes[side]), settlement.line_bonus[side]);
    let is_early = phrases::rules(game).line_timing == LineTiming::Immediate;
    let (early, late) = if is_early { (Some(boxes), None) } else { (None, Some(boxes)) };
    early.into_iter().for_each(|(what, points)| part(what, points));
    part("shutout".into(), settlement.shutout[side]);
    part("game".into(), settlement.game_bonus[side]);
    late.into_iter().for_each(|(what, points)| part(what, points));
    if parts.len() == 1 { String::new() } else { format!(" ({})", parts.join(" + ")) }
}
