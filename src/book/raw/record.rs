//! The record format: a list of types, then the values.

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::book) enum Value<'a> {
    Null,
    Integer(i64),
    Real(f64),
    /// Bytes that should be text.
    Text(&'a [u8]),
    Blob(&'a [u8]),
}

/// More columns than any table has.
pub(super) const MOST_COLUMNS: usize = 100;

/// What the beginning of a record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Types {
    /// The type of each value, as it is written.
    pub(super) types: Vec<u64>,
    /// How long the list of types is.
    list: usize,
    /// How long the whole record is.
    pub(super) length: usize,
}

impl Types {
    /// Reads the types of the record that begins here, if it is `length` bytes long. All types must be here; the values may
    /// be elsewhere. The memory of `types` is used again.
    pub(super) fn read(bytes: &[u8], length: usize, mut types: Vec<u64>) -> Result<Types, Vec<u64>> {
        types.clear();
        let Some((list, mut at)) = varint(bytes) else { return Err(types) };
        let Ok(list) = usize::try_from(list) else { return Err(types) };
        if list > length || list > bytes.len() || at >= list || list > at + 9 * MOST_COLUMNS {
            return Err(types);
        }
        let mut sum = list;
        while at < list {
            match varint(&bytes[at..list]) {
                Some((kind, size)) if types.len() < MOST_COLUMNS && !matches!(kind, 10 | 11) => {
                    at += size;
                    sum = sum.saturating_add(size_of(kind));
                    types.push(kind);
                }
                _ => return Err(types),
            }
            if sum > length {
                return Err(types);
            }
        }
        if sum == length { Ok(Types { types, list, length }) } else { Err(types) }
    }

    /// The values of the record, all of which is here.
    pub(super) fn values<'a>(&self, record: &'a [u8]) -> Option<Vec<Value<'a>>> {
        let mut at = self.list;
        let value = |kind: &u64| {
            let bytes = record.get(at..at.checked_add(size_of(*kind))?)?;
            at += bytes.len();
            Some(value(*kind, bytes))
        };
        self.types.iter().map(value).collect()
    }
}

/// How many bytes a value of this type takes.
fn size_of(kind: u64) -> usize {
    match kind {
        0 | 8 | 9 => 0,
        1..=4 => usize::try_from(kind).unwrap_or(0),
        5 => 6,
        6 | 7 => 8,
        kind => usize::try_from(kind.saturating_sub(12) / 2).unwrap_or(usize::MAX),
    }
}

fn value(kind: u64, bytes: &[u8]) -> Value<'_> {
    // The first bit is the sign of all.
    let integer = || {
        let sign = if bytes.first().is_some_and(|byte| byte & 0x80 != 0) { -1_i64 } else { 0 };
        bytes.iter().fold(sign, |number, byte| number << 8 | i64::from(*byte))
    };
    match kind {
        0 => Value::Null,
        1..=6 => Value::Integer(integer()),
        7 => Value::Real(f64::from_bits(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))),
        8 => Value::Integer(0),
        9 => Value::Integer(1),
        kind if kind % 2 == 0 => Value::Blob(bytes),
        _ => Value::Text(bytes),
    }
}

/// A number of variable length, and how many bytes it takes.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0;
    for (at, byte) in bytes.iter().take(8).enumerate() {
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, at + 1));
        }
    }
    // The ninth byte has eight bits.
    bytes.get(8).map(|byte| (number << 8 | u64::from(*byte), 9))
}
