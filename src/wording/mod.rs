//! What books say, in a player's words: what changes did, what devices disagree about, what does not count, how entries
//! look.

pub(crate) mod disagreements;
pub(crate) mod entry_hints;
pub(crate) mod past_words;
