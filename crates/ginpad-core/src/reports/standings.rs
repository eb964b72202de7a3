//! The standings: a line for each player, and one for each side of partners.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::figure::{Figure, FigureKind};
use super::ledger::Lead;
use super::standings_row::{Best, GamePlace, HandSeen, StandingsRow};
use super::{Finished, ReportedGame, comeback, day_text};
use crate::game::ScoredGame;
use crate::hand::{Award, Opponents, Outcome, PricedHand, faced};
use crate::players::{Name, Players};
use crate::points::Points;
use crate::rules::Table;
use crate::side::{BySide, Side};

/// The lines of all players over many games. It keeps no game.
#[derive(Debug, Clone, Default)]
pub struct Standings {
    /// The index of each line, by its names.
    at: BTreeMap<Vec<Name>, usize>,
    lines: Vec<Line>,
}

/// The lines that one game is entered in.
struct Seated {
    players: BySide<Vec<usize>>,
    partners: Option<BySide<usize>>,
}

impl Standings {
    /// Enters a game. Games must come in their order, which decides streaks and the first of equals.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::facts::FactId;
    /// use ginpad_core::notation::read_one;
    /// use ginpad_core::reports::{ReportedGame, Standings};
    ///
    /// let scored = read_one("sides: Ann, Bob\n\nann knock 4 27\nbob gin 31\ndead\n").unwrap().scored();
    /// let mut standings = Standings::default();
    /// standings.enter(ReportedGame { id: FactId::default(), number: 1, scored: &scored });
    /// let ann = standings.lines().remove(0);
    /// assert_eq!(ann.name(), "Ann");
    /// assert_eq!((ann.row.hands, ann.row.hands_won, ann.row.dead, ann.row.points_for.0), (3, 1, 1, 23));
    /// assert_eq!(ann.row.games(), 0, "the game is open");
    /// ```
    pub fn enter(&mut self, game: ReportedGame<'_>) {
        self.enter_as(game, None);
    }

    /// Like [`Standings::enter`]; if two sides are given, as these two played against each other. Among several sides
    /// their net decides who won, and only the results between the two count.
    pub(super) fn enter_as(&mut self, game: ReportedGame<'_>, two: Option<[Side; 2]>) {
        let scored = game.scored;
        let finished = two.map_or_else(|| Finished::of(scored), |two| Finished::between(scored, two));
        let two = two.filter(|_| scored.game.players.has_several_sides());
        let seated = self.seat(&scored.game.players);
        let place = GamePlace::of(game);
        for side in scored.game.players.order() {
            self.each_line(&seated, side, |line| line.meet(place.started));
        }
        let hands = self.enter_hands(scored, &seated, place, two);
        let Some(finished) = finished else { return };
        let back = comeback(scored).zip(scored.winner());
        for side in scored.game.players.order() {
            self.each_line(&seated, side, |line| {
                line.finish(finished, side);
                if hands > 0 {
                    line.lengths.add(hands);
                }
                if let Some((points, winner)) = back
                    && winner == side
                {
                    Best { points, game: place, hand: None }.replace(&mut line.comeback);
                }
            });
        }
    }

    /// The lines of all players and of all sides of partners, in the order of their first games.
    pub fn lines(self) -> Vec<Line> {
        self.lines
    }

    /// The line of a player, if they played.
    pub fn player(&self, name: &Name) -> Option<&StandingsRow> {
        self.at.get(std::slice::from_ref(name)).map(|at| &self.lines[*at].row)
    }

