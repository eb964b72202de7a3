//! How two hands on the table end, as the outcome that is priced.

use super::accept::Outcome;
use crate::cards::{Ending, Showdown};
use crate::players::Seat;

impl Outcome {
    /// The outcome of a showdown; `knocker` is who knocked or went gin.
    #[must_use]
    pub fn of(showdown: &Showdown, knocker: Seat) -> Outcome {
        // Ten cards count 98 at the most.
        let small = |deadwood: u16| u8::try_from(deadwood).unwrap_or(u8::MAX);
        let deadwood = small(showdown.defender.deadwood);
        match showdown.ending {
            Ending::Gin => Outcome::Gin { by: knocker, deadwood },
            Ending::BigGin => Outcome::BigGin { by: knocker, deadwood },
            Ending::Knock => Outcome::Showdown {
                by: knocker,
                knocker: knocker.side,
                knocker_deadwood: small(showdown.knocker.deadwood),
                defender_deadwood: deadwood,
            },
        }
    }
}
