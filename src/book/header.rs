//! The first hundred bytes of an SQLite database.

use uuid::Uuid;

/// The first bytes of every SQLite database.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The application id of a book: `ginp`.
pub(super) const APPLICATION_ID: i64 = 0x6769_6e70;

/// The first hundred bytes of an SQLite database, or fewer if the file is shorter. The format is at
/// <https://sqlite.org/fileformat2.html#the_database_header>.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header(pub(super) Vec<u8>);

impl Header {
    /// Its length, in bytes.
    pub(super) const LENGTH: usize = 100;

    /// Takes the header from the start of a file.
    pub(super) fn of(mut start: Vec<u8>) -> Header {
        start.truncate(Header::LENGTH);
        Header(start)
    }

    /// Whether it is complete.
    pub(super) fn is_whole(&self) -> bool {
        self.0.starts_with(MAGIC) && self.0.len() == Header::LENGTH
    }

    /// Whether it belongs to a book.
    pub(super) fn is_of_a_book(&self) -> bool {
        self.is_whole() && i64::from(self.number(68)) == APPLICATION_ID
    }

    /// Whether it is the header of a book, but with one bit flipped in the bytes that identify a book.
    pub(super) fn was_of_a_book(&self) -> bool {
        let differing = |bytes: Option<&[u8]>, right: &[u8]| -> u32 {
            bytes.map_or(u32::MAX, |bytes| bytes.iter().zip(right).map(|(one, other)| (one ^ other).count_ones()).sum())
        };
        let id = u32::try_from(APPLICATION_ID).unwrap_or(0).to_be_bytes();
        let bits = differing(self.0.get(..MAGIC.len()), MAGIC).saturating_add(differing(self.0.get(68..72), &id));
        bits == 1 && self.0.len() == Header::LENGTH
    }

    /// Whether the header of a book holds values that SQLite never writes. SQLite ignores most of them, but some would
    /// make it write over a page that is in use.
    pub(super) fn is_damaged(&self) -> bool {
        let versions = self.0.get(18..20);
        let keeps_file_whole = versions == Some(&[1, 1]) || versions == Some(&[2, 2]);
        let page = self.page_size();
        let pages_fit = page.is_power_of_two() && page >= 512 && self.0.get(21..24) == Some(&[64, 32, 32]);
        // The first free page, and the number of free pages.
        let free_pages_agree = (self.number(32) == 0) == (self.number(36) == 0);
        let words_agree = (1..=4).contains(&self.number(44)) && self.number(56) == 1;
        // Whether the file shrinks with every transaction, or step by step on request.
        let vacuums_agree = self.moves_pages() || self.number(64) == 0;
        let is_sound = keeps_file_whole && pages_fit && free_pages_agree && words_agree && vacuums_agree;
        !is_sound || self.schema() == 0
    }

    /// Whether SQLite moves pages to keep the file small. The second page then records the use of the others.
    pub(super) fn moves_pages(&self) -> bool {
        self.number(52) != 0
    }

    /// The number of the book's schema.
    pub(super) fn schema(&self) -> i64 {
        split(self.number(60)).0.into()
    }

    /// The size of a page, in bytes.
    pub(super) fn page_size(&self) -> u32 {
        // The largest size does not fit, and is written as 1.
        match self.number(14) & 0xffff {
            1 => 65536,
            size => size,
        }
    }

    /// The number of transactions that have changed the file.
    pub(super) fn changes(&self) -> u32 {
        self.number(24)
    }

    /// The number of pages in the file; `None` if a very old SQLite, which did not record it, wrote the file last.
    pub(super) fn pages(&self) -> Option<u32> {
        (self.changes() == self.number(92) && self.number(28) > 0).then(|| self.number(28))
    }

    /// Whether the book uses a write-ahead log.
    pub(super) fn has_write_ahead_log(&self) -> bool {
        self.0.get(18..20) != Some(&[1, 1])
    }

    /// The mark of the last transaction; 0 if there is none.
    ///
    /// Two copies of a book may agree in every other byte of their headers, so each of our transactions leaves a random
    /// mark beside the number of the schema. SQLite ignores both, and does not prepare statements again when they
    /// change.
    fn mark(&self) -> u32 {
        split(self.number(60)).1
    }

    /// Whether the book has a mark, by which its journal is recognised.
    pub(super) fn is_marked(&self) -> bool {
        is_mark(self.mark())
    }

    /// Whether an early version, from before the ledger, wrote the book. It put its mark where SQLite counts schema
    /// changes, and nothing where the mark is now. If both are set, a bit of the count was flipped.
    pub(super) fn is_of_early_version(&self) -> bool {
        const LEAST_MARK: u32 = 1 << 24;
        self.number(40) >= LEAST_MARK && !self.is_marked()
    }

    /// Whether the transaction under way changed the header `before` into this one.
    ///
    /// `nonce` belongs to the journal that holds `before`. A copy of the book that has made one more transaction by
    /// itself has another nonce.
    pub(super) fn follows(&self, before: &Header, nonce: u32) -> bool {
        let is_next = self.changes() == before.changes().wrapping_add(1) && self.changes() == self.number(92);
        // Another program may have written without a mark, and an upgrade changes the schema.
        let has_its_mark = next_to(self.mark(), before.mark()) && self.mark() >> OWN == own_bits(nonce)
            || self.mark() == before.mark()
            || self.schema() != before.schema()
            || !before.is_marked();
        before.is_of_a_book() && (self == before || is_next && has_its_mark)
    }

    fn number(&self, at: usize) -> u32 {
        big_endian(&self.0, at).unwrap_or(0)
    }
}

/// The number of a mark's own bits. Its other bits repeat those of the transaction before.
const OWN: u32 = 12;

/// Splits `user_version` into the number of the schema and the mark.
pub(super) const fn split(version: u32) -> (u32, u32) {
    (version & 0xff, version >> 8)
}

/// Joins the number of the schema and the mark into `user_version`.
pub(super) const fn joined(schema: u32, mark: u32) -> u32 {
    mark << 8 | schema & 0xff
}

/// The mark that a transaction found, and the one that it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks {
    pub(super) before: u32,
    pub(super) own: u32,
}

impl Marks {
    /// Whether the transaction was kept, given the book's mark now; `None` if the marks do not show it.
    pub(super) fn is_kept(self, now: u32) -> Option<bool> {
        let Marks { before, own } = self;
        match (next_to(now, own), next_to(now, before)) {
            _ if own == before => None,
            _ if now == own || now == before => Some(now == own),
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}

/// Whether this is a mark: its own bits are never all 0.
pub(super) const fn is_mark(mark: u32) -> bool {
    mark >> OWN > 0
}

/// Makes the mark for a transaction: random bits, and those of the transaction before. The random bits come from the
/// nonce of the journal, so that the journal shows to which transaction it belongs. Without a journal nobody needs to
/// know.
pub(super) fn mark_after(before: u32, nonce: Option<u32>) -> u32 {
    own_bits(nonce.unwrap_or_else(|| Uuid::new_v4().as_fields().0)) << OWN | before >> OWN
}

/// Makes the own bits of a mark.
fn own_bits(random: u32) -> u32 {
    ((random ^ random >> OWN ^ random >> (2 * OWN)) & ((1 << OWN) - 1)).max(1)
}

/// Whether a mark belongs to the transaction right after the one with the mark `before`.
pub(super) const fn next_to(mark: u32, before: u32) -> bool {
    mark & ((1 << OWN) - 1) == before >> OWN
}

/// Reads the big-endian number in the four bytes at this place.
pub(super) fn big_endian(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(four.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}
