//! The integration tests: one binary, one module a subject.

mod book;
mod cases;
mod catalogue;
mod direction;
mod examples;
mod faults;
mod fields;
mod hardship;
mod history;
mod hostile;
mod json;
mod knobs;
mod naive;
mod notation;
mod presets;
mod program;
mod random;
mod round_trip;
mod round_trips;
mod scoring;
