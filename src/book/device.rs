//! The id of this device. It is kept outside the book, so that devices with copies of one book differ.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use uuid::Uuid;

use super::connection::Access;
use super::private;

/// The id kept in a folder. With [`Access::Write`] a missing id is made. `None` if there is no id and none can be kept.
pub fn device_id(folder: Option<&Path>, access: Access) -> Option<Uuid> {
    let folder = folder?;
    let file = folder.join("device");
    let kept = || fs::read_to_string(&file).ok()?.trim().parse().ok();
    match (kept(), access) {
        (Some(id), _) => Some(id),
        (None, Access::Read) => None,
        (None, Access::Write) => keep(folder, &file).ok().or_else(kept),
    }
}

/// Keeps a new id. The file is written under another name first, so that nobody reads half of it. If two programs do
/// this at once, the first id is kept. A file without a readable id is replaced.
fn keep(folder: &Path, file: &Path) -> io::Result<Uuid> {
    let new = Uuid::new_v4();
    let trial = folder.join(format!("device.{new}"));
    private::folder(folder)?;
    private::file(&trial)?;
    let named = OpenOptions::new().write(true).open(&trial).and_then(|mut kept| {
        kept.write_all(format!("{new}\n").as_bytes())?;
        kept.sync_all()?;
        match fs::hard_link(&trial, file) {
            // Another program has just written the file, unless it holds no id.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && is_id(file) => Err(error),
            Err(_) => fs::rename(&trial, file),
            linked => linked,
        }
    });
    let _ = fs::remove_file(&trial);
    named.map(|()| new)
}

fn is_id(file: &Path) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.trim().parse::<Uuid>().is_ok())
}
