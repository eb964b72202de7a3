//! What the program says: answers, refusals, and hints that work when pasted. [`answer`] is the only place that prints;
//! [`full_screen`] draws on a screen that is given back, and [`last_words`] are said where a fault of the machine ends the
//! program.

pub(crate) mod consequences;
pub(crate) mod differing;
pub(crate) mod disagreements;
pub(crate) mod entry_hints;
pub(crate) mod full_screen;
pub(crate) mod last_words;
pub(crate) mod pager;
pub(crate) mod past_words;
pub(crate) mod settings;
pub(crate) mod usage;
