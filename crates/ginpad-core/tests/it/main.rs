//! The integration tests of the core: one binary, with one module for each subject.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read files and the environment; the core does not"
)]

mod any_text;
mod beside;
mod captain;
mod cards_brute;
mod cards_corner;
mod cards_every_hand;
mod cards_in_entries;
mod cards_layoff;
mod cards_outs;
mod cards_read;
mod cards_solver;
mod cards_vectors;
mod comparison;
mod csv;
mod csv_faults;
mod csv_printed;
mod draft;
mod dressed;
mod facts;
mod facts_cases;
mod facts_imports;
mod facts_joined;
mod facts_lines;
mod facts_moved;
mod facts_order;
mod facts_people;
mod facts_set;
mod faults;
mod ledger;
mod ledger_acts;
mod ledger_imports;
mod ledger_namesakes;
mod many_sides;
mod money;
mod notation;
mod notation_faults;
mod odds;
mod odds_calibration;
mod odds_played_on;
mod odds_speed;
mod player;
mod presets;
mod ratings;
mod records;
mod refused;
mod reports;
mod reports_cases;
mod reseated;
mod round_trip;
mod said;
mod said_round_trip;
mod scoring;
mod sources;
mod support;
mod trace;
