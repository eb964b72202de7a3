//! Dates as spreadsheets write them, and which of two numbers is the day.

use chrono::NaiveDate;

use super::columns::{Column, Columns};
use super::faults::{CsvFault, Faults};
use super::table::Table;
use crate::hand::Moment;
use crate::notation::when::{LocalTime, read_moment};
use crate::text::harmless;

/// Whether the day or the month comes first in dates like `1/5/2011`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// `31/5/2011`.
    DayFirst,
    /// `5/31/2011`.
    MonthFirst,
}

/// A date as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// One reading only.
    Clear(NaiveDate),
    /// Day and month with a slash or a dash between them, in the order that the table has.
    Either { first: u32, second: u32, year: i32 },
}

impl Written {
    /// The date in this order, if there is such a day.
    fn read(self, order: DateOrder) -> Option<NaiveDate> {
        match (self, order) {
            (Written::Clear(date), _) => Some(date),
            (Written::Either { first, second, year }, DateOrder::DayFirst) => {
                NaiveDate::from_ymd_opt(year, second, first)
            }
            (Written::Either { first, second, year }, DateOrder::MonthFirst) => {
                NaiveDate::from_ymd_opt(year, first, second)
            }
        }
    }
}

/// A date of the table without its time.
fn written(date: &str) -> Option<Written> {
    let numbers = |separator: char| -> Option<[u32; 3]> {
        let parts: Vec<&str> = date.split(separator).collect();
        let digits = |part: &&str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        if !parts.iter().all(digits) {
            return None;
        }
        let parts: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
        parts?.try_into().ok()
    };
    let year_first = date.find(|char: char| !char.is_ascii_digit()) == Some(4);
    for separator in ['-', '.', '/'] {
        let Some([first, second, third]) = numbers(separator) else { continue };
        let year = |year: u32| i32::try_from(year).ok().filter(|year| *year >= 1000);
        return if year_first {
            NaiveDate::from_ymd_opt(year(first)?, second, third).map(Written::Clear)
        } else if separator == '.' {
            NaiveDate::from_ymd_opt(year(third)?, second, first).map(Written::Clear)
        } else {
            Some(Written::Either { first, second, year: year(third)? })
        };
    }
    let named = ["%d %B %Y", "%d. %B %Y", "%B %d, %Y", "%B %d %Y", "%d-%b-%Y"];
    named.iter().find_map(|format| NaiveDate::parse_from_str(date, format).ok()).map(Written::Clear)
}

/// A cell as its date and the time after it. A date with a month's name has spaces of its own.
fn split(cell: &str) -> (&str, &str) {
    let clock = cell.find(':').map_or(cell.len(), |colon| {
        cell[..colon]
            .rfind(|char: char| !char.is_ascii_digit())
            .map_or(0, |before| before + cell[before..].chars().next().map_or(1, char::len_utf8))
    });
    let (date, time) = cell.split_at(clock);
    (date.trim_end_matches(|char: char| char.is_whitespace() || matches!(char, 'T' | 't' | ',')), time.trim())
}

/// Reads a date, with a time in the same cell or in a cell of its own.
///
/// # Errors
/// It is not a date, or its year is before 1000 or after 9999.
pub(super) fn moment(cell: &str, time: &str, order: Option<DateOrder>, local: LocalTime<'_>) -> Result<Moment, String> {
    let wrong = || format!("cannot read `{}` as a date; write it like 2011-05-31", harmless(cell));
    let (date, own) = split(cell);
    let date = written(date).ok_or_else(wrong)?;
    // A date that does not fit the order of the table is listed already; any order will do here.
    let date = date
        .read(order.unwrap_or(DateOrder::DayFirst))
        .or_else(|| date.read(DateOrder::MonthFirst))
        .or_else(|| date.read(DateOrder::DayFirst))
        .ok_or_else(wrong)?;
    let time = match (own, time) {
        (own, "") => own,
        ("", time) => time,
        // A spreadsheet writes midnight where a date has no time.
        (own, time) if own.starts_with("00:00") || own.starts_with("0:00") => time,
        (own, time) => return Err(format!("there are two times: `{}` and `{}`", harmless(own), harmless(time))),
    };
    let wrong = || format!("cannot read `{}` as a time; write it like 19:30", harmless(time));
    read_moment(&format!("{date} {time}"), local).map_err(|_| wrong())
}

