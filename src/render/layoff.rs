//! Both hands after a knock: laid out for people, as records, as a document.

use serde_json::{Value, json};

use super::fill::fill;
use super::ink::bold;
use super::json::codes;
use super::{Look, laid, say};
use crate::cards::{Card, LaidOut, Showdown};
use crate::hand::{Award, Kind, Outcome};
use crate::players::Seat;
use crate::points::Boxes;
use crate::rules::Rules;
use crate::side::Side;

/// The side of the knocker, where there are no names.
const KNOCKER: Side = Side::First;

/// Two hands laid out, and what the hand is worth.
#[derive(Debug, Clone)]
pub struct Settled {
    showdown: Showdown,
    award: Award,
}

impl Settled {
    /// Prices a showdown. `upcard` is the hand's, where it is known.
    #[must_use]
    pub fn new(showdown: Showdown, upcard: Option<Card>, rules: &Rules) -> Settled {
        let outcome = Outcome::of(&showdown, Seat { side: KNOCKER, place: 0 });
        Settled { award: Award::new(outcome, upcard, rules), showdown }
    }

    /// For people: each hand meld by meld with its deadwood counted, what is laid off where, and what that is worth.
    #[must_use]
    pub fn text(&self, look: Look) -> String {
        let room = look.columns();
        let Showdown { knocker, defender, .. } = &self.showdown;
        let melds = |hand: &LaidOut| hand.melds.iter().flat_map(|meld| laid::meld(meld, room)).collect::<Vec<_>>();
        let left = |hand: &LaidOut| laid::deadwood(&hand.unmatched, hand.deadwood, room);
        let lines = [
            vec![bold("knocker", look.colour)],
            melds(knocker),
            left(knocker),
            vec![String::new(), bold("defender", look.colour)],
            melds(defender),
            self.laid_off(room),
            left(defender),
            vec![String::new()],
            fill("", &[self.words()], room, 2).iter().map(|line| bold(line, look.colour)).collect(),
        ];
        lines.iter().flatten().map(|line| format!("{line}\n")).collect()
    }

    /// For programs, one record a line: `knocker` and `defender`, each with its deadwood, melds and unmatched cards;
    /// `laid-off` with the card and the meld, counted from 1, for each card laid off; `result` with the outcome, the
    /// winner, the points and the boxes.
    #[must_use]
    pub fn plain(&self) -> String {
        let hand = |name: &str, hand: &LaidOut| {
            let melds: Vec<String> = hand.melds.iter().map(|meld| codes(meld.iter().copied()).join(" ")).collect();
            let unmatched = codes(hand.unmatched.iter().copied()).join(" ");
            format!("{name}\t{}\t{}\t{unmatched}\n", hand.deadwood, melds.join(" / "))
        };
        let laid =
            self.showdown.laid_off.iter().map(|(card, onto)| format!("laid-off\t{}\t{}\n", card.code(), onto + 1));
        let Award { kind, .. } = self.award;
        let (points, boxes, winner) = (self.award.points(), self.award.boxes(), self.winner().unwrap_or_default());
        hand("knocker", &self.showdown.knocker)
            + &hand("defender", &self.showdown.defender)
            + &laid.collect::<String>()
            + &format!("result\t{}\t{winner}\t{points}\t{boxes}\n", kind.word())
    }

    /// For programs: `ginpad/layoff/1`.
    #[must_use]
    pub fn json(&self) -> Value {
        let Showdown { knocker, defender, laid_off, .. } = &self.showdown;
        let melds = |hand: &LaidOut| hand.melds.iter().map(|meld| codes(meld.iter().copied())).collect::<Vec<_>>();
        let unmatched = |hand: &LaidOut| codes(hand.unmatched.iter().copied());
        let laid_off: Vec<Value> =
            laid_off.iter().map(|(card, onto)| json!({ "card": card.code(), "onto": onto })).collect();
        json!({
            "schema": "ginpad/layoff/1",
            "knocker": {
                "deadwood": knocker.deadwood, "melds": melds(knocker), "unmatched": unmatched(knocker),
            },
            "defender": {
                "deadwood": defender.deadwood, "melds": melds(defender), "laid_off": laid_off,
                "unmatched": unmatched(defender),
            },
            "outcome": self.award.kind.word(),
            "winner": self.winner(),
            "points": self.award.points(),
            "boxes": self.award.boxes(),
        })
    }

    fn winner(&self) -> Option<&'static str> {
        self.award.winner.map(|side| if side == KNOCKER { "knocker" } else { "defender" })
    }

    /// What is laid off, one line for each meld that it goes onto.
    fn laid_off(&self, room: usize) -> Vec<String> {
        let onto = |(at, meld): (usize, &Vec<Card>)| {
            let cards: Vec<Card> = self.showdown.laid_onto(at).iter().collect();
            let pieces = [laid::words(&cards), vec![format!("onto the {}", laid::name(meld))], laid::words(meld)];
            (!cards.is_empty()).then(|| laid::row("lays off", &pieces.concat(), room))
        };
        self.showdown.knocker.melds.iter().enumerate().filter_map(onto).flatten().collect()
    }

    /// How the hand ended and what it is worth.
    fn words(&self) -> String {
        let deadwood = self.award.deadwood.unwrap_or_default();
        let (own, other) = (deadwood[KNOCKER], deadwood[KNOCKER.other()]);
        let ended = match self.award.kind {
            Kind::Gin => format!("gin against {other}"),
            Kind::BigGin => format!("big gin against {other}"),
            Kind::Undercut => format!("undercut, {other} against {own}"),
            kind => format!("{}, {own} against {other}", kind.word()),
        };
        let boxes = match self.award.boxes() {
            boxes if boxes > Boxes::LINE => format!(", {}", say::boxes(boxes)),
            _ => String::new(),
        };
        match self.winner() {
            Some(winner) => format!("{ended}: the {winner} scores {}{boxes}", say::parts(&self.award)),
            None => format!("{ended}: nobody's hand"),
        }
    }
}

#[cfg(test)]
mod tests;
