//! One-line answers: a logged hand, and where a game stands.

use std::rc::Rc;

use crate::answer::Medium;
use crate::render::cards::shown_remark;
use crate::render::styles::cards;
use crate::render::{Canvas, game_money, phrases, sheet};
use ginpad_core::cards::Suit;
use ginpad_core::notation::{print_moment, quoted};
use ginpad_core::text::{fill, join, printable};
use ginpad_core::{
    Adjustment, Boxes, BySide, Column, DeadHand, EnteredHand, EntryAt, Format, GameHand, Limit, LoggedHand, Played,
    Players, Points, ScoredGame, Settlement, Side, SpadesDouble, Table, Upcard,
};

#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed_back_tests;

/// The indent of a line about a closed column or the end of the game.
const INDENT: usize = 4;

/// A line or two about a hand: the entry as understood, the points, the score, each side's need and the next dealer. If
/// the hand closed a column or the game, another line gives its value.
///
/// A long line is broken between its parts, else at commas, else within sums. A number stays next to its unit.
#[derive(Debug, Clone)]
pub(crate) struct HandLine {
    /// The game.
    pub game: Rc<ScoredGame>,
    /// The index of the hand, from 0.
    pub hand: usize,
    /// The state of the game shown with the hand.
    pub beside: Beside,
}

/// The state of the game shown with a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// The game just after the hand was logged as its last. If the hand ended the game, the foot of the sheet follows.
    ItsOwnTime,
    /// The game as it stands now.
    Now,
}

