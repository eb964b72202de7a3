//! Two opponents, and their claims to the records of pairs.

use super::GamePlace;
use super::ledger::Lead;
use crate::points::Points;
use crate::side::Side;

/// A game, and the number of games entered before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entered {
    pub(super) game: GamePlace,
    pub(super) before: usize,
}

/// Two opponents, first the one who appeared in the book earlier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rivals {
    /// Their first game.
    met: Entered,
    /// Their first and their last game with a date.
    dated: Option<(Entered, Entered)>,
    /// The number of games they finished.
    games: i64,
    /// The last finished game.
    last: Entered,
    lead: Lead,
    /// The highest lead, its holder, and the game that reached it.
    highest: Option<(Points, Side, Entered)>,
    /// The game of the last lead change.
    changed: Option<Entered>,
}

/// A claim to a record of pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    /// The value, in the unit of the record.
    pub(super) value: i64,
    /// The holder, unless the two share the record.
    pub(super) holder: Side,
    /// The game that set it.
    pub(super) set: Entered,
    /// The game that began it.
    pub(super) began: Entered,
}

impl Rivals {
    /// Two players who meet for the first time in this game.
    pub(super) fn new(met: Entered) -> Rivals {
        Rivals { met, dated: None, games: 0, last: met, lead: Lead::default(), highest: None, changed: None }
    }

    /// Enters a game of any state.
    pub(super) fn meet(&mut self, game: Entered) {
        if game.game.started.is_some() {
            self.dated = Some((self.dated.map_or(game, |(first, _)| first), game));
        }
    }

    /// Enters a finished game with this net for the first player.
    pub(super) fn finish(&mut self, game: Entered, net: Points) {
        self.games += 1;
        self.last = game;
        if self.lead.add(net) {
            self.changed = Some(game);
        }
        let ahead = if self.lead.cumulative > Points::ZERO { Side::First } else { Side::Second };
        let lead = self.lead.cumulative.abs();
        if self.highest.map_or(Points::ZERO, |(highest, ..)| highest) < lead {
            self.highest = Some((lead, ahead, game));
        }
    }

    /// Their highest lead.
    pub(super) fn highest_lead(&self) -> Option<Claim> {
        self.highest.map(|(lead, holder, game)| Claim { value: lead.0, holder, set: game, began: self.met })
    }

    /// The number of lead changes.
    pub(super) fn lead_changes(&self) -> Option<Claim> {
        let value = i64::try_from(self.lead.changes).unwrap_or(i64::MAX);
        self.changed.map(|set| Claim { value, holder: Side::First, set, began: self.met })
    }

    /// The number of games they finished.
    pub(super) fn most_games(&self) -> Option<Claim> {
        (self.games > 0).then_some(Claim { value: self.games, holder: Side::First, set: self.last, began: self.met })
    }

    /// The number of days between their first and their last game.
    pub(super) fn longest_rivalry(&self) -> Option<Claim> {
        let (began, set) = self.dated?;
        let days = (set.game.started?.date_naive() - began.game.started?.date_naive()).num_days();
        (days > 0).then_some(Claim { value: days, holder: Side::First, set, began })
    }
}
