//! Files, and the disks that they are on: their names, files that only their owner may read, files that are whole or not
//! there, why the system refuses something, whose disk it seems to be, and what is too long for
//! memory.

pub(crate) mod interrupt;
mod limit;
mod names;
mod private;
mod refusal;
mod spool;
mod synced;
mod unfinished;

pub(crate) use limit::{outlive_the_file_size_limit, reached_the_limit};
pub(crate) use names::{folder_of, is_one_file, is_regular, is_writable, kind_of, open, read_at, with_ending};
pub(crate) use private::{make_folder, new_file, overwrite, sync};
pub(crate) use refusal::{Refusal, reason, reason_not_made};
pub(crate) use spool::{NotKept, Spool};
pub(crate) use synced::{network_of, synced_by};
pub(crate) use unfinished::{Readers, Unfinished, left_in};