/// Finds out whether the day or the month comes first: as it is said, or as the dates of the table show. Lists the dates
/// that contradict it, and those that read both ways if nothing says it.
pub(super) fn settle_order(
    table: &Table,
    columns: &Columns,
    said: Option<DateOrder>,
    faults: &mut Faults,
) -> Option<DateOrder> {
    let dates: Vec<(usize, &str, Written)> = table
        .rows
        .iter()
        .filter_map(|row| Some((row.line, columns.text(row, Column::Date)?)))
        .filter_map(|(line, cell)| Some((line, cell, written(split(cell).0)?)))
        .collect();
    let only = |order: DateOrder| {
        let other = if order == DateOrder::DayFirst { DateOrder::MonthFirst } else { DateOrder::DayFirst };
        dates.iter().find(move |(_, _, date)| date.read(order).is_some() && date.read(other).is_none())
    };
    let heading = columns.heading(Column::Date);
    let mut list = |wrong: &dyn Fn(&str, Written) -> Option<String>| {
        for (line, cell, date) in &dates {
            if let Some(reason) = wrong(cell, *date) {
                faults.push(CsvFault::of_cell(*line, heading, reason));
            }
        }
    };
    let order = match (said, only(DateOrder::DayFirst), only(DateOrder::MonthFirst)) {
        (Some(order), ..) => order,
        (None, Some(_), None) => DateOrder::DayFirst,
        (None, None, Some(_)) => DateOrder::MonthFirst,
        (None, None, None) => {
            let doubtful = |date: Written| date.read(DateOrder::DayFirst) != date.read(DateOrder::MonthFirst);
            if !dates.iter().any(|(_, _, date)| doubtful(*date)) {
                return None;
            }
            list(&|cell, date| {
                let readings = [DateOrder::DayFirst, DateOrder::MonthFirst].map(|order| date.read(order));
                let [Some(one), Some(other)] = readings else { return None };
                doubtful(date).then(|| format!("`{}` can be {one} or {other}", harmless(cell)))
            });
            faults.doubtful_dates = dates.iter().filter(|(_, _, date)| doubtful(*date)).count();
            return None;
        }
        (None, Some((line, cell, _)), Some((other_line, other, _))) => {
            let reason = format!(
                "`{}` has the month first, but `{}` in line {line} has the day first",
                harmless(other),
                harmless(cell)
            );
            faults.push(CsvFault::of_cell(*other_line, heading, reason));
            return None;
        }
    };
    list(&|cell, date| {
        let first = if order == DateOrder::DayFirst { "day" } else { "month" };
        date.read(order).is_none().then(|| format!("`{}` is not a date with the {first} first", harmless(cell)))
    });
    Some(order)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Offset, Utc};

    use super::*;
    use crate::notation::print_moment;

    fn read(cell: &str, time: &str) -> Result<String, String> {
        let utc = |_| Utc.fix();
        let local = LocalTime { now: DateTime::UNIX_EPOCH.into(), offset_at: &utc };
        moment(cell, time, Some(DateOrder::MonthFirst), local).map(print_moment)
    }

    #[test]
    fn dates_are_read_as_people_write_them() {
        for cell in [
            "2011-05-31",
            "2011/5/31",
            "2011.05.31",
            "31.5.2011",
            "31.05.2011",
            "5/31/2011",
            "05-31-2011",
            "31 May 2011",
            "May 31, 2011",
            "31-May-2011",
            "31. May 2011",
            "2011-05-31 00:00:00",
            "5/31/2011 0:00",
            "31 may 2011",
        ] {
            assert_eq!(read(cell, ""), Ok("2011-05-31 00:00 +00:00".into()), "{cell}");
        }
        for (cell, time) in [
            ("2011-05-31 19:30", ""),
            ("2011-05-31T19:30:00", ""),
            ("5/31/2011 7:30 PM", ""),
            ("31.5.2011", "19:30"),
            ("31.5.2011", "7:30pm"),
            ("31.5.2011 00:00:00", "19:30"),
            ("2011-05-31 19:30 +00:00", ""),
        ] {
            assert_eq!(read(cell, time), Ok("2011-05-31 19:30 +00:00".into()), "{cell} {time}");
        }
        for cell in [
            "31.5.11",
            "5/1/11",
            "2011",
            "May",
            "31.6.2011",
            "13/13/2011",
            "0099-01-01",
            "40694",
            "19:30",
            "2011-05-31 25:00",
        ] {
            assert!(read(cell, "").is_err(), "{cell}");
        }
        assert!(read("2011-05-31 19:30", "20:30").unwrap_err().starts_with("there are two times"));
    }
}
