//! Reads a day as people write it: `2026-11-20`, `20.11.2026`, `11/20/2026`, `20 Nov 2026`, `20. März 2026`.

use chrono::{Datelike, NaiveDate};

use crate::text::{fold, unaccented};

/// Whether the day or the month comes first in dates like `1/5/2011`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// `31/5/2011`.
    DayFirst,
    /// `5/31/2011`.
    MonthFirst,
}

impl DateOrder {
    pub(super) const BOTH: [DateOrder; 2] = [DateOrder::DayFirst, DateOrder::MonthFirst];
}

/// The hundred years that contain all years written with two digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Century {
    /// The first year.
    pub first: i32,
}

impl Century {
    /// The year with these two last digits.
    pub fn year(self, digits: u32) -> i32 {
        let digits = i32::try_from(digits).unwrap_or(0);
        self.first + (digits - self.first).rem_euclid(100)
    }

    /// The latest hundred years without a future year, given this year. They start at a full century if that gives
    /// all of `years` the same meaning: `2000` if none is later than this year, else `1900`.
    pub(super) fn until(now: i32, years: impl Iterator<Item = u32> + Clone) -> Century {
        let past = Century { first: now - 99 };
        let centuries = [now - now.rem_euclid(100), now - now.rem_euclid(100) - 100].map(|first| Century { first });
        let same = |century: &Century| years.clone().all(|year| century.year(year) == past.year(year));
        centuries.into_iter().find(same).unwrap_or(past)
    }
}

/// A day as written. It may have two readings, or a year of only two digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrittenDay {
    /// The year as written: below 100 it has two digits only.
    year: u32,
    /// The month and the day as written.
    month_and_day: [u32; 2],
    /// Which of them comes first, if that is clear.
    order: Option<DateOrder>,
}

impl WrittenDay {
    /// Reads a day. Does not check that its month has that day.
    pub(super) fn read(text: &str) -> Option<WrittenDay> {
        let text = without_weekday(text);
        if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return WrittenDay::in_numbers(&format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..]), '-');
        }
        let in_numbers = ['-', '.', '/'].into_iter().find_map(|separator| WrittenDay::in_numbers(text, separator));
        in_numbers.or_else(|| WrittenDay::with_a_name(text))
    }

    fn in_numbers(text: &str, separator: char) -> Option<WrittenDay> {
        let parts: Vec<&str> = text.split(separator).collect();
        let [first, second, third] = <[&str; 3]>::try_from(parts).ok()?;
        // People leave a space after a dotted number.
        let [second, third] = [second, third].map(|part| if separator == '.' { part.trim_start() } else { part });
        let number = |part: &str| part.parse().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        let (year, month_and_day, order) = if first.len() == 4 {
            (first, [second, third], Some(DateOrder::MonthFirst))
        } else {
            (third, [first, second], (separator == '.').then_some(DateOrder::DayFirst))
        };
        let ((2, year) | (4, year @ 1000..)) = (year.len(), number(year)?) else { return None };
        let [one, other] = month_and_day;
        Some(WrittenDay { year, month_and_day: [number(one)?, number(other)?], order })
    }

    fn with_a_name(text: &str) -> Option<WrittenDay> {
        let named = ["%d %B %Y", "%d. %B %Y", "%B %d, %Y", "%B %d %Y", "%d-%b-%Y"];
        let text = in_english(text)?;
        // A month and a year alone are not a day.
        if text.split([' ', '-']).filter(|part| !part.is_empty()).count() != 3 {
            return None;
        }
        let date = named.iter().find_map(|format| NaiveDate::parse_from_str(&text, format).ok())?;
        let year = u32::try_from(date.year()).ok().filter(|year| matches!(year, 0..100 | 1000..10_000))?;
        Some(WrittenDay { year, month_and_day: [date.month(), date.day()], order: Some(DateOrder::MonthFirst) })
    }

    /// The day read in this order; `None` if no such day exists.
    pub(super) fn on(self, order: DateOrder, century: Century) -> Option<NaiveDate> {
        let year =
            self.two_digits().map_or_else(|| i32::try_from(self.year).ok(), |digits| Some(century.year(digits)))?;
        let [one, other] = self.month_and_day;
        match self.order.unwrap_or(order) {
            DateOrder::DayFirst => NaiveDate::from_ymd_opt(year, other, one),
            DateOrder::MonthFirst => NaiveDate::from_ymd_opt(year, one, other),
        }
    }

    /// The days it can mean: none, one or two.
    pub(super) fn readings(self, century: Century) -> Vec<NaiveDate> {
        let mut days: Vec<NaiveDate> =
            DateOrder::BOTH.into_iter().filter_map(|order| self.on(order, century)).collect();
        days.dedup();
        days
    }

    /// The digits of the year, if there are only two.
    pub(super) fn two_digits(self) -> Option<u32> {
        Some(self.year).filter(|year| *year < 100)
    }
}

