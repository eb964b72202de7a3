//! A place where books meet: the steps that a shared folder and a club have in common.

use ginpad_core::Listed;
use ginpad_core::ledger::Portion;

use crate::answer::{Failure, Remark};
use crate::app::App;
use crate::book::{Arrivals, BookError, Brought, OpenBook};
use crate::reports::outcome::KeptOut;

/// Ends the message about a meeting that failed halfway.
pub(super) const NOT_SENT: &str = "what is new in this book was not sent";

/// A place, or the reason why it cannot be reached.
pub(in crate::commands) type Reached = Result<Box<dyn Place>, Failure>;

/// A place where books meet. Each step needs either the book or the place, never both, so that nobody who logs a hand
/// waits for the place.
pub(in crate::commands) trait Place {
    /// The lines that come from the place, and the result of the meeting so far.
    fn arrivals(&mut self) -> &mut Arrivals;

    /// Asks the book what it holds already, so that this need not be fetched.
    fn ask(&mut self, app: &App, book: &OpenBook<'_>) -> Result<(), BookError>;

    /// Fetches some of the lines that the book lacks, and returns whether there is anything to take in.
    fn fetch(&mut self) -> Result<bool, Failure>;

    /// Collects the next lines that the place lacks, if there are any.
    fn collect(&mut self, app: &App, book: &OpenBook<'_>) -> Result<Option<Portion>, BookError>;

    /// Sends lines.
    fn put(&mut self, app: &App, part: Portion) -> Result<(), Failure>;

    /// Ends the meeting, once everything was sent. On a trial, nothing is changed there.
    fn end(&mut self, app: &App, is_trial: bool) -> Result<(), Failure>;

    /// The results of the meeting.
    fn met(self: Box<Self>) -> Met;
}

/// A meeting that is over.
#[derive(Debug, Default)]
pub(in crate::commands) struct Met {
    /// The name of the place in a sentence, after `in`.
    pub(super) place: String,
    pub(super) brought: Brought,
    /// The damaged files that were mended.
    pub(super) mended: Vec<String>,
    /// The parts that were not taken in.
    pub(super) kept_out: Listed<KeptOut>,
    /// Further remarks.
    pub(super) remarks: Vec<Remark>,
    /// The reason why it ended too early.
    pub(super) failed: Option<Failure>,
}
