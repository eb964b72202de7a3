//! Hands that were told by their cards, in sentences: what is melded, what is laid off, what is left.

use super::ink::clean;
use super::say;
use super::steps::Step;
use ginpad_core::cards::{Card, Cards, Showdown, arrange, spaced};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{IncompleteHand, LoggedResult};
use ginpad_core::rules::Knob;
use ginpad_core::text::and_list;

/// The two at a table, as a result names them: who knocked or went gin, and the defender.
fn seated(game: &ScoredGame, result: &LoggedResult) -> Option<(String, String)> {
    let players = &game.game.players;
    let by = result.by()?;
    let named = clean(players.name(by));
    let across = |seat| clean(&players.across(seat));
    Some(match result {
        LoggedResult::Undercut { .. } => (across(by), named),
        _ => (named.clone(), across(by)),
    })
}

/// What the answer to an entry says of the cards it tells: what was laid off, or why nothing was looked for; and what is
/// left of each hand, by which a slip shows.
pub(super) fn remarks(game: &ScoredGame, result: &LoggedResult) -> Vec<String> {
    let Some((knocker, defender)) = seated(game, result) else { return Vec::new() };
    let (table, incomplete) = (result.lay_out(say::rules(game)), result.incomplete_hand(say::rules(game)));
    let mut remarks = Vec::new();
    if let Some(IncompleteHand { side, given }) = incomplete {
        let who = if result.knocker() == Some(side) { &knocker } else { &defender };
        let given = if given == 0 { "are not given".to_string() } else { format!("are {given} of ten") };
        remarks.push(format!("lay-offs not looked for: {who}'s cards {given}"));
    }
    let laid: Cards = table.iter().flat_map(|table| &table.laid_off).map(|(card, _)| *card).collect();
    if !laid.is_empty() {
        remarks.push(format!("{defender} lays off {laid}"));
    }
    remarks.extend(left(result, table.as_ref(), [knocker, defender]));
    remarks
}

/// What is left of each hand that is told, but for the one that is gin.
fn left(result: &LoggedResult, table: Option<&Showdown>, [knocker, defender]: [String; 2]) -> Option<String> {
    let (cards, side) = (result.cards()?, result.knocker()?);
    let gin = result.outcome().is_gin();
    let [own, other] = [cards[side].filter(|_| !gin), cards[side.other()]].map(|cards| cards.map(arrange));
    let laid_out = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
    let other = other.map(|own| table.map_or(own.unmatched, |table| laid_out(&table.defender.unmatched)));
    let hands = [(knocker, own.map(|own| own.unmatched)), (defender, other)];
    let hand = |(who, left): (String, Option<Cards>)| {
        let left = left?;
        Some(format!("{who} {}", if left.is_empty() { "nothing".to_string() } else { left.to_string() }))
    };
    let hands: Vec<String> = hands.into_iter().filter_map(hand).collect();
    (!hands.is_empty()).then(|| format!("left: {}", hands.join(", ")))
}

/// How the cards of a result were laid out, hand by hand.
pub(super) fn steps(game: &ScoredGame, result: &LoggedResult) -> Vec<Step> {
    let Some((knocker, defender)) = seated(game, result) else { return Vec::new() };
    let Some(table) = result.lay_out(say::rules(game)) else {
        let (Some(cards), Some(side)) = (result.cards(), result.knocker()) else { return Vec::new() };
        let told = [(knocker, cards[side]), (defender, cards[side.other()])];
        return told.into_iter().filter_map(|(who, cards)| Some(Step::say(alone(&who, cards?)))).collect();
    };
    let Showdown { knocker: own, defender: other, .. } = &table;
    let mut steps = vec![Step::say(sentence(&knocker, &own.melds, &[], &own.unmatched, own.deadwood))];
    let laid = onto(&table);
    steps.push(Step::say(sentence(&defender, &other.melds, &laid, &other.unmatched, other.deadwood)));
    if table.is_gin() || table.is_big_gin() {
        let allowed = if say::rules(game).layoff_on_gin { "cards may be laid off" } else { "nothing is laid off" };
        steps.push(Step::say(format!("{allowed} against gin")).by(game, Knob::LayoffOnGin));
    }
    steps
}

/// Cards by themselves, melded to the least.
fn alone(who: &str, cards: Cards) -> String {
    let best = arrange(cards);
    let melds: Vec<Vec<Card>> = best.melds().map(|meld| meld.iter().collect()).collect();
    let unmatched: Vec<Card> = best.unmatched.iter().collect();
    sentence(who, &melds, &[], &unmatched, best.deadwood)
}

/// What was laid off, meld by meld: `8♦ 9♦ on 4♦ 5♦ 6♦ 7♦`.
fn onto(table: &Showdown) -> Vec<String> {
    let melds = table.knocker.melds.iter().enumerate().map(|(at, meld)| (table.laid_onto(at), meld));
    melds
        .filter(|(laid, _)| !laid.is_empty())
        .map(|(laid, meld)| format!("{laid} on {}", spaced(meld.iter().copied())))
        .collect()
}

/// `Bob melds 3♠ 3♥ 3♦, lays off K♦ on K♠ K♥ K♣ and is left with J♥ Q♥: 20`.
fn sentence(who: &str, melds: &[Vec<Card>], laid: &[String], unmatched: &[Card], deadwood: u16) -> String {
    let mut parts = Vec::new();
    if !melds.is_empty() {
        parts.push(format!(
            "melds {}",
            melds.iter().map(|meld| spaced(meld.iter().copied())).collect::<Vec<_>>().join(" / ")
        ));
    }
    if !laid.is_empty() {
        parts.push(format!("lays off {}", laid.join(" / ")));
    }
    parts.push(match unmatched {
        [] => "is left with nothing".to_string(),
        cards => format!("is left with {}: {deadwood}", spaced(cards.iter().copied())),
    });
    format!("{who} {}", and_list(&parts))
}
