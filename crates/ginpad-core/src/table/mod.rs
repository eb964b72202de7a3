//! Lines typed at a pad that stays open: entries, and commands of one letter.
//!
//! A command is a letter on its own, so no name and no card looks like one. Everything else is an entry, which the
//! [`notation`](crate::notation) reads. Any program in which somebody types line after line can use this: a terminal, a
//! page, a phone.

mod completion;
mod line;

pub use completion::{Completions, complete_entry, complete_word, with_upcard};
pub use line::{TableLine, command_of_letter};
