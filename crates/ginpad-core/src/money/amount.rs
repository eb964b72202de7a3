//! Amounts of money as people write them: `0.01 USD`, `$0.10`, `0,05 EUR`; and the stakes of a game.

use std::ops::RangeInclusive;

use derive_more::Display;
use iso_currency::Currency;
use thiserror::Error;

use super::sum::{Minor, Money, decimals};
use crate::text::{Flaw, harmless};

/// An amount of money in the smallest units of a currency: `0.01 USD` is one cent.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash)]
#[display("{}", Money::from(*self))]
pub struct Amount {
    /// The number of smallest units: cents, pence, yen. At least 1.
    pub minor: i64,
    /// The currency.
    pub currency: Currency,
}

/// Why a text is not an amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct AmountFault {
    why: String,
    /// For a number of cents, which several currencies have: as cents of a dollar, and of a euro.
    pub cents: Option<[String; 2]>,
}

impl AmountFault {
    fn new(why: impl Into<String>) -> AmountFault {
        AmountFault { why: why.into(), cents: None }
    }

    fn unread(text: &str) -> AmountFault {
        let text = harmless(text);
        AmountFault::new(format!("cannot read `{text}` as money; write an amount and a currency, like 0.01 USD"))
    }

    fn not_above_zero(shown: &str) -> AmountFault {
        AmountFault::new(format!("an amount is more than 0, not {shown}"))
    }
}

/// Signs and words that each mean one currency. `$` is the US dollar; other dollars are written with their letters.
const SIGNS: [(&str, Currency); 6] = [
    ("$", Currency::USD),
    ("US$", Currency::USD),
    ("€", Currency::EUR),
    ("euro", Currency::EUR),
    ("euros", Currency::EUR),
    ("£", Currency::GBP),
];

/// Words and signs for a hundredth of a currency.
const CENTS: [&str; 6] = ["cents", "cent", "ct", "cts", "c", "¢"];

/// A written amount, perhaps without a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenAmount {
    /// The digits before and after the decimal point.
    digits: (String, String),
    /// The amount as written.
    shown: String,
    /// The written currency, if any.
    pub currency: Option<Currency>,
}

impl WrittenAmount {
    /// The most digits read before or after the point.
    const DIGITS: usize = 15;
    /// The highest stake, in whole units.
    const HIGHEST_STAKE: i64 = 1_000_000;

