//! Points in time: `2026-11-20 19:30 +01:00`.

use std::fmt;

use chrono::{Datelike, Days, FixedOffset, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Timelike};
use thiserror::Error;

use crate::hand::Moment;
use crate::text::harmless;

/// The time and the zone where something is read: they fill in a date or an offset that is not written.
#[derive(Clone, Copy)]
pub struct LocalTime<'a> {
    /// Now.
    pub now: Moment,
    /// The offset from UTC that local clocks had, or will have, at that local time.
    pub offset_at: &'a dyn Fn(NaiveDateTime) -> FixedOffset,
}

/// Why text cannot be read as a time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("cannot read `{0}` as a time; write it like 2026-11-20 19:30 +01:00")]
pub struct WhenFault(pub String);

const FORMAT: &str = "%Y-%m-%d %H:%M %:z";

/// A time to the minute, with its offset.
pub fn print_moment(moment: Moment) -> String {
    moment.format(FORMAT).to_string()
}

/// Reads a time to the minute. Without a date it is the last time that clocks showed this; without a time it is midnight;
/// without an offset it is local.
///
/// # Errors
/// It is not a time, or its year is before 1000 or after 9999.
pub fn read_moment(text: &str, local: LocalTime<'_>) -> Result<Moment, WhenFault> {
    let fault = || WhenFault(harmless(text.trim()));
    let spaced = text.trim().replacen(['T', 't'], " ", 1);
    let mut words = spaced.split_whitespace().peekable();
    let mut dated = true;
    let date = match words.peek() {
        Some(word) if word.contains('-') && !word.starts_with(['-', '+']) => {
            let date = NaiveDate::parse_from_str(word, "%Y-%m-%d").map_err(|_| fault())?;
            words.next();
            date
        }
        Some(_) => {
            dated = false;
            local.now.date_naive()
        }
        None => return Err(fault()),
    };
    let clock = words.next().unwrap_or("00:00");
    let (clock, glued) =
        clock.find(['+', '-', 'Z', 'z']).map_or((clock, None), |at| (&clock[..at], Some(&clock[at..])));
    let (clock, glued_half) = half_of_day(clock);
    let half = match words.peek().map(|word| half_of_day(word)) {
        Some(("", half)) => words.next().and(half),
        _ => None,
    };
    let time = match (glued_half, half, glued) {
        (None, None, _) => {
            ["%H:%M", "%H:%M:%S"].iter().find_map(|format| NaiveTime::parse_from_str(clock, format).ok())
        }
        (Some(half), None, _) | (None, Some(half), None) => twelve_hours(clock, half),
        _ => None,
    };
    let offset = glued.or_else(|| words.next());
    let (Some(time), None) = (time, words.next()) else { return Err(fault()) };
    let naive = date.and_time(time.with_second(0).unwrap_or(time));
    let offset = match offset {
        Some(text) => read_offset(text).ok_or_else(fault)?,
        None => (local.offset_at)(naive),
    };
    let mut moment = offset.from_local_datetime(&naive).single().ok_or_else(fault)?;
    if !dated && moment > local.now {
        moment = moment.checked_sub_days(Days::new(1)).ok_or_else(fault)?;
    }
    if (1000..=9999).contains(&moment.year()) { Ok(moment) } else { Err(fault()) }
}

/// The half of a day in which a clock of twelve hours shows a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
}

/// A word without the `am` or `pm` at its end, in any case and with or without points.
fn half_of_day(word: &str) -> (&str, Option<Half>) {
    let ends = [("am", Half::Morning), ("a.m.", Half::Morning), ("pm", Half::Afternoon), ("p.m.", Half::Afternoon)];
    let read = |(end, half): (&str, Half)| {
        let (rest, last) = word.split_at_checked(word.len().checked_sub(end.len())?)?;
        last.eq_ignore_ascii_case(end).then_some((rest, Some(half)))
    };
    ends.into_iter().find_map(read).unwrap_or((word, None))
}

/// A time of a clock of twelve hours: `7`, `7:30`. Noon is 12 in the afternoon, midnight 12 in the morning.
fn twelve_hours(clock: &str, half: Half) -> Option<NaiveTime> {
    let (hour, minute) = clock.split_once(':').unwrap_or((clock, "00"));
    let digits =
        |text: &str, least| (least..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(hour, 1) || !digits(minute, 2) {
        return None;
    }
    let hour = hour.parse().ok().filter(|hour: &u32| (1..=12).contains(hour))?;
    let add = if half == Half::Afternoon { 12 } else { 0 };
    NaiveTime::from_hms_opt(hour % 12 + add, minute.parse().ok()?, 0)
}

/// Whether a text ends in `am` or `pm` after nothing but a time of day: `7pm`, `7:30 pm`, or only `pm`.
pub(super) fn ends_half_day(text: &str) -> bool {
    let (rest, half) = half_of_day(text);
    half.is_some() && rest.trim_end().bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
}

/// A time as a filter has it: whole days by the calendar, or a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// From one day to another, both included: a day, a month or a year.
    Days {
        /// The first day.
        first: NaiveDate,
        /// The last day.
        last: NaiveDate,
    },
    /// A point in time, to the minute.
    Minute(Moment),
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Span::Days { first, last } if first == last => write!(f, "{first}"),
            Span::Days { first, last } if first.month() == last.month() => write!(f, "{}", first.format("%Y-%m")),
            Span::Days { first, .. } => write!(f, "{}", first.format("%Y")),
            Span::Minute(moment) => f.write_str(&print_moment(*moment)),
        }
    }
}

