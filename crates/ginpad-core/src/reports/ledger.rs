//! The lifetime ledger of a pair: the sum of their nets, and each change of the lead.

use serde::Serialize;

use super::{Finished, GamePlace, ReportedGame};
use crate::hand::Moment;
use crate::points::Points;
use crate::side::Side;

/// The finished games of two players on opposite sides, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Ledger {
    /// The sum of each player's game scores: first the player named first. Their difference is the cumulative net.
    pub scores: [Points; 2],
    /// The number of lead changes.
    pub lead_changes: usize,
    /// The games.
    #[serde(rename = "games")]
    pub entries: Vec<LedgerEntry>,
    /// The number of games each player won: first the player named first.
    #[serde(skip)]
    pub won: [usize; 2],
    #[serde(skip)]
    lead: Lead,
}

/// One game of a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LedgerEntry {
    /// The game.
    #[serde(flatten)]
    pub game: GamePlace,
    /// The winner; `None` for a tie. The first side represents the player named first.
    pub winner: Option<Side>,
    /// Its net for the player named first.
    pub net: Points,
    /// The sum of all nets up to this game.
    pub cumulative: Points,
    /// Whether this game took the lead from the other player. The first lead is taken from nobody.
    pub took_the_lead: bool,
}

/// The sum of nets and the leader, without the games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lead {
    /// The sum of the nets so far.
    pub cumulative: Points,
    /// The number of lead changes.
    pub changes: usize,
    /// The last leader.
    leader: Option<Side>,
}

impl Lead {
    /// Adds the net of one more game. Returns whether the lead changed, that is, whether the sum changed its sign. At
    /// zero nobody leads, and the next leader is compared with the last one.
    pub fn add(&mut self, net: Points) -> bool {
        self.cumulative += net;
        let Some(ahead) = Side::ahead(self.cumulative.0) else { return false };
        let changed = self.leader.is_some_and(|leader| leader != ahead);
        self.leader = Some(ahead);
        self.changes += usize::from(changed);
        changed
    }
}

impl Ledger {
    /// The number of ties.
    pub fn tied(&self) -> usize {
        self.entries.len().saturating_sub(self.won.iter().sum())
    }

    /// The start of the first game with a date.
    pub fn first_date(&self) -> Option<Moment> {
        self.entries.iter().find_map(|entry| entry.game.started)
    }

    /// Enters a game in which the two sit on these sides. Ignores an unfinished game.
    pub fn enter(&mut self, game: ReportedGame<'_>, sides: [Side; 2]) {
        let [own, other] = sides;
        let Some(finished) = Finished::between(game.scored, sides) else { return };
        let net = finished.nets[own];
        let winner = finished.winner.map(|winner| if winner == own { Side::First } else { Side::Second });
        if let Some(winner) = winner {
            self.won[winner.index()] += 1;
        }
        let took_the_lead = self.lead.add(net);
        self.lead_changes = self.lead.changes;
        let score = game.scored.tally.game_score;
        self.scores[0] += score[own];
        self.scores[1] += score[other];
        self.entries.push(LedgerEntry {
            game: GamePlace::of(game),
            winner,
            net,
            cumulative: self.lead.cumulative,
            took_the_lead,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::FactId;
    use crate::game::ScoredGame;
    use crate::notation::LocalTime;
    use crate::notation::read_games;
    use crate::players::Name;
    use crate::reports::Versus;

    fn scored(sheets: &str) -> Vec<ScoredGame> {
        let now = Moment::from(chrono::DateTime::UNIX_EPOCH);
        let local = LocalTime { now, offset_at: &|_| *Moment::default().offset() };
        read_games(sheets, local).unwrap().into_iter().map(crate::game::Game::scored).collect()
    }

    fn ledger(sheets: &str) -> Ledger {
        let scored = scored(sheets);
        let games = (1..).zip(&scored).map(|(number, scored): (i64, _)| ReportedGame {
            id: FactId { of: uuid::Uuid::from_u128(u128::from(number.unsigned_abs())), place: 0 },
            number,
            scored,
        });
        let [ann, bob] = ["Ann", "Bob"].map(|name| Name::read(name).unwrap());
        let mut versus = Versus::new(ann, bob);
        games.for_each(|game| versus.enter(game));
        versus.ledger
    }

    /// A game won by this many points and nothing else.
    fn won(by: &str, points: u32) -> String {
        format!("rules: simple, target=1\nsides: Ann, Bob\n\n{by} points {points}\n")
    }

    #[test]
    fn the_lead_changes_with_the_sign_and_level_is_no_lead() {
        let games = [("ann", 5), ("bob", 5), ("ann", 3), ("bob", 8), ("bob", 1), ("ann", 6), ("ann", 1)];
        let sheets = games.map(|(by, points)| won(by, points)).join("---\n");
        let ledger = ledger(&sheets);
        let cumulative: Vec<i64> = ledger.entries.iter().map(|entry| entry.cumulative.0).collect();
        assert_eq!(cumulative, [5, 0, 3, -5, -6, 0, 1]);
        let took: Vec<i64> =
            ledger.entries.iter().filter(|entry| entry.took_the_lead).map(|entry| entry.game.number).collect();
        assert_eq!(took, [4, 7]);
        assert_eq!(ledger.lead_changes, 2);
    }

    #[test]
    fn only_finished_games_of_opponents_are_entered() {
        let sheets = [
            "rules: simple\nsides: Ann, Bob\n\nann points 5\n".to_string(),
            "rules: simple\nsides: Ann, Bob\nclosed: unfinished\n\nann points 5\n".to_string(),
            "rules: simple\nsides: Ann, Cid\n\nann points 100\n".to_string(),
            "rules: partners\nsides: Ann & Bob, Cid & Dee\nclosed: forfeit Cid & Dee\n".to_string(),
            "rules: simple\nsides: Bob, Ann\nclosed: forfeit Ann\n\nann points 5\n".to_string(),
            "rules: partners\nsides: Cid & Bob, Ann & Dee\nclosed: forfeit Bob\n".to_string(),
        ];
        let ledger = ledger(&sheets.join("---\n"));
        let entered: Vec<(i64, i64)> = ledger.entries.iter().map(|entry| (entry.game.number, entry.net.0)).collect();
        assert_eq!(entered, [(5, 5), (6, 0)]);
    }
}
