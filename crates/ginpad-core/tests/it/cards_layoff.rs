//! Lay-offs, compared with a solver that tries every meld and every sequence of lay-offs.

use ginpad_core::cards::{Ace, Card, CardRules, Cards, Meld, Showdown, Tabled, Typed, arrange, lay_off};
use ginpad_core::hand::settle;
use ginpad_core::{Preset, Refusal, Rules};

use crate::cards_brute::{arrangements, least_after_lay_offs as brute, pairs, value};
use crate::support::dice::{Dice, times, window};

fn check(melds: &[Meld], hand: Cards) {
    let tabled: Tabled = melds.iter().copied().collect();
    let listed: Vec<_> = melds.iter().map(|meld| pairs(meld.cards())).collect();
    let expected = brute(&listed, &pairs(hand));
    let defence = lay_off(tabled, hand, Ace::Low);
    assert_eq!(defence.own.deadwood, expected, "{melds:?} {hand:?}");
    assert_eq!(lay_off(tabled, hand, Ace::Low).own.deadwood, expected);
    assert_eq!(defence.laid | defence.own.runs | defence.own.sets | defence.own.unmatched, hand);
    assert_eq!(defence.own.unmatched.value(Ace::Low), expected);
}

#[test]
fn small_tables_agree_with_brute_force() {
    let mut dice = Dice::new(5);
    for _ in 0..times(3_000, 300_000) {
        let knocker = dice.dense(Cards::PACK, 10);
        let melds: Vec<Meld> = arrange(knocker, Ace::Low).melds().collect();
        if melds.is_empty() {
            continue;
        }
        let near = dice.below(3);
        let from = Cards::PACK - knocker;
        let from = if near == 0 { from } else { from & window(1 + dice.below(7), 7) };
        let hand = dice.draw(from, 4 + near * 2);
        check(&melds, hand);
    }
}

const LAY_OFFS: CardRules = CardRules { layoff_on_gin: true, ..CardRules::STANDARD };

/// Both hands laid out under the rules about cards and a limit.
pub(crate) fn showdown(
    knocker: &[Vec<Card>],
    defender: Cards,
    (knock_limit, rules): (u8, CardRules),
) -> Result<Showdown, Vec<Refusal>> {
    let CardRules { dealt, ace, layoff_on_gin, knock_discard, knock_melds } = rules;
    let standard = Preset::standard().rules.clone();
    let rules = Rules { knock_limit, dealt, ace, layoff_on_gin, knock_discard, knock_melds, ..standard };
    settle(knocker, defender, None, &rules).map(|settled| settled.showdown)
}

/// Ten cards that the knocker does not have: from eight ranks in a row, or from the whole pack.
fn defender(dice: &mut Dice, knocker: Cards) -> Cards {
    let near = (Cards::PACK - knocker) & window(1 + dice.below(6), 8);
    let from = if dice.below(3) == 0 { Cards::PACK - knocker } else { near };
    dice.draw(from, 10)
}

/// Checks that a result is legal: all the cards are there, and each lay-off can be made in its turn.
fn check_table(table: &Showdown, hand: Cards) {
    let mut grown: Vec<Cards> = table.knocker.melds.iter().map(|meld| meld.iter().copied().collect()).collect();
    let mut cards: Vec<Card> = table.defender.melds.concat();
    cards.extend(&table.defender.unmatched);
    for (card, onto) in &table.laid_off {
        cards.push(*card);
        assert!(grown[*onto].insert(*card), "{table:?}");
        assert!(Meld::new(grown[*onto], Ace::Low).is_some(), "{table:?}");
    }
    assert_eq!((cards.len(), cards.into_iter().collect::<Cards>()), (hand.len(), hand), "{table:?}");
    let over: Cards = table.defender.unmatched.iter().copied().collect();
    assert_eq!(over.value(Ace::Low), table.defender.deadwood);
}

#[test]
fn a_hand_not_declared_is_laid_out_to_leave_the_defender_most() {
    let mut dice = Dice::new(9);
    let mut mattered = 0;
    for _ in 0..times(120, 20_000) {
        let knocker = dice.dense(Cards::PACK, 10);
        let hand = defender(&mut dice, knocker);
        let table = showdown(&[knocker.iter().collect()], hand, (98, LAY_OFFS)).unwrap();
        check_table(&table, hand);
        let all = arrangements(&pairs(knocker));
        let least = all.iter().map(|(_, over)| value(over)).min().unwrap();
        assert_eq!(table.knocker.deadwood, least);
        let best: Vec<_> = all.into_iter().filter(|(_, over)| value(over) == least).map(|(melds, _)| melds).collect();
        let left: Vec<u16> = best.iter().map(|melds| brute(melds, &pairs(hand))).collect();
        mattered += usize::from(left.iter().min() != left.iter().max());
        assert_eq!(Some(&table.defender.deadwood), left.iter().max(), "{knocker:?} {hand:?}");
    }
    assert!(mattered > 0);
}

#[test]
fn declared_melds_are_kept_and_their_lay_offs_placed() {
    let mut dice = Dice::new(10);
    for _ in 0..times(400, 20_000) {
        let knocker = dice.dense(Cards::PACK, 10);
        let hand = defender(&mut dice, knocker);
        let laid = arrange(knocker, Ace::Low);
        let mut groups: Vec<Vec<Card>> = laid.melds().map(|meld| meld.iter().collect()).collect();
        groups.reverse();
        groups.iter_mut().for_each(|group| group.rotate_left(1));
        groups.push(laid.unmatched.iter().collect());
        let table = showdown(&groups, hand, (98, LAY_OFFS)).unwrap();
        check_table(&table, hand);
        assert_eq!(table.knocker.melds, groups[..groups.len() - 1]);
        let melds: Vec<Vec<_>> = laid.melds().map(|meld| pairs(meld.cards())).collect();
        assert_eq!(table.defender.deadwood, brute(&melds, &pairs(hand)), "{knocker:?} {hand:?}");
    }
}

