//! What a line says something of: by this, lines are found.

use super::FactId;
use crate::text::fold;

/// What a line says something of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A game: its beginning, its hands and settings, and hands that were moved to it or away from it.
    Game(FactId),
    /// A person: added, named, or one with somebody else.
    Person(FactId),
    /// A change or a batch, by its name or id: taken back or restored.
    Undone(uuid::Uuid),
    /// A batch that it belongs to.
    Batch(uuid::Uuid),
    /// A person who is seated in a game, or pays or is paid.
    Seats(FactId),
    /// A person who is seated in a game that it begins without a start.
    Undated(FactId),
    /// A person with a name of this bare form.
    Called(String),
    /// Everything of one sort.
    List(List),
}

/// What is listed whole, by the byte that tells each list.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// People and their names.
    People = b'p',
    /// People who are one.
    Joinings = b'j',
    /// What is right as it is.
    Keepings = b'k',
    /// Payments.
    Payments = b'm',
    /// Undos and redos.
    Undos = b'u',
    /// Games that were begun in a book, and not taken in from elsewhere.
    Begun = b'b',
    /// Changes that date a game or take it out. They decide whether and where it is listed.
    Relisted = b'r',
    /// Lines that are lost for good, and lines that may stand beside others.
    Gaps = b'g',
}

impl Subject {
    /// The people with names like this one.
    pub fn called(name: &str) -> Subject {
        Subject::Called(bare(name))
    }

    /// The game whose lines are listed under this key.
    pub fn game_with_key(key: &[u8]) -> Option<FactId> {
        let (of, place) = key.strip_prefix(b"g")?.split_first_chunk::<16>()?;
        let place = match place {
            [] => 0,
            place => u32::from_be_bytes(place.try_into().ok()?),
        };
        Some(FactId { of: uuid::Uuid::from_bytes(*of), place })
    }

    /// The key under which a store lists lines: a byte that tells the sort, then what tells the one.
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

/// A name in one case, without the numbers that a shared name gets: `ann` for `Ann`, `ann` and `Ann (2)`. Only people
/// whose names have the same bare form decide which number each gets.
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
