//! The clock of the machine: it may be wrong, but not so wrong that no change can be noted with its time.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::DateTime;
use ginpad_core::facts::Time;

/// What is wrong with a clock if no change can be noted with its time.
pub(crate) fn fault(clock: SystemTime) -> Option<&'static str> {
    let Ok(since) = clock.duration_since(UNIX_EPOCH) else {
        return Some("the clock of this machine says that it is before 1970; nothing was changed");
    };
    let moment = i64::try_from(since.as_secs()).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let is_usable = moment.is_some_and(|moment| Time::can_note(moment.fixed_offset()));
    (!is_usable).then_some("the clock of this machine says that it is after the year 10889; nothing was changed")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_is_usable_as_far_as_lines_and_ids_go() {
        const LAST: u64 = (1 << 48) / 1000;
        let seconds = Duration::from_secs;
        for usable in [UNIX_EPOCH, UNIX_EPOCH + seconds(LAST)] {
            assert_eq!(fault(usable), None);
        }
        assert!(fault(UNIX_EPOCH - Duration::from_millis(1)).unwrap().contains("before 1970"));
        for late in [LAST + 1, 1 << 61] {
            assert!(fault(UNIX_EPOCH + seconds(late)).unwrap().contains("after the year 10889"));
        }
    }
}
