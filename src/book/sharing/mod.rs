//! Meets other devices in a shared folder: each writes its own facts there, and reads those of the others.
//!
//! A device writes only in the folder of its own id, and only segments: files that are never altered, each a document like
//! that of an export with the facts that were new. The name of a segment has its number and the digest of its content, so a
//! list of the names shows what is new, and half a file is known as one. The book remembers which segments it knows, and how
//! far it was sent. An [`Exchange`] goes through it step by step, so that the book is never held while the folder is read or
//! written.

mod brought;
mod exchange;
mod fault;
mod fetch;
mod folder;
mod held;
mod memory;
mod segment;
mod send;

pub use brought::Brought;
pub use exchange::{DamagedFiles, Exchange, PutFault};
pub use fault::{SegmentFault, Unread};
pub use folder::{FolderFault, SharedFolder};
pub(super) use segment::Segment;
pub use send::Sent;
