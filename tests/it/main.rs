//! The integration tests: one binary, one module a subject.

mod book;
mod cards_brute;
mod cards_every_hand;
mod cards_layoff;
mod cards_outs;
mod cards_random;
mod cards_read;
mod cards_solver;
mod cards_vectors;
mod cases;
mod catalogue;
#[cfg(unix)]
mod console;
mod deadwood;
mod direction;
#[cfg(unix)]
mod docs;
mod examples;
mod faults;
mod fields;
mod hardship;
mod history;
mod hostile;
mod json;
mod knobs;
mod layoff;
mod naive;
mod notation;
mod presets;
mod program;
mod random;
#[cfg(unix)]
mod reference;
mod round_trip;
mod round_trips;
mod scoring;
mod told;
mod told_program;
