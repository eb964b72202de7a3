//! Checks the surroundings of a book's file: who may use it, what stopped programs left, and whose disk it is on.

use std::fs;
use std::path::Path;

use super::super::{Problem, ProblemKind, backups_of};
use crate::disk::{folder_of, left_in, network_of, synced_by};

/// Finds what is odd around a book, given its resolved path.
pub(super) fn surroundings(book: &Path) -> Vec<Problem> {
    let mut problems = permissions(book);
    problems.extend(leftovers(book));
    if let Some((program, folder)) = synced_by(book, &|file| file.symlink_metadata().is_ok()) {
        let what = format!(
            "{} seems to be a folder that {program} copies to other machines; that can put an old copy in the place of \
             the book, or half of one",
            folder.display()
        );
        problems.push(Problem::warning(ProblemKind::SyncedFolder, what));
    }
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    if let Some(kind) = network_of(book, &mounts) {
        let what = format!(
            "the book seems to be on a disk of another machine ({kind}); two programs that write at once, or a lost \
             connection, can damage it there"
        );
        problems.push(Problem::warning(ProblemKind::Network, what));
    }
    problems
}

/// Whether others may read the book or write in it.
#[cfg(unix)]
fn permissions(book: &Path) -> Vec<Problem> {
    use std::os::unix::fs::PermissionsExt as _;
    const OTHERS: u32 = 0o077;
    const OTHERS_WRITE: u32 = 0o022;
    const ONLY_OWN: u32 = 0o1000;
    let mode = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.permissions().mode());
    let mut problems = Vec::new();
    let (file, folder) = (mode(book), folder_of(book));
    if file & OTHERS != 0 {
        let may = if file & OTHERS_WRITE == 0 { "read" } else { "write in" };
        let what = format!("others on this machine may {may} {}", book.display());
        problems.push(Problem::warning(ProblemKind::Permissions, what));
    }
    if mode(folder) & OTHERS_WRITE != 0 && mode(folder) & ONLY_OWN == 0 {
        let what = format!(
            "others on this machine may write in {}, and so put another file in the place of the book",
            folder.display()
        );
        problems.push(Problem::warning(ProblemKind::Permissions, what));
    }
    problems
}

/// Other systems have other permissions, which are not checked.
#[cfg(not(unix))]
fn permissions(_: &Path) -> Vec<Problem> {
    Vec::new()
}

/// Finds the files that stopped programs left beside a book.
fn leftovers(book: &Path) -> Vec<Problem> {
    let folders = [folder_of(book).to_path_buf(), backups_of(book)];
    let left = folders.iter().flat_map(|folder| left_in(folder));
    left.map(|name| {
        let what = format!("{} was left by a ginpad that was stopped, or one is still at work", name.display());
        Problem::warning(ProblemKind::Leftover, what)
    })
    .collect()
}
