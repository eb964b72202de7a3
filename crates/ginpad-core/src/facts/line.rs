//! A line: one change, as the bytes that are stored, hashed and passed on.

use sha2::{Digest, Sha256};
use thiserror::Error;
use unicode_normalization::is_nfc;
use uuid::Uuid;

/// The SHA-256 of a line.
pub type Hash = [u8; 32];

/// One change as written: a JSON object, never altered, and its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    text: String,
    hash: Hash,
}

/// Why bytes are not a valid line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineFault {
    /// It is too long.
    #[error("the line is longer than 4 MiB")]
    Long,
    /// It holds a line break.
    #[error("the line holds a line break")]
    Broken,
    /// It is not normalised text.
    #[error("the line is not in Unicode's form NFC")]
    Unnormal,
    /// It does not match its hash.
    #[error("the line does not match its hash")]
    Altered,
    /// It is not a change.
    #[error("the line is not a change: {0}")]
    Senseless(String),
}

impl Line {
    /// The most bytes in a line.
    pub const MOST: usize = 4 << 20;

    /// Makes a line from this text.
    ///
    /// # Errors
    /// The text is too long, holds a line break, or is not in NFC.
    pub fn new(text: String) -> Result<Line, LineFault> {
        match text.as_str() {
            long if long.len() > Line::MOST => Err(LineFault::Long),
            broken if broken.contains(['\n', '\r']) => Err(LineFault::Broken),
            other if !other.is_ascii() && !is_nfc(other) => Err(LineFault::Unnormal),
            _ => Ok(Line { hash: hash_of(&text), text }),
        }
    }

    /// Makes a line from a text and its hash.
    ///
    /// # Errors
    /// The text is not a line, or does not match the hash.
    pub fn verified(text: String, hash: &Hash) -> Result<Line, LineFault> {
        let line = Line::new(text)?;
        if line.hash == *hash { Ok(line) } else { Err(LineFault::Altered) }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its hash, which identifies it.
    pub const fn hash(&self) -> &Hash {
        &self.hash
    }

    /// The name that other lines use for its change.
    pub fn name(&self) -> Uuid {
        name_of(&self.hash)
    }
}

/// The SHA-256 of a text.
pub fn hash_of(text: &str) -> Hash {
    Sha256::digest(text).into()
}

/// The name of the change whose line has this hash: the first 16 bytes.
pub fn name_of(hash: &Hash) -> Uuid {
    let mut name = [0; 16];
    name.copy_from_slice(&hash[..16]);
    Uuid::from_bytes(name)
}