    /// Reads `12.40`, `12,40 USD`, `USD 12.40`, `$12.40` or `12.40€`.
    ///
    /// # Errors
    /// It is not one amount with at most one currency, or the currency is unknown.
    pub fn read(text: &str) -> Result<WrittenAmount, AmountFault> {
        let text = text.trim();
        let form = || AmountFault::unread(text);
        let is_part = |char: char| char.is_ascii_digit() || matches!(char, '.' | ',');
        let from = text.find(is_part).ok_or_else(form)?;
        let to = text.rfind(is_part).map_or(from, |at| at + 1);
        let (before, number, after) = (&text[..from], &text[from..to], &text[to..]);
        let (whole, fraction) = number.split_once(['.', ',']).unwrap_or((number, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= Self::DIGITS;
        if whole.is_empty() || !digits(whole) || !digits(fraction) || number.ends_with(['.', ',']) {
            return Err(form());
        }
        let currency = match (before.trim(), after.trim()) {
            ("", "") => None,
            ("-", _) => return Err(AmountFault::not_above_zero(&harmless(text))),
            (code, "") | ("", code) if !code.starts_with(['-', '+']) => match currency(code) {
                Err(_) if CENTS.contains(&code.to_lowercase().as_str()) => return Err(cents(text, whole, fraction)),
                read => Some(read?),
            },
            _ => return Err(form()),
        };
        Ok(WrittenAmount { digits: (whole.into(), fraction.into()), shown: number.into(), currency })
    }

    /// The amount in this currency, at most `most` of its smallest units.
    fn amount(&self, currency: Currency, most: i64) -> Result<Amount, AmountFault> {
        let (whole, fraction) = &self.digits;
        let (places, shown) = (decimals(currency), &self.shown);
        let refused = |why: String| Err(AmountFault::new(why));
        let minor = |fraction: &str| format!("{whole}{fraction:0<places$}").parse().unwrap_or(i64::MAX);
        if fraction.len() == 3 && places < 3 && !whole.starts_with('0') {
            let large = format!("{whole}{fraction} {}", currency.code());
            let small = Amount { minor: minor(fraction.get(..places).unwrap_or_default()), currency };
            return refused(format!("`{shown}` can be read in two ways; write {large} or {small}"));
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > places {
            let (code, smallest) = (currency.code(), Amount { minor: 1, currency });
            return refused(format!("{shown} is too fine; {code} has no smaller coin than {smallest}"));
        }
        let minor = minor(fraction);
        if minor == 0 {
            return Err(AmountFault::not_above_zero(shown));
        }
        if minor > most {
            let most = Amount { minor: most, currency };
            return refused(format!("{shown} is too high; the highest amount here is {most}"));
        }
        Ok(Amount { minor, currency })
    }

    /// The amount as a payment in this currency.
    ///
    /// It is finer than the currency's smallest coin, zero, or too high; or its point may separate thousands.
    pub fn payment(&self, currency: Currency) -> Result<Amount, AmountFault> {
        self.amount(currency, *Amount::MINOR.end())
    }

    /// The amount as a stake.
    fn stake(&self) -> Result<Amount, AmountFault> {
        let shown = &self.shown;
        let no_currency = || AmountFault::new(format!("`{shown}` has no currency; write it like {shown} USD"));
        let currency = self.currency.ok_or_else(no_currency)?;
        let units = 10_i64.pow(u32::try_from(decimals(currency)).unwrap_or(0));
        self.amount(currency, WrittenAmount::HIGHEST_STAKE * units)
    }
}

/// The currency that a sign or three letters mean.
fn currency(code: &str) -> Result<Currency, AmountFault> {
    let sign = SIGNS.iter().find(|(sign, _)| sign.eq_ignore_ascii_case(code)).map(|(_, currency)| *currency);
    let letters = || Currency::from_code(&code.to_ascii_uppercase());
    let unknown = || format!("there is no currency `{}`; currencies are written like USD or EUR", harmless(code));
    sign.or_else(letters).ok_or_else(|| AmountFault::new(unknown()))
}

/// The fault of a number of cents.
fn cents(text: &str, whole: &str, fraction: &str) -> AmountFault {
    let minor = whole.parse().ok().filter(|minor| *minor > 0 && fraction.is_empty());
    let Some(minor) = minor else { return AmountFault::unread(text) };
    let [dollars, euros] = [Currency::USD, Currency::EUR].map(|currency| Amount { minor, currency }.to_string());
    let why = format!("{} can be of several currencies; write {dollars} or {euros}", harmless(text));
    AmountFault { why, cents: Some([dollars, euros]) }
}

impl Amount {
    /// An amount's number of smallest units. The limit keeps sums of amounts exact.
    pub const MINOR: RangeInclusive<i64> = 1..=1_000_000_000_000;

    /// Reads a stake: `0.01 USD`, `$0.10`, `0,05 EUR`.
    ///
    /// The text is not an amount with a currency; the currency is unknown; or the amount is finer than its smallest
    /// coin, zero, or too high.
    ///
    /// # Example
    /// ```
    /// use ginpad_core::money::Amount;
    ///
    /// assert_eq!(Amount::read("$0.1")?.to_string(), "0.10 USD");
    /// assert_eq!(Amount::read("0,05 EUR")?.to_string(), "0.05 EUR");
    /// assert!(Amount::read("0.001 USD").is_err());
    /// # Ok::<(), ginpad_core::money::AmountFault>(())
    /// ```
    pub fn read(text: &str) -> Result<Amount, AmountFault> {
        WrittenAmount::read(text)?.stake()
    }

    /// The amount as a sum.
    pub fn minor(&self) -> Minor {
        Minor(self.minor.into())
    }
}

impl From<Amount> for Money {
    fn from(amount: Amount) -> Money {
        Money { currency: amount.currency, minor: amount.minor() }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        Amount::read(text).map(|stake| stake.to_string()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_stake_is_printed_as_it_is_read() {
        for text in ["0.01 USD", "1.00 EUR", "5 JPY", "0.125 KWD", "12.50 GBP", "1000000.00 USD"] {
            assert_eq!(read(text), Ok(text.into()));
        }
        for (text, meant) in [
            ("0.1 usd", "0.10 USD"),
            ("$0.10", "0.10 USD"),
            ("$ 5", "5.00 USD"),
            ("0,05 EUR", "0.05 EUR"),
            ("€5", "5.00 EUR"),
            ("5 €", "5.00 EUR"),
            ("0.5£", "0.50 GBP"),
            ("USD 0.01", "0.01 USD"),
            (" 2usd ", "2.00 USD"),
            ("0,050 EUR", "0.05 EUR"),
            ("€0.05", "0.05 EUR"),
            ("5 euros", "5.00 EUR"),
            ("US$ 0.10", "0.10 USD"),
            ("1,500 KWD", "1.500 KWD"),
        ] {
            assert_eq!(read(text), Ok(meant.into()), "{text}");
        }
        for text in [
            "",
            "USD",
            "0 USD",
            "0.00 USD",
            "0.001 USD",
            "1 XYZ",
            "-1 USD",
            "- 1 USD",
            "+1 USD",
            "$-1",
            "1. USD",
            ".5 USD",
            "9999999999 USD",
            "1.2.3 USD",
            "1,234.50 USD",
            "$1 USD",
            "1 2 USD",
            "¥5",
            "5 $ $",
            "٣ USD",
            "1e3 USD",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_payment_may_be_as_high_as_the_book_keeps() {
        let pay = |text: &str| WrittenAmount::read(text).and_then(|written| written.payment(Currency::JPY));
        assert_eq!(pay("1000000000000").map(|amount| amount.minor), Ok(1_000_000_000_000));
        assert!(pay("1000000000001").is_err());
        assert!(pay("999999999999999").is_err());
    }

    #[test]
    fn a_fault_says_what_to_write() {
        let fault = |text| read(text).unwrap_err();
        assert_eq!(fault("0.01"), "`0.01` has no currency; write it like 0.01 USD");
        assert_eq!(fault("1,000 USD"), "`1,000` can be read in two ways; write 1000 USD or 1.00 USD");
        assert_eq!(fault("2.345 EUR"), "`2.345` can be read in two ways; write 2345 EUR or 2.34 EUR");
        assert_eq!(fault("0.001 USD"), "0.001 is too fine; USD has no smaller coin than 0.01 USD");
        assert_eq!(fault("5.5 JPY"), "5.5 is too fine; JPY has no smaller coin than 1 JPY");
        for text in ["10 cents", "10c", "10¢", "10 ct"] {
            let told = format!("{text} can be of several currencies; write 0.10 USD or 0.10 EUR");
            assert_eq!(fault(text), told);
        }
        assert!(fault("1.5 cents").starts_with("cannot read"));
        assert_eq!(fault("5 XYZ"), "there is no currency `XYZ`; currencies are written like USD or EUR");
        assert_eq!(fault("2000000 USD"), "2000000 is too high; the highest amount here is 1000000.00 USD");
    }
}
