//! Which automatic backups are kept, by their age.
//!
//! All of the last seven days; then the last of each week, for thirteen weeks; then the last of each month, for ever. The
//! newest few stay whatever a clock says.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};

/// So long every backup is kept.
const ALL: TimeDelta = TimeDelta::days(7);

/// So long one backup a week is kept.
const WEEKLY: TimeDelta = TimeDelta::weeks(13);

/// So many of the newest are kept whatever their age: the clock may be wrong.
const NEWEST: usize = 3;

/// The places of the backups that are kept no longer, among these, which were made at these times. Of two that were made
/// at one time, the later place is the newer one.
pub(super) fn superfluous(made: &[DateTime<Utc>], now: DateTime<Utc>) -> Vec<usize> {
    let mut newest_first: Vec<(usize, &DateTime<Utc>)> = made.iter().enumerate().collect();
    newest_first.sort_unstable_by_key(|(place, made)| Reverse((*made, *place)));
    let (mut weeks, mut months) = (BTreeSet::new(), BTreeSet::new());
    let mut is_kept = |rank: usize, made: &DateTime<Utc>| {
        let age = now.signed_duration_since(*made);
        let week = (made.iso_week().year(), made.iso_week().week());
        let is_last_of = if age < ALL {
            true
        } else if age < WEEKLY {
            weeks.insert(week)
        } else {
            months.insert((made.year(), made.month()))
        };
        is_last_of || rank < NEWEST
    };
    let ranked = newest_first.into_iter().enumerate();
    ranked.filter(|(rank, (_, made))| !is_kept(*rank, made)).map(|(_, (place, _))| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: i64) -> DateTime<Utc> {
        "2026-01-05T12:00:00Z".parse::<DateTime<Utc>>().unwrap() + TimeDelta::days(day)
    }

    /// The days that are left of a backup every day, thinned every day.
    fn left_after(days: i64) -> Vec<i64> {
        let mut kept: Vec<i64> = Vec::new();
        for today in 0..=days {
            kept.push(today);
            let gone = superfluous(&kept.iter().map(|made| day(*made)).collect::<Vec<_>>(), day(today));
            kept = kept.iter().enumerate().filter(|(place, _)| !gone.contains(place)).map(|(_, made)| *made).collect();
        }
        kept
    }

    #[test]
    fn a_week_is_kept_whole_a_quarter_by_weeks_and_the_rest_by_months() {
        // The first day is a Monday.
        assert_eq!(left_after(6), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(left_after(20), [6, 13, 14, 15, 16, 17, 18, 19, 20]);
        let year = left_after(365);
        assert!(year.len() <= 7 + 14 + 12, "{year:?}");
        let old: Vec<(i32, u32)> = year
            .iter()
            .map(|made| day(*made))
            .filter(|made| day(365) - made >= WEEKLY)
            .map(|made| (made.year(), made.month()))
            .collect();
        assert_eq!(old.len(), old.iter().collect::<BTreeSet<_>>().len(), "one a month");
        assert_eq!(old.first(), Some(&(2026, 1)));
        let recent = year.iter().filter(|made| day(365) - day(**made) < WEEKLY).count();
        assert!((7 + 11..=7 + 13).contains(&recent), "{year:?}");
    }

    #[test]
    fn the_newest_stay_whatever_the_clock_says() {
        let made = [day(0), day(1), day(2), day(3)];
        assert_eq!(superfluous(&made, day(10_000)), [0]);
        assert!(superfluous(&made, day(-10_000)).is_empty());
        assert!(superfluous(&[], day(0)).is_empty());
    }

    #[test]
    fn of_two_of_one_second_only_the_older_is_kept_no_longer() {
        let made = [day(0), day(0), day(40), day(40), day(40)];
        assert_eq!(superfluous(&made, day(50)), [0]);
        let made = [day(0), day(0), day(39), day(40), day(40)];
        assert_eq!(superfluous(&made, day(50)), [0]);
    }
}
