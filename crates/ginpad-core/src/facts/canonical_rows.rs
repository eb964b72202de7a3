//! Canonical JSON of hands and changes, with their fields written in their order from the start.
//!
//! A long game is verified by the hashes of thousands of hands, and a book by those of nearly as many changes. This takes a
//! quarter of the time of [`Canonical`](super::canonical::Canonical), and writes the same.

use uuid::Uuid;

use super::canonical::{NotPlain, number, string};
use super::{Change, HandFact, HandResult};

/// Writes canonical JSON of hands and changes. Its memory serves again for the next one.
#[derive(Debug, Clone, Default)]
pub(super) struct RowWriter(Vec<u8>);

impl RowWriter {
    /// The canonical JSON of a hand.
    ///
    /// # Errors
    /// It holds something that this version does not know, or a number beyond 2^53.
    pub(super) fn hand(&mut self, hand: &HandFact) -> Result<&[u8], NotPlain> {
        let HandFact {
            id,
            change,
            game,
            number,
            inserted_before,
            replaces,
            dead,
            upcard,
            upcard_rank,
            note,
            played_at,
            played_offset,
            results,
            supersedes,
            unknown,
        } = hand;
        if !unknown.is_empty() {
            return Err(NotPlain);
        }
        let out = &mut self.0;
        out.clear();
        out.push(b'{');
        field_id(out, "\"change\":", Some(*change));
        field_text(out, "\"dead\":", dead.as_deref())?;
        field_id(out, "\"game\":", Some(*game));
        field_id(out, "\"id\":", Some(*id));
        field_id(out, "\"inserted_before\":", *inserted_before);
        out.extend_from_slice(b"\"kind\":\"hand\",");
        field_text(out, "\"note\":", note.as_deref())?;
        field_number(out, "\"number\":", Some(*number))?;
        field_number(out, "\"played_at\":", *played_at)?;
        field_number(out, "\"played_offset\":", *played_offset)?;
        field_id(out, "\"replaces\":", *replaces);
        out.extend_from_slice(b"\"results\":[");
        results.iter().try_for_each(|one| result(out, one))?;
        close(out, b']');
        if !supersedes.is_empty() {
            out.extend_from_slice(b"\"supersedes\":[");
            supersedes.iter().for_each(|version| field_id(out, "", Some(*version)));
            close(out, b']');
        }
        field_text(out, "\"upcard\":", upcard.as_deref())?;
        field_text(out, "\"upcard_rank\":", upcard_rank.as_deref())?;
        close(out, b'}');
        out.pop();
        Ok(out)
    }

    /// The canonical JSON of a change.
    ///
    /// # Errors
    /// It holds something that this version does not know, or a number beyond 2^53.
    pub(super) fn change(&mut self, change: &Change) -> Result<&[u8], NotPlain> {
        let Change { id, verb, device, sequence, made_at, made_offset, schema, facts, unknown } = change;
        if !unknown.is_empty() {
            return Err(NotPlain);
        }
        let out = &mut self.0;
        out.clear();
        out.push(b'{');
        field_id(out, "\"device\":", Some(*device));
        field_number(out, "\"facts\":", Some(i64::try_from(*facts).map_err(|_| NotPlain)?))?;
        field_id(out, "\"id\":", Some(*id));
        field_number(out, "\"made_at\":", Some(*made_at))?;
        field_number(out, "\"made_offset\":", Some(*made_offset))?;
        field_number(out, "\"schema\":", Some(*schema))?;
        field_number(out, "\"sequence\":", Some(*sequence))?;
        field_text(out, "\"verb\":", Some(verb))?;
        close(out, b'}');
        out.pop();
        Ok(out)
    }
}

fn result(out: &mut Vec<u8>, result: &HandResult) -> Result<(), NotPlain> {
    let HandResult { kind, side, place, own, own_sum, own_cards, other, other_sum, other_cards, points, unknown } =
        result;
    if !unknown.is_empty() {
        return Err(NotPlain);
    }
    let index = |index: usize| i64::try_from(index).map_err(|_| NotPlain);
    out.push(b'{');
    field_text(out, "\"kind\":", Some(kind))?;
    field_number(out, "\"other\":", *other)?;
    field_text(out, "\"other_cards\":", other_cards.as_deref())?;
    field_text(out, "\"other_sum\":", other_sum.as_deref())?;
    field_number(out, "\"own\":", *own)?;
    field_text(out, "\"own_cards\":", own_cards.as_deref())?;
    field_text(out, "\"own_sum\":", own_sum.as_deref())?;
    field_number(out, "\"place\":", place.map(index).transpose()?)?;
    field_number(out, "\"points\":", *points)?;
    field_number(out, "\"side\":", side.map(index).transpose()?)?;
    close(out, b'}');
    Ok(())
}

/// Ends a list or an object that a comma follows.
fn close(out: &mut Vec<u8>, with: u8) {
    match out.last_mut() {
        Some(comma) if *comma == b',' => *comma = with,
        _ => out.push(with),
    }
    out.push(b',');
}

