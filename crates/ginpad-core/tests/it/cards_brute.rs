//! A naive solver: it tries every way of melding, and every way of laying cards off.
//!
//! It shares no code with the program's: cards are pairs of numbers, melds are listed from the definition.

use ginpad_core::cards::{Cards, Suit};

/// A card as (rank 1 to 13, suit 0 to 3).
pub(crate) type Pair = (u8, u8);

pub(crate) fn pairs(cards: Cards) -> Vec<Pair> {
    let place = |suit| Suit::ALL.iter().position(|other| *other == suit).unwrap() as u8;
    cards.iter().map(|card| (card.rank.number(), place(card.suit))).collect()
}

pub(crate) fn value(cards: &[Pair]) -> u16 {
    cards.iter().map(|(rank, _)| u16::from((*rank).min(10))).sum()
}

/// Whether cards are a set or a run, by the definition.
pub(crate) fn is_meld(cards: &[Pair]) -> bool {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards.dedup();
    let set = cards.iter().all(|card| card.0 == cards[0].0);
    let run = cards.windows(2).all(|two| two[0].1 == two[1].1 && two[0].0 + 1 == two[1].0);
    cards.len() >= 3 && (set || run)
}

/// Every meld of these cards that contains the first of them.
fn melds_with_first(cards: &[Pair]) -> Vec<Vec<Pair>> {
    let (rank, suit) = cards[0];
    let has = |card: Pair| cards.contains(&card);
    let same: Vec<Pair> = (0..4).map(|suit| (rank, suit)).filter(|card| has(*card) && *card != cards[0]).collect();
    let mut melds = Vec::new();
    for pick in 0..1_usize << same.len() {
        let others = same.iter().enumerate().filter(|(place, _)| pick >> place & 1 == 1).map(|(_, card)| *card);
        melds.push(std::iter::once(cards[0]).chain(others).collect());
    }
    for low in 1..=rank {
        for high in rank..=13 {
            let run: Vec<Pair> = (low..=high).map(|rank| (rank, suit)).collect();
            if run.iter().all(|card| has(*card)) {
                melds.push(run);
            }
        }
    }
    melds.retain(|meld| is_meld(meld));
    melds
}

fn minus(cards: &[Pair], taken: &[Pair]) -> Vec<Pair> {
    cards.iter().copied().filter(|card| !taken.contains(card)).collect()
}

/// The least deadwood: the first card is left over, or in one of its melds.
pub(crate) fn least(cards: &[Pair]) -> u16 {
    let Some(first) = cards.first() else { return 0 };
    let over = u16::from(first.0.min(10)) + least(&cards[1..]);
    let melded = melds_with_first(cards).into_iter().map(|meld| least(&minus(cards, &meld)));
    melded.fold(over, u16::min)
}

/// The least deadwood after every sequence of lay-offs, on melds that grow as cards are laid on them.
pub(crate) fn least_after_lay_offs(melds: &[Vec<Pair>], hand: &[Pair]) -> u16 {
    let mut best = least(hand);
    for card in hand {
        for place in 0..melds.len() {
            let mut grown = melds.to_vec();
            grown[place].push(*card);
            if is_meld(&grown[place]) {
                best = best.min(least_after_lay_offs(&grown, &minus(hand, &[*card])));
            }
        }
    }
    best
}

/// Every way to lay a hand out: its melds and what is left over.
pub(crate) fn arrangements(cards: &[Pair]) -> Vec<(Vec<Vec<Pair>>, Vec<Pair>)> {
    let Some(first) = cards.first() else { return vec![(Vec::new(), Vec::new())] };
    let mut all = arrangements(&cards[1..]);
    for (_, over) in &mut all {
        over.push(*first);
    }
    for meld in melds_with_first(cards) {
        for (mut melds, over) in arrangements(&minus(cards, &meld)) {
            melds.push(meld.clone());
            all.push((melds, over));
        }
    }
    all
}
