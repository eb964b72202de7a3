//! Two opponents, and their claims to the records of pairs.

use super::ledger::Lead;
use super::{GamePlace, RecordKind};
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
    pub(super) kind: RecordKind,
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

    /// Their claims to records.
    pub(super) fn claims(&self) -> impl Iterator<Item = Claim> {
        let claim = |kind, value, set| Claim { kind, value, holder: Side::First, set, began: self.met };
        let lead =
            |(lead, holder, set): (Points, _, _)| Claim { holder, ..claim(RecordKind::HighestLead, lead.0, set) };
        let changes = i64::try_from(self.lead.changes).unwrap_or(i64::MAX);
        let rivalry = |(began, set): (Entered, Entered)| {
            let days = (set.game.started?.date_naive() - began.game.started?.date_naive()).num_days();
            (days > 0).then_some(Claim { began, ..claim(RecordKind::LongestRivalry, days, set) })
        };
        let claims = [
            self.highest.map(lead),
            self.changed.map(|set| claim(RecordKind::MostLeadChanges, changes, set)),
            (self.games > 0).then(|| claim(RecordKind::MostGames, self.games, self.last)),
            self.dated.and_then(rivalry),
        ];
        claims.into_iter().flatten()
    }
}
