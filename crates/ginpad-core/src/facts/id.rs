//! How facts are named, and how names and hashes are written in a line.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// How many characters 16 bytes take in base64url.
const SHORT: usize = 22;

/// How many characters a hash takes.
const LONG: usize = 43;

/// The id of a fact: the name of its change, or the id of the imported game that it belongs to, and its place there.
///
/// In a line it is written as `NAME.PLACE`, as `NAME` for the first place, and as the bare number of the place if it
/// belongs to the same line, whose name is not known before it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FactId {
    /// The name of its change: the first 16 bytes of the hash of the line. For the facts of an imported game the id that
    /// was derived from the game's text.
    pub of: Uuid,
    /// Its place among the facts of the change, or of the imported game, counted from 0.
    pub place: u32,
}

impl FactId {
    /// The game that the line began, for facts that name none.
    pub(super) const GAME_OF_THE_LINE: FactId = FactId { of: Uuid::nil(), place: u32::MAX };

    /// The fact at a place of the line that is being written.
    pub(super) const fn own(place: u32) -> FactId {
        FactId { of: Uuid::nil(), place }
    }

    /// Whether it is a fact of the line that is being written.
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

impl fmt::Display for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            0 => write!(f, "{}", self.of),
            place => write!(f, "{}.{place}", self.of),
        }
    }
}

impl fmt::Debug for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for FactId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.is_own(), self.place) {
            (true, place) => serializer.serialize_u32(place),
            (false, 0) => short::serialize(&self.of, serializer),
            (false, place) => serializer.collect_str(&format_args!("{}.{place}", shortened(self.of))),
        }
    }
}

impl<'de> Deserialize<'de> for FactId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FactId, D::Error> {
        struct Written;
        impl Visitor<'_> for Written {
            type Value = FactId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a fact")
            }

            fn visit_u64<E: Error>(self, place: u64) -> Result<FactId, E> {
                let place = u32::try_from(place).ok().filter(|place| *place != u32::MAX);
                place.map(FactId::own).ok_or_else(|| E::custom("no line has as many facts"))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<FactId, E> {
                let (name, place) = text.split_once('.').unwrap_or((text, ""));
                let of = read_short(name).filter(|of| !of.is_nil());
                let place = match place {
                    "" if name.len() == text.len() => Some(0),
                    place if place.starts_with(|digit: char| digit.is_ascii_digit() && digit != '0') => {
                        place.parse().ok()
                    }
                    _ => None,
                };
                of.zip(place)
                    .map(|(of, place)| FactId { of, place })
                    .ok_or_else(|| E::custom("a fact is named in another way"))
            }
        }
        deserializer.deserialize_any(Written)
    }
}

/// 16 bytes in base64url.
pub fn shortened(id: Uuid) -> String {
    URL_SAFE_NO_PAD.encode(id.as_bytes())
}

fn read_short(text: &str) -> Option<Uuid> {
    let mut bytes = [0; 16];
    let read = (text.len() == SHORT).then(|| URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()).flatten()?;
    (read == bytes.len()).then_some(Uuid::from_bytes(bytes))
}

/// A hash in base64url.
pub fn hash_text(hash: &[u8; 32]) -> String {
    URL_SAFE_NO_PAD.encode(hash)
}

/// Reads a hash; `None` if the text is not one.
pub fn read_hash(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let read = (text.len() == LONG).then(|| URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()).flatten()?;
    (read == bytes.len()).then_some(bytes)
}

/// 16 bytes as a line has them.
pub(super) mod short {
    use super::*;

    pub(in crate::facts) fn serialize<S: Serializer>(id: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = [0; SHORT];
        let written = URL_SAFE_NO_PAD.encode_slice(id.as_bytes(), &mut text);
        debug_assert_eq!(written, Ok(SHORT));
        serializer.serialize_str(str::from_utf8(&text).unwrap_or_default())
    }

    pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Uuid, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        read_short(&text).ok_or_else(|| D::Error::custom("an id is not 22 characters of base64url"))
    }
}

/// A hash as a line has it.
pub(super) mod hash {
    use super::*;

    pub(in crate::facts) fn serialize<S: Serializer>(hash: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hash_text(hash))
    }

    pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        read_hash(&text).ok_or_else(|| D::Error::custom("a hash is not 43 characters of base64url"))
    }
}

/// Makes a module for a value that may be missing.
macro_rules! maybe {
    ($maybe:ident, $module:ident, $value:ty) => {
        pub(super) mod $maybe {
            use super::*;

            pub(in crate::facts) fn serialize<S: Serializer>(
                value: &Option<$value>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                match value {
                    Some(value) => $module::serialize(value, serializer),
                    None => serializer.serialize_none(),
                }
            }

            pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Option<$value>, D::Error> {
                $module::deserialize(deserializer).map(Some)
            }
        }
    };
}
maybe!(maybe_short, short, Uuid);
maybe!(maybe_hash, hash, [u8; 32]);
