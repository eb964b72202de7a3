//! What cards are good for: the melds, the deadwood card by card, the verdict, and what the next draw can bring.

use super::card_rows;
use crate::answer::Draw;
use crate::render::Look;
use ginpad_core::cards::{Card, Cards};
use ginpad_core::hand::{Call, HandAnalysis, Limit, LimitSource, MayKnock, Refusal};
use ginpad_core::text::{count, number_word};

impl Draw for HandAnalysis {
    fn text(&self, look: Look) -> String {
        let stands = &self.verdict.stands;
        let melds = stands.melds().map(|meld| card_rows::meld(&meld.iter().collect::<Vec<_>>(), look));
        let unmatched: Vec<Card> = stands.unmatched.iter().collect();
        let throw = throw(self).map(|pieces| card_rows::row("throw", &pieces, look));
        let rows: String = melds
            .chain([card_rows::deadwood(&unmatched, stands.deadwood, self.terms.rules().ace, look)])
            .chain(throw)
            .collect();
        let hopes: String = hopes(self).iter().map(|hope| card_rows::sentence(hope, look)).collect();
        format!("{rows}\n{}{hopes}", card_rows::verdict(&verdict_words(self), look))
    }
}

/// The card to throw, and others that are as good.
fn throw(judged: &HandAnalysis) -> Option<Vec<String>> {
    let card = judged.verdict.discard?;
    let others = card_rows::words(&(judged.discards - card.into()).iter().collect::<Vec<_>>());
    let or = if others.is_empty() { None } else { Some("or".to_string()) };
    Some(std::iter::once(card.to_string()).chain(or).chain(others).collect())
}

fn verdict_words(judged: &HandAnalysis) -> String {
    let deadwood = judged.verdict.stands.deadwood;
    match (judged.verdict.call, judged.terms.limit()) {
        (Call::Part, _) => {
            let all = number_word(judged.terms.rules().dealt.cards());
            format!("{deadwood} in {}; a hand has {all}", count(judged.cards.len(), "card"))
        }
        (Call::Gin, _) => "gin".into(),
        (Call::BigGinOff, _) => format!("gin; {}", Refusal::BigGinOff { throw: None }),
        (Call::BigGin, _) => "big gin".into(),
        (Call::Deadwood(MayKnock::No), Some(limit)) if limit.deadwood == 0 => format!("{deadwood}: {limit}"),
        (Call::Deadwood(MayKnock::No), limit) => {
            let most = limit.unwrap_or(judged.terms.highest_limit());
            let over = deadwood.saturating_sub(most.deadwood.into());
            format!("{deadwood}: {over} over the limit of {}{}", most.deadwood, source(limit))
        }
        (Call::Deadwood(MayKnock::TooFewMelded), _) => {
            let (all, melded) = (judged.verdict.stands.cards().len(), judged.verdict.melded());
            format!("{deadwood}: only {melded} of {all} cards are in melds; a knock takes more than half")
        }
        (Call::Deadwood(MayKnock::Yes), Some(limit)) => {
            let under = if deadwood == u16::from(limit.deadwood) { ", just at" } else { " under" };
            format!("{deadwood}: may knock{under} the limit of {}{}", limit.deadwood, source(Some(limit)))
        }
        (Call::Deadwood(MayKnock::Yes), None) => format!("{deadwood}: may knock{}", source(None)),
        (Call::Deadwood(MayKnock::DependsOnUpcard), _) => {
            format!("{deadwood}: may knock if the upcard counts {deadwood} or more; `--up` names it")
        }
    }
}

/// What the next draw can bring: gin or a knock, unless the hand has it already.
fn hopes(judged: &HandAnalysis) -> Vec<String> {
    let (Some(outs), Call::Deadwood(may)) = (judged.outs, judged.verdict.call) else { return Vec::new() };
    let listed = |what: &str, cards: Cards| {
        format!("one card from {what}: {cards} ({} of {} unseen)", cards.len(), outs.unseen.len())
    };
    let mut hopes = Vec::new();
    if !outs.gin.is_empty() {
        hopes.push(listed("gin", outs.gin));
    }
    if may.is_forbidden() && judged.terms.limit().is_some() && outs.knock != outs.gin {
        hopes.push(listed("a knock", outs.knock));
    }
    if hopes.is_empty() && may.is_forbidden() && outs.knock.is_empty() {
        hopes.push("no card of the next draw changes that".into());
    }
    hopes
}

/// What sets the limit, if not the rules alone.
fn source(limit: Option<Limit>) -> String {
    match limit.map(|limit| limit.source) {
        None => ", whatever the upcard".into(),
        Some(LimitSource::Upcard(card)) => format!(" that the upcard {card} sets"),
        Some(LimitSource::Rules | LimitSource::RulesDespite(_)) => String::new(),
    }
}

#[cfg(test)]
mod tests;
