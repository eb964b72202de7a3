//! One item of a document: a change, a fact or a number, read strictly.
//!
//! What ginpad writes itself is read in a short way. Whatever that does not understand is read field by field, which also
//! finds what is wrong with it.

use std::borrow::Cow;
use std::fmt;

use ginpad_core::facts::{Change, Fact, HandFact, HandResult, Hasher};
use ginpad_core::hand::Outcome;
use ginpad_core::text::harmless;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::once_each::{OnceEach, TWICE};
use super::{Entry, Hash, NumberedGame};

/// How much of a wrong value is shown.
const SHOWN: usize = 40;

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Change,
    Fact,
    Number,
}

/// What is wrong with an item.
pub(super) struct ItemFault {
    /// How many lines after its first, as far as that is known.
    pub(super) lines: usize,
    pub(super) what: String,
}

/// Reads items. Its memory serves again for the next one.
#[derive(Default)]
pub(super) struct EntryReader(Hasher);

impl EntryReader {
    /// Reads an item. `name` is what a fault calls it, like `fact 12`.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub(super) fn read(&mut self, kind: Kind, text: &[u8], name: &dyn fmt::Display) -> Result<Entry, ItemFault> {
        let short = match kind {
            Kind::Change => self.plain_change(text),
            Kind::Fact => self.plain_hand(text),
            Kind::Number => None,
        };
        if let Some(entry) = short {
            return Ok(entry);
        }
        let OnceEach(content) = serde_json::from_slice(text).map_err(|error: serde_json::Error| {
            let what = not_an_item(&error, name);
            ItemFault { lines: error.line().saturating_sub(1), what }
        })?;
        self.known(kind, content, name).map_err(|what| ItemFault { lines: 0, what })
    }

    /// Reads the fields of an item.
    fn known(&mut self, kind: Kind, mut content: Map<String, Value>, name: &dyn fmt::Display) -> Result<Entry, String> {
        if kind == Kind::Number {
            let number: NumberedGame = understood(content, name, &[], of_fields)?;
            return Ok(Entry::Number(number));
        }
        let Some(Value::String(said)) = content.shift_remove("hash") else { return Err(format!("{name} has no hash")) };
        if kind == Kind::Change {
            let change: Change = understood(content, name, &[("id", is_id)], of_fields)?;
            let hash = self.0.change(&change);
            return match unhex(&said) == Some(hash) {
                true => Ok(Entry::Change(change, hash)),
                false => Err(unmatched("change", change.id)),
            };
        }
        let is_later =
            content.get("kind").and_then(Value::as_str).is_some_and(|kind| Fact::LATER_KINDS.contains(&kind));
        let as_it_is = if is_later { content.clone() } else { Map::new() };
        let fact = understood(
            content,
            name,
            &[("kind", Value::is_string), ("id", is_id), ("change", is_id)],
            Fact::of_content,
        );
        let hash = fact.as_ref().ok().map(|fact| self.0.content(fact)).filter(|hash| unhex(&said) == Some(*hash));
        if let (Ok(fact), Some(hash)) = (&fact, hash) {
            return Ok(Entry::Fact(Box::new(fact.clone()), hash));
        }
        // A version that does not know the kind keeps a fact of it as it is, and so does every other.
        if is_later && let Ok(unread) = Fact::unread(as_it_is) {
            let hash = self.0.content(&unread);
            if unhex(&said) == Some(hash) {
                return Ok(Entry::Fact(Box::new(unread), hash));
            }
        }
        fact.and_then(|fact| Err(unmatched(fact.kind(), fact.id())))
    }

    /// A change as ginpad writes it, if its hash is right.
    fn plain_change(&mut self, text: &[u8]) -> Option<Entry> {
        let plain: PlainChange<'_> = serde_json::from_slice(text).ok()?;
        let PlainChange { id, verb, device, sequence, made_at, made_offset, schema, facts, hash } = plain;
        let (verb, unknown) = (verb.into_owned(), Map::new());
        let change = Change { id, verb, device, sequence, made_at, made_offset, schema, facts, unknown };
        let found = self.0.change(&change);
        (unhex(&hash)? == found).then_some(Entry::Change(change, found))
    }

    /// A hand as ginpad writes it, if its hash is right.
    fn plain_hand(&mut self, text: &[u8]) -> Option<Entry> {
        if !text.starts_with(br#"{"kind":"hand","#) {
            return None;
        }
        let plain: PlainHand<'_> = serde_json::from_slice(text).ok()?;
        if plain.upcard_rank.as_deref().is_some_and(|rank| !HandFact::is_upcard_rank(plain.upcard.as_deref(), rank)) {
            return None;
        }
        let said = unhex(&plain.hash)?;
        let hand = plain.hand();
        let hash = self.0.hand(&hand);
        (said == hash).then(|| Entry::Fact(Box::new(Fact::Hand(hand)), hash))
    }
}

fn of_fields<T: DeserializeOwned>(content: Map<String, Value>) -> serde_json::Result<T> {
    serde_json::from_value(Value::Object(content))
}

fn unmatched(kind: &str, id: Uuid) -> String {
    format!("{} {id} does not match its hash", harmless(kind))
}

fn is_id(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.parse::<Uuid>().is_ok())
}

/// A field that every item of some kind has, and what its value must be.
type Needed<'n> = (&'n str, fn(&Value) -> bool);

