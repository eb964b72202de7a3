//! Cards without a game, laid out as a player does: the best of one hand, and both hands after a knock.

use ginpad_core::cards::{Ace, Card, Cards, LaidOut, Meld, Showdown, spaced};
use ginpad_core::hand::{Call, HandAnalysis, Limit, LimitSource, Outcome, Refusal, Settled};
use ginpad_core::points::Boxes;
use ginpad_core::text::{align_left, count, fill, number_word};

use super::styles::{bold, cards as in_colour};
use super::{Canvas, phrases};

/// The column in which the cards of a row start, after its label.
const LABEL: usize = 10;

/// A label and the text after it.
fn row(label: &str, text: &str, canvas: Canvas) -> String {
    in_colour(&(fill(&align_left(label, LABEL), &[text.into()], canvas.line_columns(), LABEL).join("\n") + "\n"))
}

/// Each meld of a hand after the name of its kind.
fn melds(hand: &LaidOut, canvas: Canvas) -> String {
    hand.melds.iter().map(|meld| row(kind(meld), &spaced(meld.iter().copied()), canvas)).collect()
}

/// The kind of meld that these cards make. Every meld with a low ace is also one with the ace round the corner.
fn kind(cards: &[Card]) -> &'static str {
    Meld::new(cards.iter().copied().collect(), Ace::Corner)
        .map_or("cards", |meld| if meld.is_run() { "run" } else { "set" })
}

/// Unmatched cards, the highest first, each with its value, and their sum.
fn left(hand: &LaidOut, ace: Ace, canvas: Canvas) -> String {
    let (mut cards, sum) = (hand.unmatched.clone(), hand.deadwood);
    cards.sort_by_key(|card| (std::cmp::Reverse((ace.value(card.rank), card.rank)), card.suit));
    let counted: Vec<String> = cards.iter().map(|card| format!("{card} {}", ace.value(card.rank))).collect();
    let text = match cards.as_slice() {
        [] => "none".into(),
        [only] => format!("{only} = {sum}"),
        _ => format!("{} = {sum}", counted.join(" + ")),
    };
    row("deadwood", &text, canvas)
}

fn sentence(words: &str, canvas: Canvas) -> Vec<String> {
    fill("", &[in_colour(&words)], canvas.line_columns(), 2)
}

/// The concluding sentence, in bold.
fn verdict(words: &str, canvas: Canvas) -> String {
    sentence(words, canvas).iter().map(|line| bold(line, canvas.colour) + "\n").collect()
}

/// The melds, the deadwood card by card, the verdict, and what the next draw can bring.
pub(crate) fn judged_hand(judged: &HandAnalysis, canvas: Canvas) -> String {
    let hand = LaidOut::from(judged.verdict.arrangement);
    let mut text = melds(&hand, canvas) + &left(&hand, judged.terms.rules.ace, canvas);
    if let Some(card) = judged.verdict.discard {
        let others = judged.discards - card.into();
        let or = if others.is_empty() { "" } else { " or " };
        text += &row("throw", &format!("{card}{or}{}", spaced(others.iter())), canvas);
    }
    text += &format!("\n{}", verdict(&verdict_words(judged), canvas));
    let hopes = hopes(judged).into_iter().flat_map(|hope| sentence(&hope, canvas));
    text + &hopes.map(|line| line + "\n").collect::<String>()
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

/// Both hands after a knock: each meld and the deadwood, each laid-off card with its meld, and the score of the hand.
pub(crate) fn both_hands(settled: &Settled, canvas: Canvas) -> String {
    let Showdown { knocker, defender, .. } = &settled.showdown;
    let head = |role: &str| bold(role, canvas.colour) + "\n";
    let ace = settled.showdown.rules.ace;
    let onto = |(at, meld): (usize, &Vec<Card>)| {
        let laid = settled.showdown.laid_onto(at);
        let text = format!("{laid} onto the {} {}", kind(meld), spaced(meld.iter().copied()));
        (!laid.is_empty()).then(|| row("lays off", &text, canvas))
    };
    let laid_off: String = knocker.melds.iter().enumerate().filter_map(onto).collect();
    let knocker = head("knocker") + &melds(knocker, canvas) + &left(knocker, ace, canvas);
    let defender = head("defender") + &melds(defender, canvas) + &laid_off + &left(defender, ace, canvas);
    format!("{knocker}\n{defender}\n{}", verdict(&outcome(settled), canvas))
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
