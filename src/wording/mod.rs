//! Facts of a book in a player's words: the effect of changes, conflicts between devices, hands that do not count, and
//! the form of entries.

pub(crate) mod conflict_words;
pub(crate) mod entry_hints;
pub(crate) mod past_words;