/// Reads the fields of an item.
fn understood<T>(
    content: Map<String, Value>,
    name: &dyn fmt::Display,
    needed: &[Needed<'_>],
    read: impl Fn(Map<String, Value>) -> serde_json::Result<T>,
) -> Result<T, String> {
    let cannot = |field: &str, value: &Value| {
        let value = harmless(&value.to_string());
        let shown: String = value.chars().take(SHOWN).collect();
        let more = if shown.len() < value.len() { "…" } else { "" };
        format!("the `{}` of {name} cannot be {shown}{more}", harmless(field))
    };
    for (field, is_right) in needed {
        match content.get(*field) {
            None => return Err(format!("{name} has no `{field}`")),
            Some(value) if is_right(value) => {}
            Some(wrong) => return Err(cannot(field, wrong)),
        }
    }
    let error = match read(content.clone()) {
        Ok(item) => return Ok(item),
        Err(error) => error.to_string(),
    };
    let missing = error.split_once("missing field `").map(|(_, field)| field.trim_end_matches('`'));
    if let Some(missing) = missing.filter(|field| !content.contains_key(*field)) {
        return Err(format!("{name} has no `{missing}`"));
    }
    // The field at fault is the one without which the error is another.
    let wrong =
        content.iter().filter(|(field, _)| !needed.iter().any(|(known, _)| known == field)).find(|(field, _)| {
            let mut others = content.clone();
            others.shift_remove(*field);
            read(others).map_or_else(|other| other.to_string(), |_| String::new()) != error
        });
    Err(match wrong {
        Some((field, value)) => cannot(field, value),
        None => format!("{name} is not what a book holds"),
    })
}

/// Why a text is no object in which each field is there once.
fn not_an_item(error: &serde_json::Error, name: &dyn fmt::Display) -> String {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
    match text.strip_prefix(TWICE) {
        Some(field) => format!("{name} has the field `{}` twice", harmless(field)),
        None if text == "recursion limit exceeded" => format!("{name} is nested too deeply"),
        None if error.is_data() => format!("{name} is not an object"),
        None => format!("{name} is not JSON"),
    }
}

/// The bytes that are written like this, in lower case.
fn unhex(text: &str) -> Option<Hash> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let mut hash = [0; 32];
    if pairs.len() != hash.len() || !rest.is_empty() {
        return None;
    }
    for (byte, [high, low]) in hash.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(hash)
}

/// A change with the fields that ginpad writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainChange<'a> {
    id: Uuid,
    #[serde(borrow)]
    verb: Cow<'a, str>,
    device: Uuid,
    sequence: i64,
    made_at: i64,
    made_offset: i32,
    schema: i64,
    facts: usize,
    #[serde(borrow)]
    hash: Cow<'a, str>,
}

/// A hand with the fields that ginpad writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainHand<'a> {
    #[serde(rename = "kind", borrow)]
    _kind: Cow<'a, str>,
    id: Uuid,
    change: Uuid,
    game: Uuid,
    number: i64,
    #[serde(default)]
    inserted_before: Option<Uuid>,
    #[serde(default)]
    replaces: Option<Uuid>,
    #[serde(default)]
    dead: Option<String>,
    #[serde(default)]
    upcard: Option<String>,
    #[serde(default)]
    upcard_rank: Option<String>,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    played_at: Option<i64>,
    #[serde(default)]
    played_offset: Option<i32>,
    #[serde(borrow)]
    results: Vec<PlainResult<'a>>,
    #[serde(default)]
    supersedes: Vec<Uuid>,
    #[serde(borrow)]
    hash: Cow<'a, str>,
}

/// A result with the fields that ginpad writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainResult<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(default)]
    side: Option<usize>,
    #[serde(default)]
    place: Option<usize>,
    #[serde(default)]
    own: Option<u32>,
    #[serde(default)]
    own_sum: Option<String>,
    #[serde(default)]
    own_cards: Option<String>,
    #[serde(default)]
    other: Option<u32>,
    #[serde(default)]
    other_sum: Option<String>,
    #[serde(default)]
    other_cards: Option<String>,
    #[serde(default)]
    points: Option<u32>,
}

impl PlainHand<'_> {
    fn hand(self) -> HandFact {
        HandFact {
            id: self.id,
            change: self.change,
            game: self.game,
            number: self.number,
            inserted_before: self.inserted_before,
            replaces: self.replaces,
            dead: self.dead,
            upcard: self.upcard,
            upcard_rank: self.upcard_rank,
            note: self.note,
            played_at: self.played_at,
            played_offset: self.played_offset,
            results: self.results.into_iter().map(PlainResult::result).collect(),
            supersedes: self.supersedes,
            unknown: Map::new(),
        }
    }
}

impl PlainResult<'_> {
    fn result(self) -> HandResult {
        HandResult {
            kind: Outcome::from_word(&self.kind)
                .map_or_else(|| self.kind.into_owned().into(), |outcome| outcome.word().into()),
            side: self.side,
            place: self.place,
            own: self.own,
            own_sum: self.own_sum,
            own_cards: self.own_cards,
            other: self.other,
            other_sum: self.other_sum,
            other_cards: self.other_cards,
            points: self.points,
            unknown: Map::new(),
        }
    }
}
