//! Reads the dates of a spreadsheet: which of two numbers is the day, and the century of a two-digit year.

use chrono::{Datelike, NaiveDate};

use super::columns::{Column, Columns};
use super::faults::{CsvAdvice, CsvFault, Faults};
use super::notes::CsvReading;
use super::table::Table;
use crate::Moment;
use crate::notation::day::{Century, DateOrder, WrittenDay, day_before};
use crate::notation::when::{LocalTime, read_moment};
use crate::text::{count, harmless};

/// The reading of the dates in a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct DateStyle {
    order: DateOrder,
    century: Century,
}

/// A date of the table.
struct Dated<'t> {
    line: usize,
    cell: &'t str,
    day: WrittenDay,
}

/// Reads a date, with a time in the same cell or in another.
///
/// # Errors
/// The cell is not a date, or its year is before 1000 or after 9999.
pub(super) fn moment(cell: &str, time: &str, style: DateStyle, local: LocalTime<'_>) -> Result<Moment, String> {
    let wrong = || format!("cannot read `{}` as a date; write it like 2011-05-31", harmless(cell));
    let (day, own) = day_before(cell).ok_or_else(wrong)?;
    let day = WrittenDay::read(day).ok_or_else(wrong)?;
    // A date that contradicts the order of the table is listed already; any order will do here.
    let date = day.on(style.order, style.century).or_else(|| day.readings(style.century).first().copied());
    let date = date.ok_or_else(wrong)?;
    let time = match (own, time) {
        (own, "") => own,
        ("", time) => time,
        // A spreadsheet writes midnight if a date has no time.
        (own, time) if own.starts_with("00:00") || own.starts_with("0:00") => time,
        (own, time) => return Err(format!("there are two times: `{}` and `{}`", harmless(own), harmless(time))),
    };
    let wrong = || format!("cannot read `{}` as a time; write it like 19:30", harmless(time));
    read_moment(&format!("{date} {time}"), local).map_err(|_| wrong())
}

impl DateStyle {
    /// Decides how the dates of a table are read, from the options or from the dates themselves. Lists the dates that
    /// contradict it. An undecided question is one fault, however many dates it affects.
    pub(super) fn of(table: &Table, columns: &Columns, reading: CsvReading<'_>, faults: &mut Faults) -> DateStyle {
        let cells = table.rows.iter().filter_map(|row| Some((row.line, columns.text(row, Column::Date)?)));
        let dates: Vec<Dated<'_>> = cells
            .filter_map(|(line, cell)| Some(Dated { line, cell, day: WrittenDay::read(day_before(cell)?.0)? }))
            .collect();
        let mut fault = |dated: &Dated<'_>, reason: String| {
            faults.push(CsvFault::of_cell(dated.line, columns.heading(Column::Date), reason));
        };
        let (century, open_century) = century(&dates, reading, &mut fault);
        let order = order(&dates, reading.dates, century, &mut fault);
        faults.dates = match (order, open_century) {
            (None, open) => Some(CsvAdvice::DateOrder(open)),
            (Some(_), open) => open.map(CsvAdvice::Century),
        };
        DateStyle { order: order.unwrap_or(DateOrder::DayFirst), century }
    }
}

/// `; 11 more dates like it`
fn and_more(dates: usize) -> String {
    if dates > 1 { format!("; {} like it", count(dates - 1, "more date")) } else { String::new() }
}

/// Decides the century of two-digit years: the given one, unless it puts them in the future. Without one it is open,
/// and the last hundred years are assumed.
fn century(
    dates: &[Dated<'_>],
    reading: CsvReading<'_>,
    fault: &mut impl FnMut(&Dated<'_>, String),
) -> (Century, Option<Century>) {
    let now = reading.local.now.year();
    let short = || dates.iter().filter_map(|dated| Some((dated, dated.day.two_digits()?)));
    let past = Century::until(now, short().map(|(_, year)| year));
    let Some((first, _)) = short().next() else { return (past, None) };
    let later = |given: Century| {
        short().find(|(_, year)| given.year(*year) > now).map(|(dated, year)| (dated, given.year(year)))
    };
    match reading.century.map(|given| (given, later(given))) {
        Some((given, None)) => return (given, None),
        Some((_, Some((dated, year)))) => {
            fault(dated, format!("`{}` would be in {year}, which is still to come", harmless(dated.cell)));
        }
        None => {
            let more = and_more(short().count());
            fault(first, format!("the year of `{}` has only two digits{more}", harmless(first.cell)));
        }
    }
    (past, Some(past))
}

/// Decides whether the day or the month comes first, from the options or from the dates. `None` if nothing decides it.
fn order(
    dates: &[Dated<'_>],
    given: Option<DateOrder>,
    century: Century,
    fault: &mut impl FnMut(&Dated<'_>, String),
) -> Option<DateOrder> {
    let on = |dated: &Dated<'_>, order| -> Option<NaiveDate> { dated.day.on(order, century) };
    let only = |order: DateOrder| {
        let other = if order == DateOrder::DayFirst { DateOrder::MonthFirst } else { DateOrder::DayFirst };
        dates.iter().find(|dated| on(dated, order).is_some() && on(dated, other).is_none())
    };
    let order = match (given, only(DateOrder::DayFirst), only(DateOrder::MonthFirst)) {
        (Some(order), ..) => order,
        (None, Some(_), None) => DateOrder::DayFirst,
        (None, None, Some(_)) => DateOrder::MonthFirst,
        (None, None, None) => {
            let doubtful = || {
                dates.iter().filter_map(|dated| Some((dated, <[_; 2]>::try_from(dated.day.readings(century)).ok()?)))
            };
            let Some((first, [one, other])) = doubtful().next() else { return Some(DateOrder::DayFirst) };
            let more = and_more(doubtful().count());
            fault(first, format!("`{}` can be {one} or {other}{more}", harmless(first.cell)));
            return None;
        }
        (None, Some(day_first), Some(month_first)) => {
            let (cell, other) = (harmless(day_first.cell), harmless(month_first.cell));
            let line = day_first.line;
            fault(month_first, format!("`{other}` has the month first, but `{cell}` in line {line} has the day first"));
            return Some(DateOrder::DayFirst);
        }
    };
    // A day that no calendar has is reported with its row.
    let contradicts = |dated: &&Dated<'_>| on(dated, order).is_none() && !dated.day.readings(century).is_empty();
    for dated in dates.iter().filter(contradicts) {
        let first = if order == DateOrder::DayFirst { "day" } else { "month" };
        fault(dated, format!("`{}` is not a date with the {first} first", harmless(dated.cell)));
    }
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
        let style = DateStyle { order: DateOrder::MonthFirst, century: Century { first: 1950 } };
        moment(cell, time, style, local).map(print_moment)
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
            "31.5.11",
            "5/31/11",
            "31-May-11",
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
            "31.5.1",
            "yesterday",
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

    #[test]
    fn the_century_is_that_of_games_that_were_played() {
        let century = |years: &[u32]| Century::until(2026, years.iter().copied()).first;
        assert_eq!([century(&[3, 26]), century(&[87, 99]), century(&[98, 3])], [2000, 1900, 1927]);
        assert_eq!([98, 3].map(|year| Century { first: 1927 }.year(year)), [1998, 2003]);
    }
}
