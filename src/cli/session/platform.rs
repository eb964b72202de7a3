//! What the platform knows: this device, its folders, and the offset of its clocks.

use std::path::PathBuf;

use chrono::{FixedOffset, Local, LocalResult, NaiveDateTime, Offset, TimeZone, Utc};
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::book::{Access, device_id};

/// The id of this device, kept in the platform's state folder. If it cannot be kept, each run is a device of its own. A
/// run that only reads needs no id.
pub(crate) fn device(access: Access) -> uuid::Uuid {
    kept_device(access).unwrap_or_else(|| match access {
        Access::Read => uuid::Uuid::nil(),
        Access::Write => uuid::Uuid::new_v4(),
    })
}

pub(super) fn kept_device(access: Access) -> Option<uuid::Uuid> {
    device_id(state_folder().as_deref(), access)
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