    /// The lines of the player with partners, in the order of their first games together.
    pub(super) fn with_partners(&self, player: &Name) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.is_of_partners() && line.names.contains(player))
    }

    /// Enters the hands that count; if two of several sides are given, only what was between them. Returns the number of
    /// hands in the game.
    fn enter_hands(&mut self, scored: &ScoredGame, seated: &Seated, game: GamePlace, two: Option<[Side; 2]>) -> i64 {
        let players = &scored.game.players;
        let table = scored.game.rules.rules.table;
        let mut hands = 0;
        for (number, hand, dealer) in scored.tally.deals(scored.game.first_dealer) {
            hands += 1;
            let priced = match two {
                Some(two) => hand.priced.between_sides(two).map(Cow::Owned),
                None => Some(Cow::Borrowed(&hand.priced)),
            };
            let Some(priced) = priced.as_deref() else { continue };
            let pairs = if seated.partners.is_some() { opponents(priced, players.pairs()) } else { Vec::new() };
            for side in players.order().filter(|side| two.is_none_or(|two| two.contains(side))) {
                let view = seen(priced, side, players.sides(), dealer, game, number);
                let awards = priced.awards.as_slice();
                let line = match (&seated.partners, priced.between) {
                    (Some(partners), _) => Some(partners[side]),
                    (None, Some(two)) => {
                        let seat = two.into_iter().find(|seat| seat.side == side);
                        seat.and_then(|seat| seated.players[side].get(seat.at()).copied())
                    }
                    (None, None) if table.has_others_sit_out() => None,
                    (None, None) => seated.players[side].first().copied(),
                };
                let Some(line) = line.map(|at| &mut self.lines[at].row) else { continue };
                line.play(view);
                match table {
                    Table::RoundTable => line.end_round(awards, side),
                    _ => awards.iter().for_each(|award| line.end(award, side)),
                }
                if seated.partners.is_some() {
                    self.enter_results(awards, &seated.players[side], &pairs, view);
                }
            }
        }
        hands
    }

    /// Enters the results of single partners.
    fn enter_results(&mut self, awards: &[Award], players: &[usize], pairs: &[Opponents], view: HandSeen) {
        for (pair, award) in pairs.iter().zip(awards.iter().cycle()) {
            let Some(at) = players.get(pair[view.side]) else { continue };
            let line = &mut self.lines[*at].row;
            let dead = award.outcome == Outcome::Dead;
            let won = award.winner == Some(view.side);
            let lost = award.winner.is_some() && !won;
            let worth = |is_it: bool| if is_it { award.points() } else { Points::ZERO };
            let (points_for, points_against) = (worth(won), worth(lost));
            line.play(HandSeen { won, points_for, points_against, dead, ..view });
            line.end(award, view.side);
        }
    }

    fn each_line(&mut self, seated: &Seated, side: Side, mut enter: impl FnMut(&mut StandingsRow)) {
        let partners = seated.partners.as_ref().map(|partners| &partners[side]);
        for at in seated.players[side].iter().chain(partners) {
            enter(&mut self.lines[*at].row);
        }
    }

    /// Finds everyone's lines, or starts them.
    fn seat(&mut self, players: &Players) -> Seated {
        let mut alone = |name: &Name| self.line_of(std::slice::from_ref(name));
        let seats = BySide::from_fn(players.sides(), |side| players.of(side).iter().map(&mut alone).collect());
        let partners =
            (players.pairs() > 1).then(|| BySide::from_fn(players.sides(), |side| self.line_of(players.of(side))));
        Seated { players: seats, partners }
    }

    /// The index of the line of a player or of partners.
    fn line_of(&mut self, names: &[Name]) -> usize {
        let mut names = names.to_vec();
        names.sort_by_key(Name::folded);
        let lines = &mut self.lines;
        *self.at.entry(names).or_insert_with_key(|names| {
            lines.push(Line::of(names.clone(), StandingsRow::default()));
            lines.len() - 1
        })
    }
}

/// A hand from one side's view.
fn seen(priced: &PricedHand, side: Side, sides: usize, dealer: Option<Side>, game: GamePlace, hand: usize) -> HandSeen {
    let win = priced.win_of(side);
    let lost = |award: &&Award| award.winner.is_some_and(|winner| winner != side) && award.takes_part(side);
    let is_lost = priced.winner.is_some() && win.is_none();
    let points_against = match sides {
        2 if is_lost => priced.points,
        2 => Points::ZERO,
        _ => priced.awards.iter().filter(lost).map(Award::points).sum(),
    };
    let points_for = win.map_or(Points::ZERO, |win| win.points);
    HandSeen { side, won: win.is_some(), points_for, points_against, dealer, dead: priced.is_dead(), game, hand }
}

/// The opponents in a hand of partners. A dead hand has one result, which belongs to everyone.
fn opponents(hand: &PricedHand, a_side: usize) -> Vec<Opponents> {
    if hand.is_dead() {
        return (0..a_side).map(|place| Opponents::new(place, place)).collect();
    }
    faced(&hand.awards.iter().map(|award| award.by).collect::<Vec<_>>(), a_side)
}

/// The figures of a player, of partners, or of a player against an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The player or the opponent; or the partners, sorted by name.
    pub names: Vec<Name>,
    /// The figures. Those of partners are of their side: hands and points as on the sheet, and how the partners' own
    /// results were won and lost, added up.
    pub row: StandingsRow,
    /// Against an opponent, the sum of the player's nets in these games, and the lead changes.
    pub lead: Option<Lead>,
}

impl Line {
    /// The line of a player or of partners.
    pub const fn of(names: Vec<Name>, row: StandingsRow) -> Line {
        Line { names, row, lead: None }
    }

    /// The name of the line; those of partners are joined.
    pub fn name(&self) -> String {
        joined(&self.names)
    }

    /// Whether it is the line of partners.
    pub const fn is_of_partners(&self) -> bool {
        self.names.len() > 1
    }
}

/// The names of partners, joined.
pub fn joined(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join(" & ")
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name())?;
        if self.is_of_partners() {
            map.serialize_entry("players", &self.names)?;
        }
        for figure in Figure::ALL {
            let (key, value) = (figure.word(), figure.value(&self.row));
            match (figure, figure.kind()) {
                (Figure::BiggestHand, _) => map.serialize_entry(key, &self.row.biggest_hand)?,
                (Figure::BiggestComeback, _) => map.serialize_entry(key, &self.row.comeback)?,
                (_, FigureKind::Count) => map.serialize_entry(key, &value.map(|value| value.part))?,
                (_, _) => map.serialize_entry(key, &value.map(|value| value.rounded()))?,
            }
        }
        map.serialize_entry("first", &self.row.first.map(day_text))?;
        map.serialize_entry("last", &self.row.last.map(day_text))?;
        if let Some(lead) = self.lead {
            map.serialize_entry("cumulative", &lead.cumulative)?;
            map.serialize_entry("lead_changes", &lead.changes)?;
        }
        map.end()
    }
}
