//! The clock of the machine: it may be wrong, but not so wrong that no change can be noted with its time.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::DateTime;
use ginpad_core::facts::Time;
use thiserror::Error;

/// Why no change can be noted with the time of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum WrongClock {
    #[error("the clock of this machine says that it is before 1970; nothing was changed")]
    Early,
    #[error("the clock of this machine says that it is after the year 10889; nothing was changed")]
    Late,
}

/// Makes sure that a change can be noted with this time.
///
/// # Errors
/// It is out of range.
pub(crate) fn usable(clock: SystemTime) -> Result<(), WrongClock> {
    let since = clock.duration_since(UNIX_EPOCH).map_err(|_| WrongClock::Early)?;
    let moment = i64::try_from(since.as_secs()).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    moment.filter(|moment| Time::can_note(moment.fixed_offset())).map(drop).ok_or(WrongClock::Late)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_is_usable_as_far_as_lines_and_ids_go() {
        const LAST: u64 = (1 << 48) / 1000;
        assert_eq!(usable(UNIX_EPOCH), Ok(()));
        assert_eq!(usable(UNIX_EPOCH - Duration::from_millis(1)), Err(WrongClock::Early));
        assert_eq!(usable(UNIX_EPOCH + Duration::from_secs(LAST)), Ok(()));
        assert_eq!(usable(UNIX_EPOCH + Duration::from_secs(LAST + 1)), Err(WrongClock::Late));
        assert_eq!(usable(UNIX_EPOCH + Duration::from_secs(1 << 61)), Err(WrongClock::Late));
    }
}
