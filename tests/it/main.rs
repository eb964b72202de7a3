//! The integration tests: one binary, one module for each subject.

#[expect(dead_code, reason = "the tests of the core use all of it, these a part")]
#[path = "../../crates/ginpad-core/tests/it/support/mod.rs"]
mod core;
mod support;

#[cfg(target_os = "linux")]
mod at_size;
mod backup;
#[cfg(unix)]
mod board;
mod book;
#[cfg(unix)]
mod book_page;
mod cards_in_entries_program;
#[cfg(unix)]
mod catalogue;
mod changes;
mod check;
#[cfg(all(unix, feature = "club"))]
mod club;
#[cfg(all(unix, feature = "club"))]
mod club_commands;
#[cfg(all(unix, feature = "club"))]
mod club_exchange;
#[cfg(all(unix, feature = "club"))]
mod club_faults;
#[cfg(all(unix, feature = "club"))]
mod club_figures;
mod completion;
mod corrections;
mod cottage;
mod current_game;
mod damage;
mod deadwood;
mod devices;
mod direction;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod edit;
mod examples;
#[cfg(unix)]
mod faults;
mod first_start;
mod forged;
#[cfg(unix)]
mod habits;
mod hardship;
#[cfg(unix)]
mod hints;
mod history;
mod hostile;
#[cfg(unix)]
mod import_sheets;
mod imported_twice;
mod journals;
mod kept_apart;
mod layoff;
mod mended;
mod merge;
mod moved;
mod names;
mod odds;
#[cfg(unix)]
mod packages;
#[cfg(unix)]
mod pages;
#[cfg(unix)]
mod pictures;
#[cfg(unix)]
mod play;
#[cfg(unix)]
mod progress;
#[cfg(unix)]
mod questions;
#[cfg(unix)]
mod reference;
mod remembered;
mod reports;
mod rescue;
mod restore;
mod round_trips;
mod said;
mod set;
mod settle;
mod sharing;
mod sharing_any_order;
#[cfg(unix)]
mod sharing_faults;
mod sharing_mended;
mod sharing_undone;
mod spreadsheets;
mod store;
mod suits;
mod undone;
