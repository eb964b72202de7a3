//! The reports, one a file: what each has as fields, which are its JSON document, and as tables and drawings, which every
//! face shows.

pub(crate) mod figures;
pub(crate) mod outcome;
#[cfg(test)]
mod samples;
pub(crate) mod standings;
#[cfg(test)]
mod tests;
