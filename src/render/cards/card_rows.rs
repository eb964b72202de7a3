//! Cards as a player lays them out: a row for each meld, then the deadwood, counted card by card.

use crate::render::Look;
use crate::render::layout::{bold, cards as in_colour};
use ginpad_core::cards::{Ace, Card, Meld, MeldKind};
use ginpad_core::text::{align_left, fill, pack};

/// The column in which the cards of a row start, after its label.
const LABEL: usize = 10;

/// A meld after the word for it.
pub(super) fn meld(cards: &[Card], look: Look) -> String {
    row(kind(cards).map_or("cards", MeldKind::word), &words(cards), look)
}

/// The kind of meld that these cards make. Whatever is a meld with the ace low is one round the corner too.
pub(super) fn kind(cards: &[Card]) -> Option<MeldKind> {
    Meld::new(cards.iter().copied().collect(), Ace::Corner).map(Meld::kind)
}

/// Unmatched cards, the highest first, each with its value, and their sum.
pub(super) fn deadwood(unmatched: &[Card], sum: u16, ace: Ace, look: Look) -> String {
    let mut cards = unmatched.to_vec();
    cards.sort_by_key(|card| (std::cmp::Reverse((ace.value(card.rank), card.rank)), card.suit));
    let pieces = match cards.as_slice() {
        [] => vec!["none".into()],
        [only] => vec![format!("{only} = {sum}")],
        [first, others @ .., last] => {
            let counted = |card: &Card| format!("{card} {}", ace.value(card.rank));
            let others = others.iter().map(|card| format!("+ {}", counted(card)));
            let last = format!("+ {} = {sum}", counted(last));
            std::iter::once(counted(first)).chain(others).chain([last]).collect()
        }
    };
    row("deadwood", &pieces, look)
}

/// A label and pieces after it; further lines start below the first piece.
pub(super) fn row(label: &str, pieces: &[String], look: Look) -> String {
    let lines = pack(pieces, " ", look.line_columns().saturating_sub(LABEL), 0).into_iter().enumerate();
    let line =
        |(at, line): (usize, String)| align_left(if at == 0 { label } else { "" }, LABEL) + &in_colour(&line) + "\n";
    lines.map(line).collect()
}

/// Each card as one piece of a line.
pub(super) fn words(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

/// A sentence about cards.
pub(super) fn sentence(words: &str, look: Look) -> String {
    lines(words, look).map(|line| line + "\n").collect()
}

/// The sentence that says what it comes to, in bold.
pub(super) fn verdict(words: &str, look: Look) -> String {
    lines(words, look).map(|line| bold(&line, look.colour) + "\n").collect()
}

fn lines(words: &str, look: Look) -> impl Iterator<Item = String> {
    fill("", &[in_colour(&words)], look.line_columns(), 2).into_iter()
}
