//! Amounts of money, and the stakes of a game: what a point, a game and a line are worth if a table plays for money.

use std::fmt;

use iso_currency::Currency;
use thiserror::Error;

/// An amount of money, in the smallest units of a currency: `0.01 USD` is one cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amount {
    /// How many of the currency's smallest units: cents, pence, yen. At least 1.
    pub minor: i64,
    /// The currency.
    pub currency: Currency,
}

/// Why a text is not a stake.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AmountFault {
    /// Not an amount and a currency.
    #[error("cannot read `{0}` as a stake; write an amount and a currency, like 0.01 USD")]
    Form(String),
    /// No such currency.
    #[error("there is no currency `{0}`; write its three letters, like USD")]
    Currency(String),
    /// A fraction of the smallest unit.
    #[error("{amount} is too small; the smallest amount in {currency} is {smallest}")]
    TooFine {
        /// The amount as written.
        amount: String,
        /// The currency's code.
        currency: String,
        /// Its smallest unit.
        smallest: String,
    },
    /// Nothing, or more than anyone plays for.
    #[error("a stake is more than 0 and at most 1000000 a point, not {0}")]
    Range(String),
}

impl Amount {
    /// The most a point may be worth, in whole units.
    const MOST: i64 = 1_000_000;

    /// Reads `0.01 USD`.
    ///
    /// # Errors
    /// The text is not an amount and a currency; the currency is unknown; or the amount is finer than its smallest
    /// coin, 0, or too high.
    pub fn read(text: &str) -> Result<Amount, AmountFault> {
        let shown = crate::text::harmless(text.trim());
        let mut parts = text.split_whitespace();
        let (Some(amount), Some(code), None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(AmountFault::Form(shown));
        };
        let (whole, fraction) = amount.split_once('.').unwrap_or((amount, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 9;
        if whole.is_empty() || !digits(whole) || !digits(fraction) || amount.ends_with('.') {
            return Err(AmountFault::Form(shown));
        }
        let currency = Currency::from_code(&code.to_ascii_uppercase())
            .ok_or_else(|| AmountFault::Currency(crate::text::harmless(code)))?;
        let places = decimals(currency);
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > places {
            return Err(AmountFault::TooFine {
                amount: amount.to_string(),
                currency: currency.code().to_string(),
                smallest: Amount { minor: 1, currency }.to_string(),
            });
        }
        let minor = format!("{whole}{fraction:0<places$}").parse().unwrap_or(i64::MAX);
        if minor == 0 || minor / 10_i64.pow(u32::try_from(places).unwrap_or(0)) > Amount::MOST {
            return Err(AmountFault::Range(amount.to_string()));
        }
        Ok(Amount { minor, currency })
    }
}

/// What a game is played for. All of its amounts are in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stakes {
    point: Option<Amount>,
    game: Option<Amount>,
    line: Option<Amount>,
}

/// Why amounts cannot be the stakes of one game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the stakes of a game are in one currency, not in {first} and {second}")]
pub struct StakesFault {
    /// The code of one currency.
    pub first: &'static str,
    /// The code of another.
    pub second: &'static str,
}

impl Stakes {
    /// Stakes for each point of the net, for the game, and for each line.
    ///
    /// # Errors
    /// The amounts are in several currencies.
    pub fn new(point: Option<Amount>, game: Option<Amount>, line: Option<Amount>) -> Result<Stakes, StakesFault> {
        let mut currencies = [point, game, line].into_iter().flatten().map(|amount| amount.currency);
        let first = currencies.next();
        match first.zip(currencies.find(|currency| Some(*currency) != first)) {
            Some((first, second)) => Err(StakesFault { first: first.code(), second: second.code() }),
            None => Ok(Stakes { point, game, line }),
        }
    }

    /// What a point of the net is worth.
    pub const fn point(&self) -> Option<Amount> {
        self.point
    }

    /// What the winner of the game gets besides.
    pub const fn game(&self) -> Option<Amount> {
        self.game
    }

    /// What a line is worth besides.
    pub const fn line(&self) -> Option<Amount> {
        self.line
    }

    /// The currency, if there is any stake.
    pub fn currency(&self) -> Option<Currency> {
        [self.point, self.game, self.line].into_iter().flatten().map(|amount| amount.currency).next()
    }
}

fn decimals(currency: Currency) -> usize {
    usize::from(currency.exponent().unwrap_or(0))
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = decimals(self.currency);
        let digits = format!("{:0>width$}", self.minor, width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let point = if places == 0 { "" } else { "." };
        write!(f, "{whole}{point}{fraction} {}", self.currency.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stake_is_printed_as_it_is_read() {
        for text in ["0.01 USD", "1.00 EUR", "5 JPY", "0.125 KWD", "12.50 GBP"] {
            assert_eq!(Amount::read(text).map(|stake| stake.to_string()), Ok(text.into()));
        }
        assert_eq!(Amount::read("0.1 usd").map(|stake| stake.minor), Ok(10));
        for text in ["", "0.01", "USD 0.01", "0 USD", "0.001 USD", "1 XYZ", "-1 USD", "1. USD", "9999999999 USD"] {
            assert!(Amount::read(text).is_err(), "{text}");
        }
    }
}
