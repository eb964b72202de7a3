//! Which games a report is about.

use chrono::{NaiveDate, NaiveDateTime};
use thiserror::Error;

use crate::game::Game;
use crate::hand::Moment;
use crate::label::Event;
use crate::notation::Span;
use crate::players::Name;
use crate::rules::{Rules, TableRules};

/// Which games a report is about. Without any condition it is about all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Games that started then or later, by the calendar of the place where they were played.
    pub since: Option<Span>,
    /// Games that started then or earlier.
    pub until: Option<Span>,
    /// Games under these rules.
    pub rules: Option<RulesSought>,
    /// Games of this event, in any letter case.
    pub event: Option<Event>,
    /// Games in which this player sat on either side.
    pub with: Option<Name>,
    /// The newest of the games that fit everything else.
    pub last: Option<usize>,
}

/// Which rules a report is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesSought {
    /// The preset of this name, whatever knobs were turned.
    Preset(String),
    /// Exactly these rules.
    Exactly(Box<Rules>),
}

impl RulesSought {
    /// Whether a table played by these rules.
    pub fn fits(&self, rules: &TableRules) -> bool {
        match self {
            RulesSought::Preset(name) => rules.preset == *name,
            RulesSought::Exactly(sought) => rules.rules == **sought,
        }
    }
}

/// Why a filter makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FilterFault {
    /// It ends before it begins.
    #[error("{since} is after {until}, so no game can be between them")]
    SinceAfterUntil {
        /// The beginning.
        since: Span,
        /// The end.
        until: Span,
    },
}

impl Filter {
    /// Checks the conditions against each other.
    ///
    /// # Errors
    /// The time since is after the time until.
    pub fn check(&self) -> Result<(), FilterFault> {
        match (self.since, self.until) {
            (Some(since), Some(until)) if is_after(since, until) => Err(FilterFault::SinceAfterUntil { since, until }),
            _ => Ok(()),
        }
    }

    /// Whether there is any condition.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Whether it takes every game, or the newest of them all.
    pub fn takes_every_game(&self) -> bool {
        *self == Filter { last: self.last, ..Filter::default() }
    }

    /// Begins to choose games.
    pub const fn choose(&self) -> Choice<'_> {
        Choice { filter: self, undated: 0 }
    }

    /// Whether a game fits everything but the times.
    fn fits(&self, game: &Game) -> bool {
        let sits = |name: &Name| game.players.seats().any(|(_, seated)| seated == name);
        let belongs = |event: &Event| game.event.as_ref().is_some_and(|own| own.is_same(event));
        self.rules.as_ref().is_none_or(|rules| rules.fits(&game.rules))
            && self.event.as_ref().is_none_or(belongs)
            && self.with.as_ref().is_none_or(sits)
    }

    fn is_within(&self, started: Moment) -> bool {
        let since = self.since.is_none_or(|since| since.is_reached_by(started));
        let until = self.until.is_none_or(|until| match until {
            Span::Days { last, .. } => started.date_naive() <= last,
            Span::Minute(moment) => started <= moment,
        });
        since && until
    }
}

/// Games chosen one after another.
#[derive(Debug, Clone)]
pub struct Choice<'f> {
    filter: &'f Filter,
    /// How many games were left out only because nobody knows when they started.
    pub undated: usize,
}

impl Choice<'_> {
    /// Whether the report takes a game. Its hands are not asked for.
    pub fn takes(&mut self, game: &Game) -> bool {
        if !self.filter.fits(game) {
            return false;
        }
        match game.started {
            Some(started) => self.filter.is_within(started),
            None if self.filter.since.is_none() && self.filter.until.is_none() => true,
            None => {
                self.undated += 1;
                false
            }
        }
    }

    /// The newest of the games that were taken, if only the newest are wanted. `games` are in their order.
    pub fn newest<T>(&self, mut games: Vec<T>) -> Vec<T> {
        let left_out = self.filter.last.map_or(0, |last| games.len().saturating_sub(last));
        games.drain(..left_out);
        games
    }
}

fn is_after(since: Span, until: Span) -> bool {
    match (since, until) {
        (Span::Minute(since), Span::Minute(until)) => since > until,
        _ => begin(since) > end(until),
    }
}

fn begin(span: Span) -> NaiveDateTime {
    match span {
        Span::Days { first, .. } => first.and_time(chrono::NaiveTime::MIN),
        Span::Minute(moment) => moment.naive_local(),
    }
}

fn end(span: Span) -> NaiveDateTime {
    match span {
        Span::Days { last, .. } => last.and_hms_opt(23, 59, 59).unwrap_or_else(|| begin(span)),
        Span::Minute(moment) => moment.naive_local(),
    }
}

/// Whether a game started on this day of another year, by the calendar of the place where it was played.
pub fn is_this_day(started: Moment, today: NaiveDate) -> bool {
    use chrono::Datelike;
    let day = started.date_naive();
    (day.month(), day.day()) == (today.month(), today.day()) && day.year() != today.year()
}
