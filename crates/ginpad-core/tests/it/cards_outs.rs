//! Outs, compared with drawing every card and throwing every card.

use ginpad_core::cards::{CardRules, Cards, KnockMelds, Outs, Suit, outs};

use crate::cards_brute::{arrangements, least, pairs, value};
use crate::support::dice::{Dice, times, window};

/// The least deadwood of a hand after this card is drawn and any card is thrown.
fn least_after(eleven: Cards) -> u16 {
    eleven.iter().map(|thrown| least(&pairs(eleven - thrown.into()))).min().unwrap()
}

fn check(hand: Cards, seen: Cards, limit: u16) {
    let Outs { unseen, gin, knock } = outs(hand, seen, limit, CardRules::STANDARD);
    assert_eq!(unseen, Cards::PACK - hand - seen);
    for card in unseen.iter() {
        let left = least_after(hand | card.into());
        assert_eq!(gin.contains(card), left == 0, "{hand:?} {card}");
        assert_eq!(knock.contains(card), left <= limit, "{hand:?} {card} {limit}");
    }
    assert!((gin - knock).is_empty() && (knock - unseen).is_empty());
}

#[test]
fn outs_agree_with_brute_force() {
    let mut dice = Dice::new(11);
    for round in 0..times(60, 6_000) {
        let hand = if round % 2 == 0 { dice.draw(Cards::PACK, 10) } else { dice.dense(Cards::PACK, 10) };
        let gone = dice.below(43);
        let seen = dice.draw(Cards::PACK - hand, gone);
        let limit = dice.below(11) as u16;
        check(hand, seen, limit);
    }
}

#[test]
fn where_every_card_is_gone_there_is_nothing_to_hope_for() {
    let hand = Cards::read("a23s 7hdc 89td 4h").unwrap();
    let none = Outs { unseen: Cards::NONE, gin: Cards::NONE, knock: Cards::NONE };
    assert_eq!(outs(hand, Cards::PACK - hand, 10, CardRules::STANDARD), none);
}

#[test]
fn who_may_knock_may_do_so_after_every_draw() {
    let hand = Cards::read("a23s 7hdc 89td 4h").unwrap();
    let outs = outs(hand, Cards::NONE, 10, CardRules::STANDARD);
    assert_eq!((outs.unseen.len(), outs.knock), (42, outs.unseen));
    assert_eq!(outs.gin.codes(), "4S 7S JD");
}

const MAJORITY: CardRules = CardRules { knock_melds: KnockMelds::Majority, ..CardRules::STANDARD };

/// Whether some throw, and some way to lay out the rest, leaves at most `limit` with more than half of the cards in melds.
fn may_knock_somehow(eleven: Cards, limit: u16) -> bool {
    eleven.iter().any(|thrown| {
        let laid = arrangements(&pairs(eleven - thrown.into()));
        laid.iter().any(|(_, over)| value(over) <= limit && 2 * over.len() < 10)
    })
}

/// A run of spades and low cards: there a knock with few cards in melds is near.
fn low_hand(dice: &mut Dice) -> Cards {
    let width = 3 + dice.below(4);
    let run = window(1 + dice.below(14 - width), width) & Cards::of_suit(Suit::Spades);
    let ranks = 3 + dice.below(3);
    run | dice.draw(window(1, ranks) - run, 10 - width)
}

#[test]
fn the_best_throw_and_the_best_melds_decide_whether_most_cards_are_melded() {
    let mut dice = Dice::new(12);
    let mut mattered = 0;
    for _ in 0..times(40, 4_000) {
        let hand = low_hand(&mut dice);
        let seen = Cards::PACK - hand - dice.draw(Cards::PACK - hand, 6);
        let (any, majority) = (outs(hand, seen, 10, CardRules::STANDARD), outs(hand, seen, 10, MAJORITY));
        assert_eq!((majority.gin, majority.unseen), (any.gin, any.unseen));
        for card in majority.unseen.iter() {
            let somehow = may_knock_somehow(hand | card.into(), 10);
            assert_eq!(majority.knock.contains(card), somehow, "{hand:?} {card}");
        }
        mattered += usize::from(any.knock != majority.knock);
    }
    assert!(mattered > 0);
}
