//! Splits a JSON document into its items, in little memory, and knows the line of each.
//!
//! It only finds where a value ends. Whether the value is JSON is for whoever reads it.

use std::io::{self, BufRead, BufReader, Read};

/// How many bytes of text one item may take.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// A value that nobody wants to read is passed over up to this size. A longer one may have no end.
const MOST_SKIPPED: usize = 1024 * 1024 * 1024;

/// Why no item can be found.
#[derive(Debug)]
pub(super) enum Lost {
    /// The document cannot be read.
    Unreadable(io::Error),
    /// Something else than JSON stands there.
    NotJson,
    /// The document ends in the middle.
    CutOff,
    /// The item is too large.
    TooLarge,
}

/// The items of a document.
pub(super) struct Items<R> {
    source: BufReader<R>,
    /// The line that is being read, counted from 1.
    line: usize,
    /// The last item.
    item: Vec<u8>,
}

/// Where the scan of a value is.
#[derive(Default)]
struct Scan {
    /// How many lists and objects are open.
    depth: usize,
    in_text: bool,
    after_backslash: bool,
}

impl Scan {
    /// How many of these bytes belong to the value, and whether it ends there.
    fn take(&mut self, bytes: &[u8]) -> (usize, bool) {
        for (at, byte) in bytes.iter().enumerate() {
            if self.in_text {
                match byte {
                    _ if self.after_backslash => self.after_backslash = false,
                    b'\\' => self.after_backslash = true,
                    b'"' => {
                        self.in_text = false;
                        if self.depth == 0 {
                            return (at + 1, true);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_text = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' | b',' if self.depth == 0 => return (at, true),
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                byte if self.depth == 0 && byte.is_ascii_whitespace() => return (at, true),
                _ => {}
            }
        }
        (bytes.len(), false)
    }
}

impl<R: Read> Items<R> {
    pub(super) fn new(document: R) -> Items<R> {
        Items { source: BufReader::with_capacity(64 * 1024, document), line: 1, item: Vec::new() }
    }

    /// The line that is being read.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// The next byte that is not white space; `None` at the end.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, Lost> {
        loop {
            let bytes = self.source.fill_buf().map_err(Lost::Unreadable)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            let blank = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let next = bytes.get(blank).copied();
            self.line += lines(bytes.get(..blank).unwrap_or_default());
            self.source.consume(blank);
            if next.is_some() {
                return Ok(next);
            }
        }
    }

    /// Takes this byte, if it comes next.
    pub(super) fn takes(&mut self, byte: u8) -> Result<bool, Lost> {
        let is_next = self.peek()? == Some(byte);
        if is_next {
            self.source.consume(1);
        }
        Ok(is_next)
    }

    /// Takes this byte, which must come next.
    pub(super) fn expect(&mut self, byte: u8) -> Result<(), Lost> {
        if self.takes(byte)? { Ok(()) } else { Err(self.lost()?) }
    }

    /// Goes on in a list or an object that ends with this byte. Whether an item follows.
    pub(super) fn goes_on(&mut self, first: bool, end: u8) -> Result<bool, Lost> {
        if self.takes(end)? {
            return Ok(false);
        }
        if !first {
            self.expect(b',')?;
        }
        Ok(true)
    }

    /// Why what comes next cannot stand there.
    pub(super) fn lost(&mut self) -> Result<Lost, Lost> {
        Ok(if self.peek()?.is_some() { Lost::NotJson } else { Lost::CutOff })
    }

    /// The next value, with the line that it begins in.
    pub(super) fn item(&mut self) -> Result<(usize, &[u8]), Lost> {
        self.item.clear();
        let line = self.scan(true)?;
        Ok((line, &self.item))
    }

    /// Passes over the next value.
    pub(super) fn skip(&mut self) -> Result<(), Lost> {
        self.scan(false).map(drop)
    }

    fn scan(&mut self, is_kept: bool) -> Result<usize, Lost> {
        self.peek()?;
        let line = self.line;
        let most = if is_kept { MOST_BYTES } else { MOST_SKIPPED };
        let (mut scan, mut length) = (Scan::default(), 0);
        loop {
            let bytes = self.source.fill_buf().map_err(Lost::Unreadable)?;
            if bytes.is_empty() {
                return Err(Lost::CutOff);
            }
            let (taken, is_end) = scan.take(bytes);
            let these = bytes.get(..taken).unwrap_or_default();
            length += taken;
            self.line += lines(these);
            if length > most {
                self.line = line;
                return Err(Lost::TooLarge);
            }
            if is_kept {
                self.item.extend_from_slice(these);
            }
            self.source.consume(taken);
            if is_end {
                return if length == 0 { Err(Lost::NotJson) } else { Ok(line) };
            }
        }
    }
}

fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items of a list, each with its line.
    fn items(list: &str) -> Result<Vec<(usize, String)>, Lost> {
        let mut items = Items::new(list.as_bytes());
        items.expect(b'[')?;
        let mut found = Vec::new();
        while items.goes_on(found.is_empty(), b']')? {
            let (line, item) = items.item()?;
            found.push((line, String::from_utf8(item.to_vec()).unwrap()));
        }
        Ok(found)
    }

    #[test]
    fn items_end_where_they_end() {
        let found = items("[ 1,\n{\"a\":[\"]\\\"}\",{}]}\n, \"x,]\" ,[\n[]] ,true]").unwrap();
        let expected = [(1, "1"), (2, "{\"a\":[\"]\\\"}\",{}]}"), (3, "\"x,]\""), (3, "[\n[]]"), (4, "true")];
        assert_eq!(found, expected.map(|(line, item)| (line, item.to_string())));
        assert!(items("[]").unwrap().is_empty());
    }

    #[test]
    fn what_is_no_list_is_found_out() {
        assert!(matches!(items("[1 2]"), Err(Lost::NotJson)));
        assert!(matches!(items("[1,]"), Err(Lost::NotJson)));
        assert!(matches!(items("[1,{\"a\":2"), Err(Lost::CutOff)));
        assert!(matches!(items("[1"), Err(Lost::CutOff)));
        assert!(matches!(items(&format!("[\"{}\"]", "x".repeat(MOST_BYTES))), Err(Lost::TooLarge)));
    }
}
