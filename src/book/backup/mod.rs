//! Copies of a book that are known to be good, and the way back from one.
//!
//! A copy is made page by page, is looked at anew as it is on the disk, and gets its name only then. [`back_up`] makes one
//! for the user, [`automatic()`] one before a change that nothing else could take back, and [`restore()`] puts one in the
//! place of the book.

mod automatic;
mod keep;
mod kept;
mod replace;
mod restore;

pub(super) use automatic::automatic;
pub use automatic::thin;
pub use keep::{BackedUp, BackupFault, Target, back_up};
pub use kept::{Kept, Reason, backups_of, kept};
pub use replace::{Before, Restorer};
pub use restore::{RestoreFault, Restored, restore};
