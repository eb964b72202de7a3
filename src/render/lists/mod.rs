//! Lists for people.

mod people;

pub(crate) use people::people;
