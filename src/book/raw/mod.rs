//! Reads the rows of a damaged SQLite file without SQLite: page by page, whatever became of the schema, of the trees that
//! lead to the pages, and of the pages themselves.
//!
//! Every place of every page at which a row of one of the wanted tables may begin is looked at. So a row is found if its
//! own bytes are whole. Whether it is what was written is for its hash to say. The format is at
//! <https://sqlite.org/fileformat2.html>.

mod file;
mod page;
mod record;
#[cfg(test)]
mod tests;

pub(super) use file::{RawFile, Seen};
pub(super) use page::{RawRow, Shape, shape_of};
pub(super) use record::Value;
