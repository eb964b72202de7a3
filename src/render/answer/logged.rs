//! The line or two that answer a logged hand.

use crate::render::styles::cards;
use std::rc::Rc;

use super::standing::where_it_stands;
use crate::answer::Draw;
use crate::answer::canvas::Medium;
use crate::render::phrases;
use crate::render::{Canvas, sheet, showdown};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{DeadHand, GameHand, LoggedHand, LoggedResult, Played};
use ginpad_core::notation::{print_moment, quoted};
use ginpad_core::points::{Boxes, Points};
use ginpad_core::rules::{Format, Table};
use ginpad_core::sheet::{Adjustment, Column, EnteredHand, EntryAt, Settlement, Standing};
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
    fn text(&self, canvas: Canvas) -> String {
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
        lines.extend(entered.closed.iter().filter_map(|at| closed(game, *at)).flat_map(|closed| filled(&[closed])));
        if !entered.closed.is_empty() && canvas.medium != Medium::Pad {
            lines.extend(filled(&where_it_stands(game)));
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }

    fn is_short(&self) -> bool {
        true
    }
}

/// An adjustment in words: `a1  Ann adjusted by -20`.
pub(crate) fn adjusted(game: &ScoredGame, at: usize) -> String {
    let Some(entered) = game.tally.adjustments.get(at) else { return String::new() };
    let Adjustment { side, points, .. } = entered.adjustment;
    format!("a{}  {} adjusted by {points}", at + 1, phrases::name(game, side))
}

/// What is said of a hand by itself.
fn own_lines(game: &ScoredGame, hand: usize, entered: &EnteredHand, canvas: Canvas) -> Vec<String> {
    let mut parts = vec![reading(game, hand, entered)];
    parts.extend(remarks_of(game, hand));
    match &entered.standing {
        Standing::BeyondTheEnd => parts.push(phrases::AFTER_THE_END.into()),
        Standing::Refused(_) => parts.push(phrases::not_counted(entered)),
        Standing::Counted if entered.closed.is_empty() && canvas.medium != Medium::Pad && phrases::is_open(game) => {
            parts.extend(where_it_stands(game));
        }
        Standing::Counted => {}
    }
    let lead = format!("#{}  ", hand + 1);
    fill(&lead, &parts, canvas.sentence_columns(), lead.len())
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
    let mut text = priced.awards.iter().map(result).collect::<Vec<_>>().join("; ");
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

/// What was logged with a hand: what its cards are, then its upcard, note and time.
pub(in crate::render) fn remarks_of(game: &ScoredGame, hand: usize) -> Vec<String> {
    let cards = results(game, hand).iter().zip(&game.tally.hands[hand].priced.awards);
    let cards = cards.filter_map(|(result, award)| showdown::remark(game, result, award));
    let logged = game.game.hands.get(hand).map(GameHand::logged);
    cards.chain(out_of_turn(game, hand)).chain(logged.and_then(remarks)).collect()
}

/// Whose turn it was at a table of three where another two played.
pub(in crate::render) fn out_of_turn(game: &ScoredGame, hand: usize) -> Option<String> {
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

/// What a closed column is worth: `Ann finishes the 1st column: Ann 330 (105 + game 100 + 5 boxes 125), Bob 48; net 282`.
fn closed(game: &ScoredGame, at: usize) -> Option<String> {
    let column = game.tally.columns.get(at)?;
    let close = column.close.as_ref()?;
    let net = close.settlement.net().abs();
    let net = match (&phrases::rules(game).format, column.multiplier) {
        // The verdict has it.
        (Format::Single, _) => String::new(),
        (_, 1) => format!("; net {net}"),
        (_, times) => format!("; net {net} × {times} = {}", net * times),
    };
    let finishes = format!("{} {}", phrases::does(game, close.finisher, "finish"), phrases::column_name(game, at));
    let totals = game.game.players.order().map(|side| total(game, column, &close.settlement, side));
    let totals = totals.collect::<Vec<_>>().join(", ");
    Some(format!("{finishes}: {totals}{net}"))
}

/// The total of a side with its parts, if there are several.
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
