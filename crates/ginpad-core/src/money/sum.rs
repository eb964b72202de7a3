//! Sums of money, won or owed.
//!
//! They are 128-bit numbers, and no sum can overflow. A net stays below 10¹² points, and a game has at most 1.2 million
//! lines, counted in every column and multiplied. At 10¹² minor units each, a game comes to less than 10²⁵ of them. An
//! overflow would take 10¹³ games.

use derive_more::{Add, AddAssign, Display, Neg, Sub, Sum};
use iso_currency::Currency;
use serde::Serialize;

/// A number of a currency's smallest units: cents, pence, yen. A negative number is owed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Add, AddAssign, Neg, Sub, Sum,
)]
#[serde(transparent)]
pub struct Minor(pub i128);

impl Minor {
    /// Nothing.
    pub const ZERO: Minor = Minor(0);

    /// The sum without its sign.
    pub const fn abs(self) -> Minor {
        Minor(self.0.abs())
    }

    /// The share of one of `among` equal partners, at index `place`. The first partners take the remainder, one unit
    /// each, so the shares add up to the sum.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::money::Minor;
    ///
    /// assert_eq!([0, 1].map(|place| Minor(5).share(place, 2)), [Minor(3), Minor(2)]);
    /// assert_eq!([0, 1].map(|place| Minor(-5).share(place, 2)), [Minor(-3), Minor(-2)]);
    /// ```
    pub fn share(self, place: usize, among: usize) -> Minor {
        let among = i128::try_from(among.max(1)).unwrap_or(1);
        let left_over = (self.0 % among).abs();
        let odd = i128::from(i128::try_from(place).is_ok_and(|place| place < left_over));
        Minor(self.0 / among + odd * self.0.signum())
    }
}

/// A sum in its currency: `10.25 USD`. A sum owed has a minus sign.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[display("{} {}", self.number(), currency.code())]
pub struct Money {
    /// The currency.
    pub currency: Currency,
    /// The number of its smallest units.
    pub minor: Minor,
}

/// The number of decimals a currency has.
pub(super) fn decimals(currency: Currency) -> usize {
    usize::from(currency.exponent().unwrap_or(0))
}

impl Money {
    /// The number without the currency: `10.25`.
    pub fn number(&self) -> String {
        let places = decimals(self.currency);
        let digits = format!("{:0>width$}", self.minor.0.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if self.minor < Minor::ZERO { "-" } else { "" };
        let point = if places == 0 { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sum_is_printed_with_the_places_of_its_currency() {
        let text = |minor, currency| Money { minor: Minor(minor), currency }.to_string();
        assert_eq!(text(1025, Currency::USD), "10.25 USD");
        assert_eq!(text(-5, Currency::USD), "-0.05 USD");
        assert_eq!(text(0, Currency::EUR), "0.00 EUR");
        assert_eq!(text(-120, Currency::JPY), "-120 JPY");
        assert_eq!(text(125, Currency::KWD), "0.125 KWD");
    }

    proptest! {
        #[test]
        fn shares_lose_nothing_and_differ_by_one_unit_at_most(minor in -1_000_000_i128..1_000_000, among in 1_usize..5) {
            let shares: Vec<Minor> = (0..among).map(|place| Minor(minor).share(place, among)).collect();
            prop_assert_eq!(shares.iter().copied().sum::<Minor>(), Minor(minor));
            let sizes = shares.iter().map(|share| share.abs().0);
            prop_assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
            let paid: Vec<Minor> = (0..among).map(|place| -Minor(-minor).share(place, among)).collect();
            prop_assert_eq!(shares, paid);
        }
    }
}
