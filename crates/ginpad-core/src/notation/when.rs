//! Reads and prints points in time: `2026-11-20 19:30 +01:00`.

use std::fmt;

use chrono::{
    DateTime, Datelike, Days, FixedOffset, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Timelike,
};
use serde::Serializer;
use thiserror::Error;

use super::day::{Century, WrittenDay, day_before, days_ago, in_english};
use crate::text::{Flaw, harmless};
use crate::{Game, Moment};

/// The time and the zone of the reader, used for a missing date or offset.
#[derive(Clone, Copy)]
pub struct LocalTime<'a> {
    /// Now.
    pub now: Moment,
    /// The offset from UTC of local clocks at that local time, past or future.
    pub offset_at: &'a dyn Fn(NaiveDateTime) -> FixedOffset,
}

impl LocalTime<'_> {
    /// Prepares to read a time in a game: a time without a date falls in the game's evening, even past midnight. The
    /// evening continues from the latest hand with a known time. A `text` that names a day uses that day.
    #[must_use]
    pub fn of_the_evening_of(self, game: &Game, text: &str) -> Self {
        if names_a_day(text) {
            return self;
        }
        let hands = game.hands.iter().filter_map(|hand| hand.logged().at);
        let latest = game.started.into_iter().chain(hands).max();
        // A date without a time is midnight: the evening is then anywhere on that day.
        let is_a_day = latest == game.started && latest.is_some_and(|latest| latest.time() == NaiveTime::MIN);
        let rest = if is_a_day { REST_OF_A_DAY } else { REST_OF_AN_EVENING };
        let end = latest.and_then(|latest| latest.checked_add_signed(rest));
        LocalTime { now: end.map_or(self.now, |end| end.with_timezone(self.now.offset()).min(self.now)), ..self }
    }
}

/// The longest that an evening lasts after its last known time. A later clock time is read as an earlier one.
const REST_OF_AN_EVENING: TimeDelta = TimeDelta::hours(18);

/// The time from midnight to the last minute of the day.
const REST_OF_A_DAY: TimeDelta = TimeDelta::minutes(24 * 60 - 1);

/// Why a text cannot be read as a time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WhenFault {
    /// A date where the day or the month could come first.
    #[error("`{written}` can be {} or {}", .days[0], .days[1])]
    Ambiguous {
        /// The day as written.
        written: String,
        /// The days it can mean.
        days: [NaiveDate; 2],
    },
    /// Any other fault.
    #[error("{0}")]
    Other(#[from] Flaw),
}

fn unreadable(text: &str) -> Flaw {
    Flaw(format!("cannot read `{}` as a time; write it like 2026-11-20 19:30 +01:00", harmless(text)))
}

/// Prints a time to the minute, with its offset.
pub fn print_moment(moment: Moment) -> String {
    moment.format("%Y-%m-%d %H:%M %:z").to_string()
}

/// Serializes a time as [`print_moment`] prints it.
///
/// # Errors
/// The serializer fails.
pub fn serialize_moment<S: Serializer>(moment: &Moment, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&print_moment(*moment))
}

/// Reads a time to the minute. The day may be in any form that people write, or `today` or `yesterday`. Without a day
/// it is the last time that clocks showed this; without a time, midnight; without an offset, local.
///
/// # Errors
/// The text is not a time, its day has two readings, or its year is before 1000 or after 9999.
pub fn read_moment(text: &str, local: LocalTime<'_>) -> Result<Moment, WhenFault> {
    let text = text.trim();
    let fault = || unreadable(text);
    let (day, clock) = day_before(text).map_or((None, text), |(day, rest)| (Some(day), rest));
    let dated = day.is_some();
    let date = day.map_or_else(|| Ok(local.now.date_naive()), |day| read_day(day, local))?;
    let mut words = clock.split_whitespace().peekable();
    let clock = words.next().or(dated.then_some("00:00")).ok_or_else(fault)?;
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
    let (Some(time), None) = (time, words.next()) else { return Err(fault().into()) };
    let naive = date.and_time(time.with_second(0).unwrap_or(time));
    let moment = match offset {
        Some(offset) => DateTime::parse_from_str(&format!("{}{offset}", naive.format("%F %R")), "%F %R%#z").ok(),
        None => (local.offset_at)(naive).from_local_datetime(&naive).single(),
    };
    let mut moment = moment.ok_or_else(fault)?;
    if !dated && moment > local.now {
        moment = moment.checked_sub_days(Days::new(1)).ok_or_else(fault)?;
    }
    if (1000..=9999).contains(&moment.year()) { Ok(moment) } else { Err(fault().into()) }
}

