//! The report on one player: their line, and their lines against each opponent and with each partner.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::ledger::Lead;
use super::records::Anniversary;
use super::{Finished, GamePlace, Partners, ReportedGame, Standings, StandingsRow};
use crate::players::{Name, Seat};

/// The report on one player. It keeps no game.
#[derive(Debug, Clone)]
pub struct PlayerGames {
    name: Name,
    today: NaiveDate,
    everything: Standings,
    opponents: BTreeMap<Name, Opposed>,
    span: Option<(GamePlace, GamePlace)>,
    this_day: Vec<Anniversary>,
}

/// The games against one opponent.
#[derive(Debug, Clone, Default)]
struct Opposed {
    standings: Standings,
    lead: Lead,
}

/// A player's line in the games against one opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// The opponent.
    pub name: Name,
    /// The player's line in the games between the two. In a game of partners the player meets both opponents, so the
    /// game is in the line of each. In a game of more than two sides only the results between the two count.
    pub line: StandingsRow,
    /// The sum of the player's nets in these games, and the lead changes.
    pub lead: Lead,
}

impl PlayerGames {
    /// A player without games. `today` is the day of the report.
    pub fn new(name: Name, today: NaiveDate) -> PlayerGames {
        let everything = Standings::default();
        PlayerGames { name, today, everything, opponents: BTreeMap::new(), span: None, this_day: Vec::new() }
    }

    /// Enters the next game. Games must come in the order of the book. Ignores a game without the player.
    ///
    /// # Example
    /// ```
    /// use chrono::NaiveDate;
    /// use ginpad_core::facts::FactId;
    /// use ginpad_core::notation::read_one;
    /// use ginpad_core::players::Name;
    /// use ginpad_core::reports::{PlayerGames, ReportedGame};
    ///
    /// let scored = read_one("rules: simple\nsides: Ann, Bob\n\nann gin 80\n").unwrap().scored();
    /// let today = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
    /// let mut ann = PlayerGames::new(Name::read("Ann").unwrap(), today);
    /// ann.enter(ReportedGame { id: FactId::default(), number: 1, scored: &scored });
    /// assert_eq!(ann.line().won, 1);
    /// assert_eq!(ann.opponents()[0].name.as_str(), "Bob");
    /// assert_eq!(ann.opponents()[0].line.gins, 1);
    /// ```
    pub fn enter(&mut self, game: ReportedGame<'_>) {
        let players = &game.scored.game.players;
        let Some(own) = players.order().find(|side| players.of(*side).contains(&self.name)) else { return };
        self.everything.enter(game);
        for (Seat { side, .. }, opponent) in players.seats().filter(|(seat, _)| seat.side != own) {
            let finished = Finished::between(game.scored, [own, side]);
            if !self.opponents.contains_key(opponent) {
                self.opponents.insert(opponent.clone(), Opposed::default());
            }
            let Some(opposed) = self.opponents.get_mut(opponent) else { continue };
            opposed.standings.enter_as(game, Some([own, side]));
            if let Some(finished) = finished {
                opposed.lead.add(finished.net_of(own));
            }
        }
        let place = GamePlace::of(game);
        self.span = Some((self.span.map_or(place, |(first, _)| first), place));
        self.this_day.extend(Anniversary::of(game, self.today));
    }

    /// The player.
    pub const fn name(&self) -> &Name {
        &self.name
    }

    /// The player's line of the standings.
    pub fn line(&self) -> StandingsRow {
        self.everything.player(&self.name).cloned().unwrap_or_default()
    }

    /// The player's line against each opponent, sorted by most games, then by name.
    pub fn opponents(&self) -> Vec<Against> {
        let against = |(name, opposed): (&Name, &Opposed)| {
            let line = opposed.standings.player(&self.name).cloned().unwrap_or_default();
            Against { name: name.clone(), line, lead: opposed.lead }
        };
        let mut opponents: Vec<Against> = self.opponents.iter().map(against).collect();
        opponents.sort_by_key(|against| {
            (std::cmp::Reverse((against.line.games(), against.line.hands)), against.name.folded())
        });
        opponents
    }

    /// The player's lines with partners, sorted by most games, then by name.
    pub fn partners(&self) -> Vec<&Partners> {
        let mut own: Vec<&Partners> =
            self.everything.partners().iter().filter(|side| side.names.contains(&self.name)).collect();
        own.sort_by_key(|side| (std::cmp::Reverse((side.line.games(), side.line.hands)), side.names.clone()));
        own
    }

    /// The player's first and last game, of any state.
    pub const fn span(&self) -> Option<(GamePlace, GamePlace)> {
        self.span
    }

    /// The player's games of this day in other years, oldest first.
    pub fn this_day(&self) -> &[Anniversary] {
        &self.this_day
    }
}
