//! Two opponents, and what they have to offer for the records of pairs.

use super::GamePlace;
use super::ledger::Lead;
use crate::points::Points;
use crate::side::Side;

/// A game, and how many were entered before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entered {
    pub(super) game: GamePlace,
    pub(super) before: usize,
}

/// Two opponents, the one who came into the book earlier first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rivals {
    /// Their first game.
    met: Entered,
    /// Their first and their last game with a date.
    dated: Option<(Entered, Entered)>,
    /// How many games they finished.
    games: i64,
    /// The last of these.
    last: Entered,
    lead: Lead,
    /// The highest lead, who had it, and the game that reached it.
    highest: Option<(Points, Side, Entered)>,
    /// The game of the last lead change.
    changed: Option<Entered>,
}

/// A claim to a record of pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim {
    /// How much, in the unit of the record.
    pub(super) value: i64,
    /// Who of the two holds it, if they do not share it.
    pub(super) holder: Side,
    /// The game that set it.
    pub(super) set: Entered,
    /// The game with which it began.
    pub(super) began: Entered,
}

impl Rivals {
    /// Two players who meet in this game for the first time.
    pub(super) fn new(met: Entered) -> Rivals {
        Rivals { met, dated: None, games: 0, last: met, lead: Lead::default(), highest: None, changed: None }
    }

    /// Enters a game of any state.
    pub(super) fn meet(&mut self, game: Entered) {
        if game.game.started.is_some() {
            self.dated = Some((self.dated.map_or(game, |(first, _)| first), game));
        }
    }

    /// Enters a finished game with this net, from the side of the first.
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

    /// How often the lead changed hands.
    pub(super) fn lead_changes(&self) -> Option<Claim> {
        let value = i64::try_from(self.lead.changes).unwrap_or(i64::MAX);
        self.changed.map(|set| Claim { value, holder: Side::First, set, began: self.met })
    }

    /// How many games they finished.
    pub(super) fn most_games(&self) -> Option<Claim> {
        (self.games > 0).then_some(Claim { value: self.games, holder: Side::First, set: self.last, began: self.met })
    }

    /// How many days lie between their first and their last game.
    pub(super) fn longest_rivalry(&self) -> Option<Claim> {
        let (began, set) = self.dated?;
        let days = (set.game.started?.date_naive() - began.game.started?.date_naive()).num_days();
        (days > 0).then_some(Claim { value: days, holder: Side::First, set, began })
    }
}
