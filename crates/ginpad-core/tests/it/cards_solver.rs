//! Least deadwood, melds and the best discard, compared with a solver that tries everything and with another crate.

use ginpad_core::cards::{
    Ace, Card, CardRules, Cards, Meld, Suit, arrange, best_discard, best_discards, deadwood, is_big_gin,
};

use crate::cards_brute::{arrangements, least, pairs, value};
use crate::support::dice::{Dice, times, window};

/// Checks that the arrangement has all the cards of the hand, in legal melds, and the deadwood that it says.
fn check_arrangement(hand: Cards) {
    let laid = arrange(hand, Ace::Low);
    let melded: Vec<Meld> = laid.melds().collect();
    let count: usize = melded.iter().map(|meld| meld.cards().len()).sum();
    assert_eq!(count + laid.unmatched.len(), hand.len(), "{hand:?}");
    let all = melded.iter().fold(laid.unmatched, |all, meld| all | meld.cards());
    assert_eq!(all, hand);
    assert!(melded.iter().all(|meld| Meld::new(meld.cards(), Ace::Low) == Some(*meld)), "{hand:?}");
    assert_eq!(laid.unmatched.value(Ace::Low), laid.deadwood, "{hand:?}");
    assert_eq!(laid.deadwood, deadwood(hand, Ace::Low), "{hand:?}");
}

fn check_against_brute_force(hand: Cards) {
    assert_eq!(deadwood(hand, Ace::Low), least(&pairs(hand)), "{hand:?}");
    check_arrangement(hand);
}

fn check_discards(hand: Cards) {
    let after = |card: Card| deadwood(hand - card.into(), Ace::Low);
    let best = best_discard(hand, Ace::Low).unwrap();
    let all = best_discards(hand, Ace::Low);
    let least = hand.iter().map(after).min().unwrap();
    assert_eq!(after(best), least, "{hand:?}");
    assert!(hand.iter().all(|card| all.contains(card) == (after(card) == least)), "{hand:?}");
    let preferred = all.iter().max_by_key(|card| (card.rank, card.suit)).unwrap();
    assert_eq!(best, preferred, "{hand:?}");
    for (dealt, all) in [(10, 11), (7, 8)] {
        assert_eq!(
            is_big_gin(hand, CardRules { dealt, ..CardRules::STANDARD }),
            hand.len() == all && deadwood(hand, Ace::Low) == 0
        );
    }
}

/// Every hand of `count` of these cards.
fn each_hand(cards: &[Card], held: Cards, count: usize, check: &mut impl FnMut(Cards)) {
    if count == 0 {
        return check(held);
    }
    for (place, card) in cards.iter().enumerate() {
        each_hand(&cards[place + 1..], held | (*card).into(), count - 1, check);
    }
}

#[test]
fn every_small_hand_of_a_small_pack_agrees_with_brute_force() {
    let ranks = times(4, 7);
    // At both ends of the ranks: low cards differ in value and high cards do not, and runs end at the ace and the king.
    for low in [1, 14 - ranks] {
        let pack: Vec<Card> = window(low, ranks).iter().collect();
        assert_eq!(pack.len(), 4 * ranks);
        for count in 0..=6 {
            each_hand(&pack, Cards::NONE, count, &mut check_against_brute_force);
        }
        for count in 1..=times(4, 6) {
            each_hand(&pack, Cards::NONE, count, &mut check_discards);
        }
    }
}

#[test]
fn random_hands_agree_with_brute_force() {
    let mut dice = Dice::new(1);
    for round in 0..times(3_000, 1_000_000) {
        let count = 7 + round % 5;
        let hand = if round % 2 == 0 { dice.draw(Cards::PACK, count) } else { dice.dense(Cards::PACK, count) };
        check_against_brute_force(hand);
        check_discards(hand);
    }
}

#[test]
fn larger_holdings_are_exact_too() {
    let mut dice = Dice::new(2);
    for round in 0..times(300, 20_000) {
        let hand = dice.draw(Cards::PACK, 12 + round % 9);
        check_against_brute_force(hand);
        check_discards(hand);
    }
    assert_eq!(deadwood(Cards::of_suit(Suit::Hearts), Ace::Low), 0);
}

