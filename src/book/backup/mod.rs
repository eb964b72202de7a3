//! Copies of a book that are known to be good, and how to restore one.
//!
//! A copy is made page by page, checked as it is on the disk, and only then named. [`back_up`] makes one for the user,
//! [`automatic()`] makes one before a change that nothing else could take back, and [`restore()`] puts one in the place
//! of the book.

mod automatic;
mod keep;
mod kept;
mod restore;

pub(super) use automatic::automatic;
pub use automatic::thin;
pub use keep::{BackedUp, BackupFault, Target, back_up};
pub use kept::{Kept, Reason, backups_of, kept};
pub use restore::{Restored, Restorer, restore};
