//! Round the corner: the solver compared with one that tries everything, and shares no code with it.
//!
//! The naive solver numbers the cards: a suit is 0 to 3, a rank 0 (ace) to 12 (king), and the rank after the king is the
//! ace again. It lists every meld of the pack from the definition, once. Nothing is clever.

use std::sync::LazyLock;

use ginpad_core::cards::{
    Ace, Card, CardRules, Cards, Meld, Showdown, Suit, Tabled, arrange, best_discard, best_discards, deadwood,
    is_big_gin, lay_off, outs,
};

use crate::cards_layoff::showdown;
use crate::support::dice::{Dice, times};

/// A card: its rank, 0 for the ace, and its suit.
type Plain = (usize, usize);

fn plain(cards: Cards) -> Vec<Plain> {
    let suit = |suit| Suit::ALL.iter().position(|other| *other == suit).unwrap();
    cards.iter().map(|card| (usize::from(card.rank.number()) - 1, suit(card.suit))).collect()
}

/// An ace counts 15, face cards 10, other cards their pips.
fn value(cards: &[Plain]) -> u16 {
    let of = |rank: usize| match rank {
        0 => 15,
        1..=8 => rank + 1,
        _ => 10,
    };
    cards.iter().map(|(rank, _)| of(*rank) as u16).sum()
}

/// Every meld of the pack: three or four of a rank, and three or more in a circle of a suit.
static MELDS: LazyLock<Vec<Vec<Plain>>> = LazyLock::new(|| {
    let mut melds = Vec::new();
    for rank in 0..13 {
        melds.push((0..4).map(|suit| (rank, suit)).collect());
        for missing in 0..4 {
            melds.push((0..4).filter(|suit| *suit != missing).map(|suit| (rank, suit)).collect());
        }
    }
    for suit in 0..4 {
        for first in 0..13 {
            for length in 3..=13 {
                melds.push((first..first + length).map(|rank| (rank % 13, suit)).collect());
            }
        }
    }
    melds
});

fn is_meld(cards: &[Plain]) -> bool {
    let same = |meld: &Vec<Plain>| meld.len() == cards.len() && meld.iter().all(|card| cards.contains(card));
    MELDS.iter().any(same)
}

fn minus(cards: &[Plain], taken: &[Plain]) -> Vec<Plain> {
    cards.iter().copied().filter(|card| !taken.contains(card)).collect()
}

/// The melds that can be made of some cards.
fn melds_of(cards: &[Plain]) -> Vec<&'static Vec<Plain>> {
    MELDS.iter().filter(|meld| meld.iter().all(|card| cards.contains(card))).collect()
}

/// The least deadwood: the first card is left over, or in one of its melds.
fn least(cards: &[Plain]) -> u16 {
    fn least_of(cards: &[Plain], melds: &[&Vec<Plain>]) -> u16 {
        if cards.is_empty() {
            return 0;
        }
        let mut best = value(&cards[..1]) + least_of(&cards[1..], melds);
        for meld in melds {
            if meld.contains(&cards[0]) && meld.iter().all(|card| cards.contains(card)) {
                best = best.min(least_of(&minus(cards, meld), melds));
            }
        }
        best
    }
    let melds = melds_of(cards);
    if melds.is_empty() { value(cards) } else { least_of(cards, &melds) }
}

/// Every way to lay a hand out: its melds, and what is left over.
fn layouts(cards: &[Plain]) -> Vec<(Vec<Vec<Plain>>, Vec<Plain>)> {
    fn layouts_of(cards: &[Plain], melds: &[&Vec<Plain>]) -> Vec<(Vec<Vec<Plain>>, Vec<Plain>)> {
        if cards.is_empty() {
            return vec![(Vec::new(), Vec::new())];
        }
        let mut all = layouts_of(&cards[1..], melds);
        for (_, over) in &mut all {
            over.push(cards[0]);
        }
        for meld in melds {
            if meld.contains(&cards[0]) && meld.iter().all(|card| cards.contains(card)) {
                for (mut laid, over) in layouts_of(&minus(cards, meld), melds) {
                    laid.push((*meld).clone());
                    all.push((laid, over));
                }
            }
        }
        all
    }
    layouts_of(cards, &melds_of(cards))
}