/// Reads a day.
fn read_day(text: &str, local: LocalTime<'_>) -> Result<NaiveDate, WhenFault> {
    if let Some(days) = days_ago(text) {
        return Ok(local.now.date_naive().checked_sub_days(Days::new(days)).ok_or_else(|| unreadable(text))?);
    }
    let day = WrittenDay::read(text).ok_or_else(|| unreadable(text))?;
    if let Some(digits) = day.two_digits() {
        let year = Century::until(local.now.year(), std::iter::once(digits)).year(digits);
        let whole = text.strip_suffix(&format!("{digits:02}")).map(|start| format!("{start}{year}"));
        let whole = whole.map_or_else(|| year.to_string(), |whole| harmless(&whole));
        let written = harmless(text);
        let why = format!("the year of `{written}` has only two digits; write all four, like `{whole}`");
        return Err(Flaw(why).into());
    }
    match *day.readings(Century { first: 0 }) {
        [day] => Ok(day),
        [one, other] => Err(WhenFault::Ambiguous { written: harmless(text), days: [one, other] }),
        _ => Err(Flaw(format!("there is no day `{}`", harmless(text))).into()),
    }
}

/// Whether a text names a day, and not only a time of day.
pub fn names_a_day(text: &str) -> bool {
    let begins_word = |at: usize| at == 0 || text[..at].ends_with(char::is_whitespace);
    text.char_indices().any(|(at, _)| begins_word(at) && day_before(&text[at..]).is_some())
}

/// Splits off `am` or `pm` at the end of a word, in any case and with or without points.
fn half_of_day(word: &str) -> (&str, Option<&'static str>) {
    let ends = [("am", "am"), ("a.m.", "am"), ("pm", "pm"), ("p.m.", "pm")];
    let read = |(end, half): (&str, &'static str)| {
        let (rest, last) = word.split_at_checked(word.len().checked_sub(end.len())?)?;
        last.eq_ignore_ascii_case(end).then_some((rest, Some(half)))
    };
    ends.into_iter().find_map(read).unwrap_or((word, None))
}

/// Reads a time on a twelve-hour clock: `7`, `7:30`. Noon is 12 in the afternoon, midnight 12 in the morning.
fn twelve_hours(clock: &str, half: &str) -> Option<NaiveTime> {
    let (hour, minute) = clock.split_once(':').unwrap_or((clock, "00"));
    let time = NaiveTime::parse_from_str(&format!("{hour}:{minute} {half}"), "%I:%M %p");
    time.ok().filter(|_| minute.len() == 2)
}

/// Whether a text is only a time of day and ends in `am` or `pm`: `7pm`, `7:30 pm`, or just `pm`.
pub fn ends_half_day(text: &str) -> bool {
    let (rest, half) = half_of_day(text);
    half.is_some() && rest.trim_end().bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
}

/// A time in a filter: whole days by the calendar, or a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// A day, a month or a year, from its first day to its last, both included.
    Days {
        /// The first day.
        first: NaiveDate,
        /// The last day.
        last: NaiveDate,
    },
    /// A point in time, to the minute.
    Minute(Moment),
}

