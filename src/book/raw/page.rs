//! The rows on one page, also on one that is damaged or free.

use std::collections::BTreeSet;

use super::record::{Types, Value, varint};

/// The longest row that is read.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// What a row of a table looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::book) struct Shape {
    /// Whether the rows have numbers.
    pub(in crate::book) is_numbered: bool,
    /// The columns in their order, each with its type and whether it may be empty.
    pub(in crate::book) columns: Vec<(Class, bool)>,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::book) enum Class {
    /// The number of the row, which is not kept among the values.
    Number,
    Integer,
    Text,
    Blob,
    Any,
}

/// The shape of a table, from the declared types of its columns and whether they may be empty.
pub(in crate::book) fn shape_of(is_numbered: bool, columns: impl IntoIterator<Item = (String, bool, bool)>) -> Shape {
    let class = |(declared, may_be_empty, is_key): (String, bool, bool)| match declared.as_str() {
        "INTEGER" if is_key && is_numbered => (Class::Number, true),
        "INTEGER" => (Class::Integer, may_be_empty),
        "TEXT" => (Class::Text, may_be_empty),
        "BLOB" => (Class::Blob, may_be_empty),
        _ => (Class::Any, may_be_empty),
    };
    Shape { is_numbered, columns: columns.into_iter().map(class).collect() }
}

impl Shape {
    /// Whether a row with values of these types may be one of the table. Columns that were added later may be missing.
    fn fits(&self, types: &[u64]) -> bool {
        let fits = |((class, may_be_empty), kind): (&(Class, bool), &u64)| match (class, kind) {
            (Class::Number, kind) => *kind == 0,
            (_, 0) => *may_be_empty,
            (Class::Integer, kind) => matches!(kind, 1..=6 | 8 | 9),
            (Class::Text, kind) => *kind >= 12 && kind % 2 == 1,
            (Class::Blob, kind) => *kind >= 12 && kind % 2 == 0,
            (Class::Any, _) => true,
        };
        types.len() <= self.columns.len()
            && self.columns.iter().zip(types).all(fits)
            && self.columns.iter().skip(types.len()).all(|(_, may_be_empty)| *may_be_empty)
    }
}

/// A row that has the shape of some of the tables.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::book) struct RawRow<'a> {
    /// The tables that it may be of, by their places in the list of shapes.
    pub(in crate::book) tables: &'a [usize],
    /// Its number, if the rows of the table have numbers.
    pub(in crate::book) number: Option<i64>,
    pub(in crate::book) values: &'a [Value<'a>],
    /// Whether it belongs to what the file held when it was last whole. If not, it stands where nothing belongs, or where a
    /// transaction was at work that may never have been finished.
    pub(in crate::book) is_live: bool,
}

/// What a page says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Layout {
    /// Where its rows begin, if it is a page of a tree and makes sense.
    pub(super) cells: Option<BTreeSet<usize>>,
    /// Whether its rows have numbers. Those of tables do, apart from a few tables.
    pub(super) is_numbered: bool,
}

impl Layout {
    /// Reads what a page says of itself. The first page has the header of the file before that.
    pub(super) fn of(page: &[u8], is_first: bool) -> Layout {
        let from = if is_first { 100 } else { 0 };
        Layout { cells: cells(page, from), is_numbered: page.get(from) == Some(&13) }
    }

    /// The pages on which rows of this page go on, each with how many bytes.
    pub(super) fn continued(&self, page: &[u8], size: usize) -> Vec<(u32, usize)> {
        let from = |at: &usize| {
            let (length, width) = varint(page.get(*at..)?)?;
            let wide = if self.is_numbered { varint(page.get(at + width..)?)?.1 } else { 0 };
            let length = usize::try_from(length).ok().filter(|length| *length <= MOST_BYTES)?;
            let here = local(size, length, self.is_numbered);
            let next = page.get(at + width + wide + here..)?.first_chunk::<4>()?;
            (here < length).then(|| (u32::from_be_bytes(*next), length - here))
        };
        self.cells.iter().flatten().filter_map(from).collect()
    }
}

fn cells(page: &[u8], from: usize) -> Option<BTreeSet<usize>> {
    let two = |at: usize| Some(usize::from(u16::from_be_bytes([*page.get(at)?, *page.get(at + 1)?])));
    let kind = *page.get(from)?;
    let (list, before) = match kind {
        // A page of an index that leads to others has the number of a page before each row.
        2 => (from + 12, 4),
        5 => (from + 12, 0),
        10 | 13 => (from + 8, 0),
        _ => return None,
    };
    let count = two(from + 3)?;
    let content = match two(from + 5)? {
        0 => 65536,
        content => content,
    };
    if list + 2 * count > content || content > page.len() {
        return None;
    }
    let mut cells = BTreeSet::new();
    for number in 0..count {
        let at = two(list + 2 * number)?;
        if at < content || at >= page.len() {
            return None;
        }
        // The numbered rows of a page that leads to others are on those.
        if kind != 5 {
            cells.insert(at + before);
        }
    }
    Some(cells)
}

/// Reads the pages behind a row that does not fit on its own: at most this many bytes, from the page with this number.
pub(super) type Overflow<'o> = &'o mut dyn FnMut(u32, usize) -> Option<Vec<u8>>;