/// The least deadwood after every sequence of lay-offs, on melds that grow as cards are laid on them.
fn least_laid_off(melds: &[Vec<Plain>], hand: &[Plain]) -> u16 {
    let mut best = least(hand);
    for card in hand {
        for place in 0..melds.len() {
            let mut grown = melds.to_vec();
            grown[place].push(*card);
            if is_meld(&grown[place]) {
                best = best.min(least_laid_off(&grown, &minus(hand, &[*card])));
            }
        }
    }
    best
}

/// Cards of a few ranks in a circle around the ace, where sets and runs clash round the corner.
fn around(dice: &mut Dice, from: Cards, count: usize) -> Cards {
    let width = 5 + dice.below(4);
    let first = 8 + dice.below(6);
    let ranks: Vec<usize> = (first..first + width).map(|rank| rank % 13).collect();
    let near = |card: &Card| ranks.contains(&(usize::from(card.rank.number()) - 1));
    dice.draw(from.iter().filter(near).collect(), count)
}

/// A hand from around the ace, or from anywhere.
fn hand(dice: &mut Dice, round: usize, count: usize) -> Cards {
    match round % 4 {
        0 => dice.draw(Cards::PACK, count),
        1 => dice.dense(Cards::PACK, count),
        _ => around(dice, Cards::PACK, count),
    }
}

/// Checks that a hand is laid out in legal melds, whole and for the least, and that each run is in its order.
fn check_arrangement(hand: Cards) {
    let laid = arrange(hand, Ace::Corner);
    assert_eq!(laid.deadwood, least(&plain(hand)), "{hand:?}");
    assert_eq!(laid.deadwood, deadwood(hand, Ace::Corner), "{hand:?}");
    assert_eq!(laid.deadwood, laid.unmatched.value(Ace::Corner), "{hand:?}");
    let melds: Vec<Meld> = laid.melds().collect();
    let mut all: Vec<Card> = laid.unmatched.iter().collect();
    for meld in &melds {
        assert!(is_meld(&plain(meld.cards())), "{hand:?} {meld}");
        let cards: Vec<Card> = meld.iter().collect();
        if meld.is_run() && cards.len() < 13 {
            let follows = |two: &[Card]| two[1].rank.number() % 13 == (two[0].rank.number() + 1) % 13;
            assert!(cards.windows(2).all(follows), "{cards:?}");
        }
        all.extend(cards);
    }
    assert_eq!((all.len(), all.into_iter().collect::<Cards>()), (hand.len(), hand), "{hand:?}");
}

fn check_discards(hand: Cards) {
    let after = |card: Card| least(&plain(hand - card.into()));
    let fewest = hand.iter().map(after).min().unwrap();
    let all: Cards = hand.iter().filter(|card| after(*card) == fewest).collect();
    let best = best_discard(hand, Ace::Corner).unwrap();
    assert_eq!((after(best), best_discards(hand, Ace::Corner)), (fewest, all), "{hand:?}");
    assert_eq!(Some(best), all.iter().max_by_key(|card| (card.rank, card.suit)), "{hand:?}");
}

const CORNER: CardRules = CardRules { ace: Ace::Corner, ..CardRules::STANDARD };

#[test]
fn random_hands_agree_with_the_naive_solver() {
    let mut dice = Dice::new(40);
    let mut cornered = 0;
    for round in 0..times(1_000, 300_000) {
        let count = 7 + round / 4 % 5;
        let hand = hand(&mut dice, round, count);
        check_arrangement(hand);
        check_discards(hand);
        assert_eq!(is_big_gin(hand, CORNER), hand.len() == 11 && least(&plain(hand)) == 0);
        cornered +=
            usize::from(arrange(hand, Ace::Corner).melds().any(|meld| Meld::new(meld.cards(), Ace::Low).is_none()));
    }
    assert!(cornered > 40, "only {cornered} hands had a run round the corner");
}

