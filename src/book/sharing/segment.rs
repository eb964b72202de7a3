//! The files of a shared folder: their names, and whether one is what its name says.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::super::document::{self, DocumentFault, Entry};
use super::super::look;
use ginpad_core::facts::hex;

/// How many bytes of a digest are in a name.
const DIGEST: usize = 16;

/// How many digits a number has in a name.
const DIGITS: usize = 8;

/// The highest number.
pub(super) const LAST: u32 = 99_999_999;

/// A segment that is larger was not written by ginpad.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// How every document ends.
const END: &[u8] = b"}\n";

/// A segment: who wrote it, its number among those of its device, and what it holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::book) struct Segment {
    pub(in crate::book) device: Uuid,
    pub(in crate::book) number: u32,
    /// The beginning of the SHA-256 of its file.
    pub(in crate::book) digest: [u8; DIGEST],
}

impl Segment {
    /// The segment with this content.
    pub(super) fn of(device: Uuid, number: u32, content: &Sha256) -> Segment {
        Segment { device, number, digest: start_of(content) }
    }

    /// The segment whose file has this name.
    pub(super) fn named(device: Uuid, name: &str) -> Option<Segment> {
        let (number, digest) = name.strip_suffix(".json")?.split_once('-')?;
        let (number, digest) = (number.parse().ok()?, bytes(digest)?);
        let segment = Segment { device, number, digest };
        (segment.number > 0 && segment.number <= LAST && segment.name() == name).then_some(segment)
    }

    /// The name of its file.
    pub(super) fn name(&self) -> String {
        format!("{:0DIGITS$}-{}.json", self.number, hex(&self.digest))
    }

    /// Its file in a shared folder.
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        folder.join(self.device.to_string()).join(self.name())
    }
}

fn bytes(digits: &str) -> Option<[u8; DIGEST]> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
    bytes?.try_into().ok()
}

fn start_of(content: &Sha256) -> [u8; DIGEST] {
    let (digest, mut start) = (content.clone().finalize(), [0; DIGEST]);
    start.iter_mut().zip(digest).for_each(|(into, byte)| *into = byte);
    start
}

/// Whether the file of a segment is what its name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is, and this version can read it.
    Whole,
    /// Only a part of it is there.
    Unfinished,
    /// A later version wrote it.
    Newer,
    /// It is not what was written.
    Damaged(&'static str),
}

/// Looks whether a segment is what its name says.
pub(super) fn judge(folder: &Path, segment: &Segment) -> io::Result<Verdict> {
    let (file, length) = opened(folder, segment)?;
    if length > MOST_BYTES {
        return Ok(Verdict::Damaged("it is larger than any that ginpad writes"));
    }
    let mut reader = Digesting::new(file.take(MOST_BYTES + 1));
    io::copy(&mut reader, &mut io::sink())?;
    Ok(match reader.is(segment) {
        true if reader.is_newer() => Verdict::Newer,
        true => Verdict::Whole,
        // What is copied in order lacks its end.
        false if reader.last != END => Verdict::Unfinished,
        false => Verdict::Damaged("it is not what was written"),
    })
}

/// Reads the entries of a segment to its end, and says whether the file was what its name says. If it was not, somebody was
/// writing in it, and nothing that was read of it counts, nor any fault.
pub(super) fn read(
    folder: &Path,
    segment: &Segment,
    each: impl FnMut(Entry) -> Result<(), DocumentFault>,
) -> Result<bool, DocumentFault> {
    let (file, _) = opened(folder, segment)?;
    let mut reader = Digesting::new(file.take(MOST_BYTES + 1));
    let read = document::read(&mut reader, each);
    if let Err(fault @ (DocumentFault::Book(_) | DocumentFault::Io(_))) = read {
        return Err(fault);
    }
    io::copy(&mut reader, &mut io::sink())?;
    if reader.is(segment) { read.map(|()| true) } else { Ok(false) }
}

/// Opens the file of a segment, which must be a regular one.
fn opened(folder: &Path, segment: &Segment) -> io::Result<(File, u64)> {
    let file = look::open(&segment.path(folder))?;
    let there = file.metadata()?;
    if there.is_file() { Ok((file, there.len())) } else { Err(io::Error::other("it is not a regular file")) }
}

/// A file whose digest is made while it is read.
struct Digesting<R> {
    from: R,
    content: Sha256,
    /// The first bytes.
    head: Vec<u8>,
    /// The last bytes.
    last: [u8; END.len()],
}

impl<R: Read> Digesting<R> {
    /// How much of the beginning is kept.
    const HEAD: usize = 64;

    fn new(from: R) -> Digesting<R> {
        Digesting { from, content: Sha256::new(), head: Vec::new(), last: [0; END.len()] }
    }

    /// Whether all that was read is this segment.
    fn is(&self, segment: &Segment) -> bool {
        start_of(&self.content) == segment.digest
    }

    /// Whether it begins like a document of another version.
    fn is_newer(&self) -> bool {
        let head = String::from_utf8_lossy(&self.head);
        let schema = head.split('"').nth(3).unwrap_or_default();
        let (family, _) = document::SCHEMA.rsplit_once('/').unwrap_or_default();
        schema != document::SCHEMA && schema.starts_with(family)
    }
}

impl<R: Read> Read for Digesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        let bytes = buffer.get(..read).unwrap_or_default();
        self.content.update(bytes);
        let lacks = Self::HEAD.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(lacks));
        for byte in bytes.get(read.saturating_sub(END.len())..).unwrap_or_default() {
            self.last.rotate_left(1);
            if let Some(last) = self.last.last_mut() {
                *last = *byte;
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_number_and_the_digest() {
        let segment = Segment { device: Uuid::from_u128(7), number: 12, digest: [0xa5; DIGEST] };
        let name = segment.name();
        assert_eq!(name, "00000012-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.json");
        assert_eq!(Segment::named(segment.device, &name), Some(segment.clone()));
        for other in [
            "00000012.json",
            "00000000-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.json",
            "12-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.json",
            "00000012-A5A5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.json",
            "+0000012-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.json",
            "00000012-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.json",
            "00000012-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5ä.json",
            "00000012-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5 (1).json",
            "00000012-a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.json.partial",
        ] {
            assert_eq!(Segment::named(segment.device, other), None, "{other}");
        }
    }

    #[test]
    fn the_end_of_what_is_read_is_kept_however_it_is_read() {
        let mut reader = Digesting::new(&b"{\"schema\": \"ginpad/book/2\"}\n"[..]);
        let mut one = [0; 1];
        while reader.read(&mut one).unwrap() > 0 {}
        assert_eq!(reader.last, END);
        assert!(reader.is_newer());
    }
}
