//! Canonical JSON (RFC 8785) of what this version writes, without a tree in between.
//!
//! A book is verified by hash each time a game is read, so this is quick: it writes only whole numbers, flags, strings,
//! lists and objects whose keys are plain words. [`super::hash`] leaves everything else to a library.

mod serializer;

use serde::ser::{self, Serialize};

/// The largest whole number that JSON can tell from its neighbours.
const MOST: u64 = (1 << 53) - 1;

/// Writes canonical JSON. Its memory serves again for the next content.
#[derive(Debug, Clone, Default)]
pub(super) struct Canonical {
    out: Vec<u8>,
    /// The fields of the objects that are being written.
    fields: Vec<Field>,
    /// Where fields are put in order.
    ordered: Vec<u8>,
}

/// A field of an object: `"key":value,` from `start` to `end`, the key from after `start` to before `key_end`.
#[derive(Debug, Clone, Copy)]
struct Field {
    start: usize,
    key_end: usize,
    end: usize,
}

/// The content has no quick canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this content needs the library for canonical JSON")]
pub(super) struct NotPlain;

impl ser::Error for NotPlain {
    fn custom<T: std::fmt::Display>(_: T) -> NotPlain {
        NotPlain
    }
}

type Written = Result<(), NotPlain>;

impl Canonical {
    /// The canonical JSON of a content.
    ///
    /// # Errors
    /// It holds something that is not written here: a fraction, a number beyond 2^53, or a key that is not a plain word.
    pub(super) fn write(&mut self, content: &impl Serialize) -> Result<&[u8], NotPlain> {
        self.out.clear();
        self.fields.clear();
        content.serialize(&mut *self)?;
        Ok(&self.out)
    }

    fn word(&mut self, word: &str) -> Written {
        self.out.extend_from_slice(word.as_bytes());
        Ok(())
    }

    fn unsigned(&mut self, value: u64) -> Written {
        number(&mut self.out, i64::try_from(value).map_err(|_| NotPlain)?)
    }
}

/// Writes a whole number.
pub(super) fn number(out: &mut Vec<u8>, number: i64) -> Written {
    if number.unsigned_abs() > MOST {
        return Err(NotPlain);
    }
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    Ok(())
}

/// Writes text. RFC 8785 escapes what serde_json escapes, in the same way.
pub(super) fn string(out: &mut Vec<u8>, text: &str) -> Written {
    if text.bytes().fold(false, |found, byte| found | (byte < b' ') | (byte == b'"') | (byte == b'\\')) {
        return serde_json::to_writer(out, text).map_err(|_| NotPlain);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
    Ok(())
}

/// An object whose fields are being written.
pub(super) struct Object<'a> {
    to: &'a mut Canonical,
    /// How many fields of other objects come before its own.
    before: usize,
    /// The key that was just written, without a value yet.
    key: Option<(usize, usize)>,
}

impl Object<'_> {
    fn key(&mut self, key: &(impl Serialize + ?Sized)) -> Written {
        let start = self.to.out.len();
        key.serialize(&mut *self.to)?;
        let key_end = self.to.out.len().saturating_sub(1);
        let word = self.to.out.get(start + 1..key_end).ok_or(NotPlain)?;
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' ' | b'.');
        if self.to.out.get(start) != Some(&b'"') || !word.iter().all(is_plain) {
            return Err(NotPlain);
        }
        self.to.out.push(b':');
        self.key = Some((start, key_end));
        Ok(())
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Written {
        let (start, key_end) = self.key.take().ok_or(NotPlain)?;
        value.serialize(&mut *self.to)?;
        self.to.out.push(b',');
        let end = self.to.out.len();
        self.to.fields.push(Field { start, key_end, end });
        Ok(())
    }

    /// Puts the fields in the order of their keys.
    fn finish(self) -> Written {
        let Canonical { out, fields, ordered } = self.to;
        let own = fields.get_mut(self.before..).unwrap_or_default();
        let key = |field: &Field| out.get(field.start + 1..field.key_end).unwrap_or_default();
        if !own.is_sorted_by(|one, next| key(one) < key(next)) {
            let begun = own.first().map_or(0, |field| field.start);
            own.sort_unstable_by(|one, other| key(one).cmp(key(other)));
            if !own.is_sorted_by(|one, next| key(one) < key(next)) {
                return Err(NotPlain);
            }
            ordered.clear();
            own.iter().for_each(|field| ordered.extend_from_slice(&out[field.start..field.end]));
            out.truncate(begun);
            out.extend_from_slice(ordered);
        }
        let is_empty = fields.len() == self.before;
        fields.truncate(self.before);
        match out.last_mut() {
            Some(comma) if !is_empty => *comma = b'}',
            _ => out.push(b'}'),
        }
        Ok(())
    }
}

/// A list whose items are being written.
pub(super) struct List<'a> {
    to: &'a mut Canonical,
    is_empty: bool,
}

impl List<'_> {
    fn item(&mut self, item: &(impl Serialize + ?Sized)) -> Written {
        self.is_empty = false;
        item.serialize(&mut *self.to)?;
        self.to.out.push(b',');
        Ok(())
    }

    fn finish(self) -> Written {
        match self.to.out.last_mut() {
            Some(comma) if !self.is_empty => *comma = b']',
            _ => self.to.out.push(b']'),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;

    fn same(content: &Value) -> bool {
        let library = serde_json_canonicalizer::to_vec(content).unwrap();
        Canonical::default().write(content).is_ok_and(|written| written == library)
    }

    #[test]
    fn what_has_no_quick_form_is_left_to_the_library() {
        let mut canonical = Canonical::default();
        for content in [json!(1.5), json!(1_u64 << 53), json!(-(1_i64 << 53)), json!({ "é": 1 }), json!({ "a\"": 1 })]
        {
            assert_eq!(canonical.write(&content), Err(NotPlain), "{content}");
        }
        for content in [
            json!({}),
            json!([]),
            json!({ "b": {}, "a": [], "aa": null, "a_b": [[], {}] }),
            json!([(1_u64 << 53) - 1, 1 - (1_i64 << 53), true, "a\u{1}\n\"\\é\u{7f}\u{2028}"]),
        ] {
            assert!(same(&content), "{content}");
        }
    }

    fn content() -> impl Strategy<Value = Value> {
        let plain = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        plain.prop_recursive(4, 60, 8, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                proptest::collection::vec(("[a-z_]{0,3}", inner), 0..8)
                    .prop_map(|fields| Value::from(fields.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_quick_way_writes_what_the_library_writes(content in content()) {
            prop_assert!(same(&content), "{content}");
        }
    }
}
