//! What a command answers in a line: a logged hand, and where a game stands.

mod logged;
mod standing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed_back_tests;

pub(crate) use logged::{Beside, HandLine, adjusted};
pub(super) use logged::{out_of_turn, reading, remarks_of};
pub(crate) use standing::{NAME_DEALER, sides, standing, status, where_it_stands};
