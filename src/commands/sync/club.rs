//! A club as the place of a meeting.

use ginpad_core::Listed;
use ginpad_core::ledger::{Namesakes, Portion};
use ginpad_core::text::count;

use super::place::{Met, Place, Reached};
use crate::answer::{Failure, Remark};
use crate::app::App;
use crate::app::club::Membership;
use crate::book::{Arrivals, BookError, OpenBook, Steps};
use crate::club::{Club, ClubExchange};
use crate::reports::outcome::KeptOut;

/// A meeting in a club.
struct TheClub {
    place: String,
    membership: Membership,
    exchange: ClubExchange,
    /// The number of lines that the club had at the last meeting and has lost since.
    lost: u64,
    /// The progress of fetching or of sending, while it lasts.
    steps: Option<Box<dyn Steps>>,
}

/// The club that the book is part of, if there is one. With `relays`, there must be one.
pub(super) fn remembered(namesakes: Namesakes, relays: bool, app: &App) -> Option<Reached> {
    let membership = if relays { app.membership().map(Some) } else { app.remembered_club() };
    let open = |membership: Membership| open(membership.connect()?, membership, namesakes, relays, app);
    membership.transpose().map(|membership| membership.and_then(open))
}

/// Finds out which lines a club has.
pub(in crate::commands) fn open(
    club: Club,
    membership: Membership,
    namesakes: Namesakes,
    relays: bool,
    app: &App,
) -> Reached {
    let place = format!("the club at {}", membership.address()?);
    let exchange = ClubExchange::begin(club, namesakes, app.now, relays)?;
    let there = exchange.lasts();
    let lost =
        membership.seen.iter().map(|(writer, last)| last.saturating_sub(there.get(writer).copied().unwrap_or(0)));
    Ok(Box::new(TheClub { lost: lost.sum(), place, membership, exchange, steps: None }))
}

impl Place for TheClub {
    fn arrivals(&mut self) -> &mut Arrivals {
        &mut self.exchange.arrivals
    }

    fn ask(&mut self, app: &App, book: &OpenBook<'_>) -> Result<(), BookError> {
        self.exchange.ask(book)?;
        self.steps = Some(app.watcher().begin("fetching changes", steps(self.exchange.coming())));
        Ok(())
    }

    fn fetch(&mut self) -> Result<bool, Failure> {
        let before = self.exchange.coming();
        let is_waiting = self.exchange.fetch()?;
        let done = steps(before.saturating_sub(self.exchange.coming()));
        self.steps.take_if(|steps| {
            steps.advance(done);
            !is_waiting
        });
        Ok(is_waiting)
    }

    fn collect(&mut self, app: &App, book: &OpenBook<'_>) -> Result<Option<Portion>, BookError> {
        if self.steps.is_none() {
            self.steps = Some(app.watcher().begin("sending changes", steps(self.exchange.unsent(book)?)));
        }
        self.exchange.collect(book)
    }

    fn put(&mut self, _: &App, part: Portion) -> Result<(), Failure> {
        let lines = part.lines.len();
        self.exchange.put(part)?;
        self.steps.iter().for_each(|steps| steps.advance(lines));
        Ok(())
    }

    fn end(&mut self, app: &App, is_trial: bool) -> Result<(), Failure> {
        self.steps = None;
        if is_trial {
            return Ok(());
        }
        self.exchange.end()?;
        self.membership.seen = self.exchange.lasts();
        app.remember_club(&self.membership)
    }

    fn met(self: Box<Self>) -> Met {
        let (Listed { items, more }, brought) = (self.exchange.kept_out, self.exchange.arrivals.brought);
        let changes = |number: u64| count(steps(number), "change");
        let lost = (self.lost > 0).then(|| {
            let again = "this sync sends your changes again, and other devices send theirs";
            let lost = changes(self.lost);
            Remark::warning(format!("the club had lost {lost}, perhaps because an older backup was restored; {again}"))
        });
        let kept_back = (self.exchange.kept_back > 0).then(|| {
            let others = "of other devices are not in the club yet";
            let relay = "if nobody there is a member, the owner sends them with `ginpad sync --relay`";
            Remark::note(format!("{} {others}; {relay}", changes(self.exchange.kept_back)))
        });
        let kept_out = items.into_iter().map(|what| KeptOut { kind: "line", wrong: true, what });
        let kept_out = Listed { items: kept_out.collect(), more };
        let remarks = lost.into_iter().chain(kept_back).collect();
        Met { place: self.place, brought, kept_out, remarks, ..Met::default() }
    }
}

/// A number of lines as a number of steps.
fn steps(lines: u64) -> usize {
    usize::try_from(lines).unwrap_or(usize::MAX)
}
