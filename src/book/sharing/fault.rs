//! What of a shared folder was not read, and why.

use std::io;
use std::path::PathBuf;

use ginpad_core::listed::Listed;
use uuid::Uuid;

/// Something of a shared folder that was not read.
#[derive(Debug)]
pub enum SegmentFault {
    /// Only a part of the file has come.
    Unfinished(PathBuf),
    /// A later version wrote the file.
    Newer(PathBuf),
    /// Segments of a device that come before others have not come.
    Missing {
        /// The device.
        device: Uuid,
        /// The first of them.
        first: u32,
        /// How many.
        count: usize,
    },
    /// A file that has the name of no segment, but nearly.
    Strange(PathBuf),
    /// Something else has the name of a segment, or of the folder of a device.
    InTheWay(PathBuf, &'static str),
    /// The file is not what was written.
    Damaged(PathBuf, String),
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// What a device wrote is not what a book holds.
    Refused {
        /// The device.
        device: Uuid,
        /// Why.
        why: Listed<String>,
    },
}

impl SegmentFault {
    /// Whether it is wrong, and will not come right by waiting.
    pub const fn is_wrong(&self) -> bool {
        !matches!(
            self,
            SegmentFault::Unfinished(_)
                | SegmentFault::Newer(_)
                | SegmentFault::Missing { .. }
                | SegmentFault::Strange(_)
        )
    }
}