impl Span {
    /// Whether a time is in or after the span, on the calendar of its own offset.
    pub fn is_reached_by(self, moment: Moment) -> bool {
        match self {
            Span::Days { first, .. } => moment.date_naive() >= first,
            Span::Minute(minute) => moment >= minute,
        }
    }
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

/// Reads a year (`2026`), a month (`2026-11`, `Nov 2026`), a day, or a time as [`read_moment`] reads it.
///
/// # Errors
/// The text is none of these, its day has two readings, or its year is before 1000 or after 9999.
pub fn read_span(text: &str, local: LocalTime<'_>) -> Result<Span, WhenFault> {
    let text = text.trim();
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    let (first, months) = match text.split_once('-') {
        None if digits(text, 4) => (format!("{text}-01-01"), 12),
        Some((year, month)) if digits(year, 4) && digits(month, 2) => (format!("{text}-01"), 1),
        _ => match NaiveDate::parse_from_str(&format!("1 {}", in_english(text).unwrap_or_default()), "%d %B %Y") {
            Ok(first) => (first.to_string(), 1),
            Err(_) => match day_before(text) {
                Some((day, "")) => (read_day(day, local)?.to_string(), 0),
                _ => return read_moment(text, local).map(Span::Minute),
            },
        },
    };
    let span = first.parse::<NaiveDate>().ok().filter(|first| first.year() >= 1000).and_then(|first| {
        let last = if months == 0 { first } else { first.checked_add_months(Months::new(months))?.pred_opt()? };
        Some(Span::Days { first, last })
    });
    span.ok_or_else(|| unreadable(text).into())
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
        for text in [
            "",
            "tomorrow",
            "2026-13-01",
            "31.6.2026",
            "13/13/2026",
            "25:00",
            "19:30 +25:00",
            "19:30 now",
            "0999-01-01",
            "12026-01-01",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_day_is_read_as_people_write_it() {
        let hour = FixedOffset::east_opt(3600).unwrap();
        let now = hour.with_ymd_and_hms(2026, 11, 20, 22, 15, 30).unwrap();
        let local = LocalTime { now, offset_at: &|_| FixedOffset::east_opt(3600).unwrap() };
        let read = |text: &str| read_moment(text, local).map(print_moment);
        for text in
            ["19.11.2026", "19. 11. 2026", "11/19/2026", "19-11-2026", "19 Nov 2026", "November 19, 2026", "Yesterday"]
        {
            assert_eq!(read(text), Ok("2026-11-19 00:00 +01:00".into()), "{text}");
            for time in ["19:30", "7:30 pm", "19:30 +01:00"] {
                let both = format!("{text} {time}");
                assert_eq!(read(&both), Ok("2026-11-19 19:30 +01:00".into()), "{both}");
                assert!(names_a_day(&both) && !names_a_day(time), "{both}");
            }
        }
        for text in ["3. März 2019", "3. Mrz. 2019", "3 mars 2019", "3 de marzo de 2019", "3-Mär-2019", "3. MÄRZ 2019"]
        {
            assert_eq!(read(text), Ok("2019-03-03 00:00 +01:00".into()), "{text}");
        }
        for text in ["1. Dezember 2018 19:30", "1 déc. 2018 19:30", "1 dic 2018 19:30"] {
            assert_eq!(read(text), Ok("2018-12-01 19:30 +01:00".into()), "{text}");
        }
        assert_eq!(read("today 19:30"), Ok("2026-11-20 19:30 +01:00".into()));
        assert_eq!(read("1/1/2020"), Ok("2020-01-01 00:00 +01:00".into()), "both readings are one day");
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault("1/2/2020 19:30"), "`1/2/2020` can be 2020-02-01 or 2020-01-02");
        assert!(fault("May 2019").starts_with("cannot read `May 2019` as a time"));
        assert_eq!(fault("1.2.20"), "the year of `1.2.20` has only two digits; write all four, like `1.2.2020`");
    }

    #[test]
    fn a_time_of_a_game_is_one_of_its_evening() {
        let hour = FixedOffset::east_opt(3600).unwrap();
        let now = hour.with_ymd_and_hms(2026, 11, 25, 22, 15, 30).unwrap();
        let local = LocalTime { now, offset_at: &|_| FixedOffset::east_opt(3600).unwrap() };
        let on = |sheet: &str, text| {
            let game = crate::notation::read_one(sheet).unwrap();
            read_moment(text, local.of_the_evening_of(&game, text)).map(print_moment).unwrap()
        };
        let friday = "date: 2026-11-20 19:30 +01:00\nsides: Ann, Bob\n";
        assert_eq!(on(friday, "19:45"), "2026-11-20 19:45 +01:00");
        assert_eq!(on(friday, "19:00"), "2026-11-20 19:00 +01:00");
        assert_eq!(on(friday, "00:30"), "2026-11-21 00:30 +01:00");
        assert_eq!(on(friday, "yesterday 20:00"), "2026-11-24 20:00 +01:00");
        let next_day = format!("{friday}\nann gin 4 at 2026-11-21 14:00 +01:00\n");
        assert_eq!(on(&next_day, "19:45"), "2026-11-21 19:45 +01:00");
        let today = "date: 2026-11-25 21:00 +01:00\nsides: Ann, Bob\n";
        assert_eq!(on(today, "21:30"), "2026-11-25 21:30 +01:00");
        assert_eq!(on(today, "23:50"), "2026-11-24 23:50 +01:00");
        assert_eq!(on("sides: Ann, Bob\n", "19:45"), "2026-11-25 19:45 +01:00");
        let some_time = "date: 2026-11-20\nsides: Ann, Bob\n";
        assert_eq!(on(some_time, "20:15"), "2026-11-20 20:15 +01:00");
        let more = "date: 2026-11-20\nsides: Ann, Bob\n\nann gin 4 at 20:15\nann gin 5 at 23:50\n";
        assert_eq!(on(more, "00:10"), "2026-11-21 00:10 +01:00");
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
        assert_eq!(days("1.1.2020"), "2020-01-01 2020-01-01");
        assert_eq!(days("yesterday"), "2026-11-19 2026-11-19");
        for text in ["Feb 2024", "Februar 2024", "février 2024"] {
            assert_eq!(days(text), "2024-02-01 2024-02-29", "{text}");
        }
        for text in ["2026", "2024-02", "2026-11-20", "2026-11-20 19:30 +01:00"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert_eq!(read("19:30").unwrap().to_string(), "2026-11-20 19:30 +01:00");
        for text in ["", "26", "2026-13", "2026-02-30", "0000", "999", "12026", "2026-1-1-1", "1/2/2026"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
