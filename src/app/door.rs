//! The door through which a command came: whoever waits there is told what the command does meanwhile.

use crate::answer::Remark;
use crate::answer::spell::Spell;
use crate::book::Watcher;

/// A terminal, a page over HTTP, a phone. It spells commands as the person there types them, and is told how far long work
/// is.
pub(crate) trait Door: Spell + Watcher {
    /// Something to know before the answer is there.
    fn remark(&self, remark: &Remark);
}
