//! Both hands after a knock, for people and as records.

use super::card_rows;
use crate::render::layout::bold;
use crate::render::{Look, phrases};
use ginpad_core::cards::{Card, LaidOut, MeldKind, Showdown};
use ginpad_core::hand::{Award, Outcome, Role, Settled};
use ginpad_core::points::Boxes;
use ginpad_core::text::fill;

/// For people: each hand meld by meld with its deadwood, what is laid off on which meld, and what the hand scores.
pub(crate) fn layoff(settled: &Settled, look: Look) -> String {
    let room = look.columns();
    let Showdown { knocker, defender, .. } = &settled.showdown;
    let melds = |hand: &LaidOut| hand.melds.iter().flat_map(|meld| card_rows::meld(meld, room)).collect::<Vec<_>>();
    let left = |hand: &LaidOut| card_rows::deadwood(&hand.unmatched, hand.deadwood, room);
    let lines = [
        vec![bold("knocker", look.colour)],
        melds(knocker),
        left(knocker),
        vec![String::new(), bold("defender", look.colour)],
        melds(defender),
        laid_off(&settled.showdown, room),
        left(defender),
        vec![String::new()],
        fill("", &[words(settled)], room, 2).iter().map(|line| bold(line, look.colour)).collect(),
    ];
    lines.iter().flatten().map(|line| format!("{line}\n")).collect()
}

/// For programs, one record a line: `knocker` and `defender`, each with deadwood, melds and unmatched cards; `laid-off`
/// for each card, with the card and the meld it goes onto, counted from 1; `result` with outcome, winner, points and
/// boxes.
pub(crate) fn layoff_plain(settled: &Settled) -> String {
    let Settled { showdown, award } = settled;
    let hand = |role: Role, hand: &LaidOut| {
        let melds: Vec<String> = hand.melds.iter().map(|meld| codes(meld)).collect();
        let unmatched = codes(&hand.unmatched);
        format!("{}\t{}\t{}\t{unmatched}\n", role.word(), hand.deadwood, melds.join(" / "))
    };
    let laid = showdown.laid_off.iter().map(|(card, onto)| format!("laid-off\t{}\t{}\n", card.code(), onto + 1));
    let (points, boxes, winner) = (award.points(), award.boxes(), settled.winner().map_or("", Role::word));
    hand(Role::Knocker, &showdown.knocker)
        + &hand(Role::Defender, &showdown.defender)
        + &laid.collect::<String>()
        + &format!("result\t{}\t{winner}\t{points}\t{boxes}\n", award.outcome.word())
}

/// Cards in the order given, as programs read them.
fn codes(cards: &[Card]) -> String {
    cards.iter().map(|card| card.code()).collect::<Vec<_>>().join(" ")
}

/// What is laid off, one row for each meld that cards go onto.
fn laid_off(showdown: &Showdown, room: usize) -> Vec<String> {
    let onto = |(at, meld): (usize, &Vec<Card>)| {
        let cards = showdown.laid_onto(at);
        let kind = card_rows::kind(meld).map_or("meld", MeldKind::word);
        let pieces = [vec![cards.to_string()], vec![format!("onto the {kind}")], card_rows::words(meld)];
        (!cards.is_empty()).then(|| card_rows::row("lays off", &pieces.concat(), room))
    };
    showdown.knocker.melds.iter().enumerate().filter_map(onto).flatten().collect()
}

/// How the hand ended and what it is worth.
fn words(settled: &Settled) -> String {
    let Settled { showdown: Showdown { knocker, defender, .. }, award } = settled;
    let (own, other) = (knocker.deadwood, defender.deadwood);
    let ended = match award.outcome {
        Outcome::Gin => format!("gin against {other}"),
        Outcome::BigGin => format!("big gin against {other}"),
        Outcome::Undercut => format!("undercut, {other} against {own}"),
        kind => format!("{}, {own} against {other}", kind.word()),
    };
    match settled.winner() {
        Some(winner) => format!("{ended}: the {} scores {}{}", winner.word(), phrases::parts(award), boxes(award)),
        None => format!("{ended}: nobody's hand"),
    }
}

/// The boxes, if there are more than the line.
fn boxes(award: &Award) -> String {
    match award.boxes() {
        boxes if boxes > Boxes::LINE => format!(", {}", phrases::boxes(boxes)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
