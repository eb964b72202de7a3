//! What cards are good for.

use ginpad_core::cards::{Arrangement, Cards};
use ginpad_core::hand::{HandAnalysis, Verdict};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::answer::table::Cell;
use crate::answer::{Block, Report};

/// What a player's cards are good for: `ginpad/deadwood/1`.
#[derive(Debug)]
pub(crate) struct DeadwoodReport(pub HandAnalysis);

impl Serialize for DeadwoodReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let HandAnalysis { cards, terms, verdict, discards, outs } = &self.0;
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
    fn title(&self) -> String {
        "Deadwood".into()
    }

    fn blocks(&self) -> Vec<Block> {
        let mut record = Vec::new();
        deadwood_record(&self.0.verdict, &mut record);
        let record = String::from_utf8_lossy(&record);
        let fields = record.trim_end_matches('\n').split('\t').map(|field| Cell::Text(field.into()));
        vec![Block::Records(vec![fields.collect()]), Block::Drawing(Box::new(self.0.clone()))]
    }
}

/// Adds a record, with its fields separated by tabs: the deadwood; the melds, separated by ` / `; the unmatched cards;
/// and the card to throw, if there is one. The record ends with a line break.
pub(crate) fn deadwood_record(verdict: &Verdict, into: &mut Vec<u8>) {
    let Arrangement { unmatched, deadwood, .. } = verdict.stands;
    number(deadwood, into);
    into.push(b'\t');
    for (at, meld) in verdict.stands.melds().enumerate() {
        if at > 0 {
            into.extend_from_slice(b" / ");
        }
        meld.cards().write_codes(into);
    }
    into.push(b'\t');
    unmatched.write_codes(into);
    if let Some(card) = verdict.discard {
        into.push(b'\t');
        Cards::from(card).write_codes(into);
    }
    into.push(b'\n');
}

/// Adds a number of up to three digits.
fn number(number: u16, into: &mut Vec<u8>) {
    let digit = |value: u16| b'0' + (value % 10) as u8;
    if number >= 100 {
        into.push(digit(number / 100));
    }
    if number >= 10 {
        into.push(digit(number / 10));
    }
    into.push(digit(number));
}