/// The months, each with its German, French and Spanish names, without accents.
const MONTHS: [(&str, &str); 12] = [
    ("Jan", "januar janner jan janvier janv enero ene"),
    ("Feb", "februar feber feb fevrier fevr febrero"),
    ("Mar", "marz maerz mrz mar mars marzo"),
    ("Apr", "april apr avril avr abril abr"),
    ("May", "mai mayo"),
    ("Jun", "juni jun juin junio"),
    ("Jul", "juli jul juillet juil julio"),
    ("Aug", "august aug aout agosto ago"),
    ("Sep", "september sept sep septembre septiembre"),
    ("Oct", "oktober okt oct octobre octubre"),
    ("Nov", "november nov novembre noviembre"),
    ("Dec", "dezember dez decembre dec diciembre dic"),
];

/// Translates the names in a day or a month into English: `3. Mar 2019` for `3. März 2019`, `3 May 2019` for
/// `3 de mayo de 2019`. `None` for a text without a name.
pub(super) fn in_english(text: &str) -> Option<String> {
    let separator = if text.contains(' ') { ' ' } else { '-' };
    let english = |word: &str| {
        let plain = fold(word.trim_end_matches('.'));
        let names = |other: &str| other.split(' ').any(|name| name == unaccented(&plain));
        MONTHS.iter().find(|(_, others)| names(others)).map_or(word, |(month, _)| month).to_string()
    };
    let words = text.split(separator).filter(|word| !word.eq_ignore_ascii_case("de"));
    text.contains(char::is_alphabetic).then(|| words.map(english).collect::<Vec<_>>().join(&separator.to_string()))
}

/// The days of the week, in English and German.
const WEEKDAYS: &str = "mon monday mo montag tue tues tuesday di dienstag wed wednesday mi mittwoch thu thur thurs thursday \
    do donnerstag fri friday fr freitag sat saturday sa samstag sun sunday so sonntag";

/// Removes the day of the week before a day.
fn without_weekday(text: &str) -> &str {
    let is_weekday = |word: &str| WEEKDAYS.split_whitespace().any(|day| day == fold(word.trim_end_matches(['.', ','])));
    text.split_once(' ').filter(|(word, _)| is_weekday(word)).map_or(text, |(_, day)| day.trim_start())
}

/// The longest words at the beginning of a text that make a day, with the text after them, which may be a time.
pub(super) fn day_before(text: &str) -> Option<(&str, &str)> {
    let is_day = |text: &str| WrittenDay::read(text).is_some() || days_ago(text).is_some();
    let ends = text.char_indices().filter(|(_, char)| char.is_whitespace() || matches!(char, 'T' | 't' | ','));
    let ends: Vec<usize> = ends.map(|(at, _)| at).take(MOST_ENDS).chain([text.len()]).collect();
    let end = ends.into_iter().rev().find(|end| is_day(&text[..*end]))?;
    let rest = text[end..].trim_start_matches(|char: char| char.is_whitespace() || matches!(char, 'T' | 't' | ','));
    Some((&text[..end], rest))
}

/// More places than any day could end at.
const MOST_ENDS: usize = 16;

/// The number of days ago that `today` or `yesterday` names.
pub(super) fn days_ago(text: &str) -> Option<u64> {
    let names = [("today", 0), ("yesterday", 1)];
    names.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, days)| days)
}
