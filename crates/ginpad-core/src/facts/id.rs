//! The ids of facts, and the spelling of names and hashes in a line.

use std::fmt::{self, Formatter};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use super::Hash;

/// The id of a fact: the name of its change or the id of its imported game, and its place there.
///
/// A line writes it as `NAME.PLACE`, and as `NAME` for the first place. For a fact of the same line, whose name is not
/// known yet, it writes only the number of the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FactId {
    /// The name of its change: the first 16 bytes of the hash of the line. For a fact of an imported game, the id
    /// derived from the game's text.
    pub of: Uuid,
    /// Its place among the facts of the change, or of the imported game, counted from 0.
    pub place: u32,
}

impl FactId {
    /// The game that the line starts, for facts that name no game.
    pub(super) const GAME_OF_THE_LINE: FactId = FactId { of: Uuid::nil(), place: u32::MAX };

    /// The fact at a place of the line being written.
    pub(super) const fn own(place: u32) -> FactId {
        FactId { of: Uuid::nil(), place }
    }

    /// Whether it is a fact of the line being written.
    pub(super) const fn is_own(self) -> bool {
        self.of.is_nil()
    }

    pub(super) const fn game_of_the_line() -> FactId {
        FactId::GAME_OF_THE_LINE
    }

    pub(super) fn is_game_of_the_line(&self) -> bool {
        *self == FactId::GAME_OF_THE_LINE
    }
}

impl Serialize for FactId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.is_own() {
            true => serializer.serialize_u32(self.place),
            false => serializer.serialize_str(&named(*self)),
        }
    }
}

impl<'de> Deserialize<'de> for FactId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FactId, D::Error> {
        deserializer.deserialize_any(NumberOrText {
            number: |place| u32::try_from(place).ok().filter(|at| *at != u32::MAX).map(FactId::own),
            text: read_named,
            fault: "a fact is named in another way",
        })
    }
}

/// Reads a value that a line writes as a number or as text. Nothing is copied, and no error is made before both fail.
pub(super) struct NumberOrText<T> {
    pub(super) number: fn(u64) -> Option<T>,
    pub(super) text: fn(&str) -> Option<T>,
    /// The fault of any other number or text.
    pub(super) fault: &'static str,
}

impl<T> Visitor<'_> for NumberOrText<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number or text")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        (self.number)(number).ok_or_else(|| E::custom(self.fault))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.text)(text).ok_or_else(|| E::custom(self.fault))
    }
}

/// Writes the id of a fact as a line names it.
pub fn named(id: FactId) -> String {
    if id.place == 0 { shortened(id.of) } else { format!("{}.{}", shortened(id.of), id.place) }
}

/// Reads the id of a fact as a line names it; `None` if the text is not one.
pub fn read_named(text: &str) -> Option<FactId> {
    let (name, place) = match text.split_once('.') {
        None => (text, Some(0)),
        Some((name, place)) if place.starts_with(['+', '0']) => (name, None),
        Some((name, place)) => (name, place.parse().ok()),
    };
    let of = decoded(name).filter(|of: &Uuid| !of.is_nil());
    of.zip(place).map(|(of, place)| FactId { of, place })
}

/// 16 bytes in base64url.
pub fn shortened(id: Uuid) -> String {
    URL_SAFE_NO_PAD.encode(id.as_bytes())
}

/// A hash in base64url.
pub fn hash_text(hash: &Hash) -> String {
    URL_SAFE_NO_PAD.encode(hash)
}

/// Reads a hash; `None` if the text is not one.
pub fn read_hash(text: &str) -> Option<Hash> {
    decoded(text)
}

fn decoded<T: Bytes>(text: &str) -> Option<T> {
    let mut bytes = [0; 32];
    let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
    T::of(&bytes[..length])
}

/// Values written as bytes: an id, a hash, or an optional one.
pub(crate) trait Bytes: Sized {
    fn bytes(&self) -> Option<&[u8]>;

    /// `None` for the wrong number of bytes.
    fn of(bytes: &[u8]) -> Option<Self>;
}

impl Bytes for Uuid {
    fn bytes(&self) -> Option<&[u8]> {
        Some(self.as_bytes())
    }

    fn of(bytes: &[u8]) -> Option<Uuid> {
        Uuid::from_slice(bytes).ok()
    }
}

impl Bytes for Hash {
    fn bytes(&self) -> Option<&[u8]> {
        Some(self)
    }

    fn of(bytes: &[u8]) -> Option<Hash> {
        bytes.try_into().ok()
    }
}

impl<T: Bytes> Bytes for Option<T> {
    fn bytes(&self) -> Option<&[u8]> {
        self.as_ref()?.bytes()
    }

    fn of(bytes: &[u8]) -> Option<Option<T>> {
        T::of(bytes).map(Some)
    }
}

/// Bytes in a line: in base64url.
pub(crate) mod base64url {
    use super::*;

    pub(crate) fn serialize<T: Bytes, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&URL_SAFE_NO_PAD.encode(value.bytes().unwrap_or_default()))
    }

    pub(crate) fn deserialize<'de, T: Bytes, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let fault = "an id or a hash has another length, or is not base64url";
        deserializer.deserialize_str(NumberOrText { number: |_| None, text: decoded, fault })
    }
}
