//! The id of this device. It is kept outside the book, so that devices with copies of one book differ.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::connection::Access;
use super::journal::read_at;
use super::look;
use super::private;

/// The id kept in a folder. With [`Access::Write`] a missing id is made. `None` if there is no id and none can be kept.
pub fn device_id(folder: Option<&Path>, access: Access) -> Option<Uuid> {
    let folder = folder?;
    let file = folder.join("device");
    match (kept(&file), access) {
        (Some(id), _) => Some(id),
        (None, Access::Read) => None,
        (None, Access::Write) => keep(folder, &file).ok().flatten(),
    }
}

/// The id in a file. Only a regular file can hold one: a pipe would be waited for.
fn kept(file: &Path) -> Option<Uuid> {
    const MOST: usize = 64;
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    let text = read_at(&mut look::open(file).ok()?, 0, MOST).ok()?;
    str::from_utf8(&text).ok()?.trim().parse().ok()
}

/// Keeps a new id, unless another program has just kept one: then that is the id. A file without a readable id is
/// replaced. The file is written under another name first, so that nobody reads half of it.
fn keep(folder: &Path, file: &Path) -> io::Result<Option<Uuid>> {
    private::folder(folder)?;
    // One program after another. Where folders cannot be locked, the first name still wins.
    let lock = File::open(folder).and_then(|folder| folder.lock().map(|()| folder));
    if let Some(id) = kept(file) {
        return Ok(Some(id));
    }
    if fs::metadata(file).is_ok_and(|there| !there.is_file()) {
        return Err(ErrorKind::InvalidInput.into());
    }
    let trial = written(folder, Uuid::new_v4())?;
    let named = match fs::hard_link(&trial, file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && kept(file).is_some() => Ok(()),
        Err(_) => fs::rename(&trial, file),
        linked => linked,
    };
    let _ = fs::remove_file(&trial);
    private::sync(folder);
    drop(lock);
    named.map(|()| kept(file))
}

/// Writes an id into a file of its own, and says where.
fn written(folder: &Path, id: Uuid) -> io::Result<PathBuf> {
    let trial = folder.join(format!("device.{id}"));
    private::file(&trial)?;
    let written = OpenOptions::new().write(true).open(&trial).and_then(|mut kept| {
        kept.write_all(format!("{id}\n").as_bytes())?;
        kept.sync_all()
    });
    written.inspect_err(|_| drop(fs::remove_file(&trial))).map(|()| trial)
}

/// Gives the device another id, because somebody else has its own: that of another machine, or of an earlier state of a book.
/// If no id is kept in the folder, none is put there.
///
/// # Errors
/// The folder cannot be written.
pub fn new_device_id(folder: Option<&Path>) -> io::Result<Uuid> {
    let id = Uuid::new_v4();
    put_id(folder, id).map(|()| id)
}

/// Puts another id in the place of the one that is kept in a folder. If none is kept there, none is put.
pub(super) fn put_id(folder: Option<&Path>, id: Uuid) -> io::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let file = folder.join("device");
    if kept(&file).is_none() {
        return Ok(());
    }
    // Who makes an id leaves one that is there alone, so no lock is needed. It would be waited for without end where the
    // book lies in the same folder and whoever restores it is at work there.
    let trial = written(folder, id)?;
    let named = fs::rename(&trial, &file).inspect_err(|_| drop(fs::remove_file(&trial)));
    private::sync(folder);
    named
}
