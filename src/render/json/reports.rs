//! Reports over many games.

use ginpad_core::players::Name;
use ginpad_core::points::Points;
use ginpad_core::reports::{BestGame, BestHand, Figure, GamePlace, LedgerEntry, Line, Partners};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::render::VersusShown;
use crate::render::reports::{day, number, side_name};

/// Two players against each other.
#[derive(serde::Serialize)]
#[serde(tag = "schema", rename = "ginpad/versus/1")]
pub(crate) struct VersusView<'a> {
    players: [LineView<'a>; 2],
    scores: [Points; 2],
    lead_changes: usize,
    first: Option<String>,
    last: Option<String>,
    on_this_day: Vec<EntryView>,
    games: Vec<EntryView>,
    undated: usize,
}

/// A line of the standings: its name, then every figure.
pub(crate) struct LineView<'a> {
    name: String,
    /// Who the partners are.
    players: Option<&'a [Name]>,
    line: &'a Line,
}

#[derive(serde::Serialize)]
struct BestHandView {
    points: Points,
    game: i64,
    hand: usize,
    date: Option<String>,
}

#[derive(serde::Serialize)]
struct BestGameView {
    points: Points,
    game: i64,
    date: Option<String>,
}

#[derive(serde::Serialize)]
struct EntryView {
    game: i64,
    date: Option<String>,
    winner: Option<usize>,
    net: Points,
    cumulative: Points,
    took_the_lead: bool,
}

impl Serialize for LineView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(players) = self.players {
            map.serialize_entry("players", players)?;
        }
        for figure in Figure::ALL {
            match figure {
                Figure::BiggestHand => map.serialize_entry(figure.word(), &self.line.biggest_hand.map(best_hand))?,
                Figure::BiggestComeback => map.serialize_entry(figure.word(), &self.line.comeback.map(best_game))?,
                other => map.serialize_entry(other.word(), &number(*other, self.line))?,
            }
        }
        map.serialize_entry("first", &self.line.first.map(day))?;
        map.serialize_entry("last", &self.line.last.map(day))?;
        map.end()
    }
}

fn best_hand(best: BestHand) -> BestHandView {
    let GamePlace { number, started, .. } = best.game;
    BestHandView { points: best.points, game: number, hand: best.hand + 1, date: started.map(day) }
}

fn best_game(best: BestGame) -> BestGameView {
    BestGameView { points: best.points, game: best.game.number, date: best.game.started.map(day) }
}

fn entry(entry: &&LedgerEntry) -> EntryView {
    EntryView {
        game: entry.game.number,
        date: entry.game.started.map(day),
        winner: entry.winner.map(|winner| winner.index()),
        net: entry.net,
        cumulative: entry.cumulative,
        took_the_lead: entry.took_the_lead,
    }
}

/// A line of a player, as in the standings.
pub(crate) fn line<'a>(name: &Name, line: &'a Line) -> LineView<'a> {
    LineView { name: name.to_string(), players: None, line }
}

/// A line of a side of partners, as in the standings.
pub(super) fn partners_line(partners: &Partners) -> LineView<'_> {
    LineView { name: side_name(&partners.names), players: Some(&partners.names), line: &partners.line }
}

/// Two players against each other: `ginpad/versus/1`.
pub(crate) fn versus<'a>(shown: &VersusShown<'a>) -> VersusView<'a> {
    let [one, other] = shown.names;
    VersusView {
        players: [line(one, shown.lines[0]), line(other, shown.lines[1])],
        scores: shown.ledger.scores,
        lead_changes: shown.ledger.lead_changes,
        first: shown.lines[0].first.map(day),
        last: shown.lines[0].last.map(day),
        on_this_day: shown.on_this_day.iter().map(entry).collect(),
        games: shown.games.iter().map(entry).collect(),
        undated: shown.undated,
    }
}
