//! Chooses the games of a report.

use chrono::NaiveDate;

use crate::notation::Span;
use crate::text::Flaw;
use crate::{Event, Game, Moment, Name, Rules, TableRules};

/// Conditions for the games of a report. Without any condition it takes all games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Games that started then or later, by the local calendar.
    pub since: Option<Span>,
    /// Games that started then or earlier, by the local calendar.
    pub until: Option<Span>,
    /// Games under these rules.
    pub rules: Option<RulesSought>,
    /// Games of this event, in any letter case.
    pub event: Option<Event>,
    /// Games with this player on any side.
    pub with: Option<Name>,
    /// At most this many games: the newest that meet the other conditions.
    pub last: Option<usize>,
}

/// The rules that a report covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesSought {
    /// The preset with this name, whatever knobs were turned.
    Preset(String),
    /// Exactly these rules.
    Exactly(Box<Rules>),
}

impl RulesSought {
    /// Whether these rules are among them.
    pub fn fits(&self, rules: &TableRules) -> bool {
        match self {
            RulesSought::Preset(name) => rules.preset == *name,
            RulesSought::Exactly(sought) => rules.rules == **sought,
        }
    }
}

impl Filter {
    /// Checks the conditions against each other.
    ///
    /// # Errors
    /// The end of the period is before its beginning.
    pub fn check(&self) -> Result<(), Flaw> {
        match (self.since, self.until) {
            (Some(since), Some(until)) if is_after(since, until) => {
                Err(Flaw(format!("{since} is after {until}, so no game can be between them")))
            }
            _ => Ok(()),
        }
    }

    /// Whether it has any condition.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Whether it has no condition, except perhaps for `last`.
    pub fn takes_every_game(&self) -> bool {
        *self == Filter { last: self.last, ..Filter::default() }
    }

    /// Whether the report takes a game. Does not read its hands. Counts the games left out only because their start is
    /// unknown.
    pub fn takes(&self, game: &Game, undated: &mut usize) -> bool {
        let is_taken = match game.started {
            Some(started) => self.is_within(started),
            None => self.since.is_none() && self.until.is_none(),
        };
        let fits = self.fits(game);
        *undated += usize::from(fits && !is_taken && game.started.is_none());
        fits && is_taken
    }

    /// The newest of the games taken, if only those are wanted. `games` must be in their order.
    pub fn newest<T>(&self, mut games: Vec<T>) -> Vec<T> {
        let left_out = self.last.map_or(0, |last| games.len().saturating_sub(last));
        games.drain(..left_out);
        games
    }

    /// Whether a game meets every condition except the times.
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

fn is_after(since: Span, until: Span) -> bool {
    match (since, until) {
        (Span::Minute(since), Span::Minute(until)) => since > until,
        (Span::Minute(since), Span::Days { last, .. }) => since.date_naive() > last,
        (Span::Days { first, .. }, Span::Minute(until)) => first > until.date_naive(),
        (Span::Days { first, .. }, Span::Days { last, .. }) => first > last,
    }
}

/// Whether a game started on this day of another year, by the local calendar.
pub fn is_this_day(started: Moment, today: NaiveDate) -> bool {
    use chrono::Datelike;
    let day = started.date_naive();
    (day.month(), day.day()) == (today.month(), today.day()) && day.year() != today.year()
}
