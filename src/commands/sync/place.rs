//! Where books meet, step by step: what a shared folder and a club have in common.

use std::collections::BTreeSet;

use ginpad_core::facts::FactId;
use ginpad_core::ledger::{Counted, Part};
use ginpad_core::listed::Listed;

use crate::answer::{Failure, Remark};
use crate::app::App;
use crate::book::{Arrivals, BookError, Brought, Pad};
use crate::reports::outcome::KeptOut;

/// Sees the book with the games that lines are about, before these lines come.
pub(in crate::commands) type BeforeChange<'b> = dyn FnMut(&Pad<'_>, &BTreeSet<FactId>) -> Result<(), BookError> + 'b;

/// What is said of a meeting that ended too early.
pub(super) const NOT_SENT: &str = "what is new in this book was not sent";

/// A place, if it can be reached.
pub(in crate::commands) type Reached = Result<Box<dyn Place>, Failure>;

/// A place where books meet. The steps that need the book do not need the place, and those that need the place do not need
/// the book, so that nobody who logs a hand waits for it.
pub(in crate::commands) trait Place {
    /// Its name in a sentence: `in` is said before it.
    fn name(&self) -> String;

    /// What comes from there.
    fn arrivals(&mut self) -> &mut Arrivals;

    /// What went there.
    fn sent(&mut self) -> &mut Counted;

    /// Asks the book what need not come.
    fn ask(&mut self, app: &App, pad: &Pad<'_>) -> Result<(), BookError>;

    /// Fetches some of what the book lacks, and says whether anything is to be taken in.
    fn fetch(&mut self) -> Result<bool, Failure>;

    /// Takes in what was fetched: see [`Arrivals::receive`].
    fn receive(&mut self, pad: &Pad<'_>, before_change: &mut BeforeChange<'_>) -> Result<(), BookError>;

    /// Asks the place what may be sent to it, once everything was fetched.
    fn turn(&mut self) -> Result<(), Failure>;

    /// Collects the next lines that the place lacks, if there are any.
    fn collect(&mut self, app: &App, pad: &Pad<'_>) -> Result<Option<Part>, BookError>;

    /// Sends lines.
    fn put(&mut self, app: &App, part: Part) -> Result<(), Failure>;

    /// Ends the meeting, once everything was sent. On a trial, nothing is changed there.
    fn end(&mut self, app: &App, is_trial: bool) -> Result<(), Failure>;

    /// What else there is to say of the meeting.
    fn findings(self: Box<Self>) -> Findings;
}

/// What there is to say of a meeting besides what came and went.
#[derive(Debug, Default)]
pub(in crate::commands) struct Findings {
    /// What was damaged there and was mended.
    pub(super) mended: Vec<String>,
    /// What was not taken in.
    pub(super) kept_out: Listed<KeptOut>,
    /// What else to know.
    pub(super) remarks: Vec<Remark>,
}

/// A meeting that is over.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// Where it was.
    pub(super) place: String,
    pub(super) brought: Brought,
    pub(super) sent: Counted,
    /// Whether another book has written as this device, which has a new id since.
    pub(super) met_itself: bool,
    pub(super) findings: Findings,
    /// Why it ended too early.
    pub(super) failed: Option<Failure>,
}

impl Met {
    /// A meeting that did not begin.
    pub(super) fn failed(failure: Failure) -> Met {
        Met { failed: Some(failure), ..Met::default() }
    }

    /// Whether anything came or went.
    pub(super) const fn did_something(&self) -> bool {
        self.brought.amount.changes + self.sent.changes > 0
    }
}
