//! Values of the game as a line has them: each in its own spelling, as it is printed and read everywhere else.

/// Makes a module for `serde(with)` that writes a value as text and reads it again.
macro_rules! as_text {
    ($module:ident, $type:ty, $write:expr, $read:expr) => {
        pub(super) mod $module {
            use serde::de::Error as _;
            use serde::{Deserialize, Deserializer, Serializer};

            pub(in crate::facts) fn serialize<S: Serializer>(
                value: &Option<$type>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                match value {
                    Some(value) => serializer.serialize_str(AsRef::<str>::as_ref(&$write(value))),
                    None => serializer.serialize_none(),
                }
            }

            pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Option<$type>, D::Error> {
                let text = <Option<std::borrow::Cow<'de, str>>>::deserialize(deserializer)?;
                let read = |text: std::borrow::Cow<'de, str>| $read(&text).map_err(D::Error::custom);
                text.map(read).transpose()
            }
        }
    };
}

as_text!(
    title,
    crate::label::Title,
    |title: &'_ crate::label::Title| title.as_str().to_string(),
    crate::label::Title::read
);
as_text!(
    event,
    crate::label::Event,
    |event: &'_ crate::label::Event| event.as_str().to_string(),
    crate::label::Event::read
);
as_text!(cards, crate::cards::Cards, |cards: &crate::cards::Cards| cards.word(), crate::cards::Cards::read);
as_text!(upcard, crate::hand::Upcard, |upcard: &crate::hand::Upcard| upcard.code(), crate::hand::Upcard::read);
as_text!(note, crate::hand::Note, |note: &'_ crate::hand::Note| note.as_str().to_string(), |text: &str| {
    crate::hand::Note::read(text)
        .map_err(|fault| fault.to_string())
        .and_then(|note| note.ok_or_else(|| "a note is empty".to_string()))
});

/// A count of deadwood: a number, or text for a sum and for cards.
pub(super) mod count {
    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};
    use std::fmt;

    use crate::cards::Cards;
    use crate::hand::Count;

    pub(in crate::facts) fn serialize<S: Serializer>(count: &Count, serializer: S) -> Result<S::Ok, S::Error> {
        match count.cards().is_none() && count.sum().is_none() {
            true => serializer.serialize_u32(count.total()),
            false => serializer.collect_str(count),
        }
    }

    pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        struct Written;
        impl Visitor<'_> for Written {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a count of deadwood")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Count, E> {
                let count = u32::try_from(number).ok().and_then(Count::number);
                count.ok_or_else(|| E::custom("a count is too high"))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Count, E> {
                let count = match text.contains('+') {
                    true => text.split('+').map(|part| part.parse().ok()).collect::<Option<_>>().and_then(Count::new),
                    false => Cards::read(text).ok().and_then(Count::of_cards),
                };
                count.ok_or_else(|| E::custom("a count is neither a sum nor cards"))
            }
        }
        deserializer.deserialize_any(Written)
    }
}

/// What a game is played for: an amount for each of a point, the game and a line, as minor units and the currency's code.
pub(super) mod stakes {
    use iso_currency::Currency;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::money::{Amount, Stakes};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Written<'a> {
        #[serde(default, skip_serializing_if = "Option::is_none", borrow)]
        point: Option<Money<'a>>,
        #[serde(default, skip_serializing_if = "Option::is_none", borrow)]
        game: Option<Money<'a>>,
        #[serde(default, skip_serializing_if = "Option::is_none", borrow)]
        line: Option<Money<'a>>,
    }

    /// Minor units, and the code of the currency.
    #[derive(Serialize, Deserialize)]
    pub(in crate::facts) struct Money<'a>(i64, #[serde(borrow)] std::borrow::Cow<'a, str>);

    impl Money<'_> {
        pub(in crate::facts) fn of(amount: Amount) -> Money<'static> {
            Money(amount.minor, amount.currency.code().into())
        }

        pub(in crate::facts) fn amount(&self) -> Result<Amount, &'static str> {
            let currency = Currency::from_code(&self.1).ok_or("no currency has such a code")?;
            match Amount::MINOR.contains(&self.0) {
                true => Ok(Amount { minor: self.0, currency }),
                false => Err("an amount of money is 0 or less, or too high"),
            }
        }
    }

    pub(in crate::facts) fn serialize<S: Serializer>(stakes: &Stakes, serializer: S) -> Result<S::Ok, S::Error> {
        let [point, game, line] = [stakes.point(), stakes.game(), stakes.line()].map(|amount| amount.map(Money::of));
        Written { point, game, line }.serialize(serializer)
    }

    pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Stakes, D::Error> {
        let Written { point, game, line } = Written::deserialize(deserializer)?;
        let amount = |money: Option<Money<'_>>| money.map(|money| money.amount()).transpose().map_err(D::Error::custom);
        Stakes::new(amount(point)?, amount(game)?, amount(line)?).map_err(D::Error::custom)
    }
}

/// One amount of money, as the stakes have theirs.
pub(super) mod amount {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::stakes::Money;
    use crate::money::Amount;

    pub(in crate::facts) fn serialize<S: Serializer>(amount: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
        Money::of(*amount).serialize(serializer)
    }

    pub(in crate::facts) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        Money::deserialize(deserializer)?.amount().map_err(D::Error::custom)
    }
}
