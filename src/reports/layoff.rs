//! Both hands after a knock.

use ginpad_core::cards::{Card, LaidOut, Showdown};
use ginpad_core::hand::{Role, Settled};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::answer::table::Cell;
use crate::answer::{Block, Report};

/// Both hands after a knock, and what the hand scores: `ginpad/layoff/1`.
#[derive(Debug)]
pub(crate) struct LayoffReport(pub Settled);

impl Serialize for LayoffReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Settled { showdown: Showdown { knocker, defender, laid_off, .. }, award } = &self.0;
        let laid_off: Vec<_> = laid_off.iter().map(|(card, onto)| json!({ "card": card, "onto": onto })).collect();
        let document = json!({
            "schema": "ginpad/layoff/1",
            "knocker": {
                "deadwood": knocker.deadwood,
                "melds": knocker.melds,
                "unmatched": knocker.unmatched,
            },
            "defender": {
                "deadwood": defender.deadwood,
                "melds": defender.melds,
                "laid_off": laid_off,
                "unmatched": defender.unmatched,
            },
            "outcome": award.outcome.word(),
            "winner": self.0.winner().map(Role::word),
            "points": award.points(),
            "boxes": award.boxes(),
        });
        document.serialize(serializer)
    }
}

impl Report for LayoffReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        vec![Block::Records(self.records()), Block::Drawing(Box::new(self.0.clone()))]
    }
}

impl LayoffReport {
    /// `knocker` and `defender`, each with deadwood, melds and unmatched cards; `laid-off` for each card, with the card and
    /// the meld it goes onto, counted from 1; `result` with outcome, winner, points and boxes.
    fn records(&self) -> Vec<Vec<Cell>> {
        let Settled { showdown, award } = &self.0;
        let text = |text: &str| Cell::Text(text.into());
        let hand = |role: Role, hand: &LaidOut| {
            let melds: Vec<String> = hand.melds.iter().map(|meld| codes(meld)).collect();
            vec![
                text(role.word()),
                Cell::Count(hand.deadwood.into()),
                Cell::Text(melds.join(" / ")),
                Cell::Text(codes(&hand.unmatched)),
            ]
        };
        let hands = [hand(Role::Knocker, &showdown.knocker), hand(Role::Defender, &showdown.defender)];
        let laid_off = showdown.laid_off.iter();
        let laid_off =
            laid_off.map(|(card, onto)| vec![text("laid-off"), Cell::Text(card.code()), Cell::count(onto + 1)]);
        let result = vec![
            text("result"),
            text(award.outcome.word()),
            Cell::text(self.0.winner().map(Role::word)),
            Cell::Count(award.points().0),
            Cell::Count(award.boxes().0),
        ];
        hands.into_iter().chain(laid_off).chain([result]).collect()
    }
}

/// Cards in the order given, as programs read them.
fn codes(cards: &[Card]) -> String {
    cards.iter().map(|card| card.code()).collect::<Vec<_>>().join(" ")
}
