//! The canonical content of facts and changes, and its hash.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::canonical::Canonical;
use super::canonical_rows::RowWriter;
use super::fact::{OfKind, Tagged};
use super::{Change, HandFact};

/// Hashes facts and changes. Its memory serves again for the next one.
#[derive(Debug, Clone, Default)]
pub struct Hasher {
    canonical: Canonical,
    rows: RowWriter,
}

impl Hasher {
    /// The hash of a fact of a known kind: what [`hash`] gives for the [`Fact`](super::Fact).
    pub fn fact<T: OfKind>(&mut self, content: &T) -> [u8; 32] {
        self.content(&Tagged { kind: T::KIND, content })
    }

    /// The hash of a hand, which is the kind of nearly every fact of a game.
    pub fn hand(&mut self, hand: &HandFact) -> [u8; 32] {
        match self.rows.hand(hand) {
            Ok(canonical) => Sha256::digest(canonical).into(),
            Err(_) => self.fact(hand),
        }
    }

    /// The hash of a change. A book has nearly as many as hands.
    pub fn change(&mut self, change: &Change) -> [u8; 32] {
        match self.rows.change(change) {
            Ok(canonical) => Sha256::digest(canonical).into(),
            Err(_) => self.content(change),
        }
    }

    /// The hash of a fact or a change, as [`hash`] gives it.
    pub fn content(&mut self, content: &impl Serialize) -> [u8; 32] {
        match self.canonical.write(content) {
            Ok(canonical) => Sha256::digest(canonical).into(),
            Err(_) => Sha256::digest(by_the_library(content)).into(),
        }
    }
}

/// The SHA-256 of the canonical JSON (RFC 8785) of a fact or a change. The JSON leaves out a field without a value, so
/// that a field added by a later version does not change the hashes in old books.
pub fn hash(content: &impl Serialize) -> [u8; 32] {
    Hasher::default().content(content)
}

/// The canonical JSON of any content. Only numbers beyond those of JSON have no canonical form. A fact of a later
/// version may hold one; then the JSON is hashed as it is, so that two facts never share a hash.
fn by_the_library(content: &impl Serialize) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(content).or_else(|_| serde_json::to_vec(content)).unwrap_or_default()
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).collect()
}