impl HandLine {
    /// The line on a terminal, to be painted.
    pub(crate) fn text(&self, canvas: Canvas) -> String {
        let HandLine { game, hand, beside } = self;
        if *beside == Beside::ItsOwnTime && hand + 1 < game.game.hands.len() {
            let mut earlier = game.game.clone();
            earlier.hands.truncate(hand + 1);
            earlier.adjustments.retain(|adjustment| adjustment.after <= *hand);
            return HandLine { game: Rc::new(earlier.scored()), ..*self }.text(canvas);
        }
        let Some(entered) = game.tally.hands.get(*hand) else { return String::new() };
        let mut lines = own_lines(game, *hand, entered, canvas);
        if *beside == Beside::ItsOwnTime && game.tally.ending.is_some_and(|ending| ending.by == EntryAt::Hand(*hand)) {
            return format!("{}\n\n{}", lines.join("\n"), sheet::foot(game, canvas));
        }
        let filled = |parts: &[String]| fill("", parts, canvas.sentence_columns(), INDENT);
        let closes: Vec<usize> = game.tally.closed_by(EntryAt::Hand(*hand)).collect();
        lines.extend(closes.iter().filter_map(|at| closed(game, *at)).flat_map(|closed| filled(&[closed])));
        if !closes.is_empty() && canvas.medium != Medium::Pad {
            lines.extend(filled(&where_it_stands(game)));
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }
}

/// An adjustment in words: `a1  Ann adjusted by -20`.
pub(crate) fn adjusted(game: &ScoredGame, at: usize) -> String {
    let Adjustment { side, points, .. } = game.game.adjustments[at];
    format!("{}  {} adjusted by {points}", EntryAt::Adjustment(at), phrases::name(game, side))
}

/// The lines about the hand itself.
fn own_lines(game: &ScoredGame, hand: usize, entered: &EnteredHand, canvas: Canvas) -> Vec<String> {
    let mut parts = vec![reading(game, hand, entered)];
    parts.extend(remarks_of(game, hand));
    parts.extend(phrases::why_not_counted(entered));
    let closes = || game.tally.closed_by(EntryAt::Hand(hand)).next().is_some();
    if entered.is_counted() && canvas.medium != Medium::Pad && game.is_open() && !closes() {
        parts.extend(where_it_stands(game));
    }
    let lead = format!("#{}  ", hand + 1);
    fill(&lead, &parts, canvas.sentence_columns(), lead.len())
}

/// A hand in words, with its points and their parts.
pub(super) fn reading(game: &ScoredGame, hand: usize, entered: &EnteredHand) -> String {
    let priced = &entered.priced;
    if let Some(Played::Dead(dead)) = game.game.hands.get(hand).map(|hand| &hand.logged().played) {
        let what = match dead {
            DeadHand::Stock => "dead hand",
            DeadHand::Misdeal => "misdeal",
        };
        let names = priced.between.map(|two| two.map(|seat| printable(game.game.players.name(seat))).join(" and "));
        let between = names.map(|names| format!(" between {names}"));
        return format!("{what}{}; nobody scores", between.unwrap_or_default());
    }
    let is_refused = !entered.refusals().is_empty();
    let result = |award| if is_refused { phrases::award(game, award) } else { phrases::result(game, award) };
    let mut text = join(priced.awards.iter().map(result), "; ");
    if is_refused {
        return text;
    }
    if priced.awards.len() > 1 && game.game.players.pairs() > 1 {
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

/// Other facts logged with a hand: its cards, then its upcard, note and time.
pub(super) fn remarks_of(game: &ScoredGame, hand: usize) -> Vec<String> {
    let logged = game.game.hands.get(hand).map(GameHand::logged);
    let results = logged.iter().flat_map(|logged| logged.results()).zip(&game.tally.hands[hand].priced.awards);
    let cards = results.filter_map(|(result, award)| shown_remark(game, result, award));
    cards.chain(out_of_turn(game, hand)).chain(logged.and_then(remarks)).collect()
}

/// Names the players whose turn it was at a table of three, if another two played.
pub(super) fn out_of_turn(game: &ScoredGame, hand: usize) -> Option<String> {
    let played = game.game.hands.get(hand)?.logged().between?;
    let is_cutthroat = phrases::rules(game).table == Table::Cutthroat;
    let two = game.game.to_play(hand).filter(|two| is_cutthroat && *two != played)?;
    let names = two.map(|seat| printable(game.game.players.name(seat)));
    Some(format!("{} were to play", names.join(" and ")))
}

/// The upcard, note and time of a hand: `up 7♠, note "took the four", at 2026-11-20 19:45 +00:00`.
fn remarks(hand: &LoggedHand) -> Option<String> {
    let up = hand.upcard.map(|card| format!("up {}", cards(&card)));
    let note = hand.note.as_ref().map(|note| format!("note {}", quoted(&printable(note.as_str()))));
    let at = hand.at.map(|at| format!("at {}", print_moment(at)));
    let remarks: Vec<String> = [up, note, at].into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join(", "))
}

/// The value of a closed column: `Ann finishes the 1st column: Ann 330 (105 + game 100 + 5 boxes 125), Bob 48; net
/// 282`.
pub(crate) fn closed(game: &ScoredGame, at: usize) -> Option<String> {
    let column = game.tally.columns.get(at)?;
    let (close, settlement) = (column.close.as_ref()?, column.settlement.as_ref()?);
    let net = settlement.nets()[Side::First].abs();
    let net = match (&phrases::rules(game).format, column.multiplier) {
        // The verdict contains it.
        (Format::Single, _) => String::new(),
        (_, 1) => format!("; net {net}"),
        (_, times) => format!("; net {net} × {times} = {}", net * times),
    };
    let finishes = format!("{} {}", phrases::does(game, close.finisher, "finish"), phrases::column_name(game, at));
    let totals = game.game.players.order().map(|side| total(game, column, settlement, side));
    Some(format!("{finishes}: {}{net}", join(totals, ", ")))
}

/// The total of a side, with its parts if it has several.
fn total(game: &ScoredGame, column: &Column, settlement: &Settlement, side: Side) -> String {
    let boxes = phrases::boxes(column.boxes[side]);
    let parts = [
        (settlement.hand_points[side], String::new()),
        (settlement.shutout_in_totals()[side], "shutout ".into()),
        (settlement.game_bonus[side], "game ".into()),
        (settlement.line_bonus[side], format!("{boxes} ")),
    ];
    let parts = parts.into_iter().filter(|(points, _)| *points != Points::ZERO);
    let parts: Vec<String> = parts.map(|(points, what)| format!("{what}{points}")).collect();
    let parts = if parts.len() > 1 { format!(" ({})", parts.join(" + ")) } else { String::new() };
    format!("{} {}{parts}", phrases::name(game, side), settlement.totals()[side])
}

/// Where a game stands before its next hand: the score, each side's need and the dealer. After the end: the result and
/// who pays.
pub(crate) fn where_it_stands(game: &ScoredGame) -> Vec<String> {
    score_and_deal(game).into_iter().chain(game_money(game)).collect()
}

/// Like [`where_it_stands`], without who pays.
fn score_and_deal(game: &ScoredGame) -> Vec<String> {
    match phrases::verdict(game) {
        Some(verdict) => vec![verdict],
        None => open_score(game).into_iter().chain(game_score(game)).chain(phrases::deal(game)).collect(),
    }
}

/// The points of the open columns in which a hand was won, and each side's need.
fn open_score(game: &ScoredGame) -> Vec<String> {
    let rules = phrases::rules(game);
    let is_single = rules.format == Format::Single;
    let each = |(at, column): (usize, &Column)| {
        let score = both(game, column.points, column.needs(rules));
        if is_single { score } else { format!("{}: {score}", phrases::label(game, at)) }
    };
    let is_shown = |column: &Column| column.is_open() && (is_single || column.hands_won.iter().any(|won| *won > 0));
    let columns = game.tally.columns.iter().enumerate().filter(|(_, column)| is_shown(column));
    columns.map(each).collect()
}

/// The score that decides a game of several columns, once one is settled, with each side's need: `game score: Ann 330
/// (needs 170), Bob 362 (needs 138)`, `matches: Ann 1 (needs 2), Bob 0 (needs 3)`.
fn game_score(game: &ScoredGame) -> Option<String> {
    let (rules, score) = (phrases::rules(game), game.tally.game_score);
    let (what, score, goal) = match rules.format {
        Format::MultiMatch => ("game score", score, Some(rules.game_target)),
        Format::Hollywood => ("game score", score, None),
        Format::BestOf => ("matches", phrases::finished(game), Some(Points(i64::from(rules.best_of / 2 + 1)))),
        Format::Single => return None,
    };
    // A side that has reached the mark needs another match to decide.
    let needs = goal.map(|goal| score.map(|score| goal - score));
    let needs = needs.filter(|needs| game.is_open() && needs.iter().all(|needs| *needs > Points::ZERO));
    game.tally.is_settled().then(|| format!("{what}: {}", both(game, score, needs)))
}

/// The points of all sides, with each side's need: `Ann 23 (needs 77), Bob 0 (needs 100)`.
fn both(game: &ScoredGame, points: BySide<Points>, needs: Option<BySide<Points>>) -> String {
    let side = |side: Side| {
        let needs = needs.map(|needs| format!(" (needs {})", needs[side])).unwrap_or_default();
        format!("{} {}{needs}", phrases::name(game, side), points[side])
    };
    join(points.order().map(side), ", ")
}

/// The sides of a game: `Ann – Bob`.
pub(crate) fn sides(players: &Players) -> String {
    join(players.side_names().iter(), " – ")
}

/// Where a game stands; before the first hand, also its players and rules. A turned upcard adds its meaning for the
/// next hand. If somebody has paid since, the money of one game is not what is owed.
pub(crate) fn status(game: &ScoredGame, upcard: Option<Upcard>, has_payments: bool, canvas: Canvas) -> String {
    let mut parts = score_and_deal(game);
    parts.extend(game_money(game).map(|money| if has_payments { "`settle` says who owes whom".into() } else { money }));
    if game.is_open() && game.tally.hands.is_empty() {
        parts.insert(0, format!("{}, {}", printable(&sides(&game.game.players)), game.game.rules));
    }
    parts.extend(upcard.filter(|_| game.is_open()).map(|upcard| turned(game, upcard)));
    // One hand was played, but the dealer is still unknown.
    let lacks_dealer = game.is_open() && game.tally.hands.len() == 1 && game.dealer().is_none();
    parts.extend(lacks_dealer.then(|| format!("{NAME_DEALER} says who dealt first")));
    fill("", &parts, canvas.line_columns(), 2).join("\n")
}

/// The line that names the dealer. Only the players know the name.
pub(crate) const NAME_DEALER: &str = "`dealer NAME`";

/// The meaning of an upcard for its hand: `up 7♥: the knock limit is 7`.
fn turned(game: &ScoredGame, upcard: Upcard) -> String {
    let rules = phrases::rules(game);
    let limit = match Limit::of(rules, Some(upcard)).deadwood {
        0 => "only gin ends the hand".to_string(),
        limit => format!("the knock limit is {limit}"),
    };
    let doubles = rules.spades_double != SpadesDouble::Off && upcard.suit == Some(Suit::Spades);
    format!("up {}: {limit}{}", cards(&upcard), if doubles { ", and a spade doubles" } else { "" })
}
