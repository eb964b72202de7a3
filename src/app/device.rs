//! The device: where it keeps what is not in a named book, and the offset of its clocks.

use std::env;
use std::path::PathBuf;

use chrono::{FixedOffset, Local, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc};
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::book::can_keep_state;

/// Where this device keeps what is not in a named book. A folder that the platform does not have is `None`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Device {
    /// The folder of what belongs to no book.
    pub state: Option<PathBuf>,
    /// The config file.
    pub config: Option<PathBuf>,
    /// The books that are meant where none is named, the one that comes first being meant: that of `$GINPAD_BOOK`, and that of
    /// the platform's data folder.
    pub books: Vec<PathBuf>,
}

impl Device {
    /// As the platform has it for this user.
    pub(crate) fn of_this_user() -> Device {
        let name = || "ginpad".to_string();
        let arguments = AppStrategyArgs { top_level_domain: String::new(), author: String::new(), app_name: name() };
        let variable = env::var_os("GINPAD_BOOK").filter(|path| !path.is_empty()).map(PathBuf::from);
        let Ok(folders) = choose_native_strategy(arguments) else {
            return Device { books: variable.into_iter().collect(), ..Device::default() };
        };
        Device {
            state: Some(folders.state_dir().unwrap_or_else(|| folders.data_dir())),
            config: Some(folders.in_config_dir("config.toml")),
            books: variable.into_iter().chain([folders.in_data_dir("book.db")]).collect(),
        }
    }

    /// Whether the next run can find what this run chose.
    pub(crate) fn remembers(&self) -> bool {
        self.state.as_deref().is_some_and(can_keep_state)
    }
}

/// The offset of local clocks at a local time. In an hour that clocks skip, it is the offset before the jump; in an
/// hour that they repeat, it is the offset of the first time.
pub(super) fn local_offset(naive: NaiveDateTime) -> FixedOffset {
    let at = |time: NaiveDateTime| Local.offset_from_local_datetime(&time).earliest();
    let before = || at(naive.checked_sub_signed(TimeDelta::hours(1))?);
    at(naive).or_else(before).unwrap_or_else(|| Utc.fix())
}