/// The rows that belong to what the file holds.
pub(super) struct Live {
    /// Where they begin.
    pub(super) places: BTreeSet<usize>,
    /// Whether they have numbers.
    pub(super) are_numbered: bool,
}

/// Shows every row on a page that has one of these shapes. Memory is used again from page to page.
pub(super) struct Reader<'s> {
    shapes: &'s [Shape],
    /// Those of SQLite's own tables. Their rows are not shown.
    own: [Shape; 2],
    /// For each number of values, which shapes may have it.
    types: Vec<u64>,
    fitting: Vec<usize>,
}

impl<'s> Reader<'s> {
    pub(super) fn new(shapes: &'s [Shape]) -> Reader<'s> {
        Reader { shapes, own: [schema(), statistics()], types: Vec::new(), fitting: Vec::new() }
    }

    /// Shows the rows of a page. The answer is how many of those were found that belong to what the file holds.
    pub(super) fn rows<E>(
        &mut self,
        page: &[u8],
        size: usize,
        live: &Live,
        overflow: Overflow<'_>,
        visit: &mut dyn FnMut(RawRow<'_>) -> Result<(), E>,
    ) -> Result<usize, E> {
        let mut found = 0;
        for at in 0..page.len() {
            let Some((length, width)) = varint(&page[at..]) else { continue };
            let Ok(length) = usize::try_from(length) else { continue };
            if !(2..=MOST_BYTES).contains(&length) {
                continue;
            }
            let is_live = live.places.contains(&at);
            let [plain, numbered] = [is_live && !live.are_numbered, is_live && live.are_numbered];
            let mut is_row = self.row(page, size, at + width, length, None, plain, overflow, visit)? && plain;
            if let Some((number, wide)) = page.get(at + width..).and_then(varint) {
                let number = i64::from_be_bytes(number.to_be_bytes());
                let number = Some(number);
                is_row |=
                    self.row(page, size, at + width + wide, length, number, numbered, overflow, visit)? && numbered;
            }
            found += usize::from(is_row);
        }
        Ok(found)
    }

    /// Shows the row whose record begins here, if it is one. The answer is whether it is.
    #[expect(
        clippy::too_many_arguments,
        reason = "it is the body of the loop above, for rows with and without numbers"
    )]
    fn row<E>(
        &mut self,
        page: &[u8],
        size: usize,
        at: usize,
        length: usize,
        number: Option<i64>,
        is_live: bool,
        overflow: Overflow<'_>,
        visit: &mut dyn FnMut(RawRow<'_>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Some(bytes) = page.get(at..) else { return Ok(false) };
        let types = match Types::read(bytes, length, std::mem::take(&mut self.types)) {
            Ok(types) => types,
            Err(memory) => {
                self.types = memory;
                return Ok(false);
            }
        };
        self.fitting.clear();
        let fits = |shape: &Shape| shape.is_numbered == number.is_some() && shape.fits(&types.types);
        self.fitting.extend(self.shapes.iter().enumerate().filter(|(_, shape)| fits(shape)).map(|(table, _)| table));
        let result = if self.fitting.is_empty() {
            // A row of a table of the user's own, or one of SQLite's.
            let is_like = |shape: &Shape| shape.is_numbered && shape.columns.len() == types.types.len();
            Ok(self.own.iter().any(fits) || !self.shapes.iter().any(is_like))
        } else {
            let far;
            let record = match local(size, length, number.is_some()) {
                here if here == length => bytes.get(..length),
                here => {
                    far = whole(bytes, here, length, overflow);
                    far.as_deref()
                }
            };
            match record.and_then(|record| types.values(record)) {
                Some(values) => {
                    visit(RawRow { tables: &self.fitting, number, values: &values, is_live }).map(|()| true)
                }
                None => Ok(false),
            }
        };
        self.types = types.types;
        result
    }
}

/// The rows of the table in which SQLite keeps the schema.
fn schema() -> Shape {
    let text = (Class::Text, false);
    Shape { is_numbered: true, columns: vec![text, text, text, (Class::Integer, false), (Class::Text, true)] }
}

/// The rows of the table in which SQLite keeps statistics.
fn statistics() -> Shape {
    Shape { is_numbered: true, columns: vec![(Class::Text, false), (Class::Text, true), (Class::Text, false)] }
}

/// A record of which only the beginning is here.
fn whole(bytes: &[u8], here: usize, length: usize, overflow: Overflow<'_>) -> Option<Vec<u8>> {
    let mut record = bytes.get(..here)?.to_vec();
    let next = bytes.get(here..here + 4)?;
    let rest = overflow(u32::from_be_bytes(next.try_into().ok()?), length - here)?;
    record.extend(rest);
    (record.len() == length).then_some(record)
}

/// How many bytes of a record are on its own page.
fn local(size: usize, length: usize, is_numbered: bool) -> usize {
    let most = if is_numbered { size - 35 } else { (size - 12) * 64 / 255 - 23 };
    if length <= most {
        return length;
    }
    let least = (size - 12) * 32 / 255 - 23;
    let fitting = least + (length - least) % (size - 4);
    if fitting <= most { fitting } else { least }
}
