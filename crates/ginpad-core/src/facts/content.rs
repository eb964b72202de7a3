//! The canonical content of facts and changes, and its hash.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The SHA-256 of the canonical JSON (RFC 8785) of a fact or a change. The JSON leaves out a field without a value, so
/// that a field added by a later version does not change the hashes in old books.
pub fn hash(content: &impl Serialize) -> [u8; 32] {
    // Only numbers beyond those of JSON have no canonical form. A fact of a later version may hold one; then the JSON is
    // hashed as it is, so that two facts never share a hash.
    let canonical =
        serde_json_canonicalizer::to_vec(content).or_else(|_| serde_json::to_vec(content)).unwrap_or_default();
    Sha256::digest(canonical).into()
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
