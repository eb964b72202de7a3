//! Times in lines: milliseconds since 1970 in UTC, and the offset from UTC in minutes.

use std::ops::RangeInclusive;

use chrono::{FixedOffset, TimeZone};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::Moment;

/// A time, with the offset from UTC at the place where it was noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Time(i64, i32);

impl Time {
    /// Milliseconds since 1970.
    pub const fn milliseconds(self) -> i64 {
        self.0
    }

    /// The time.
    pub fn moment(self) -> Moment {
        self.read().unwrap_or_default()
    }

    /// Whether a line can hold the time.
    pub fn can_note(moment: Moment) -> bool {
        Time::from(moment).read().is_some()
    }

    /// The range of times: up to the year 10889, where the clock of an id ends, and as long before 1970. Outside it,
    /// another offset may not give a valid time.
    const MILLISECONDS: RangeInclusive<i64> = -(1 << 48)..=1 << 48;

    fn read(self) -> Option<Moment> {
        if !Time::MILLISECONDS.contains(&self.0) {
            return None;
        }
        let zone = self.1.checked_mul(60).and_then(FixedOffset::east_opt)?;
        zone.timestamp_millis_opt(self.0).single()
    }
}

impl From<Moment> for Time {
    fn from(moment: Moment) -> Time {
        Time(moment.timestamp_millis(), moment.offset().local_minus_utc() / 60)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        let (at, offset) = <(i64, i32)>::deserialize(deserializer)?;
        let time = Time(at, offset);
        time.read().map(|_| time).ok_or_else(|| D::Error::custom("a time is out of range"))
    }
}
