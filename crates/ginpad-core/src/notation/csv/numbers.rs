//! Reads whole numbers as spreadsheets write them.

use crate::text::harmless;
use crate::{Points, Totals};

/// Reads a total: `330`, `1,234`, `1.234`, `1 234`, `330.00` or `330,0`. Three digits after a separator are thousands;
/// zeros after the last separator may be decimals.
///
/// # Errors
/// The cell is not a whole number in range.
pub(super) fn total(cell: &str) -> Result<Points, String> {
    whole_number(cell)
        .filter(|number| (0..=Totals::MOST).contains(number))
        .map(Points)
        .ok_or_else(|| format!("expected a whole number from 0 to {}, not `{}`", Totals::MOST, harmless(cell)))
}

/// Reads a whole number with thousands separators, or with decimals that are all zero.
pub(super) fn whole_number(cell: &str) -> Option<i64> {
    let digits: String = cell.chars().filter(|char| !char.is_whitespace() && !matches!(char, '\'' | '’')).collect();
    // One or two zeros, or more than three, are no group of thousands.
    let is_zeros = |text: &str| !text.is_empty() && text.len() != 3 && text.bytes().all(|byte| byte == b'0');
    let (whole, decimals) = match digits.rfind(['.', ',']) {
        Some(at) if is_zeros(&digits[at + 1..]) => (&digits[..at], true),
        _ => (digits.as_str(), false),
    };
    let mut separators = whole.chars().filter(|char| !char.is_ascii_digit());
    let separator = separators.next();
    // Decimals begin with a different separator than thousands.
    let clash = decimals && separator.is_some_and(|separator| digits[whole.len()..].starts_with(separator));
    if clash || separators.any(|other| Some(other) != separator) {
        return None;
    }
    let mut groups = whole.split(['.', ',']);
    let first = groups.next()?;
    let digits_only = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let short = separator.is_none() || first.len() <= 3;
    let mut number = first.to_string();
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        number += group;
    }
    if short && digits_only(&number) && digits_only(first) { number.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreadsheets_write_whole_numbers_in_many_ways() {
        for (text, number) in [
            ("330", 330),
            ("0", 0),
            ("007", 7),
            ("330.0", 330),
            ("330,00", 330),
            ("1,234", 1234),
            ("1.234", 1234),
            ("1 234", 1234),
            ("1\u{202f}234", 1234),
            ("1'234", 1234),
            ("1.234,00", 1234),
            ("1,234.0", 1234),
            ("1.000", 1000),
            ("1000000", 1_000_000),
        ] {
            assert_eq!(total(text), Ok(Points(number)), "{text}");
        }
        for text in [
            "", "x", "-1", "+1", "12.5", "1,23", "1.234.5", "1,234,00", "1,2345", "1234,567", "1000001", ".", ",0",
            "1e3",
        ] {
            assert!(total(text).is_err(), "{text}");
        }
    }
}
