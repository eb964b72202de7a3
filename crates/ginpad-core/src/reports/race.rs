//! The race of a game: the distance between the sides after each hand, and the points in each column, for charts.

use crate::{BySide, Column, EntryAt, Points, ScoredGame, Side, Standing, Tally};

/// Each side's score after each hand that counts and the adjustments that follow it: its game score so far, plus its
/// points in every open column times the column's multiplier. After the last hand of a finished game this is the game
/// score.
fn race(game: &ScoredGame) -> impl Iterator<Item = BySide<Points>> {
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
/// winner was never behind. If two sides are given, only these two count.
pub(super) fn comeback(game: &ScoredGame, two: Option<[Side; 2]>) -> Option<Points> {
    let winner = game.tally.ending?.winner?;
    let mut most = Points::ZERO;
    let mut behind = Points::ZERO;
    for stands in race(game) {
        // Leave out the hand that ends the game: a winner may end it with the lower total.
        most = most.max(behind);
        let others = stands.order().filter(|side| *side != winner && two.is_none_or(|two| two.contains(side)));
        behind = others.map(|side| stands[side] - stands[winner]).max().unwrap_or_default();
    }
    (most > Points::ZERO).then_some(most)
}

/// The race in one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnRace {
    /// The column, counted from 0.
    pub column: usize,
    /// The number of hands on the sheet when it opened.
    pub from: usize,
    /// The points that count towards the target: first the spots, then those after each hand and the adjustments that
    /// follow it, until the column closed. A hand not entered here repeats the points before it.
    pub points: Vec<BySide<Points>>,
}

impl ColumnRace {
    /// The latest points of both sides.
    pub fn now(&self) -> BySide<Points> {
        self.points.last().copied().unwrap_or(BySide::none(Side::TWO.len()))
    }

    /// The hands, counted from 0, after which the other side had taken the lead. Drawing level does not take the lead,
    /// and the first lead of a race is no change.
    pub fn lead_changes(&self) -> Vec<usize> {
        let mut leader = None;
        let mut changes = Vec::new();
        for (at, points) in self.points.iter().enumerate().skip(1) {
            let Some(by) = points.highest(|_| true) else { continue };
            if leader.is_some_and(|leader| leader != by) {
                changes.push(self.from + at - 1);
            }
            leader = Some(by);
        }
        changes
    }

    /// The race in each column. A game with only totals has no race.
    pub fn of(game: &ScoredGame) -> Vec<ColumnRace> {
        let tally = &game.tally;
        let entries: Vec<EntryAt> = tally.entries().collect();
        let mut closed = 0;
        let race = |(at, column): (usize, &Column)| {
            let start = if at < game.game.rules.rules.open_at_once() { 0 } else { closed };
            let close = column.close.as_ref().and_then(|close| entries.iter().position(|entry| *entry == close.by));
            closed = close.map_or(entries.len(), |close| close + 1);
            let from = entries[..start].iter().filter(|entry| matches!(entry, EntryAt::Hand(_))).count();
            let mut race = ColumnRace { column: at, from, points: vec![tally.spots] };
            entries[start..closed].iter().for_each(|entry| race.follow(tally, *entry));
            race
        };
        tally.columns.iter().enumerate().map(race).collect()
    }

    /// Adds an entry to the race of a column that was open before it.
    fn follow(&mut self, tally: &Tally, entry: EntryAt) {
        let entered = tally.traces(entry).iter().find(|trace| trace.column == self.column && trace.reason.enters());
        let points = entered.map_or(self.now(), |trace| trace.points);
        match entry {
            EntryAt::Hand(hand) if tally.hands[hand].standing == Standing::BeyondTheEnd => return,
            EntryAt::Hand(_) => {}
            // An adjustment belongs to the hand before it.
            EntryAt::Adjustment(_) => self.points.truncate(self.points.len() - 1),
        }
        self.points.push(points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_one;

    fn stands(sheet: &str) -> (Vec<[i64; 2]>, Option<i64>) {
        let game = read_one(sheet).unwrap().scored();
        let all: Vec<BySide<Points>> = race(&game).collect();
        if game.tally.ending.is_some() {
            assert_eq!(all.last(), Some(&game.tally.game_score), "{sheet}");
        }
        (
            all.iter().map(|stands| [stands[Side::First].0, stands[Side::Second].0]).collect(),
            comeback(&game, None).map(|it| it.0),
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
