//! Two opponents, and their claims to the records of pairs.

use super::ledger::Lead;
use super::{GamePlace, RecordKind};
use crate::points::Points;
use crate::side::Side;

/// Two opponents, first the one who appeared in the book earlier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rivals {
    /// Their first game.
    met: GamePlace,
    /// Their first game with a date.
    dated: Option<GamePlace>,
    /// The most days between that and a later one.
    days: i64,
    /// The number of games they finished.
    games: i64,
    lead: Lead,
    /// The highest lead.
    highest: Points,
}

/// A claim to a record of pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    pub(super) kind: RecordKind,
    /// The value, in the unit of the record.
    pub(super) value: i64,
    /// The holder, unless the two share the record.
    pub(super) holder: Side,
    /// The game that began it.
    pub(super) began: GamePlace,
    /// Whether no earlier game of the two has this value.
    pub(super) is_first: bool,
}

impl Rivals {
    /// Two players who meet for the first time in this game.
    pub(super) fn new(met: GamePlace) -> Rivals {
        Rivals { met, dated: None, days: 0, games: 0, lead: Lead::default(), highest: Points::ZERO }
    }

    /// Enters a game, with the net for the first player if it is finished. Returns the claims that it makes.
    pub(super) fn enter(&mut self, game: GamePlace, net: Option<Points>) -> Vec<Claim> {
        let claim = |kind, value, began| Claim { kind, value, holder: Side::First, began, is_first: true };
        let mut claims = Vec::new();
        if let Some(last) = game.started {
            let began = *self.dated.get_or_insert(game);
            let days = began.started.map_or(0, |first| (last.date_naive() - first.date_naive()).num_days());
            if days > 0 && days >= self.days {
                claims.push(Claim { is_first: days > self.days, ..claim(RecordKind::LongestRivalry, days, began) });
                self.days = days;
            }
        }
        let Some(net) = net else { return claims };
        self.games += 1;
        claims.push(claim(RecordKind::MostGames, self.games, self.met));
        if self.lead.add(net) {
            let changes = i64::try_from(self.lead.changes).unwrap_or(i64::MAX);
            claims.push(claim(RecordKind::MostLeadChanges, changes, self.met));
        }
        let lead = self.lead.cumulative.abs();
        if lead > self.highest {
            self.highest = lead;
            let holder = if self.lead.cumulative > Points::ZERO { Side::First } else { Side::Second };
            claims.push(Claim { holder, ..claim(RecordKind::HighestLead, lead.0, self.met) });
        }
        claims
    }
}
