//! Chooses the writer of a book.
//!
//! A writer is one book on one device, and its lines are numbered and chained. Two copies of a book must not write as
//! one writer, so the book and the device's state folder both record the last writer, its machine and its file. If they
//! disagree, the book was copied, restored or moved, and gets a new writer before anything is written. Several devices
//! may write in one file: the book records the writer of each.

use std::fs;
use std::rc::Rc;

use ginpad_core::facts::{Change, Hash, NextLine, hash_of};
use ginpad_core::ledger::{LineRange, lacking};
use rusqlite::params;
use uuid::Uuid;

use super::state::{Device, FileIdentity, Keeper, Standing, Writing};
use super::{BookError, Notice, OpenBook};

impl FileIdentity {
    /// Describes the place of a stored book; a book in memory has none.
    fn of(open: &OpenBook<'_>) -> FileIdentity {
        let path = open.keeper.map_or(open.path, |keeper| keeper.book.as_path());
        let Ok(file) = fs::metadata(path) else { return FileIdentity::default() };
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(&file);
        #[cfg(not(unix))]
        let inode = 0;
        let birth = file.created().ok().and_then(|made| made.duration_since(std::time::UNIX_EPOCH).ok());
        let birth = birth.and_then(|birth| u64::try_from(birth.as_nanos()).ok()).unwrap_or(0);
        FileIdentity { machine: machine(), state: open.keeper.map(Keeper::name).unwrap_or_default(), inode, birth }
    }

    /// Whether both are on one device.
    fn is_beside(&self, other: &FileIdentity) -> bool {
        (&self.machine, &self.state) == (&other.machine, &other.state)
    }
}

/// Returns the system's id of this machine.
fn machine() -> String {
    let names = ["/etc/machine-id", "/var/lib/dbus/machine-id"];
    let id = names.into_iter().find_map(|name| fs::read_to_string(name).ok());
    id.map(|id| id.trim().chars().take(64).collect()).unwrap_or_default()
}

impl Standing {
    fn of(open: &OpenBook<'_>) -> Result<Standing, BookError> {
        let remembered = open.keeper.and_then(|keeper| keeper.remembered());
        let (here, in_book, moved) = (FileIdentity::of(open), open.devices_if_sound()?, Vec::new());
        let mut standing = Standing { here, in_book, remembered, moved };
        if let Some(keeper) =
            open.keeper.filter(|_| standing.remembered.is_none() && standing.of_this_device().is_none())
        {
            let elsewhere = keeper.writers();
            let is_remembered = |device: &&Device| elsewhere.contains(&device.writer);
            standing.moved = standing.in_book.iter().filter(is_remembered).cloned().collect();
        }
        Ok(standing)
    }

    /// Returns this device as the book records it.
    fn of_this_device(&self) -> Option<&Device> {
        self.in_book.iter().find(|device| device.here.is_beside(&self.here))
    }

    /// Lists the other devices that wrote in the book.
    fn others(&self) -> Vec<Device> {
        self.in_book.iter().filter(|device| !device.here.is_beside(&self.here)).cloned().collect()
    }

    /// Lists the writers that this book has been on this device, latest last.
    fn own(&self) -> Vec<Uuid> {
        let remembered = self.remembered.iter().map(|remembered| &remembered.device);
        let devices = remembered.chain(self.of_this_device()).chain(&self.moved);
        each_once(devices.flat_map(|device| device.earlier.iter().chain([&device.writer])))
    }

    /// Lists the lines that the book had before a restore removed them.
    fn removed(&self) -> Vec<LineRange> {
        let remembered = self.remembered.iter().map(|remembered| &remembered.device);
        each_once(remembered.chain(&self.in_book).flat_map(|device| &device.removed))
    }

    /// Returns the lines that this device wrote and the book lacks.
    fn lost(&self, open: &OpenBook<'_>) -> Result<Option<LineRange>, BookError> {
        let Some(remembered) = &self.remembered else { return Ok(None) };
        let writer = remembered.device.writer;
        // A book in which this device never wrote is another book.
        let is_own = |of: Uuid| of == writer || remembered.device.earlier.contains(&of);
        let is_other = !self.in_book.iter().any(|device| is_own(device.writer));
        let last = match open.last_line_of(writer)? {
            None if is_other => return Ok(None),
            last => last.map_or(0, |(last, _)| last),
        };
        let is_lost = last < remembered.number;
        Ok(is_lost.then_some(LineRange { writer, first: last + 1, last: remembered.number }))
    }

