//! Whole books as documents: what `export --json` writes and `import` takes in.

use ginpad::book::{DocumentFault, Pad, SCHEMA, TakenIn, look_through};
use ginpad_core::facts::{Change, Fact};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Everything that a book holds.
pub(crate) fn exported(pad: &Pad<'_>) -> Value {
    let mut document = Vec::new();
    pad.export(&mut document).unwrap();
    serde_json::from_slice(&document).unwrap()
}

/// Takes in a document.
pub(crate) fn take_in(pad: &Pad<'_>, document: &Value) -> Result<TakenIn, DocumentFault> {
    let text = document.to_string();
    pad.take_in(look_through(text.as_bytes())?)
}

/// The content with its hash.
pub(crate) fn hashed(mut content: Value) -> Value {
    content.as_object_mut().unwrap().shift_remove("hash");
    let hash = Sha256::digest(serde_json_canonicalizer::to_vec(&content).unwrap());
    content["hash"] = hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    content
}

/// A document of these changes and facts. `seed` decides their order.
pub(crate) fn document(changes: &[Change], facts: &[Fact], seed: u64) -> Value {
    let key = |id: Uuid| id.as_u128().wrapping_mul(u128::from(seed) << 1 | 1);
    let (mut changes, mut facts) = (changes.to_vec(), facts.to_vec());
    changes.sort_by_key(|change| key(change.id));
    facts.sort_by_key(|fact| key(fact.id()));
    let changes: Vec<Value> = changes.iter().map(|change| hashed(json!(change))).collect();
    let facts: Vec<Value> = facts.iter().map(|fact| hashed(json!(fact))).collect();
    json!({ "schema": SCHEMA, "changes": changes, "facts": facts })
}
