//! Times in facts: milliseconds since 1970 in UTC, and the offset from UTC in minutes.

use chrono::{FixedOffset, TimeZone};

use crate::hand::Moment;

/// A time as a fact holds it.
pub(in crate::facts) fn time_columns(moment: Moment) -> (i64, i32) {
    (moment.timestamp_millis(), moment.offset().local_minus_utc() / 60)
}

/// The time that a fact holds, if it has one.
pub(super) fn moment(at: Option<i64>, offset: Option<i32>) -> Result<Option<Moment>, &'static str> {
    let (Some(at), Some(offset)) = (at, offset) else { return Ok(None) };
    let zone = offset.checked_mul(60).and_then(FixedOffset::east_opt);
    let moment = zone.and_then(|zone| zone.timestamp_millis_opt(at).single());
    moment.map(Some).ok_or("a time is out of range")
}
