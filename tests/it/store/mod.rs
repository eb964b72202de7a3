//! The store: what every store of lines must do, and what a book does besides.

mod acts;
mod book;
mod conformance;
mod journals;
pub(crate) mod lines;
mod upgrade;
pub(crate) mod writers;
