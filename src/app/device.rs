//! What the platform knows: its folders, and the offset of its clocks.

use std::path::PathBuf;

use chrono::{FixedOffset, Local, LocalResult, NaiveDateTime, Offset, TimeZone, Utc};
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::book::can_keep_state;

/// Whether this device can keep what belongs to no book.
pub(super) fn can_remember() -> bool {
    state_folder().is_some_and(|folder| can_keep_state(&folder))
}

/// Where this device keeps what belongs to no book.
pub(crate) fn state_folder() -> Option<PathBuf> {
    folders().map(|folders| folders.state_dir().unwrap_or_else(|| folders.data_dir()))
}

/// The platform's folders for this program.
pub(super) fn folders() -> Option<impl AppStrategy> {
    let name = || "ginpad".to_string();
    choose_native_strategy(AppStrategyArgs { top_level_domain: String::new(), author: String::new(), app_name: name() })
        .ok()
}

/// The offset of local clocks at a local time. In an hour that clocks skip, it is the offset before the jump; in an
/// hour that they repeat, it is the offset of the first time.
pub(super) fn local_offset(naive: NaiveDateTime) -> FixedOffset {
    match Local.offset_from_local_datetime(&naive) {
        LocalResult::Single(offset) | LocalResult::Ambiguous(offset, _) => offset,
        LocalResult::None => naive.checked_sub_signed(chrono::TimeDelta::hours(1)).map_or_else(
            || Utc.fix(),
            |before| Local.offset_from_local_datetime(&before).earliest().unwrap_or_else(|| Utc.fix()),
        ),
    }
}