/// Every hand of up to five cards that can be made of the ranks around the ace in two suits.
#[test]
fn every_small_hand_around_the_ace_agrees_with_the_naive_solver() {
    let ranks = ["a", "2", "3", "j", "q", "k"];
    let pack: Vec<Card> = ranks
        .iter()
        .flat_map(|rank| ["s", "h", "d"].map(|suit| Card::read(&format!("{rank}{suit}")).unwrap()))
        .collect();
    fn each(cards: &[Card], held: Cards, count: usize, check: &mut impl FnMut(Cards)) {
        check(held);
        for (place, card) in cards.iter().enumerate().filter(|_| count > 0) {
            each(&cards[place + 1..], held | (*card).into(), count - 1, check);
        }
    }
    each(&pack, Cards::NONE, times(4, 7), &mut check_arrangement);
}

#[test]
fn more_cards_than_a_hand_are_exact_too() {
    let mut dice = Dice::new(41);
    for round in 0..times(24, 3_000) {
        let hand = hand(&mut dice, round, 12 + round % 5);
        check_arrangement(hand);
        check_discards(hand);
    }
    for suit in Suit::ALL {
        assert_eq!(deadwood(Cards::of_suit(suit), Ace::Corner), 0);
        let melds: Vec<usize> =
            arrange(Cards::of_suit(suit), Ace::Corner).melds().map(|meld| meld.cards().len()).collect();
        assert_eq!(melds, [13]);
    }
}

#[test]
fn melds_are_what_the_definition_says() {
    let mut dice = Dice::new(42);
    for round in 0..times(4_000, 400_000) {
        let count = 2 + round % 6;
        let suit = Cards::of_suit(Suit::ALL[dice.below(4)]);
        let cards = if round % 2 == 0 { dice.draw(suit, count) } else { around(&mut dice, Cards::PACK, count) };
        assert_eq!(Meld::new(cards, Ace::Corner).is_some(), is_meld(&plain(cards)), "{cards:?}");
    }
    for meld in MELDS.iter() {
        let card = |(rank, suit): &Plain| {
            Card::read(&format!(
                "{}{}",
                ["a", "2", "3", "4", "5", "6", "7", "8", "9", "t", "j", "q", "k"][*rank],
                ["s", "h", "d", "c"][*suit]
            ))
            .unwrap()
        };
        let cards: Cards = meld.iter().map(card).collect();
        let is_run = meld[0].0 != meld[1].0;
        assert_eq!(Meld::new(cards, Ace::Corner).map(Meld::is_run), Some(is_run), "{cards:?}");
    }
}

#[test]
fn outs_are_every_draw_and_every_throw() {
    let mut dice = Dice::new(43);
    for round in 0..times(8, 1_500) {
        let hand = hand(&mut dice, round, 10);
        let limit = dice.below(11) as u16;
        let found = outs(hand, Cards::NONE, limit, CORNER);
        for card in found.unseen.iter() {
            let eleven = plain(hand | card.into());
            let left = eleven.iter().map(|thrown| least(&minus(&eleven, &[*thrown]))).min().unwrap();
            assert_eq!(
                (found.gin.contains(card), found.knock.contains(card)),
                (left == 0, left <= limit),
                "{hand:?} {card}"
            );
        }
    }
}

#[test]
fn lay_offs_are_the_best_of_every_sequence() {
    let mut dice = Dice::new(44);
    let mut laid_off = 0;
    for round in 0..times(1_500, 150_000) {
        let knocker = hand(&mut dice, round, 10);
        let melds: Vec<Meld> = arrange(knocker, Ace::Corner).melds().collect();
        if melds.is_empty() {
            continue;
        }
        let count = 4 + dice.below(5);
        let held = if round % 2 == 0 {
            around(&mut dice, Cards::PACK - knocker, count)
        } else {
            dice.draw(Cards::PACK - knocker, count)
        };
        let tabled: Tabled = melds.iter().copied().collect();
        let listed: Vec<Vec<Plain>> = melds.iter().map(|meld| plain(meld.cards())).collect();
        let expected = least_laid_off(&listed, &plain(held));
        let defence = lay_off(tabled, held, Ace::Corner);
        assert_eq!(defence.own.deadwood, expected, "{melds:?} {held:?}");
        assert_eq!(lay_off(tabled, held, Ace::Corner).own.deadwood, expected);
        assert_eq!(defence.laid | defence.own.cards(), held);
        laid_off += usize::from(!defence.laid.is_empty());
    }
    assert!(laid_off > 200, "only {laid_off} hands had a lay-off");
}

