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
    /// Lines of a writer that come before others have not come.
    Missing {
        /// The writer.
        writer: Uuid,
        /// The number of the first of them.
        first: u64,
        /// How many.
        count: u64,
    },
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
        !matches!(
            self,
            SegmentFault::Unfinished(_)
                | SegmentFault::Newer(_)
                | SegmentFault::Missing { .. }
                | SegmentFault::Strange(_)
        )
    }
}

/// All that was not read. Of much only the first is described.
#[derive(Debug, Default)]
pub struct Unread {
    /// What is described.
    pub listed: Listed<SegmentFault>,
    has_wrong: bool,
}

impl Unread {
    /// Adds something.
    pub(super) fn push(&mut self, fault: SegmentFault) {
        self.has_wrong |= fault.is_wrong();
        self.listed.push(fault);
    }

    /// Whether any of it is wrong, and will not come right by waiting.
    pub const fn is_wrong(&self) -> bool {
        self.has_wrong
    }
}
