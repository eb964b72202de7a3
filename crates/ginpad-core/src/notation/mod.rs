//! Reads and prints the notation: one entry for a hand, one text sheet for a game.
//!
//! Source: the notation page of the docs. One reader and one printer serve the command line, standard input and files.
//! Printed text is canonical: read and printed again, it is the same. A [`Draft`] takes an entry piece by piece.

mod correction;
mod count;
#[cfg(feature = "spreadsheets")]
mod csv;
mod cursor;
mod day;
mod draft;
mod entry;
mod fault;
mod fillers;
mod modifiers;
mod opponents;
mod plain_entry;
mod print;
mod sheet;
mod side_words;
mod sides;
mod when;
mod words;

pub use correction::{read_adjustment, read_corrected_adjustment, read_correction};
#[cfg(feature = "spreadsheets")]
pub use csv::{
    CsvAdvice, CsvFault, CsvFaults, CsvGames, CsvNotes, CsvReading, GAMES_TEMPLATE, HANDS_TEMPLATE, NameMap, Spellings,
    read_csv,
};
pub use day::{Century, DateOrder};
pub use draft::{Draft, Missing};
pub use entry::read_entry;
pub use fault::{EntryFault, Fault, excerpt};
pub use print::{
    print_adjustment, print_entry, print_entry_at, print_game, print_games, print_readable, quoted, sheet_hash,
    sheet_hashes_by_entry, shown_entry,
};
pub use sheet::{LONGEST_LINE, SheetFaults, SheetReader, read_edited, read_games, read_one};
pub use side_words::{entry_words, is_entry_word, is_placeholder, is_rule_or_entry_word, joins_sides, split_sides};
pub use sides::{is_nobody, read_seating, read_side, read_spots, read_totals};
pub use when::{
    LocalTime, Span, WhenFault, ends_half_day, names_a_day, print_moment, read_moment, read_span, serialize_moment,
};
