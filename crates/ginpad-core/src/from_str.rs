//! Parses what is printed, with the trait of the standard library.

use std::fmt;
use std::str::FromStr;

use crate::cards::{Card, Cards, ReadFault};
use crate::notation::{SheetFaults, print_game, read_one};
use crate::text::Flaw;
use crate::{Amount, AmountFault, Contradiction, Event, Game, Name, TableRules, Title, Upcard};

/// Parses types by their function `read`.
macro_rules! parsed {
    ($($parsed:ty, $fault:ty;)+) => {$(
        impl FromStr for $parsed {
            type Err = $fault;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::read(text)
            }
        }
    )+};
}

parsed! {
    Card, Flaw;
    Cards, ReadFault;
    Upcard, Flaw;
    Name, Flaw;
    Title, Flaw;
    Event, Flaw;
    Amount, AmountFault;
    TableRules, Vec<Contradiction>;
}

/// Parses a text sheet with one game.
///
/// ```
/// use ginpad_core::{Card, Game};
///
/// let game: Game = "rules: standard\nsides: Ann, Bob\n\nann knock 4 27\n".parse()?;
/// assert_eq!(game.to_string().parse(), Ok(game));
/// let card: Card = "7h".parse()?;
/// assert_eq!(card.to_string().parse(), Ok(card));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl FromStr for Game {
    type Err = SheetFaults;

    fn from_str(text: &str) -> Result<Game, SheetFaults> {
        read_one(text)
    }
}

/// Prints a text sheet.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_game(self))
    }
}
