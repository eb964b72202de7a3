//! What of a shared folder was not read, and why.

use std::io;
use std::path::PathBuf;

use ginpad_core::ledger::Gap;
use ginpad_core::listed::Listed;

/// Something of a shared folder that was not read.
#[derive(Debug)]
pub enum SegmentFault {
    /// Only a part of the file has come.
    Unfinished(PathBuf),
    /// A later version wrote the file.
    Newer(PathBuf),
    /// Lines of a writer that come before others have not come.
    Missing(Gap),
    /// A file that has the name of no segment, but nearly.
    Strange(PathBuf),
    /// Something else has the name of a segment, or of the folder of a writer.
    InTheWay(PathBuf, &'static str),
    /// Nothing of the file can be read.
    Damaged(PathBuf, String),
    /// The file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// Some of what the file holds was kept out.
    Refused(PathBuf, Listed<String>),
}

impl SegmentFault {
    /// Whether it is wrong, and will not come right by waiting.
    pub const fn is_wrong(&self) -> bool {
        matches!(
            self,
            SegmentFault::InTheWay(..)
                | SegmentFault::Damaged(..)
                | SegmentFault::Unreadable(..)
                | SegmentFault::Refused(..)
        )
    }
}
