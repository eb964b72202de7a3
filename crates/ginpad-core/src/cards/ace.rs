//! The place of the ace in a run, and its value.

use super::Rank;

/// The place of the ace in a run, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ace {
    /// The ace is low: `A 2 3` is a run, and `Q K A` is not. It counts 1.
    Low,
    /// Runs go round the corner: `Q K A` and `K A 2` are runs too. The ace counts 15.
    Corner,
}

impl Ace {
    /// The deadwood of a card of this rank: pips, face cards 10, and the ace by its place.
    pub const fn value(self, rank: Rank) -> u8 {
        match self {
            Ace::Corner if rank.number() == Rank::ACE.number() => 15,
            Ace::Low | Ace::Corner => rank.value(),
        }
    }
}
