//! Cards as a player lays them out: a row for each meld, then the deadwood, counted card by card.

use ginpad_core::cards::{Card, Meld, MeldKind};
use ginpad_core::text::{align_left, pack};

/// The column in which the cards of a row start, after its label.
const LABEL: usize = 10;

/// A meld after the word for it.
pub(super) fn meld(cards: &[Card], room: usize) -> Vec<String> {
    row(kind(cards).map_or("cards", MeldKind::word), &words(cards), room)
}

/// The kind of meld that these cards make.
pub(super) fn kind(cards: &[Card]) -> Option<MeldKind> {
    Meld::new(cards.iter().copied().collect()).map(Meld::kind)
}

/// Unmatched cards, the highest first, each with its value, and their sum.
pub(super) fn deadwood(unmatched: &[Card], sum: u16, room: usize) -> Vec<String> {
    let mut cards = unmatched.to_vec();
    cards.sort_by_key(|card| (std::cmp::Reverse(card.rank), card.suit));
    let pieces = match cards.as_slice() {
        [] => vec!["none".into()],
        [only] => vec![format!("{only} = {sum}")],
        [first, others @ .., last] => {
            let counted = |card: &Card| format!("{card} {}", card.rank.value());
            let others = others.iter().map(|card| format!("+ {}", counted(card)));
            let last = format!("+ {} = {sum}", counted(last));
            std::iter::once(counted(first)).chain(others).chain([last]).collect()
        }
    };
    row("deadwood", &pieces, room)
}

/// A label and pieces after it; further lines start below the first piece.
pub(super) fn row(label: &str, pieces: &[String], room: usize) -> Vec<String> {
    let lines = pack(pieces, " ", room.saturating_sub(LABEL), 0).into_iter().enumerate();
    lines.map(|(at, line)| align_left(if at == 0 { label } else { "" }, LABEL) + &line).collect()
}

/// Each card as one piece of a line.
pub(super) fn words(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}
