//! Cards laid out as a player does: the best of one hand, and both hands after a knock; and in sentences, hands that were
//! logged with their cards.

use ginpad_core::cards::{Ace, Card, Cards, LaidOut, Meld, Showdown, arrange};
use ginpad_core::text::{align_left, and_list, count, fill, join, number_word, printable};
use ginpad_core::{
    Award, Boxes, Call, HandAnalysis, Knob, Limit, LimitSource, LoggedResult, Outcome, Refusal, Role, ScoredGame,
    Settled,
};

use super::explain::Step;
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
    hand.melds.iter().map(|meld| row(kind(meld), &join(meld, " "), canvas)).collect()
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
    let counted = cards.iter().map(|card| format!("{card} {}", ace.value(card.rank)));
    let text = match cards.as_slice() {
        [] => "none".into(),
        [only] => format!("{only} = {sum}"),
        _ => format!("{} = {sum}", join(counted, " + ")),
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
        text += &row("throw", &format!("{card}{or}{}", join(others.iter(), " ")), canvas);
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
    let onto = |(laid, meld): (Cards, &Vec<Card>)| {
        row("lays off", &format!("{laid} onto the {} {}", kind(meld), join(meld, " ")), canvas)
    };
    let laid_off: String = laid_off(&settled.showdown).map(onto).collect();
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

/// The names of the player who knocked or went gin, and of the defender.
fn knocker_and_defender(game: &ScoredGame, result: &LoggedResult, award: &Award) -> Option<(String, String)> {
    let players = &game.game.players;
    let by = result.by()?;
    let named = printable(players.name(by));
    let across = |seat| match award.opponent {
        Some(opponent) => printable(players.name(opponent)),
        None => printable(&players.across(seat, award.against)),
    };
    Some(match result {
        LoggedResult::Ended { how: Outcome::Undercut, .. } => (across(by), named),
        _ => (named.clone(), across(by)),
    })
}

/// The remark on the cards of an entry: the cards laid off, or why no lay-offs count.
pub(super) fn shown_remark(game: &ScoredGame, result: &LoggedResult, award: &Award) -> Option<String> {
    let (knocker, defender) = knocker_and_defender(game, result, award)?;
    let rules = phrases::rules(game);
    if let Some((role, all)) = result.incomplete_hand(rules) {
        let who = if role == Role::Knocker { knocker } else { defender };
        return Some(format!("lay-offs not counted: {who}'s {} cards are not all given", number_word(all)));
    }
    let laid: Cards = result.lay_out(rules)?.laid_off.iter().map(|(card, _)| *card).collect();
    (!laid.is_empty()).then(|| format!("{defender} lays off {}", in_colour(&laid)))
}

/// The layout of the cards of a result, hand by hand.
pub(super) fn shown_steps(game: &ScoredGame, result: &LoggedResult, award: &Award) -> Vec<Step> {
    let Some((knocker, defender)) = knocker_and_defender(game, result, award) else { return Vec::new() };
    let Some(table) = result.lay_out(phrases::rules(game)) else {
        let Some((own, other)) = result.cards() else { return Vec::new() };
        let is_defender = result.outcome() == Outcome::Undercut;
        let [of_knocker, of_defender] = if is_defender { [other, own] } else { [own, other] };
        let given = [(knocker, of_knocker), (defender, of_defender)];
        let ace = phrases::rules(game).ace;
        let alone = |(who, cards): (String, Option<Cards>)| Some(melded(&who, &arrange(cards?, ace).into(), None));
        return given.into_iter().filter_map(alone).map(Step::new).collect();
    };
    let Showdown { knocker: own, defender: other, .. } = &table;
    let mut steps = vec![Step::new(melded(&knocker, own, None))];
    if table.keeps_every_card() {
        steps.push(Step::new(format!("{knocker} throws no card")).by(game, Knob::KnockDiscard));
    }
    steps.push(Step::new(melded(&defender, other, Some(&table))));
    if table.is_gin() {
        let allowed = if phrases::rules(game).layoff_on_gin { "cards may be laid off" } else { "nothing is laid off" };
        steps.push(Step::new(format!("{allowed} against gin")).by(game, Knob::LayoffOnGin));
    }
    steps
}

/// The cards laid off onto each meld that takes any.
fn laid_off(table: &Showdown) -> impl Iterator<Item = (Cards, &Vec<Card>)> {
    let melds = table.knocker.melds.iter().enumerate().map(|(at, meld)| (table.laid_onto(at), meld));
    melds.filter(|(laid, _)| !laid.is_empty())
}

/// One hand in a sentence: `Bob melds 3♠ 3♥ 3♦, lays off K♦ on K♠ K♥ K♣ and is left with ♥JQ: 20`. `table` has the cards
/// that the hand lays off.
fn melded(who: &str, hand: &LaidOut, table: Option<&Showdown>) -> String {
    let onto = |(laid, meld): (Cards, &Vec<Card>)| format!("{laid} on {}", join(meld, " "));
    let laid = table.into_iter().flat_map(laid_off).map(onto).collect();
    let melds = hand.melds.iter().map(|meld| join(meld, " ")).collect();
    let parts: [(&str, Vec<String>); 2] = [("melds", melds), ("lays off", laid)];
    let parts = parts.into_iter().filter(|(_, cards)| !cards.is_empty());
    let left = match hand.unmatched.as_slice() {
        [] => "is left with nothing".to_string(),
        left => format!("is left with {}: {}", left.iter().copied().collect::<Cards>(), hand.deadwood),
    };
    let parts = parts.map(|(does, cards)| format!("{does} {}", cards.join(" / "))).chain([left]);
    format!("{who} {}", in_colour(&and_list(parts)))
}

#[cfg(test)]
mod tests;
