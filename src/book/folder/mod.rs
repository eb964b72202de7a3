//! Meets other devices in a shared folder.
//!
//! There, each writer has a folder with its lines: files that are never altered, each a file of lines with one run. The name
//! of a file tells the first number, the last one, the name of the last line, and the length. As each line names the hash of
//! the one before, such a name says which lines the file holds: whoever has them need not open it, and nobody has to
//! remember files. Half a file is known by its length.
//!
//! An [`Exchange`] goes through the folder step by step, so that the book is never held while the folder is read or written.

mod exchange;
mod listing;
mod segment;
#[cfg(test)]
mod tests;

pub use exchange::Exchange;
pub use listing::{FolderFault, SharedFolder};
pub use segment::SegmentFault;
