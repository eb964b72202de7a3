//! The door through which a command came: whoever waits there is told what the command does meanwhile.

use std::fmt;

use crate::answer::Remark;

/// A terminal, a page over HTTP, a phone.
pub(crate) trait Door: fmt::Debug + Send + Sync {
    /// Work of so many steps begins; `what` says what is done, like `reading games`. It ends when the answer is dropped.
    fn begin(&self, what: &'static str, steps: usize) -> Box<dyn Steps>;

    /// Something to know before the answer is there.
    fn remark(&self, remark: &Remark);
}

/// Work that takes many steps.
pub(crate) trait Steps: fmt::Debug {
    /// So many more steps are done.
    fn advance(&self, steps: usize);
}