fn field_id(out: &mut Vec<u8>, key: &str, id: Option<Uuid>) {
    let Some(id) = id else { return };
    out.extend_from_slice(key.as_bytes());
    out.push(b'"');
    out.extend_from_slice(id.hyphenated().encode_lower(&mut [0; 36]).as_bytes());
    out.extend_from_slice(b"\",");
}

fn field_text(out: &mut Vec<u8>, key: &str, text: Option<&str>) -> Result<(), NotPlain> {
    let Some(text) = text else { return Ok(()) };
    out.extend_from_slice(key.as_bytes());
    string(out, text)?;
    out.push(b',');
    Ok(())
}

fn field_number(out: &mut Vec<u8>, key: &str, value: Option<impl Into<i64>>) -> Result<(), NotPlain> {
    let Some(value) = value else { return Ok(()) };
    out.extend_from_slice(key.as_bytes());
    number(out, value.into())?;
    out.push(b',');
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::facts::Fact;

    /// A hand with the fields that these bits choose.
    fn hand(bits: u32) -> HandFact {
        let mut chosen = (0..32).map(|bit| bits >> bit & 1 == 1);
        let mut has = || chosen.next().unwrap_or_default();
        let id = Uuid::from_u128(0x19a_f3c4_0000_7000_8000_0000_0000_abcd);
        let text = |text: &str| Some(text.to_string());
        let mut result = || HandResult {
            kind: "knock".into(),
            side: has().then_some(1),
            place: has().then_some(0),
            own: has().then_some(4),
            own_sum: text("1+3").filter(|_| has()),
            own_cards: text("AS3D").filter(|_| has()),
            other: has().then_some(27),
            other_sum: text("20+7").filter(|_| has()),
            other_cards: text("KHKD").filter(|_| has()),
            points: has().then_some(100),
            unknown: Map::new(),
        };
        let results = vec![result(), result()];
        HandFact {
            id,
            change: Uuid::max(),
            game: Uuid::nil(),
            number: i64::from(bits) - 7,
            inserted_before: has().then_some(id),
            replaces: has().then_some(id),
            dead: text("stock").filter(|_| has()),
            upcard: text("7S").filter(|_| has()),
            upcard_rank: text("T").filter(|_| has()),
            note: text("\"took\" the\n\u{1}four \\ of Zoë").filter(|_| has()),
            played_at: has().then_some(-62_135_596_800_000),
            played_offset: has().then_some(-90),
            results: if has() { results } else { Vec::new() },
            supersedes: if has() { vec![id, Uuid::nil()] } else { Vec::new() },
            unknown: Map::new(),
        }
    }

    #[test]
    fn a_hand_is_written_as_the_library_writes_it() {
        let mut writer = RowWriter::default();
        // Each run of bits, and bits in no order.
        let runs = (0..32).flat_map(|from| (from..32).map(move |to| (u32::MAX >> (31 - to)) & (u32::MAX << from)));
        for bits in runs.chain((0..500_u32).map(|number| number.wrapping_mul(2_654_435_761))) {
            let hand = hand(bits);
            let library = serde_json_canonicalizer::to_vec(&Fact::Hand(hand.clone())).unwrap();
            assert_eq!(writer.hand(&hand), Ok(library.as_slice()), "{bits:b}");
        }
    }

    fn change(number: i64, verb: &str) -> Change {
        Change {
            id: Uuid::from_u128(number.unsigned_abs().into()),
            verb: verb.into(),
            device: Uuid::max(),
            sequence: number,
            made_at: -number,
            made_offset: -90,
            schema: 8,
            facts: 12,
            unknown: Map::new(),
        }
    }

    #[test]
    fn a_change_is_written_as_the_library_writes_it() {
        let mut writer = RowWriter::default();
        for (number, verb) in [(0, "log"), (1, "new"), (-7, "\"odd\" \u{1}"), ((1 << 53) - 1, "ä")] {
            let change = change(number, verb);
            let library = serde_json_canonicalizer::to_vec(&change).unwrap();
            assert_eq!(writer.change(&change), Ok(library.as_slice()), "{number}");
        }
        assert_eq!(writer.change(&change(1 << 53, "log")), Err(NotPlain));
        let unknown = [("mood".to_string(), json!("merry"))].into_iter().collect();
        assert_eq!(writer.change(&Change { unknown, ..change(1, "log") }), Err(NotPlain));
    }

    #[test]
    fn what_is_unknown_is_left_to_others() {
        let unknown: Map<_, _> = [("mood".to_string(), json!("merry"))].into_iter().collect();
        let mut writer = RowWriter::default();
        assert_eq!(writer.hand(&HandFact { unknown: unknown.clone(), ..hand(0) }), Err(NotPlain));
        let mut with_result = hand(u32::MAX);
        with_result.results[1].unknown = unknown;
        assert_eq!(writer.hand(&with_result), Err(NotPlain));
        assert_eq!(writer.hand(&HandFact { number: 1 << 53, ..hand(0) }), Err(NotPlain));
    }
}