/// Reads a year (`2026`), a month (`2026-11`), a day (`2026-11-20`), or a time as [`read_moment`] reads it.
///
/// # Errors
/// It is none of these, or its year is before 1000 or after 9999.
pub fn read_span(text: &str, local: LocalTime<'_>) -> Result<Span, WhenFault> {
    let text = text.trim();
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    let months = match parts.as_slice() {
        [year] if digits(year, 4) => Some((format!("{year}-01-01"), 12)),
        [year, month] if digits(year, 4) && digits(month, 2) => Some((format!("{year}-{month}-01"), 1)),
        [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2) => Some((text.into(), 0)),
        _ => None,
    };
    let Some((first, months)) = months else { return read_moment(text, local).map(Span::Minute) };
    let span = first.parse::<NaiveDate>().ok().filter(|first| first.year() >= 1000).and_then(|first| {
        let last = if months == 0 { first } else { first.checked_add_months(Months::new(months))?.pred_opt()? };
        Some(Span::Days { first, last })
    });
    span.ok_or_else(|| WhenFault(harmless(text)))
}

fn read_offset(text: &str) -> Option<FixedOffset> {
    if text.eq_ignore_ascii_case("z") {
        return FixedOffset::east_opt(0);
    }
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let digits = digits.replacen(':', "", 1);
    if !matches!(digits.len(), 2 | 4) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i32 = digits.parse().ok()?;
    let (hours, minutes) = if digits.len() == 2 { (number, 0) } else { (number / 100, number % 100) };
    if hours > 23 || minutes > 59 {
        return None;
    }
    FixedOffset::east_opt(sign * (hours * 3600 + minutes * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_filled_in() {
        let hour = FixedOffset::east_opt(3600).unwrap();
        let now = hour.with_ymd_and_hms(2026, 11, 20, 22, 15, 30).unwrap();
        let local = LocalTime { now, offset_at: &|_| FixedOffset::east_opt(3600).unwrap() };
        let read = |text| read_moment(text, local).map(print_moment);
        for text in ["2026-11-20 19:30 +01:00", "2026-11-20T19:30:59+01:00", "2026-11-20 19:30", "19:30", "19:30 +01"] {
            assert_eq!(read(text), Ok("2026-11-20 19:30 +01:00".into()), "{text}");
        }
        assert_eq!(read("23:50"), Ok("2026-11-19 23:50 +01:00".into()));
        assert_eq!(read("2026-11-20"), Ok("2026-11-20 00:00 +01:00".into()));
        assert_eq!(read("2026-11-20 19:30Z"), Ok("2026-11-20 19:30 +00:00".into()));
        assert_eq!(read("2026-11-20 19:30 -0530"), Ok("2026-11-20 19:30 -05:30".into()));
        for text in ["", "yesterday", "2026-13-01", "25:00", "19:30 +25:00", "19:30 now", "0999-01-01", "12026-01-01"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_span_is_whole_days_or_a_minute() {
        let hour = FixedOffset::east_opt(3600).unwrap();
        let now = hour.with_ymd_and_hms(2026, 11, 20, 22, 15, 30).unwrap();
        let local = LocalTime { now, offset_at: &|_| FixedOffset::east_opt(3600).unwrap() };
        let read = |text: &str| read_span(text, local);
        let days = |text: &str| match read(text) {
            Ok(Span::Days { first, last }) => format!("{first} {last}"),
            other => format!("{other:?}"),
        };
        assert_eq!(days("2026"), "2026-01-01 2026-12-31");
        assert_eq!(days("2024-02"), "2024-02-01 2024-02-29");
        assert_eq!(days(" 2026-12 "), "2026-12-01 2026-12-31");
        assert_eq!(days("2026-11-20"), "2026-11-20 2026-11-20");
        for text in ["2026", "2024-02", "2026-11-20", "2026-11-20 19:30 +01:00"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert_eq!(read("19:30").unwrap().to_string(), "2026-11-20 19:30 +01:00");
        for text in ["", "26", "2026-13", "2026-02-30", "0000", "999", "12026", "2026-1-1-1", "yesterday"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
