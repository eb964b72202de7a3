//! Text in general: letter case, safe printing, suggestions, counts and lists, and lines that fit a terminal. Nothing
//! here is about gin rummy.

mod folded;
mod grammar;
mod lines;
mod printable;
mod width;

pub use folded::{add_source_line, fold, nearest};
pub(crate) use folded::{did_you_mean, unaccented};
pub use grammar::{Flaw, and_list, count, count_do, join, number_word, numbers, numbers_do, or_list, ordinal, times};
pub use lines::{fill, hang, pack, sentence, wrap};
pub(crate) use printable::normal;
pub use printable::{ascii, harmless, is_control, printable, printable_lines};
pub use width::{align_left, align_right, cut, split_at_width, width};