fn faults(knocker: &str, defender: &str, knock_limit: u8) -> Vec<String> {
    let terms = (knock_limit, CardRules::STANDARD);
    let groups = Typed::read_groups(knocker).unwrap();
    match showdown(&groups, Cards::read(defender).unwrap(), terms) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn every_reason_is_given_at_once() {
    let other = "2h 4h 6h 8h th qh 3d 5d 7d 9d";
    assert_eq!(faults("a23s / 456s / 789c 2c", other, 26), [""; 0]);
    assert_eq!(faults("a23s / 456s / 789c / 2c", other, 10), [""; 0]);
    assert_eq!(
        faults("a23s / 456s / 789c 2c", other, 10),
        ["the knocker cannot knock with 26 deadwood; the knock limit is 10"]
    );
    assert_eq!(
        faults("a23456s 789c kc", other, 9),
        ["the knocker cannot knock with 10 deadwood; the knock limit is 9"]
    );
    assert_eq!(
        faults("a23s / 45s / 2h kc", "2h 4h 6h 8h th qh 3d 5d 7d", 10),
        [
            "the knocker and the defender cannot both have 2♥",
            "4♠ 5♠ is not a meld",
            "the knocker has 7 cards; there must be 10, or 11 all melded",
            "the defender has 9 cards; there must be 10",
        ]
    );
    assert_eq!(faults("a23s 4567c 8c kh kd kc", other, 10), [""; 0], "eleven all melded are big gin");
    assert_eq!(
        faults("a23s 4567c 2c kh kd kc", other, 10),
        ["the knocker has 11 cards; there must be 10, or 11 all melded"]
    );
    assert_eq!(
        faults("a23s 4567c 2c kh kd kc", other, 1),
        ["the knocker has 11 cards; there must be 10, or 11 all melded"],
        "eleven cards are held against no limit"
    );
    assert_eq!(
        faults("a23s / 9sh jc / 4d 7s kc qc", other, 10),
        ["9♠ 9♥ J♣ is not a meld", "the knocker cannot knock with 29 deadwood; the knock limit is 10"],
        "the best melds are over the limit as well"
    );
    assert_eq!(
        faults("a23s 456s 789c 2c /", other, 10),
        [""; 0],
        "the melds are found: a trailing `/` separates nothing"
    );
    assert_eq!(
        faults("kh jd 8s 6c 4c 3h as 2d 8d tc /", other, 10),
        ["the knocker cannot knock with 62 deadwood; the knock limit is 10"],
        "nor does it where there are none"
    );
    assert_eq!(faults("a23s / / 456789tc", other, 10), ["a group without cards is not a meld"]);
    assert_eq!(faults("a23s / 456789tc /", other, 0), [""; 0], "gin is under any limit");
}

#[test]
fn gin_takes_no_lay_offs_unless_the_rules_say_so() {
    let knocker = Typed::read_groups("a23s / 456789tc").unwrap();
    let hand = Cards::read("4s jc 6h 8h th qh 3d 5d 7d 9d").unwrap();
    let table = |rules| showdown(&knocker, hand, (10, rules)).unwrap();
    let (without, with) = (table(CardRules::STANDARD), table(LAY_OFFS));
    assert_eq!((without.is_gin(), without.laid_off.len(), without.defender.deadwood), (true, 0, 72));
    assert_eq!((with.laid_off.len(), with.defender.deadwood), (2, 58));
    let eleven = Typed::read_groups("a23s 456789tjc").unwrap();
    let hand = (hand - Card::read("jc").unwrap().into()) | Card::read("2h").unwrap().into();
    let big_gin = showdown(&eleven, hand, (10, CardRules::STANDARD)).unwrap();
    assert!(big_gin.is_gin());
}

/// Whether cards can be laid off onto melds in some order.
fn can_be_laid(melds: &[Cards], cards: Cards) -> bool {
    cards.is_empty()
        || cards.iter().any(|card| {
            (0..melds.len()).any(|onto| {
                let mut grown = melds.to_vec();
                grown[onto].insert(card)
                    && Meld::new(grown[onto], Ace::Low).is_some()
                    && can_be_laid(&grown, cards - card.into())
            })
        })
}

#[test]
fn of_equal_lay_offs_the_documented_one_is_made() {
    let mut dice = Dice::new(11);
    for _ in 0..times(150, 10_000) {
        let knocker = dice.dense(Cards::PACK, 10);
        let melds: Vec<Cards> = arrange(knocker, Ace::Low).melds().map(Meld::cards).collect();
        let from = (Cards::PACK - knocker) & window(1 + dice.below(8), 6);
        let cards: Vec<Card> = dice.draw(from, 7).iter().collect();
        let hand: Cards = cards.iter().copied().collect();
        let subsets = (0..1_usize << cards.len()).map(|pick| {
            cards.iter().enumerate().filter(|(place, _)| pick >> place & 1 == 1).map(|(_, card)| *card).collect()
        });
        let expected = subsets.filter(|laid: &Cards| can_be_laid(&melds, *laid)).min_by_key(|laid| {
            let mut falling = pairs(*laid);
            falling.sort_unstable_by(|a, b| b.cmp(a));
            (crate::cards_brute::least(&pairs(hand - *laid)), laid.len(), falling)
        });
        let tabled: Tabled = arrange(knocker, Ace::Low).melds().collect();
        assert_eq!(Some(lay_off(tabled, hand, Ace::Low).laid), expected, "{knocker:?} {hand:?}");
    }
}
