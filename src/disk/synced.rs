//! Guesses whether another program copies a folder to other machines, and whether a disk belongs to another machine.
//!
//! Programs that sync a folder copy a book's file while it is being written, and replace it by older copies. On a disk
//! of another machine, locks and syncs may not work as promised. Neither can be known for certain, so the messages say
//! only that it seems so.

use std::ffi::OsStr;
use std::path::Path;

/// Each such program with the starts of its folders' names, and with what it keeps at the top of a folder.
const PROGRAMS: [(&str, &[&str], &[&str]); 11] = [
    ("Dropbox", &["Dropbox"], &[".dropbox", ".dropbox.cache"]),
    ("OneDrive", &["OneDrive"], &[]),
    ("Google Drive", &["Google Drive", "GoogleDrive"], &[".tmp.drivedownload", ".tmp.driveupload"]),
    ("iCloud Drive", &["iCloud Drive", "iCloudDrive", "Mobile Documents"], &[]),
    ("a cloud drive", &["CloudStorage"], &[]),
    ("Nextcloud", &["Nextcloud"], &[".nextcloudsync.log"]),
    ("ownCloud", &["ownCloud"], &[".owncloudsync.log"]),
    ("pCloud", &["pCloudDrive"], &[]),
    ("MEGA", &["MEGAsync"], &[]),
    ("Syncthing", &[], &[".stfolder"]),
    ("Resilio Sync", &[], &[".sync/ID"]),
];

/// The file systems of other machines, by their names in Linux.
const OF_OTHER_MACHINES: &str = "nfs nfs4 cifs smb3 smbfs smb2 9p afs ceph coda ncpfs lustre glusterfs fuse.glusterfs \
                                 fuse.sshfs fuse.rclone fuse.gvfsd-fuse fuse.s3fs fuse.davfs2 fuse.kio-fuse vboxsf beegfs";

/// Finds the program that seems to sync one of the folders above a file, and that folder. `is_there` says whether a
/// file of this name exists.
pub(crate) fn synced_by<'p>(file: &'p Path, is_there: &dyn Fn(&Path) -> bool) -> Option<(&'static str, &'p Path)> {
    file.ancestors().skip(1).find_map(|folder| {
        let name = folder.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let is_marked = |markers: &[&str]| markers.iter().any(|marker| is_there(&folder.join(marker)));
        let marked = PROGRAMS.iter().find(|(.., markers)| is_marked(markers));
        let named = || PROGRAMS.iter().find(|(_, starts, _)| starts.iter().any(|start| is_named(name, start)));
        marked.or_else(named).map(|(program, ..)| (*program, folder))
    })
}

/// Whether a name is this one, perhaps followed by an account: `OneDrive - Work`, `Dropbox (Home)`.
fn is_named(name: &str, start: &str) -> bool {
    name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '-', '(']))
}

/// Returns the kind of the file system that holds a file, if it seems to belong to another machine. `mounts` is the
/// content of `/proc/self/mountinfo`.
pub(crate) fn network_of(file: &Path, mounts: &str) -> Option<String> {
    let mounts = mounts.lines().filter_map(|line| {
        let (mount, system) = line.split_once(" - ")?;
        let (point, kind) = (unescaped(mount.split(' ').nth(4)?), system.split(' ').next()?);
        file.starts_with(&point).then(|| (Path::new(&point).components().count(), kind))
    });
    // If two mounts share a place, the later one hides the other.
    let (_, kind) = mounts.max_by_key(|(depth, _)| *depth)?;
    OF_OTHER_MACHINES.split(' ').any(|other| other == kind).then(|| kind.to_string())
}

/// Decodes a path in which Linux writes a space as `\040`.
fn unescaped(point: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(point.to_string(), |point, (written, meant)| point.replace(written, meant))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_programs_that_synchronise_are_known_by_name_or_by_what_is_in_them() {
        let nothing = |_: &Path| false;
        let by_name = |path: &str| synced_by(Path::new(path), &nothing).map(|(program, _)| program);
        assert_eq!(by_name("/home/ann/Dropbox/games/book.db"), Some("Dropbox"));
        assert_eq!(by_name("/home/ann/Dropbox (Home)/book.db"), Some("Dropbox"));
        assert_eq!(by_name("/Users/ann/OneDrive - Club/book.db"), Some("OneDrive"));
        assert_eq!(by_name("/Users/ann/Library/Mobile Documents/x/book.db"), Some("iCloud Drive"));
        assert_eq!(by_name("/Users/ann/Library/CloudStorage/Box-Box/book.db"), Some("a cloud drive"));
        assert_eq!(by_name("/home/ann/Dropboxes/book.db"), None);
        assert_eq!(by_name("/home/ann/.local/share/ginpad/Dropbox"), None);
        let with = |marker: &'static str| move |path: &Path| path == Path::new("/home/ann/shared").join(marker);
        let program = |marker| synced_by(Path::new("/home/ann/shared/cards/book.db"), &with(marker));
        assert_eq!(program(".stfolder"), Some(("Syncthing", Path::new("/home/ann/shared"))));
        assert_eq!(program(".nextcloudsync.log").map(|(program, _)| program), Some("Nextcloud"));
        assert_eq!(program("notes.txt"), None);
    }

    #[test]
    fn the_deepest_mount_says_whose_disk_it_is() {
        let mounts = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n\
                      30 22 0:40 / /mnt/den\\040room rw,relatime shared:1 - nfs4 den:/games rw\n\
                      31 22 0:41 / /home rw - fuse.sshfs ann@den: rw\n\
                      32 31 8:2 / /home/bob rw - btrfs /dev/sdb rw\n";
        let of = |path: &str| network_of(Path::new(path), mounts);
        assert_eq!(of("/mnt/den room/book.db").as_deref(), Some("nfs4"));
        assert_eq!(of("/home/ann/book.db").as_deref(), Some("fuse.sshfs"));
        assert_eq!(of("/home/bob/book.db"), None);
        assert_eq!(of("/mnt/den/book.db"), None);
        assert_eq!(network_of(Path::new("/book.db"), "nonsense\n"), None);
    }
}