    /// Returns the device if its writer may continue, because all records agree.
    fn agreed(&self, open: &OpenBook<'_>) -> Result<Option<&Device>, BookError> {
        let Some(device) = self.of_this_device().filter(|device| device.here == self.here && !device.has_ended) else {
            return Ok(None);
        };
        let Some(remembered) = &self.remembered else { return Ok(Some(device)) };
        // A crash before the state is written leaves the book ahead of it.
        let agrees = remembered.device == *device
            && (remembered.number == 0 || open.hash_of_number(device.writer, remembered.number)? == remembered.hash());
        Ok(agrees.then_some(device))
    }
}

/// Keeps the first of equal items.
fn each_once<'a, T: Copy + PartialEq + 'a>(all: impl Iterator<Item = &'a T>) -> Vec<T> {
    all.fold(Vec::new(), |mut once, one| {
        once.extend((!once.contains(one)).then_some(*one));
        once
    })
}

impl OpenBook<'_> {
    /// Returns what the book and the state folder record about writers. It is cached until the book's record changes.
    fn standing(&self) -> Result<Rc<Standing>, BookError> {
        if let Some(standing) = &*self.standing.borrow() {
            return Ok(Rc::clone(standing));
        }
        let standing = Rc::new(Standing::of(self)?);
        self.standing.replace(Some(Rc::clone(&standing)));
        Ok(standing)
    }

    /// Returns the position of the next line that is written here: its writer, its number, and the line before. Each
    /// line that is appended there advances it. If the book is not where it was, a new writer begins.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub fn next_line(&self) -> Result<NextLine, BookError> {
        if let Some(writing) = &*self.writing.borrow() {
            return Ok(writing.next_line);
        }
        let standing = self.standing()?;
        let writing = match standing.agreed(self)? {
            Some(device) => {
                let last = self.last_line_of(device.writer)?;
                let (number, before) = last.map_or((1, None), |(number, hash)| (number + 1, Some(hash)));
                let next_line = NextLine { writer: device.writer, number, before };
                Writing { device: device.clone(), next_line, lost: None }
            }
            None => {
                let (lost, here) = (standing.lost(self)?, standing.here.clone());
                let writing = self.as_a_new_writer(here, standing.own(), standing.removed(), standing.others())?;
                Writing { lost, ..writing }
            }
        };
        let next_line = writing.next_line;
        self.writing.replace(Some(writing));
        Ok(next_line)
    }

    /// Begins a new writer whatever the book and the device remember, because the whole content of the book was
    /// replaced. `earlier` lists the writers of this device in the old content, and `had` its lines.
    ///
    /// # Errors
    /// The book cannot be read or written.
    pub(super) fn begin_new_writer(&self, earlier: Vec<Uuid>, had: Vec<LineRange>) -> Result<(), BookError> {
        let removed = lacking(had, self.runs()?.iter().map(LineRange::from));
        // The writers of other devices end too.
        let writing = self.as_a_new_writer(FileIdentity::of(self), earlier, removed, Vec::new())?;
        self.writing.replace(Some(writing));
        Ok(())
    }

    /// Lists the writers that this book has been on this device, latest last; none if the device keeps no state.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn own_writers(&self) -> Result<Vec<Uuid>, BookError> {
        if self.keeper.is_none() {
            return Ok(Vec::new());
        }
        if let Some(writing) = &*self.writing.borrow() {
            return Ok(writing.device.earlier.iter().copied().chain([writing.device.writer]).collect());
        }
        self.standing().map(|standing| standing.own())
    }

    /// Returns the writer that continues here, if all records agree.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn current_writer(&self) -> Result<Option<Uuid>, BookError> {
        let standing = self.standing()?;
        Ok(standing.agreed(self)?.map(|device| device.writer))
    }

    /// Lists the lines that this book once had on this device and lacks now: a restore removed them, or the disk lost
    /// them.
    ///
    /// # Errors
    /// The book cannot be read.
    pub(super) fn lines_gone(&self) -> Result<Vec<LineRange>, BookError> {
        let standing = self.standing()?;
        Ok(lacking(
            standing.removed().into_iter().chain(standing.lost(self)?),
            self.runs()?.iter().map(LineRange::from),
        ))
    }

    /// Returns the lines that this device wrote and the book lacks. A command that writes reads them from
    /// [`OpenBook::lost_before`].
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn lost(&self) -> Result<Option<LineRange>, BookError> {
        self.standing()?.lost(self)
    }

    /// Returns a notice of the lines that were lost when a new writer began in this transaction, if one did. No later
    /// notice names them, because the new writer has lost nothing.
    pub fn lost_before(&self) -> Option<Notice> {
        self.writing.borrow().as_ref().and_then(|writing| writing.lost).map(Notice::Lost)
    }

    fn as_a_new_writer(
        &self,
        here: FileIdentity,
        earlier: Vec<Uuid>,
        removed: Vec<LineRange>,
        mut devices: Vec<Device>,
    ) -> Result<Writing, BookError> {
        let device = Device { writer: Uuid::new_v4(), earlier, has_ended: false, removed, here };
        // A device that gets a new state folder each time counts as another device each time.
        const MOST: usize = 16;
        devices.drain(..devices.len().saturating_sub(MOST));
        devices.push(device.clone());
        self.put_devices(&devices)?;
        let next_line = NextLine { writer: device.writer, number: 1, before: None };
        Ok(Writing { device, next_line, lost: None })
    }

    /// Lists every device that wrote in the book, latest last.
    ///
    /// # Errors
    /// The book cannot be read, or the list is not what was written.
    pub(super) fn devices(&self) -> Result<Vec<Device>, BookError> {
        let row = self
            .one("SELECT state, hash FROM device", [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Hash>(1)?)))?;
        let Some((state, hash)) = row else { return Ok(Vec::new()) };
        let devices = serde_json::from_str(&state).ok().filter(|_| hash == hash_of(&state));
        devices.ok_or_else(|| self.damaged("the list of the writers was altered"))
    }

    /// Like [`OpenBook::devices`], but empty if the list is not what was written. New writers then begin.
    pub(super) fn devices_if_sound(&self) -> Result<Vec<Device>, BookError> {
        match self.devices() {
            Err(error) if error.is_damage() => Ok(Vec::new()),
            devices => devices,
        }
    }

    /// Records the devices that write in the book.
    pub(super) fn put_devices(&self, devices: &[Device]) -> Result<(), BookError> {
        let state = serde_json::to_string(devices).unwrap_or_default();
        let put = "INSERT OR REPLACE INTO device VALUES (1, ?1, ?2)";
        self.standing.take();
        self.run(put, params![state, hash_of(&state)]).map(drop)
    }

    /// Notes an appended line. A line that was written here advances the next line. A line from elsewhere ends its
    /// writer, if a device of this book writes as that writer. `devices` caches those devices.
    pub(super) fn notice_own(
        &self,
        hash: &Hash,
        change: &Change,
        devices: &mut Option<Vec<Device>>,
    ) -> Result<(), BookError> {
        let mut writing = self.writing.borrow_mut();
        if let Some(writing) = &mut *writing
            && (writing.next_line.writer, writing.next_line.number, writing.next_line.before)
                == (change.writer, change.number, change.before)
        {
            writing.next_line = NextLine { writer: change.writer, number: change.number + 1, before: Some(*hash) };
            return Ok(());
        }
        let devices = match devices {
            Some(devices) => devices,
            none => none.insert(self.devices_if_sound()?),
        };
        let ended = devices.iter_mut().find(|device| device.writer == change.writer && !device.has_ended);
        let Some(ended) = ended else { return Ok(()) };
        ended.has_ended = true;
        // The next line that is written here gets a new writer.
        writing.take_if(|writing| writing.next_line.writer == change.writer);
        self.put_devices(devices)
    }
}
