//! Points in time: `2026-11-20 19:30 +01:00`.

use chrono::{Datelike, Days, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Timelike};
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
    let time = ["%H:%M", "%H:%M:%S"].iter().find_map(|format| NaiveTime::parse_from_str(clock, format).ok());
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
}
