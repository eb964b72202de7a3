//! The worked hands and lay-offs of `tests/vectors/`.

use ginpad_core::cards::{
    Ace, Card, CardRules, Cards, Typed, arrange, best_discard, best_discards, deadwood, is_big_gin,
};
use serde_json::Value;

use crate::cards_layoff::showdown;
use crate::support::vectors::vectors;

/// A list of cards, perhaps more than a hand.
fn cards(list: &Value) -> Cards {
    list.as_array().unwrap().iter().map(|card| Card::read(card.as_str().unwrap()).unwrap()).collect()
}

fn number(value: &Value) -> u16 {
    value.as_u64().unwrap().try_into().unwrap()
}

#[test]
fn hands_of_every_size_count_as_worked_out() {
    for name in ["hands10", "hands11", "hands_any"] {
        for line in vectors(name) {
            let hand = cards(&line["hand"]);
            assert_eq!(deadwood(hand, Ace::Low), number(&line["min_deadwood"]), "{}", line["id"]);
            assert_eq!(arrange(hand, Ace::Low).deadwood, number(&line["min_deadwood"]), "{}", line["id"]);
        }
    }
}

#[test]
fn a_typed_hand_is_the_hand() {
    for line in vectors("hands10").iter().chain(&vectors("hands11")) {
        let codes: Vec<&str> = line["hand"].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect();
        let typed = Typed::read(&codes.join(" ")).unwrap();
        assert_eq!(typed.iter().map(Card::code).collect::<Vec<_>>(), codes);
    }
}

#[test]
fn eleven_cards_throw_as_worked_out() {
    for line in vectors("hands11") {
        let hand = cards(&line["hand"]);
        let best = best_discard(hand, Ace::Low).unwrap();
        assert_eq!(
            deadwood(hand - best.into(), Ace::Low),
            number(&line["min_deadwood_after_discard"]),
            "{}",
            line["id"]
        );
        assert_eq!(best_discards(hand, Ace::Low), cards(&line["best_discards"]), "{}", line["id"]);
        assert!(best_discards(hand, Ace::Low).contains(best));
        assert_eq!(is_big_gin(hand, CardRules::STANDARD), line["big_gin"].as_bool().unwrap(), "{}", line["id"]);
    }
}

#[test]
fn lay_offs_leave_what_was_worked_out() {
    for line in vectors("layoffs") {
        let id = &line["id"];
        let (knocker, hand) = (cards(&line["knocker_hand"]), cards(&line["defender_hand"]));
        let melds: Vec<Cards> = line["knocker_melds"].as_array().unwrap().iter().map(cards).collect();
        let rest = melds.iter().fold(knocker, |rest, meld| rest - *meld);
        let groups: Vec<Vec<Card>> = melds.iter().chain([&rest]).map(|group| group.iter().collect()).collect();
        let table =
            showdown(&groups, hand, (98, CardRules::STANDARD)).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        assert_eq!(table.knocker.deadwood, number(&line["knocker_deadwood"]), "{id}");
        assert_eq!(table.defender.deadwood, number(&line["defender_min_deadwood"]), "{id}");
        assert_eq!(table.is_gin(), line["gin"].as_bool().unwrap(), "{id}");
        assert_eq!(table.knocker.melds.len(), melds.len(), "{id}");
        let undercut = table.knocker.deadwood > 0 && table.defender.deadwood <= table.knocker.deadwood;
        assert_eq!(undercut, line["outcome"] == "undercut", "{id}");
    }
}
