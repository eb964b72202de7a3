//! Both hands after a knock: each meld by meld with its deadwood, what is laid off on which meld, and what the hand scores.

use super::card_rows;
use crate::answer::Draw;
use crate::render::layout::bold;
use crate::render::{Look, phrases};
use ginpad_core::cards::{Card, LaidOut, MeldKind, Showdown};
use ginpad_core::hand::{Award, Outcome, Settled};
use ginpad_core::points::Boxes;

impl Draw for Settled {
    fn text(&self, look: Look) -> String {
        let Showdown { knocker, defender, .. } = &self.showdown;
        let head = |role: &str| bold(role, look.colour) + "\n";
        let melds = |hand: &LaidOut| hand.melds.iter().map(|meld| card_rows::meld(meld, look)).collect::<String>();
        let ace = self.showdown.rules().ace;
        let left = |hand: &LaidOut| card_rows::deadwood(&hand.unmatched, hand.deadwood, ace, look);
        let knocker = head("knocker") + &melds(knocker) + &left(knocker);
        let defender = head("defender") + &melds(defender) + &laid_off(&self.showdown, look) + &left(defender);
        format!("{knocker}\n{defender}\n{}", card_rows::verdict(&words(self), look))
    }
}

/// What is laid off, one row for each meld that cards go onto.
fn laid_off(showdown: &Showdown, look: Look) -> String {
    let onto = |(at, meld): (usize, &Vec<Card>)| {
        let cards = showdown.laid_onto(at);
        let kind = card_rows::kind(meld).map_or("meld", MeldKind::word);
        let pieces = [vec![cards.to_string()], vec![format!("onto the {kind}")], card_rows::words(meld)];
        (!cards.is_empty()).then(|| card_rows::row("lays off", &pieces.concat(), look))
    };
    showdown.knocker.melds.iter().enumerate().filter_map(onto).collect()
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
