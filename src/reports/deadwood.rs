//! What cards are good for.

use ginpad_core::cards::Arrangement;
use ginpad_core::hand::{HandAnalysis, Verdict};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::answer::table::Cell;
use crate::answer::{Block, Report};

/// What a player's cards are good for: `ginpad/deadwood/1`.
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
            "deadwood": verdict.stands.deadwood,
            "melds": verdict.stands.melds().map(|meld| meld.cards()).collect::<Vec<_>>(),
            "unmatched": verdict.stands.unmatched,
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
        vec![Block::Records(vec![fields.collect()]), Block::Drawing(Box::new(self.hand.clone()))]
    }
}

/// The record of cards: the deadwood; the melds, separated by ` / `; the unmatched cards; and the card to throw, if there
/// is one.
pub(crate) fn deadwood_record(verdict: &Verdict) -> Vec<String> {
    let Arrangement { unmatched, deadwood, .. } = verdict.stands;
    let melds: Vec<String> = verdict.stands.melds().map(|meld| meld.cards().codes()).collect();
    let fields = [deadwood.to_string(), melds.join(" / "), unmatched.codes()];
    fields.into_iter().chain(verdict.discard.map(|card| card.code())).collect()
}
