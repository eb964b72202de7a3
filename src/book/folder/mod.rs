//! Exchanges lines with other devices through a shared folder.
//!
//! Each writer has a folder there with its lines: files that never change, each a file of lines with one run. The name
//! of a file holds its first number, its last number, the name of its last line, and its length. Since each line names
//! the hash of the one before, the name alone says which lines the file holds: a device that has them need not open it,
//! and no device has to remember files. The length shows whether a file is cut.
//!
//! An [`Exchange`] works step by step, so that the book is never locked while the folder is read or written.

mod exchange;
mod segment;
#[cfg(test)]
mod tests;

pub use exchange::{Exchange, FolderFault, SharedFolder};
pub use segment::SegmentFault;
