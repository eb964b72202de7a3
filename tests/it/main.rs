//! The integration tests: one binary, one module a subject.

mod examples;
mod faults;
mod json;
mod knobs;
mod naive;
mod notation;
mod presets;
mod random;
mod round_trip;
mod scoring;
