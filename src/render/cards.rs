//! Cards without a game: the best of one hand, and both hands after a knock, in sentences.

use ginpad_core::cards::{Cards, LaidOut, Showdown, spaced};
use ginpad_core::hand::{Call, HandAnalysis, Limit, LimitSource, Outcome, Refusal, Settled};
use ginpad_core::points::Boxes;
use ginpad_core::text::{count, number_word};

use super::phrases;
use super::showdown::{laid_off, sentence};
use super::styles::cards as in_colour;

/// The melds and the deadwood, the card to throw, the verdict, and what the next draw can bring: a sentence each.
pub(crate) fn judged_hand(judged: &HandAnalysis) -> Vec<String> {
    let hand = sentence("the hand", &LaidOut::from(judged.verdict.arrangement), &[]);
    let throw = judged.verdict.discard.map(|card| {
        let others = judged.discards - card.into();
        let or = if others.is_empty() { "" } else { " or " };
        format!("throw {card}{or}{}", spaced(others.iter()))
    });
    let verdict = throw.into_iter().chain([verdict_words(judged)]).chain(hopes(judged));
    [hand].into_iter().chain(verdict.map(|words| in_colour(&words))).collect()
}

fn verdict_words(judged: &HandAnalysis) -> String {
    let deadwood = judged.verdict.arrangement.deadwood;
    match (judged.verdict.call, judged.terms.limit()) {
        (Call::Part, _) => {
            let all = number_word(judged.terms.rules.dealt);
            format!("{deadwood} in {}; a hand has {all}", count(judged.cards.len(), "card"))
        }
        (Call::Gin, _) => "gin".into(),
        (Call::BigGinOff, _) => format!("gin; {}", Refusal::big_gin_off(None)),
        (Call::BigGin, _) => "big gin".into(),
        (Call::OverLimit, Some(limit)) if limit.deadwood == 0 => format!("{deadwood}: {limit}"),
        (Call::OverLimit, limit) => {
            let most = limit.unwrap_or(judged.terms.highest_limit);
            let over = deadwood.saturating_sub(most.deadwood.into());
            format!("{deadwood}: {over} over the limit of {}{}", most.deadwood, source(limit))
        }
        (Call::TooFewMelded, _) => {
            let (all, melded) = (judged.verdict.arrangement.cards().len(), judged.verdict.melded());
            format!("{deadwood}: only {melded} of {all} cards are in melds; a knock takes more than half")
        }
        (Call::Knock, Some(limit)) => {
            let under = if deadwood == u16::from(limit.deadwood) { ", just at" } else { " under" };
            format!("{deadwood}: may knock{under} the limit of {}{}", limit.deadwood, source(Some(limit)))
        }
        (Call::Knock, None) => format!("{deadwood}: may knock{}", source(None)),
        (Call::DependsOnUpcard, _) => {
            format!("{deadwood}: may knock if the upcard counts {deadwood} or more; `--up` names it")
        }
    }
}

/// The outs of the next draw: gin or a knock, unless the hand already has it.
fn hopes(judged: &HandAnalysis) -> Vec<String> {
    let call = judged.verdict.call;
    let Some(outs) = judged.outs.filter(|_| call != Call::Gin) else { return Vec::new() };
    let listed = |what: &str, cards: Cards| {
        format!("one card from {what}: {cards} ({} of {} unseen)", cards.len(), outs.unseen.len())
    };
    let knocks = call.is_forbidden() && judged.terms.limit().is_some() && outs.knock != outs.gin;
    let gin = (!outs.gin.is_empty()).then(|| listed("gin", outs.gin));
    let hopes: Vec<String> = gin.into_iter().chain(knocks.then(|| listed("a knock", outs.knock))).collect();
    if hopes.is_empty() && call.is_forbidden() && outs.knock.is_empty() {
        return vec!["no card of the next draw changes that".into()];
    }
    hopes
}

/// Names the source of the limit, if not the rules alone.
fn source(limit: Option<Limit>) -> String {
    match limit.map(|limit| limit.source) {
        None => ", whatever the upcard".into(),
        Some(LimitSource::Upcard(card)) => format!(" that the upcard {card} sets"),
        Some(LimitSource::Rules | LimitSource::RulesDespite(_)) => String::new(),
    }
}

/// Both hands after a knock, with the laid-off cards, and the score of the hand: a sentence each.
pub(crate) fn both_hands(settled: &Settled) -> Vec<String> {
    let Showdown { knocker, defender, .. } = &settled.showdown;
    let defends = sentence("the defender", defender, &laid_off(&settled.showdown));
    vec![sentence("the knocker", knocker, &[]), defends, outcome(settled)]
}

/// The outcome of the hand and its points.
fn outcome(settled: &Settled) -> String {
    let Settled { showdown: Showdown { knocker, defender, .. }, award } = settled;
    let (own, other) = (knocker.deadwood, defender.deadwood);
    let ended = match award.outcome {
        Outcome::Gin => format!("gin against {other}"),
        Outcome::BigGin => format!("big gin against {other}"),
        Outcome::Undercut => format!("undercut, {other} against {own}"),
        kind => format!("{}, {own} against {other}", kind.word()),
    };
    let boxes = Some(award.boxes()).filter(|boxes| *boxes > Boxes::LINE);
    let boxes = boxes.map(|boxes| format!(", {}", phrases::boxes(boxes))).unwrap_or_default();
    match settled.winner() {
        Some(winner) => format!("{ended}: the {} scores {}{boxes}", winner.word(), phrases::parts(award)),
        None => format!("{ended}: nobody's hand"),
    }
}

#[cfg(test)]
mod tests;
