//! Texts and lists of any length. What does not fit in a little memory is in a file that the system removes.
//!
//! Nobody can write to a book while it is read, and whoever reads an answer may be slow. So a long answer is kept until the
//! book is closed, and printed afterwards.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, Write};
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

/// As much is kept in memory, in bytes.
const IN_MEMORY: usize = 256 * 1024;

/// So many items of a list are shown at a time.
const PAGE: usize = 1000;

/// A text of any length.
#[derive(Debug, Default)]
pub(crate) struct Spool {
    /// The beginning of what is too long for memory.
    file: Option<File>,
    /// The rest.
    rest: Vec<u8>,
}

/// A long answer cannot be kept.
#[derive(Debug)]
pub(crate) struct NotKept(pub(crate) io::Error);

impl Spool {
    /// Reads the text from its beginning.
    pub(crate) fn reader(&self) -> io::Result<impl Read> {
        let mut file: Box<dyn Read + '_> = Box::new(io::empty());
        if let Some(mut kept) = self.file.as_ref() {
            kept.rewind()?;
            file = Box::new(kept);
        }
        Ok(BufReader::new(file.chain(self.rest.as_slice())))
    }
}

impl From<String> for Spool {
    fn from(text: String) -> Spool {
        Spool { rest: text.into_bytes(), ..Spool::default() }
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        if self.rest.len() >= IN_MEMORY {
            let mut file = self.file.take().map_or_else(tempfile::tempfile, Ok)?;
            file.write_all(&self.rest)?;
            self.file = Some(file);
            self.rest.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A list of any length.
#[derive(Debug)]
pub(crate) struct LongList<T> {
    /// An item a line.
    lines: Spool,
    len: usize,
    items: PhantomData<fn() -> T>,
}

impl<T> Default for LongList<T> {
    fn default() -> LongList<T> {
        LongList { lines: Spool::default(), len: 0, items: PhantomData }
    }
}

impl<T: Serialize + DeserializeOwned> LongList<T> {
    /// Adds an item.
    ///
    /// # Errors
    /// There is no room for it.
    pub(crate) fn push(&mut self, item: &T) -> Result<(), NotKept> {
        self.len += 1;
        serde_json::to_writer(&mut self.lines, item).map_err(|error| NotKept(error.into()))
    }

    /// How many items it has.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The items in their order.
    ///
    /// # Errors
    /// They cannot be read again.
    pub(crate) fn iter(&self) -> io::Result<impl Iterator<Item = io::Result<T>>> {
        let items = serde_json::Deserializer::from_reader(self.lines.reader()?).into_iter();
        Ok(items.map(|item| item.map_err(io::Error::from)))
    }

    /// Shows the items to `visit`, a page at a time.
    ///
    /// # Errors
    /// They cannot be read again, and those of `visit`.
    pub(crate) fn in_pages(&self, mut visit: impl FnMut(&[T]) -> io::Result<()>) -> io::Result<()> {
        let mut items = self.iter()?.peekable();
        while items.peek().is_some() {
            let page: io::Result<Vec<T>> = items.by_ref().take(PAGE).collect();
            visit(&page?)?;
        }
        Ok(())
    }
}

/// Of each item, its document is written, without what else is kept with it.
impl<D: Serialize + DeserializeOwned, T: Serialize + DeserializeOwned> Serialize for LongList<(D, T)> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for item in self.iter().map_err(S::Error::custom)? {
            list.serialize_element(&item.map_err(S::Error::custom)?.0)?;
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_whole_in_memory_and_in_a_file() {
        for len in [0, 1, 999, 1000, 100_000] {
            let mut list = LongList::default();
            (0..len).for_each(|item: usize| list.push(&(format!("the item {item}"), ())).unwrap());
            assert_eq!(list.lines.file.is_some(), len == 100_000, "{len}");
            for _ in 0..2 {
                let mut items: Vec<String> = Vec::new();
                list.in_pages(|page| {
                    assert!(page.len() <= PAGE);
                    items.extend(page.iter().map(|(item, ())| item.clone()));
                    Ok(())
                })
                .unwrap();
                assert!(items.iter().enumerate().all(|(at, item)| *item == format!("the item {at}")));
                assert_eq!((items.len(), list.len()), (len, len));
                assert_eq!(serde_json::to_vec(&list).unwrap(), serde_json::to_vec(&items).unwrap());
            }
        }
    }
}
