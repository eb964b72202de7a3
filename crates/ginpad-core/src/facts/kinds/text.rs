//! Writes and reads the values of a game in a line, each spelled as everywhere else.

use std::borrow::Cow;

use iso_currency::Currency;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Cards;
use crate::facts::id::NumberOrText;
use crate::{Amount, BySide, Count, Event, Note, Points, Side, Stakes, Title, Totals, Upcard};

/// Writes values of a type as text, and reads them back.
macro_rules! as_text {
    ($type:ty, $write:expr, $read:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(AsRef::<str>::as_ref(&$write(self)))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <Cow<'de, str>>::deserialize(deserializer)?;
                $read(&text).map_err(D::Error::custom)
            }
        }
    };
}

as_text!(Title, Title::as_str, Title::read);
as_text!(Event, Event::as_str, Event::read);
as_text!(Upcard, |upcard: &Upcard| upcard.code(), Upcard::read);
as_text!(Note, Note::as_str, Note::read);

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let side = usize::deserialize(deserializer)?;
        Side::from_index(side).ok_or_else(|| D::Error::custom("no game has a side with this number"))
    }
}

/// The totals of all sides.
impl<'de> Deserialize<'de> for BySide<Points> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySide<Points>, D::Error> {
        let totals = Vec::<i64>::deserialize(deserializer)?;
        if !(Side::TWO.len()..=Side::MOST).contains(&totals.len()) {
            return Err(D::Error::custom("totals are given for two to six sides"));
        }
        match totals.iter().all(|points| (0..=Totals::MOST).contains(points)) {
            true => Ok(BySide::from_fn(totals.len(), |side| Points(totals[side.index()]))),
            false => Err(D::Error::custom("a total is below 0 or too high")),
        }
    }
}

/// A count of deadwood: a number, or text for a sum or cards.
impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_number() {
            Some(number) => serializer.serialize_u32(number),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        deserializer.deserialize_any(NumberOrText {
            number: |number| u32::try_from(number).ok().and_then(Count::number),
            text: |text| match text.contains('+') {
                true => text.split('+').map(|part| part.parse().ok()).collect::<Option<_>>().and_then(Count::new),
                false => Cards::read(text).ok().and_then(Count::of_cards),
            },
            fault: "a count is too high, or neither a sum nor cards",
        })
    }
}

/// An amount of money: its minor units and its currency code.
impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.minor, self.currency.code()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        let (minor, code) = <(i64, Cow<'de, str>)>::deserialize(deserializer)?;
        let currency = Currency::from_code(&code).ok_or_else(|| D::Error::custom("no currency has such a code"))?;
        match Amount::MINOR.contains(&minor) {
            true => Ok(Amount { minor, currency }),
            false => Err(D::Error::custom("an amount of money is 0 or less, or too high")),
        }
    }
}

/// The stakes of a game: an amount each for a point, the game and a line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStakes {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    point: Option<Amount>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<Amount>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<Amount>,
}

impl Serialize for Stakes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenStakes { point: self.point(), game: self.game(), line: self.line() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Stakes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stakes, D::Error> {
        let WrittenStakes { point, game, line } = WrittenStakes::deserialize(deserializer)?;
        Stakes::new(point, game, line).map_err(D::Error::custom)
    }
}
