//! The count of every hand in `examples/every_hand.rs`, its table and its figures in `docs/solver.md`, compared with other ways to
//! count.

use std::collections::BTreeSet;

use ginpad_core::cards::Cards;

use crate::cards_brute::{Pair, least, pairs};
use crate::support::dice::{Dice, times};

#[path = "../../../../examples/every_hand.rs"]
#[expect(dead_code, reason = "the program around the count")]
mod every_hand;
use every_hand::{Distribution, binomial};

/// The distribution by brute force, for a few cards.
fn counted(cards_in_hand: usize) -> Vec<u64> {
    fn count(pack: &[Pair], held: &mut Vec<Pair>, more: usize, found: &mut [u64]) {
        if more == 0 {
            found[usize::from(least(held))] += 1;
            return;
        }
        for (place, card) in pack.iter().enumerate() {
            held.push(*card);
            count(&pack[place + 1..], held, more - 1, found);
            held.pop();
        }
    }
    let mut found = vec![0; 10 * cards_in_hand + 1];
    count(&pairs(Cards::PACK), &mut Vec::new(), cards_in_hand, &mut found);
    found
}

#[test]
fn few_cards_are_distributed_as_brute_force_counts_them() {
    for cards in 1..=times(3, 5) {
        let found = Distribution::of(cards, 2);
        assert_eq!(found.0, counted(cards), "{cards} cards");
    }
}

#[test]
fn every_hand_is_counted_once_by_any_number_of_threads() {
    for cards in 1..=times(4, 6) {
        let found = Distribution::of(cards, 1);
        assert_eq!(found.hands(), binomial(52, cards as u64));
        assert_eq!(found, Distribution::of(cards, 3));
    }
    assert_eq!(
        [(52, 10), (52, 11), (10, 3)].map(|(of, choose)| binomial(of, choose)),
        [15_820_024_220, 60_403_728_840, 120]
    );
}

/// Every meld, by the definition. Each card is one bit, in an order of this test's own.
fn every_meld() -> Vec<u64> {
    let card = |rank: u32, suit: u32| 1_u64 << (4 * rank + suit);
    let mut melds = Vec::new();
    for rank in 0..13 {
        let set: u64 = (0..4).map(|suit| card(rank, suit)).sum();
        melds.push(set);
        melds.extend((0..4).map(|suit| set - card(rank, suit)));
    }
    for suit in 0..4 {
        for low in 0..11 {
            melds.extend((low + 3..=13).map(|end| (low..end).map(|rank| card(rank, suit)).sum::<u64>()));
        }
    }
    melds
}

/// How many hands of this size are all melded: every way of putting melds side by side, with each hand counted once.
fn gin_hands(cards_in_hand: u32) -> u64 {
    fn put(melds: &[u64], held: u64, more: u32, hands: &mut BTreeSet<u64>) {
        if more == 0 {
            hands.insert(held);
        }
        for (place, meld) in melds.iter().enumerate() {
            if meld & held == 0 && meld.count_ones() <= more {
                put(&melds[place + 1..], held | meld, more - meld.count_ones(), hands);
            }
        }
    }
    let mut hands = BTreeSet::new();
    put(&every_meld(), 0, cards_in_hand, &mut hands);
    hands.len() as u64
}

#[test]
fn gin_is_counted_by_its_melds_too() {
    assert_eq!(every_meld().len(), 13 * 5 + 4 * 66);
    for cards in 1..=times(5, 8) {
        assert_eq!(Distribution::of(cards, 2).0[0], gin_hands(cards as u32), "{cards} cards");
    }
}

/// How many of all hands of ten have each deadwood, as counted once.
fn documented() -> Vec<(usize, u64)> {
    let rows = include_str!("../every_hand_of_ten.csv").lines().skip(1).filter_map(|line| line.split_once(','));
    rows.map(|(deadwood, hands)| (deadwood.parse().unwrap(), hands.parse().unwrap())).collect()
}

/// The row of the page: the shares of no deadwood, 1 to 10, 11 to 20 and so on, in percent.
fn shares(found: &Distribution) -> String {
    let tens = (0..100).step_by(10).map(|below| found.up_to(below + 10) - found.up_to(below));
    let parts = std::iter::once(found.up_to(0)).chain(tens);
    let cells: Vec<String> = parts.map(|hands| format!("{:.4}", 100.0 * hands as f64 / found.hands() as f64)).collect();
    format!("| % of hands | {} |", cells.join(" | "))
}

#[test]
fn the_documented_table_is_every_hand_of_ten() {
    let rows = documented();
    let mut found = vec![0; 101];
    for (deadwood, hands) in &rows {
        assert_eq!(found[*deadwood], 0);
        found[*deadwood] = *hands;
    }
    let found = Distribution(found);
    assert_eq!(rows.len(), 99);
    assert_eq!(found.hands(), binomial(52, 10));
    assert_eq!(found.up_to(0), gin_hands(10));
    let page = include_str!("../../../../docs/solver.md");
    let one_in = found.hands() as f64 / found.up_to(10) as f64;
    for figure in [format!("{:.2} points", found.mean()), format!("{one_in:.1}"), shares(&found)] {
        assert!(page.contains(&figure), "{figure}");
    }
}

#[test]
fn random_hands_fall_as_the_table_says() {
    let mut expected = vec![0; 101];
    documented().into_iter().for_each(|(deadwood, hands)| expected[deadwood] = hands);
    let expected = Distribution(expected);
    let mut dice = Dice::new(12);
    let dealt = times(20_000, 1_000_000);
    let mut found = Distribution(vec![0; 101]);
    for _ in 0..dealt {
        let hand: gin_rummy::Hand =
            dice.draw(Cards::PACK, 10).iter().map(|card| card.code().parse::<gin_rummy::Card>().unwrap()).collect();
        found.0[usize::from(gin_rummy::deadwood(hand))] += 1;
    }
    for deadwood in 0..=98 {
        let share = expected.up_to(deadwood) as f64 / expected.hands() as f64;
        let deviation = (dealt as f64 * share * (1.0 - share)).sqrt();
        let off = found.up_to(deadwood) as f64 - dealt as f64 * share;
        assert!(off.abs() <= 6.0 * deviation + 3.0, "{deadwood} or less: off by {off:.0}, deviation {deviation:.0}");
    }
}
