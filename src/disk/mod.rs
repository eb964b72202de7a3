//! Files and disks: names of files, private files, files that appear only when complete, the system's refusals, and
//! disks that other programs or machines use.

pub(crate) mod interrupt;
mod limit;
mod names;
mod refusal;
mod synced;
mod unfinished;

pub(crate) use limit::{outlive_the_file_size_limit, reached_the_limit};
pub(crate) use names::{
    folder_of, is_one_file, is_regular, is_writable, kind_of, make_folder, new_file, open, overwrite, read_at, sync,
    with_ending,
};
pub(crate) use refusal::{Refusal, reason, reason_not_made};
pub(crate) use synced::{network_of, synced_by};
pub(crate) use unfinished::{Readers, Unfinished, left_in, replace_file};
