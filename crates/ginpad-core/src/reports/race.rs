//! The distance between the sides after each hand.

use crate::game::ScoredGame;
use crate::points::Points;
use crate::sheet::EntryAt;
use crate::side::BySide;

/// Each side's score after each hand that counts and the adjustments that follow it: its game score so far, plus its
/// points in every open column times the column's multiplier. After the last hand of a finished game this is the game
/// score.
pub fn race(game: &ScoredGame) -> impl Iterator<Item = BySide<Points>> {
    let (tally, rules) = (&game.tally, &game.game.rules.rules);
    let times = |at: usize, points: BySide<Points>| points.map(|points| points * tally.columns[at].multiplier);
    // The columns, and once the game has ended its bonus.
    let mut parts: Vec<BySide<Points>> = (0..tally.columns.len()).map(|at| times(at, tally.spots)).collect();
    let mut stood = Vec::with_capacity(tally.hands.len());
    for at in tally.entries() {
        for trace in tally.traces(at).iter().filter(|trace| trace.reason.enters()) {
            parts[trace.column] = times(trace.column, trace.points);
        }
        for closed in tally.closed_by(at) {
            parts[closed] = tally.columns[closed].credited(rules).totals();
        }
        parts.extend(tally.ending.filter(|ending| ending.by == at).map(|ending| ending.bonus));
        let stands = BySide::from_fn(tally.spots.size(), |side| parts.iter().map(|part| part[side]).sum());
        match at {
            EntryAt::Hand(at) if tally.hands[at].is_counted() => stood.push(stands),
            EntryAt::Hand(_) => {}
            EntryAt::Adjustment(_) => stood.last_mut().into_iter().for_each(|last| *last = stands),
        }
    }
    stood.into_iter()
}

/// The largest deficit of a finished game's winner, as [`race`] counts it. `None` if nobody won by the rules, or if the
/// winner was never behind.
pub fn comeback(game: &ScoredGame) -> Option<Points> {
    let winner = game.tally.ending?.winner?;
    let mut most = Points::ZERO;
    let mut behind = Points::ZERO;
    for stands in race(game) {
        // Leave out the hand that ends the game: a winner may end it with the lower total.
        most = most.max(behind);
        let others = stands.order().filter(|side| *side != winner);
        behind = others.map(|side| stands[side] - stands[winner]).max().unwrap_or_default();
    }
    (most > Points::ZERO).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_one;
    use crate::side::Side;

    fn stands(sheet: &str) -> (Vec<[i64; 2]>, Option<i64>) {
        let game = read_one(sheet).unwrap().scored();
        let all: Vec<BySide<Points>> = race(&game).collect();
        if game.tally.ending.is_some() {
            assert_eq!(all.last(), Some(&game.tally.game_score), "{sheet}");
        }
        (
            all.iter().map(|stands| [stands[Side::First].0, stands[Side::Second].0]).collect(),
            comeback(&game).map(|it| it.0),
        )
    }

    #[test]
    fn a_single_column_is_its_points_and_then_its_totals() {
        let sheet =
            "rules: simple\nsides: Ann, Bob\n\nbob points 60\nann points 40\ndead\nann points 70\nbob points 9\n";
        assert_eq!(stands(sheet), (vec![[0, 60], [40, 60], [40, 60], [110, 60]], Some(60)));
        assert_eq!(stands("sides: Ann, Bob\n\nann points 100\n").1, None);
        assert_eq!(stands("rules: simple\nsides: Ann, Bob\n\nbob points 60\n").1, None);
    }

    #[test]
    fn columns_count_as_often_as_they_are_multiplied() {
        let sheet = "rules: hollywood-club, target=50, spades_double=off, oklahoma=off\nsides: Ann, Bob\n\n\
                     ann points 10\nann points 10\nann points 10\nbob points 60\nbob points 60\nbob points 60\n";
        let (stands, _) = stands(sheet);
        assert_eq!(stands[..3], [[10, 0], [30, 0], [70, 0]]);
    }
}
