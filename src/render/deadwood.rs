//! What cards are good for: laid out for people, as a record, as a document.

use serde_json::{Value, json};

use super::fit::hang;
use super::ink::bold;
use super::json::codes;
use super::{Look, laid};
use crate::cards::{Arrangement, Card, Cards, DEALT, Outs, best_discards, outs};
use crate::hand::{Call, Limit, LimitSource, May, Terms, Verdict};
use crate::words::count;

/// A player's cards with what they are good for.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The cards in the order in which they were typed.
    cards: Vec<Card>,
    terms: Terms,
    verdict: Verdict,
    /// Of eleven cards, every one that leaves as little as the best; none of big gin.
    discards: Cards,
    /// What to hope for with ten cards.
    outs: Option<Outs>,
}

impl Judged {
    /// Judges one to eleven cards. `seen` are cards known to be gone.
    #[must_use]
    pub fn new(cards: Vec<Card>, seen: Cards, terms: Terms) -> Judged {
        let held: Cards = cards.iter().copied().collect();
        let verdict = Verdict::of(held, terms);
        let outs = (held.len() == DEALT).then(|| outs(held, seen, terms.highest_limit().deadwood.into()));
        let discards = if verdict.discard.is_some() { best_discards(held) } else { Cards::NONE };
        Judged { cards, terms, verdict, discards, outs }
    }

    /// For people: each meld, the deadwood card by card, the verdict, and what the next draw may bring.
    #[must_use]
    pub fn text(&self, look: Look) -> String {
        let room = look.columns();
        let stands = &self.verdict.stands;
        let melds = stands.melds().flat_map(|meld| laid::meld(&meld.iter().collect::<Vec<_>>(), room));
        let unmatched: Vec<Card> = stands.unmatched.iter().collect();
        let mut lines: Vec<String> = melds.collect();
        lines.extend(laid::deadwood(&unmatched, stands.deadwood, room));
        lines.extend(self.throw().map(|pieces| laid::row("throw", &pieces, room)).into_iter().flatten());
        lines.push(String::new());
        lines.extend(hang(&self.verdict_words(), room, 2).iter().map(|line| bold(line, look.colour)));
        lines.extend(self.hopes().iter().flat_map(|hope| hang(hope, room, 2)));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// For programs: `ginpad/deadwood/1`.
    #[must_use]
    pub fn json(&self) -> Value {
        let stands = &self.verdict.stands;
        let limit = self.terms.limit();
        json!({
            "schema": "ginpad/deadwood/1",
            "cards": codes(self.cards.iter().copied()),
            "deadwood": stands.deadwood,
            "melds": stands.melds().map(|meld| codes(meld.iter())).collect::<Vec<_>>(),
            "unmatched": codes(stands.unmatched),
            "discard": self.verdict.discard.map(Card::code),
            "discards": self.verdict.discard.map(|_| codes(self.discards)),
            "gin": self.verdict.call == Call::Gin,
            "big_gin": self.verdict.call == Call::BigGin,
            "knock": { "limit": limit.map(|limit| limit.deadwood), "allowed": self.verdict.may_end() },
            "outs": self.outs.map(|outs| json!({
                "unseen": outs.unseen.len(),
                "gin": codes(outs.gin),
                "gin_count": outs.gin.len(),
                "knock": limit.map(|_| codes(outs.knock)),
                "knock_count": limit.map(|_| outs.knock.len()),
            })),
        })
    }

    /// The card to throw, and those that would do as well.
    fn throw(&self) -> Option<Vec<String>> {
        let card = self.verdict.discard?;
        let others = laid::words(&(self.discards - card.into()).iter().collect::<Vec<_>>());
        let or = if others.is_empty() { None } else { Some("or".to_string()) };
        Some(std::iter::once(card.to_string()).chain(or).chain(others).collect())
    }

    fn verdict_words(&self) -> String {
        let deadwood = self.verdict.stands.deadwood;
        match (self.verdict.call, self.terms.limit()) {
            (Call::Part, _) => format!("{deadwood} in {}; a hand has ten", count(self.cards.len(), "card")),
            (Call::Gin, _) if self.verdict.discard.is_some() && !self.terms.plays_big_gin() && self.is_all_melded() => {
                "gin; big gin is not played under these rules".into()
            }
            (Call::Gin, _) => "gin".into(),
            (Call::BigGin, _) => "big gin".into(),
            (Call::Deadwood(May::Not), Some(limit)) if limit.deadwood == 0 => format!("{deadwood}: {limit}"),
            (Call::Deadwood(May::Not), limit) => {
                let most = limit.unwrap_or(self.terms.highest_limit());
                let over = deadwood.saturating_sub(most.deadwood.into());
                format!("{deadwood}: {over} over the limit of {}{}", most.deadwood, source(limit))
            }
            (Call::Deadwood(May::Knock), Some(limit)) => {
                let under = if deadwood == u16::from(limit.deadwood) { ", just at" } else { " under" };
                format!("{deadwood}: may knock{under} the limit of {}{}", limit.deadwood, source(Some(limit)))
            }
            (Call::Deadwood(May::Knock), None) => format!("{deadwood}: may knock{}", source(None)),
            (Call::Deadwood(May::HangsOnTheUpcard), _) => {
                format!("{deadwood}: may knock if the upcard counts {deadwood} or more; `--up` names it")
            }
        }
    }

    fn is_all_melded(&self) -> bool {
        crate::cards::deadwood(self.cards.iter().copied().collect()) == 0
    }

    /// What the next draw may bring that the hand cannot do already.
    fn hopes(&self) -> Vec<String> {
        let (Some(outs), Call::Deadwood(may)) = (self.outs, self.verdict.call) else { return Vec::new() };
        let listed = |what: &str, cards: Cards| {
            format!("one card from {what}: {cards} ({} of {} unseen)", cards.len(), outs.unseen.len())
        };
        let mut hopes = Vec::new();
        if !outs.gin.is_empty() {
            hopes.push(listed("gin", outs.gin));
        }
        if may == May::Not && self.terms.limit().is_some() && outs.knock != outs.gin {
            hopes.push(listed("a knock", outs.knock));
        }
        if hopes.is_empty() && may == May::Not && outs.knock.is_empty() {
            hopes.push("no card of the next draw changes that".into());
        }
        hopes
    }
}

/// What sets a limit, where that is not the rules alone.
fn source(limit: Option<Limit>) -> String {
    match limit.map(|limit| limit.source) {
        None => ", whatever the upcard".into(),
        Some(LimitSource::Upcard(card)) => format!(" that the upcard {card} sets"),
        Some(LimitSource::Rules | LimitSource::RulesDespite(_)) => String::new(),
    }
}

/// Adds the record of what cards are good for: the deadwood; the melds, parted by ` / `; the unmatched cards; and where
/// one is thrown, that card. The fields are parted by tabs, and the record ends its line.
pub fn deadwood_record(verdict: &Verdict, into: &mut Vec<u8>) {
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

/// Adds a number of up to three figures.
fn number(number: u16, into: &mut Vec<u8>) {
    let figure = |value: u16| b'0' + (value % 10) as u8;
    if number >= 100 {
        into.push(figure(number / 100));
    }
    if number >= 10 {
        into.push(figure(number / 10));
    }
    into.push(figure(number));
}

#[cfg(test)]
mod tests;
