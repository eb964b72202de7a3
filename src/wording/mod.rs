//! Facts of a book in a player's words: the effect of changes, conflicts between devices, and hands that do not count.

pub(crate) mod conflict_words;
pub(crate) mod past_words;
