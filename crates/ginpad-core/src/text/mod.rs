//! Text in general: letter case, safe printing, suggestions, counts and lists, and lines that fit a terminal. Nothing
//! here is about gin rummy.

mod ascii;
mod flaw;
mod grammar;
mod lines;
mod normal;
mod printable;
mod source;
mod suggestion;
mod width;

pub use ascii::ascii;
pub use flaw::Flaw;
pub use grammar::{and_list, count, count_does, count_is, number_word, numbers, numbers_do, or_list, ordinal, times};
pub use lines::{fill, hang, pack, sentence, wrap};
pub use normal::fold;
pub(crate) use normal::{normal, unaccented};
pub use printable::{harmless, is_control, printable, printable_lines};
pub use source::add_source_line;
pub(crate) use suggestion::did_you_mean;
pub use suggestion::nearest;
pub use width::{align_left, align_right, cut, push_spaces, split_at_width, width};
