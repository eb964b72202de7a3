//! Outs, compared with drawing every card and throwing every card.

use ginpad_core::cards::{Cards, Outs, outs};

use crate::cards_brute::{least, pairs};
use crate::support::dice::{Dice, times};

/// The least deadwood of a hand after this card is drawn and any card is thrown.
fn least_after(eleven: Cards) -> u16 {
    eleven.iter().map(|thrown| least(&pairs(eleven - thrown.into()))).min().unwrap()
}

fn check(hand: Cards, seen: Cards, limit: u16) {
    let Outs { unseen, gin, knock } = outs(hand, seen, limit);
    assert_eq!(unseen, Cards::PACK - hand - seen);
    for card in unseen {
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
    assert_eq!(outs(hand, Cards::PACK - hand, 10), none);
}

#[test]
fn who_may_knock_may_do_so_after_every_draw() {
    let hand = Cards::read("a23s 7hdc 89td 4h").unwrap();
    let outs = outs(hand, Cards::NONE, 10);
    assert_eq!((outs.unseen.len(), outs.knock), (42, outs.unseen));
    assert_eq!(outs.gin.codes(), "4S 7S JD");
}
