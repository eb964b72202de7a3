//! The stakes of a game: the value of a point, the game and a line, if a table plays for money.

use iso_currency::Currency;

use super::amount::Amount;
use crate::text::Flaw;

/// The stakes of a game, all in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stakes {
    point: Option<Amount>,
    game: Option<Amount>,
    line: Option<Amount>,
}

impl Stakes {
    /// Stakes for each point of the net, for the game, and for each line.
    ///
    /// # Errors
    /// The amounts are in several currencies.
    pub fn new(point: Option<Amount>, game: Option<Amount>, line: Option<Amount>) -> Result<Stakes, Flaw> {
        let mut currencies = [point, game, line].into_iter().flatten().map(|amount| amount.currency);
        let first = currencies.next();
        match first.zip(currencies.find(|currency| Some(*currency) != first)) {
            Some((first, second)) => {
                let (first, second) = (first.code(), second.code());
                Err(Flaw(format!("the stakes of a game are in one currency, not in {first} and {second}")))
            }
            None => Ok(Stakes { point, game, line }),
        }
    }

    /// The value of a point of the net.
    pub const fn point(&self) -> Option<Amount> {
        self.point
    }

    /// The extra amount for winning the game.
    pub const fn game(&self) -> Option<Amount> {
        self.game
    }

    /// The extra amount for a line.
    pub const fn line(&self) -> Option<Amount> {
        self.line
    }

    /// The currency; `None` without a stake.
    pub fn currency(&self) -> Option<Currency> {
        [self.point, self.game, self.line].into_iter().flatten().map(|amount| amount.currency).next()
    }
}