/// Checks that each lay-off can be made in its turn.
fn check_placed(table: &Showdown, hand: Cards) {
    let mut grown: Vec<Vec<Plain>> =
        table.knocker.melds.iter().map(|meld| plain(meld.iter().copied().collect())).collect();
    let mut cards: Vec<Card> = table.defender.melds.concat();
    cards.extend(&table.defender.unmatched);
    for (card, onto) in &table.laid_off {
        cards.push(*card);
        grown[*onto].extend(plain((*card).into()));
        assert!(is_meld(&grown[*onto]), "{table:?}");
    }
    assert_eq!((cards.len(), cards.into_iter().collect::<Cards>()), (hand.len(), hand), "{table:?}");
}

#[test]
fn a_whole_showdown_leaves_the_defender_most_among_the_knockers_best() {
    let mut dice = Dice::new(45);
    for round in 0..times(40, 4_000) {
        let knocker = around(&mut dice, Cards::PACK, 10);
        let held = if round % 2 == 0 {
            around(&mut dice, Cards::PACK - knocker, 10)
        } else {
            dice.draw(Cards::PACK - knocker, 10)
        };
        if held.len() < 10 || least(&plain(knocker)) == 0 {
            continue;
        }
        let table = showdown(&[knocker.iter().collect()], held, (110, CORNER)).unwrap();
        check_placed(&table, held);
        let all = layouts(&plain(knocker));
        let fewest = all.iter().map(|(_, over)| value(over)).min().unwrap();
        assert_eq!(table.knocker.deadwood, fewest);
        let best = all.iter().filter(|(_, over)| value(over) == fewest);
        let most = best.map(|(melds, _)| least_laid_off(melds, &plain(held))).max();
        assert_eq!(Some(table.defender.deadwood), most, "{knocker:?} {held:?}");
    }
}

/// The most that cards of a player can count: two aces, and two each of K Q J and 10.
#[test]
fn no_hand_counts_more_than_a_hundred_and_ten() {
    let most = Cards::read("ashkdcqshjdctsh").unwrap();
    assert_eq!((deadwood(most, Ace::Corner), deadwood(most, Ace::Low)), (110, 82));
    let seven = Cards::read("ashkdcqshjd").unwrap();
    assert_eq!(deadwood(seven, Ace::Corner), 80);
    let mut dice = Dice::new(46);
    for _ in 0..times(20_000, 2_000_000) {
        let ten = dice.draw(Cards::PACK, 10);
        assert!(deadwood(ten, Ace::Corner) <= 110);
        assert!(deadwood(dice.draw(ten, 7), Ace::Corner) <= 80);
    }
}

#[test]
fn a_gap_between_two_ends_is_filled_from_either() {
    // The run of the knocker is all of the suit but two cards, so that its ends meet.
    let rules = CardRules { layoff_on_gin: true, ..CORNER };
    let table = |defender: &str| {
        let knocker: Vec<Card> = Cards::read("2-qs").unwrap().iter().collect();
        showdown(&[knocker], Cards::read(defender).unwrap(), (10, rules)).unwrap()
    };
    let both = table("asks 2h4h6h8h 9d jd kd ad");
    assert_eq!((both.is_gin(), both.laid_off.len(), both.defender.deadwood), (true, 2, 64));
    let one = table("as 2h4h6h8h 9d jd kd kc 5c");
    assert_eq!((one.laid_off.len(), one.defender.deadwood), (1, 64));
}
