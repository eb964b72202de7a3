//! Everything about text that is not about gin rummy: letter case, safe printing, suggestions, counts and lists, and
//! lines that fit a terminal.

mod grammar;
mod lines;
mod normal;
mod printable;
mod suggestion;
mod width;

pub use grammar::{and_list, count, or_list};
pub use lines::{fill, hang, pack, sentence, wrap};
pub use normal::{ControlCharacter, fold, normal};
pub use printable::{harmless, is_control, printable, printable_lines};
pub use suggestion::{did_you_mean, nearest};
pub use width::{align_left, align_right, cut, split_at_width, width};
