//! Who deals. Source: `docs/rules.md`, "The deal".

use crate::{Award, DeadDeal, DeadHand, DealerRule, Players, PricedHand, Rules, Seat, Side, Table};

/// The dealer of the next hand, in a game with this many sides; `None` if it is not known.
pub(super) fn after(dealer: Option<Side>, hand: &PricedHand, sides: usize, rules: &Rules) -> Option<Side> {
    let passes = |dead| passes(dead, rules.dead_deal);
    match (rules.table, rules.dealer) {
        (Table::Cutthroat, _) => match hand.winner {
            Some(_) => sits_out(hand.between?),
            // A tie that nobody wins counts as a dead hand here.
            None if passes(hand.dead.or(Some(DeadHand::Stock))) => facing(hand.between?, dealer?).map(|seat| seat.side),
            // A player who sits out does not deal. Here the hand was played by another pair than the rotation names.
            None => dealer.filter(|dealer| hand.between.is_none_or(|two| sits_out(two) != Some(*dealer))),
        },
        (_, DealerRule::Alternate) if passes(hand.dead) => dealer.map(|dealer| dealer.next(sides)),
        (_, DealerRule::Alternate) => dealer,
        (Table::RoundTable, DealerRule::Winner) => winner_of_round(hand).or(dealer),
        (_, DealerRule::Winner) => hand.winner.or(dealer),
        (_, DealerRule::Loser) => hand.winner.map(Side::other).or(dealer),
    }
}

/// The two who play after `hand`, if others sit out. `hand` is the last hand whose players are known. `None` if
/// everybody plays, or if the two are not known.
pub(crate) fn playing_after(hand: Option<&PricedHand>, players: &Players, rules: &Rules) -> Option<[Seat; 2]> {
    let last = hand.and_then(|hand| Some((hand.winner, hand.between?)));
    match (rules.table, last) {
        (Table::Two | Table::RoundTable, _) | (Table::Cutthroat, None) => None,
        (Table::Captain, None) => Some(Side::TWO.map(|side| Seat { side, place: 0 })),
        (_, Some((None, two))) => Some(two),
        (Table::Cutthroat, Some((Some(winner), two))) => {
            let seat = |side| Seat { side, place: 0 };
            Some(Seat::two(seat(winner), seat(sits_out(two)?)))
        }
        (Table::Captain, Some((Some(winner), two))) => Some(two.map(|seat| {
            let partners = players.of(seat.side).len().max(1);
            if seat.side == winner { seat } else { Seat::new(seat.side, (seat.at() + 1) % partners) }
        })),
    }
}

/// The one of three sides that is not in this pair.
fn sits_out(two: [Seat; 2]) -> Option<Side> {
    Side::of(3).find(|side| two.iter().all(|seat| seat.side != *side))
}

/// The opponent of a side in this pair; `None` if the side is not in it.
pub(crate) fn facing(two: [Seat; 2], side: Side) -> Option<Seat> {
    let at = two.iter().position(|seat| seat.side == side)?;
    Some(two[1 - at])
}

/// The winner of a hand at a round table: the undercutter with the most points, and among equals the first to the
/// caller's left; without an undercut the caller; otherwise the side with the most points, and among equals the first
/// named. `None` for a tie that nobody wins.
fn winner_of_round(hand: &PricedHand) -> Option<Side> {
    let is_undercut = |award: &&Award| award.winner != award.by.map(|by| by.side);
    let most = |awards: &mut dyn Iterator<Item = &Award>| {
        awards.reduce(|most, award| if award.points() > most.points() { award } else { most })?.winner
    };
    let awards = || hand.awards.iter();
    most(&mut awards().filter(is_undercut)).or_else(|| most(&mut awards()))
}

/// Whether an alternating deal passes to the other side after a hand.
const fn passes(dead: Option<DeadHand>, dead_deal: DeadDeal) -> bool {
    match dead {
        None => true,
        Some(DeadHand::Stock) => matches!(dead_deal, DeadDeal::Next),
        Some(DeadHand::Misdeal) => false,
    }
}
