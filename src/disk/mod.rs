//! Files and disks: private files, files that appear only when complete, the system's signals and refusals, and disks
//! that other programs or machines use.

mod files;
pub(crate) mod interrupt;
mod refusal;
mod synced;
mod unfinished;

pub(crate) use files::{
    folder_of, is_one_file, is_regular, is_writable, kind_of, make_folder, new_file, new_shared_file, open, overwrite,
    read_at, sync, with_ending,
};
pub(crate) use interrupt::{outlive_the_file_size_limit, reached_the_limit};
pub(crate) use refusal::{Refusal, reason, reason_not_made};
pub(crate) use synced::{network_of, synced_by};
pub(crate) use unfinished::{Unfinished, left_in, replace_file};
