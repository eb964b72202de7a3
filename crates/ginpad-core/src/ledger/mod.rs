//! The ledger: lines in a store, and on their way between stores of any kind.
//!
//! A [`Store`] appends lines and lists them by writer and by subject. A file holds lines one after another
//! ([`LinesReader`]). The other parts answer questions about a store: which lines it holds, which ones it or another
//! place lacks, what one command did, which people are the same, and which game a sheet is.

mod act;
mod batch;
mod file;
mod gaps;
mod holdings;
mod known_games;
mod namesakes;
mod store;

pub use act::{Act, ActKind, redoable, undoable};
pub use batch::{Batch, Counted};
pub use file::{FileFault, Header, LinesReader, NumberedGame, Record, write_line, write_record};
pub use gaps::{Fork, LineRange, forks, gaps, given_up, giving_up, lacking, lasts};
pub use holdings::{Holdings, Lack, Portion, Segment, Span};
pub use known_games::{ContinuedGame, KnownGames, Longer, Recognised, SheetMatch, derived_id, seating};
pub use namesakes::{Apart, NamesakeResults, Namesakes, PeopleFacts, WhyApart};
pub use store::{Appended, Refused, Run, Store, joined};
