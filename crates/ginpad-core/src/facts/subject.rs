//! The subjects of a line, by which stores find lines.

use super::FactId;
use crate::text::fold;

/// A subject that a line concerns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A game: its start, hands and settings, and hands moved to it or away from it.
    Game(FactId),
    /// A person: added, named, or joined with another.
    Person(FactId),
    /// What a line undoes or redoes: a change by its name, or a batch by its id.
    Undone(uuid::Uuid),
    /// The line's own batch.
    Batch(uuid::Uuid),
    /// A person seated in a game, paying or paid.
    Seats(FactId),
    /// A person seated in a game that the line starts without a date.
    Undated(FactId),
    /// A person whose name has this bare form.
    Called(String),
    /// Every line of one sort.
    List(List),
}

/// The complete lists, each with its byte in keys.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// People and their names.
    People = b'p',
    /// Joinings of people.
    Joinings = b'j',
    /// Declarations that a conflict needs no change.
    Keepings = b'k',
    /// Payments.
    Payments = b'm',
    /// Undos and redos.
    Undos = b'u',
    /// Games started in a book, not imported.
    Begun = b'b',
    /// Changes that date or remove a game. They decide whether and where it is listed.
    Relisted = b'r',
    /// Lost lines, and lines kept although another line of their writer has the same number.
    Gaps = b'g',
}

impl Subject {
    /// The people whose names have the same bare form.
    pub fn called(name: &str) -> Subject {
        Subject::Called(bare(name))
    }

    /// The game for which a store lists lines under this key.
    pub fn game_with_key(key: &[u8]) -> Option<FactId> {
        let (of, place) = key.strip_prefix(b"g")?.split_first_chunk::<16>()?;
        let place = match place {
            [] => 0,
            place => u32::from_be_bytes(place.try_into().ok()?),
        };
        Some(FactId { of: uuid::Uuid::from_bytes(*of), place })
    }

    /// The key under which a store lists lines: a byte for the sort, then the subject's own bytes.
    pub fn key(&self) -> Vec<u8> {
        let fact = |sort: &[u8], id: &FactId| match id.place {
            0 => [sort, id.of.as_bytes()].concat(),
            place => [sort, id.of.as_bytes(), &place.to_be_bytes()].concat(),
        };
        match self {
            Subject::Game(id) => fact(b"g", id),
            Subject::Person(id) => fact(b"p", id),
            Subject::Seats(id) => fact(b"s", id),
            Subject::Undated(id) => fact(b"w", id),
            Subject::Undone(of) => [b"u", of.as_bytes().as_slice()].concat(),
            Subject::Batch(batch) => [b"b", batch.as_bytes().as_slice()].concat(),
            Subject::Called(name) => [b"n", name.as_bytes()].concat(),
            Subject::List(list) => vec![b'l', *list as u8],
        }
    }
}

/// A name in lower case without the numbers that distinguish namesakes: `ann` for `Ann`, `ann` and `Ann (2)`. Only
/// people with the same bare form affect each other's numbers.
pub fn bare(name: &str) -> String {
    let folded = fold(name);
    let mut bare = folded.as_str();
    while let Some((name, number)) = bare.strip_suffix(')').and_then(|name| name.rsplit_once(" ("))
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        bare = name;
    }
    bare.to_string()
}
