//! What people type at a pad that stays open: entries, and commands of one letter.
//!
//! A command is a letter that stands alone, so that no name and no card is taken for one. Everything else is an entry,
//! which the [`notation`](crate::notation) reads. Any door at which somebody types line after line can use this: a
//! terminal, a page, a phone.

mod completion;
mod line;
mod upcard;

pub use completion::{Completions, complete_entry, complete_word};
pub use line::{HandNamed, TableCommand, TableLine, ToJudge};
pub use upcard::with_upcard;
