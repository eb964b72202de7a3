//! The value of cards: a hand on its own, and both hands after a knock.

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::answer::{Block, Cell, Drawing, Report, cells};
use crate::render::{both_hands, judged_hand};
use ginpad_core::cards::{Arrangement, Card, LaidOut, Showdown};
use ginpad_core::text::join;
use ginpad_core::{HandAnalysis, Role, Settled, Verdict};

/// The analysis of a player's cards: `ginpad/deadwood/1`.
#[derive(Debug)]
pub(crate) struct DeadwoodReport {
    /// The rules.
    pub rules: String,
    /// The hand.
    pub hand: HandAnalysis,
}

impl Serialize for DeadwoodReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let HandAnalysis { cards, terms, verdict, discards, outs } = &self.hand;
        let limit = terms.limit();
        let outs = outs.map(|outs| {
            json!({
                "unseen": outs.unseen.len(),
                "gin": outs.gin,
                "gin_count": outs.gin.len(),
                "knock": limit.map(|_| outs.knock),
                "knock_count": limit.map(|_| outs.knock.len()),
            })
        });
        let document = json!({
            "schema": "ginpad/deadwood/1",
            "rules": self.rules,
            "cards": cards,
            "deadwood": verdict.arrangement.deadwood,
            "melds": verdict.arrangement.melds().map(|meld| meld.cards()).collect::<Vec<_>>(),
            "unmatched": verdict.arrangement.unmatched,
            "discard": verdict.discard,
            "discards": verdict.discard.map(|_| discards),
            "gin": verdict.is_gin(),
            "big_gin": verdict.is_big_gin(),
            "knock": { "limit": limit.map(|limit| limit.deadwood), "allowed": verdict.may_end() },
            "outs": outs,
        });
        document.serialize(serializer)
    }
}

impl Report for DeadwoodReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let fields = deadwood_record(&self.hand.verdict).into_iter().map(Cell::Text);
        vec![Block::records([fields.collect()]), Block::Drawing(Drawing::new(|canvas| judged_hand(&self.hand, canvas)))]
    }
}

/// The record of cards: the deadwood; the melds, separated by ` / `; the unmatched cards; and the card to throw, if
/// any.
pub(crate) fn deadwood_record(verdict: &Verdict) -> Vec<String> {
    let Arrangement { unmatched, deadwood, .. } = verdict.arrangement;
    let melds = join(verdict.arrangement.melds().map(|meld| meld.cards().codes()), " / ");
    let fields = [deadwood.to_string(), melds, unmatched.codes()];
    fields.into_iter().chain(verdict.discard.map(|card| card.code())).collect()
}

/// Both hands after a knock, and the score of the hand: `ginpad/layoff/1`.
#[derive(Debug)]
pub(crate) struct LayoffReport(pub Settled);

impl Serialize for LayoffReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Settled { showdown: Showdown { knocker, defender, laid_off, .. }, award } = &self.0;
        let mut defender = json!(defender);
        defender["laid_off"] = laid_off.iter().map(|(card, onto)| json!({ "card": card, "onto": onto })).collect();
        let document = json!({
            "schema": "ginpad/layoff/1",
            "knocker": knocker,
            "defender": defender,
            "outcome": award.outcome.word(),
            "winner": self.0.winner().map(Role::word),
            "points": award.points(),
            "boxes": award.boxes(),
        });
        document.serialize(serializer)
    }
}

impl Report for LayoffReport {
    /// The records: `knocker` and `defender`, each with deadwood, melds and unmatched cards; `laid-off` for each card,
    /// with the card and the number of its meld, from 1; `result` with outcome, winner, points and boxes.
    fn blocks(&self) -> Vec<Block<'_>> {
        let showdown = &self.0.showdown;
        let hand = |role: Role, hand: &LaidOut| {
            let melds = join(hand.melds.iter().map(|meld| codes(meld)), " / ");
            let cards = [melds, codes(&hand.unmatched)].map(Cell::Text);
            Block::kind(role.word(), [[vec![Cell::Count(hand.deadwood.into())], cards.to_vec()].concat()])
        };
        let laid_off =
            showdown.laid_off.iter().map(|(card, onto)| vec![Cell::Text(card.code()), Cell::count(onto + 1)]);
        vec![
            hand(Role::Knocker, &showdown.knocker),
            hand(Role::Defender, &showdown.defender),
            Block::kind("laid-off", laid_off),
            Block::kind("result", [cells(&json!(self), "outcome winner points boxes")]),
            Block::Drawing(Drawing::new(|canvas| both_hands(&self.0, canvas))),
        ]
    }
}

/// The codes of cards for programs, in the order given.
fn codes(cards: &[Card]) -> String {
    join(cards.iter().map(|card| card.code()), " ")
}
