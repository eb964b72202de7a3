//! Stores a line of the standings as text, and adds up lines of one player, where each further line covers later games.

use serde::{Deserialize, Serialize};

use super::standings_row::{Best, GamePlace, StandingsRow};
use crate::facts::{FactId, Time};
use crate::hand::Moment;
use crate::points::Points;

/// A line as stored. It names games by id, because each book has its own numbers.
#[derive(Serialize, Deserialize)]
struct KeptLine {
    row: StandingsRow,
    best: Option<(i64, KeptGame, usize)>,
    comeback: Option<(i64, KeptGame)>,
    span: [Option<Time>; 2],
}

type KeptGame = (FactId, Option<Time>);

fn kept(game: GamePlace) -> KeptGame {
    (game.id, game.started.map(Time::from))
}

fn moment(time: Option<Time>) -> Option<Moment> {
    time.map(Time::moment)
}

impl StandingsRow {
    /// Adds a line that covers later games.
    pub fn go_on(&mut self, later: StandingsRow) {
        let games = self.games();
        let (own, next) = (&mut self.streak, later.streak);
        own.longest = own.longest.max(next.longest).max(own.now + next.first);
        // A streak continues through a line whose games were all won.
        own.first += if own.first == games { next.first } else { 0 };
        own.now = if next.now == later.games() { own.now + next.now } else { next.now };
        later.biggest_hand.into_iter().for_each(|best| best.replace(&mut self.biggest_hand));
        later.comeback.into_iter().for_each(|best| best.replace(&mut self.comeback));
        self.first = self.first.or(later.first);
        self.last = later.last.or(self.last);
        *self += later;
    }

    /// The line as stored text.
    pub fn keep(&self) -> String {
        let kept = KeptLine {
            row: self.clone(),
            best: self.biggest_hand.and_then(|best| Some((best.points.0, kept(best.game), best.hand?))),
            comeback: self.comeback.map(|best| (best.points.0, kept(best.game))),
            span: [self.first, self.last].map(|moment| moment.map(Time::from)),
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Reads a stored line. `number` gives a game's number in the book.
    pub fn of_kept(text: &str, number: impl Fn(FactId) -> i64) -> Option<StandingsRow> {
        let kept: KeptLine = serde_json::from_str(text).ok()?;
        let mut line = kept.row;
        let best = |points, (id, started): KeptGame, hand| {
            let game = GamePlace { id, number: number(id), started: moment(started) };
            Best { points: Points(points), game, hand }
        };
        line.biggest_hand = kept.best.map(|(points, game, hand)| best(points, game, Some(hand)));
        line.comeback = kept.comeback.map(|(points, game)| best(points, game, None));
        [line.first, line.last] = kept.span.map(moment);
        Some(line)
    }
}
