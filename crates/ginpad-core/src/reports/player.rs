//! The reports on one player and on two against each other: the lines, and the lifetime ledger.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::ledger::{Lead, Ledger};
use super::records::Anniversary;
use super::{Finished, GamePlace, Line, ReportedGame, Standings, opposed};
use crate::game::Game;
use crate::players::{Name, Seat};
use crate::side::Side;

/// The report on one player. It keeps no game.
#[derive(Debug, Clone)]
pub struct PlayerGames {
    /// The player.
    pub name: Name,
    today: NaiveDate,
    everything: Standings,
    opponents: BTreeMap<Name, Opposed>,
    /// The player's first and last game, of any state.
    pub span: Option<(GamePlace, GamePlace)>,
    /// The player's games of this day in other years, oldest first.
    pub this_day: Vec<Anniversary>,
}

/// The games against one opponent.
#[derive(Debug, Clone, Default)]
struct Opposed {
    standings: Standings,
    lead: Lead,
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
    /// assert_eq!(ann.line().row.won, 1);
    /// assert_eq!(ann.opponents()[0].name(), "Bob");
    /// assert_eq!(ann.opponents()[0].row.gins, 1);
    /// ```
    pub fn enter(&mut self, game: ReportedGame<'_>) {
        let players = &game.scored.game.players;
        let Some(own) = players.order().find(|side| players.of(*side).contains(&self.name)) else { return };
        self.everything.enter(game);
        for (Seat { side, .. }, opponent) in players.seats().filter(|(seat, _)| seat.side != own) {
            let finished = Finished::between(game.scored, [own, side]);
            let opposed = self.opponents.entry(opponent.clone()).or_default();
            opposed.standings.enter_as(game, Some([own, side]));
            if let Some(finished) = finished {
                opposed.lead.add(finished.nets[own]);
            }
        }
        let place = GamePlace::of(game);
        self.span = Some((self.span.map_or(place, |(first, _)| first), place));
        self.this_day.extend(Anniversary::of(game, self.today));
    }

    /// The player's line of the standings.
    pub fn line(&self) -> Line {
        Line::of(vec![self.name.clone()], self.everything.player(&self.name).cloned().unwrap_or_default())
    }

    /// The player's line against each opponent, sorted by most games, then by name. In a game of partners the player
    /// meets both opponents, so the game is in the line of each. In a game of more than two sides only the results
    /// between the two count.
    pub fn opponents(&self) -> Vec<Line> {
        let against = |(name, opposed): (&Name, &Opposed)| {
            let row = opposed.standings.player(&self.name).cloned().unwrap_or_default();
            Line { lead: Some(opposed.lead), ..Line::of(vec![name.clone()], row) }
        };
        let mut opponents: Vec<Line> = self.opponents.iter().map(against).collect();
        opponents.sort_by_key(|line| (Reverse((line.row.games(), line.row.hands)), line.names[0].folded()));
        opponents
    }

    /// The player's lines with partners, sorted by most games, then by name.
    pub fn partners(&self) -> Vec<Line> {
        let mut own: Vec<Line> = self.everything.with_partners(&self.name).cloned().collect();
        own.sort_by_key(|line| (Reverse((line.row.games(), line.row.hands)), line.names.clone()));
        own
    }
}

/// Two players over the games in which they sat on opposite sides.
#[derive(Debug, Clone)]
pub struct Versus {
    /// The two players. The ledger counts the net of the first.
    pub names: [Name; 2],
    /// The finished games.
    pub ledger: Ledger,
    standings: Standings,
}

impl Versus {
    /// The report of these two before any game.
    pub fn new(one: Name, other: Name) -> Versus {
        Versus { names: [one, other], ledger: Ledger::default(), standings: Standings::default() }
    }

    /// Whether the two sit on opposite sides of a game. Does not read its hands.
    pub fn takes(&self, game: &Game) -> bool {
        self.sides(game).is_some()
    }

    /// Enters a game of the two; ignores any other game. Games must come in their order.
    pub fn enter(&mut self, game: ReportedGame<'_>) {
        if let Some(sides) = self.sides(&game.scored.game) {
            self.standings.enter_as(game, Some(sides));
            self.ledger.enter(game, sides);
        }
    }

    /// The line of each in the standings.
    pub fn lines(&self) -> [Line; 2] {
        let row = |name| self.standings.player(name).cloned().unwrap_or_default();
        self.names.each_ref().map(|name| Line::of(vec![name.clone()], row(name)))
    }

    fn sides(&self, game: &Game) -> Option<[Side; 2]> {
        opposed(&game.players, self.names.each_ref().map(std::slice::from_ref))
    }
}
