//! Both hands after a knock: laid out for people, and as records.

use super::fill::fill;
use super::ink::bold;
use super::json::codes;
use super::{Look, laid, say};
use ginpad_core::cards::{Card, LaidOut, MeldKind, Showdown};
use ginpad_core::hand::{Award, Outcome, Role, Settled};
use ginpad_core::points::Boxes;

/// For people: each hand meld by meld with its deadwood counted, what is laid off where, and what that is worth.
#[must_use]
pub(crate) fn layoff(settled: &Settled, look: Look) -> String {
    let room = look.columns();
    let Showdown { knocker, defender, .. } = &settled.showdown;
    let melds = |hand: &LaidOut| hand.melds.iter().flat_map(|meld| laid::meld(meld, room)).collect::<Vec<_>>();
    let left = |hand: &LaidOut| laid::deadwood(&hand.unmatched, hand.deadwood, room);
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

/// For programs, one record a line: `knocker` and `defender`, each with its deadwood, melds and unmatched cards;
/// `laid-off` with the card and the meld, counted from 1, for each card laid off; `result` with the outcome, the
/// winner, the points and the boxes.
#[must_use]
pub(crate) fn layoff_plain(settled: &Settled) -> String {
    let Settled { showdown, award } = settled;
    let hand = |role: Role, hand: &LaidOut| {
        let melds: Vec<String> = hand.melds.iter().map(|meld| codes(meld.iter().copied()).join(" ")).collect();
        let unmatched = codes(hand.unmatched.iter().copied()).join(" ");
        format!("{}\t{}\t{}\t{unmatched}\n", role.word(), hand.deadwood, melds.join(" / "))
    };
    let laid = showdown.laid_off.iter().map(|(card, onto)| format!("laid-off\t{}\t{}\n", card.code(), onto + 1));
    let (points, boxes, winner) = (award.points(), award.boxes(), settled.winner().map_or("", Role::word));
    hand(Role::Knocker, &showdown.knocker)
        + &hand(Role::Defender, &showdown.defender)
        + &laid.collect::<String>()
        + &format!("result\t{}\t{winner}\t{points}\t{boxes}\n", award.outcome.word())
}

/// What is laid off, one line for each meld that it goes onto.
fn laid_off(showdown: &Showdown, room: usize) -> Vec<String> {
    let onto = |(at, meld): (usize, &Vec<Card>)| {
        let cards: Vec<Card> = showdown.laid_onto(at).iter().collect();
        let kind = laid::kind(meld).map_or("meld", MeldKind::word);
        let pieces = [laid::words(&cards), vec![format!("onto the {kind}")], laid::words(meld)];
        (!cards.is_empty()).then(|| laid::row("lays off", &pieces.concat(), room))
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
        Some(winner) => format!("{ended}: the {} scores {}{}", winner.word(), say::parts(award), boxes(award)),
        None => format!("{ended}: nobody's hand"),
    }
}

/// The boxes, where they are more than the line.
fn boxes(award: &Award) -> String {
    match award.boxes() {
        boxes if boxes > Boxes::LINE => format!(", {}", say::boxes(boxes)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
