//! Hands that were logged with their cards, in sentences: the melds, the lay-offs and the unmatched cards.

use super::explain::Step;
use super::phrases;
use super::styles::cards;
use ginpad_core::cards::{Cards, LaidOut, Showdown, arrange, spaced};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{Award, LoggedResult, Outcome, Role};
use ginpad_core::rules::Knob;
use ginpad_core::text::{and_list, number_word, printable};

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
pub(super) fn remark(game: &ScoredGame, result: &LoggedResult, award: &Award) -> Option<String> {
    let (knocker, defender) = knocker_and_defender(game, result, award)?;
    let rules = phrases::rules(game);
    if let Some((role, all)) = result.incomplete_hand(rules) {
        let who = if role == Role::Knocker { knocker } else { defender };
        return Some(format!("lay-offs not counted: {who}'s {} cards are not all given", number_word(all)));
    }
    let laid: Cards = result.lay_out(rules)?.laid_off.iter().map(|(card, _)| *card).collect();
    (!laid.is_empty()).then(|| format!("{defender} lays off {}", cards(&laid)))
}

/// The layout of the cards of a result, hand by hand.
pub(super) fn steps(game: &ScoredGame, result: &LoggedResult, award: &Award) -> Vec<Step> {
    let Some((knocker, defender)) = knocker_and_defender(game, result, award) else { return Vec::new() };
    let Some(table) = result.lay_out(phrases::rules(game)) else {
        let Some((own, other)) = result.cards() else { return Vec::new() };
        let is_defender = result.outcome() == Outcome::Undercut;
        let [of_knocker, of_defender] = if is_defender { [other, own] } else { [own, other] };
        let given = [(knocker, of_knocker), (defender, of_defender)];
        let ace = phrases::rules(game).ace;
        let alone = |(who, cards): (String, Option<Cards>)| Some(sentence(&who, &arrange(cards?, ace).into(), &[]));
        return given.into_iter().filter_map(alone).map(Step::new).collect();
    };
    let Showdown { knocker: own, defender: other, .. } = &table;
    let mut steps = vec![Step::new(sentence(&knocker, own, &[]))];
    if table.keeps_every_card() {
        steps.push(Step::new(format!("{knocker} throws no card")).by(game, Knob::KnockDiscard));
    }
    steps.push(Step::new(sentence(&defender, other, &onto(&table))));
    if table.is_gin() {
        let allowed = if phrases::rules(game).layoff_on_gin { "cards may be laid off" } else { "nothing is laid off" };
        steps.push(Step::new(format!("{allowed} against gin")).by(game, Knob::LayoffOnGin));
    }
    steps
}

/// The lay-offs, meld by meld: `♦89 on 4♦ 5♦ 6♦ 7♦`.
fn onto(table: &Showdown) -> Vec<String> {
    let melds = table.knocker.melds.iter().enumerate().map(|(at, meld)| (table.laid_onto(at), meld));
    melds
        .filter(|(laid, _)| !laid.is_empty())
        .map(|(laid, meld)| format!("{} on {}", cards(&laid), cards(&spaced(meld.iter().copied()))))
        .collect()
}

/// One hand in a sentence: `Bob melds 3♠ 3♥ 3♦, lays off K♦ on K♠ K♥ K♣ and is left with ♥JQ: 20`.
fn sentence(who: &str, hand: &LaidOut, laid: &[String]) -> String {
    let mut parts = Vec::new();
    let melds: Vec<_> = hand.melds.iter().map(|meld| cards(&spaced(meld.iter().copied()))).collect();
    if !melds.is_empty() {
        parts.push(format!("melds {}", melds.join(" / ")));
    }
    if !laid.is_empty() {
        parts.push(format!("lays off {}", laid.join(" / ")));
    }
    parts.push(match hand.unmatched.as_slice() {
        [] => "is left with nothing".to_string(),
        left => format!("is left with {}: {}", cards(&left.iter().copied().collect::<Cards>()), hand.deadwood),
    });
    format!("{who} {}", and_list(&parts))
}
