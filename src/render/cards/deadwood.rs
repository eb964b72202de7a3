//! What cards are good for, for people and as a record.

use super::card_rows;
use crate::render::Look;
use crate::render::layout::bold;
use ginpad_core::cards::{Arrangement, Card, Cards};
use ginpad_core::hand::{Call, HandAnalysis, Limit, LimitSource, MayKnock, Refusal, Verdict};
use ginpad_core::text::{count, fill, hang, number_word};

/// For people: the melds, the deadwood card by card, the verdict, and what the next draw can bring.
pub(crate) fn deadwood(judged: &HandAnalysis, look: Look) -> String {
    let room = look.columns();
    let stands = &judged.verdict.stands;
    let melds = stands.melds().flat_map(|meld| card_rows::meld(&meld.iter().collect::<Vec<_>>(), room));
    let unmatched: Vec<Card> = stands.unmatched.iter().collect();
    let mut lines: Vec<String> = melds.collect();
    lines.extend(card_rows::deadwood(&unmatched, stands.deadwood, room));
    lines.extend(throw(judged).map(|pieces| card_rows::row("throw", &pieces, room)).into_iter().flatten());
    lines.push(String::new());
    lines.extend(hang(&verdict_words(judged), room, 2).iter().map(|line| bold(line, look.colour)));
    lines.extend(hopes(judged).into_iter().flat_map(|hope| fill("", &[hope], room, 2)));
    lines.iter().map(|line| format!("{line}\n")).collect()
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

#[cfg(test)]
mod tests;
