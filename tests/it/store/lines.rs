//! Lines for tests, written by hand.

use ginpad_core::facts::{Hash, Line, NextLine, hash_text, shortened};
use uuid::Uuid;

/// A writer for tests.
pub(crate) struct Hand {
    pub(crate) place: NextLine,
    ids: u128,
}

impl Hand {
    /// A writer known by a number.
    pub(crate) fn of(writer: u128) -> Hand {
        Hand { place: NextLine { writer: Uuid::from_u128(writer), number: 1, before: None }, ids: writer << 40 }
    }

    /// One that goes on from a place.
    pub(crate) fn at(place: NextLine) -> Hand {
        Hand { place, ids: u128::from(place.number) << 20 | place.writer.as_u128() >> 88 << 40 }
    }

    /// Another copy of this writer, which goes its own way.
    pub(crate) fn copied(&self) -> Hand {
        Hand { place: self.place, ids: self.ids + (1 << 20) }
    }

    /// The next line, with these facts.
    pub(crate) fn says(&mut self, facts: &str) -> Line {
        self.ids += 1;
        self.says_as(uuid_v7(self.ids), facts)
    }

    /// The next line, with an id.
    pub(crate) fn says_as(&mut self, id: Uuid, facts: &str) -> Line {
        let line = line(&self.place, id, facts);
        self.place.number += 1;
        self.place.before = Some(*line.hash());
        line
    }

    /// The next line, with a person.
    pub(crate) fn adds(&mut self, name: &str) -> Line {
        self.says(&format!(r#"[{{"player":{{"name":"{name}"}}}}]"#))
    }

    /// The next line, with a hand of a game.
    pub(crate) fn logs(&mut self, game: &str, number: u32) -> Line {
        self.says(&format!(r#"[{{"hand":{{"game":"{game}","number":{number},"knock":[0,4,27]}}}}]"#))
    }
}

pub(crate) fn uuid_v7(number: u128) -> Uuid {
    Uuid::from_u128(number & !(0xf << 76) & !(0x3 << 62) | 7 << 76 | 2 << 62)
}

fn line(place: &NextLine, id: Uuid, facts: &str) -> Line {
    let (id, writer, number) = (shortened(id), shortened(place.writer), place.number);
    let before = place.before.as_ref().map(|hash: &Hash| format!(r#""before":"{}","#, hash_text(hash)));
    let before = before.unwrap_or_default();
    let text = format!(
        r#"{{"ginpad":1,"id":"{id}","writer":"{writer}","number":{number},{before}"at":[1750000000000,120],"verb":"log","facts":{facts}}}"#
    );
    Line::new(text).unwrap()
}

/// A line that is no change.
pub(crate) fn senseless() -> Line {
    Line::new(r#"{"ginpad":1}"#.into()).unwrap()
}
