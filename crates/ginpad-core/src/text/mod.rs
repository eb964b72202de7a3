//! Text in general: letter case, safe printing, suggestions, counts and lists, and lines that fit a terminal. Nothing
//! here is about gin rummy.

mod flaw;
mod folded;
mod grammar;
mod lines;
mod printable;
mod suggestion;
mod width;

pub use flaw::Flaw;
pub(crate) use folded::unaccented;
pub use folded::{add_source_line, fold};
pub use grammar::{and_list, count, count_do, number_word, numbers, numbers_do, or_list, ordinal, times};
pub use lines::{fill, hang, pack, sentence, wrap};
pub(crate) use printable::normal;
pub use printable::{ascii, harmless, is_control, printable, printable_lines};
pub(crate) use suggestion::did_you_mean;
pub use suggestion::nearest;
pub use width::{align_left, align_right, cut, split_at_width, width};