#[test]
fn random_hands_agree_with_the_peer() {
    let mut dice = Dice::new(3);
    for round in 0..times(20_000, 1_000_000) {
        let count = round % 12;
        let hand = if round % 2 == 0 { dice.draw(Cards::PACK, count) } else { dice.dense(Cards::PACK, count) };
        assert_eq!(deadwood(hand, Ace::Low), u16::from(gin_rummy::deadwood(peer(hand))), "{hand:?}");
        if count == 11 {
            check_discards(hand);
        }
    }
}

/// The hand as the other crate holds it.
fn peer(hand: Cards) -> gin_rummy::Hand {
    hand.iter().map(|card| card.code().parse::<gin_rummy::Card>().unwrap()).collect()
}

/// Checks that the hand is laid out in the preferred one of its best arrangements.
fn check_preference(hand: Cards) {
    let order = |cards: &[(u8, u8)]| {
        let mut falling = cards.to_vec();
        falling.sort_unstable_by(|a, b| b.cmp(a));
        falling
    };
    let in_sets = |melds: &[Vec<(u8, u8)>]| {
        let sets = melds.iter().filter(|meld| meld[0].0 == meld[1].0).flatten().copied();
        order(&sets.collect::<Vec<_>>())
    };
    let all = arrangements(&pairs(hand));
    let expected =
        all.iter().map(|(melds, over)| (value(over), in_sets(melds).len(), order(over), in_sets(melds))).min().unwrap();
    let laid = arrange(hand, Ace::Low);
    let melds: Vec<Vec<(u8, u8)>> = laid.melds().map(|meld| pairs(meld.cards())).collect();
    assert_eq!(order(&pairs(laid.unmatched)), expected.2, "{hand:?}");
    assert_eq!(in_sets(&melds), expected.3, "{hand:?}");
}

#[test]
fn of_equal_arrangements_the_documented_one_is_laid_out() {
    let mut dice = Dice::new(4);
    for _ in 0..times(800, 100_000) {
        let count = 8 + dice.below(4);
        check_preference(dice.dense(Cards::PACK, count));
    }
    // Either of two ranks can be the set with the same deadwood. This happens in one hand of many thousands.
    for hand in ["tks tkh tjqkc", "8tks tjqkh tkc", "tqks jkh tjqkd tc", "tks 9kh 9tqd tjqkc"] {
        check_preference(Cards::read(hand).unwrap());
    }
}

#[test]
fn melds_are_what_the_rules_call_melds() {
    let pack: Vec<Card> = window(11, 3).iter().chain(window(1, 2).iter()).collect();
    for count in 0..=4 {
        each_hand(&pack, Cards::NONE, count, &mut |cards| {
            let is_meld = crate::cards_brute::is_meld(&pairs(cards));
            assert_eq!(Meld::new(cards, Ace::Low).is_some(), is_meld, "{cards:?}");
        });
    }
    for low in 1..=11 {
        for width in 3..=14 - low {
            let run = window(low, width) & Cards::of_suit(Suit::Clubs);
            assert!(Meld::new(run, Ace::Low).is_some(), "{run:?}");
            assert!(Meld::new(run | Card::read("as").unwrap().into(), Ace::Low).is_none());
        }
    }
}

#[test]
fn discards_that_go_wrong_elsewhere() {
    let discard = |text| {
        let hand = Cards::read(text).unwrap();
        best_discard(hand, Ace::Low).map(|best| (best.code(), deadwood(hand - best.into(), Ace::Low)))
    };
    assert_eq!(discard("2c 456d 3456h 256s"), Some(("6S".into(), 9)));
    // All eleven are melded, but only a card from the end of a run of four can be thrown without losing gin.
    let melded = Cards::read("89td 789th 789ts").unwrap();
    assert_eq!(best_discards(melded, Ace::Low).codes(), "7S TS 7H TH");
    assert_eq!(discard("89td 789th 789ts"), Some(("TH".into(), 0)));
    assert_eq!(discard("as"), Some(("AS".into(), 0)));
    assert_eq!(discard(""), None);
}
