//! A game, with its first rules.

use serde::{Deserialize, Serialize};

use super::rules::RulesText;
use super::{Content, Time, is_default};
use crate::facts::{FactId, Subject};
use crate::{BySide, Event, Game, Points, Side, Stakes, Title};

/// A game, with its first rules. It holds every knob, so that a later version of a preset changes no old game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFact {
    /// The players of each side.
    pub sides: Vec<Vec<FactId>>,
    /// The rules.
    pub rules: RulesText,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// The trip, season or evening it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Event>,
    /// When it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Time>,
    /// The side that dealt first, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer: Option<Side>,
    /// The points each side starts with in every column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spots: Option<BySide<Points>>,
    /// The stakes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stakes: Stakes,
}

impl GameFact {
    pub(in crate::facts) fn new(game: &Game, sides: Vec<Vec<FactId>>) -> GameFact {
        GameFact {
            sides,
            rules: RulesText::new(&game.rules),
            title: game.title.clone(),
            event: game.event.clone(),
            start: game.started.map(Time::from),
            dealer: game.first_dealer,
            spots: Some(game.spots).filter(BySide::has_any),
            stakes: game.stakes,
        }
    }
}

impl Content for GameFact {
    fn named(&mut self) -> impl IntoIterator<Item = &mut FactId> {
        self.sides.iter_mut().flatten()
    }

    fn subjects(&self, own: FactId) -> impl IntoIterator<Item = Subject> {
        let people = self.sides.iter().flatten().copied();
        let undated = people.clone().filter(|_| self.start.is_none()).map(Subject::Undated);
        people.map(Subject::Seats).chain(undated).chain([Subject::Game(own)])
    }
}
