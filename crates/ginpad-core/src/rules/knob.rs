//! Every knob: its name, its place in the rules, its values and its meaning.
//!
//! This is the only list of knobs. Rule files, overrides, JSON, the book and the docs all use it.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::choice::{
    Credit, DeadDeal, DealerRule, Format, LineTiming, Oklahoma, Shutout, ShutoutDoubling, ShutoutWhen, SpadesDouble,
    SweepBonus, Table, UndercutTie, UpcardFrom,
};
use super::value::KnobType;
use super::value::Value;
use crate::cards::{Ace, KnockDiscard, KnockMelds};
use crate::{Boxes, Points};

macro_rules! knobs {
    ($($knob:ident $($field:ident: $held:ty,)? $name:literal $values:expr, $meaning:literal;)+) => {
        /// A house rule that a table can turn, in the order of the rules page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Knob {
            $(#[doc = $meaning] $knob),+
        }

        impl Knob {
            /// Every knob, in the order of the rules page.
            pub const ALL: &'static [Knob] = &[$(Knob::$knob),+];

            /// Its name, the same everywhere.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Knob::$knob => $name),+
                }
            }

            /// Its purpose, in a player's words.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Knob::$knob => $meaning),+
                }
            }

            /// Its possible values.
            pub const fn values(self) -> Values {
                match self {
                    $(Knob::$knob => $values),+
                }
            }

            /// The meaning of a word of this knob; `None` if the word needs no explanation.
            pub fn word_meaning(self, word: &str) -> Option<Cow<'static, str>> {
                match self {
                    $($(Knob::$knob => <$held>::word_meaning(word),)?)+
                    Knob::Columns => None,
                }
            }
        }

        /// The rules that score a game: every knob has a value, and no two contradict each other. The knobs of other
        /// formats are blank.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct Rules {
            $($(#[doc = $meaning] pub $field: $held,)?)+
        }

        impl Rules {
            /// The rules before any knob is turned.
            pub(super) fn blank() -> Rules {
                Rules { $($($field: <$held>::BLANK,)?)+ }
            }

            /// The value of a knob; `None` if the format does not have it.
            pub fn value(&self, knob: Knob) -> Option<Value> {
                let has_it = knob.format().is_none_or(|format| format == self.format);
                has_it.then(|| match knob {
                    $($(Knob::$knob => self.$field.written(),)?)+
                    Knob::Columns => self.multipliers.len().written(),
                })
            }

            /// Sets a knob. The knob must take the value. The multipliers set the number of columns.
            pub(super) fn set(&mut self, knob: Knob, value: &Value) {
                match knob {
                    $($(Knob::$knob => self.$field = <$held>::of(value).unwrap_or(self.$field.clone()),)?)+
                    Knob::Columns => {}
                }
            }
        }
    };
}

/// The range of every bonus, in points.
const BONUS: RangeInclusive<i64> = 0..=1000;
/// The range of a count that closes a column.
const COUNT: RangeInclusive<i64> = 0..=1000;
/// The range of every target, in points.
const TARGET: RangeInclusive<i64> = 1..=100_000;
/// The range of the extra boxes.
const EXTRA_BOXES: RangeInclusive<i64> = 0..=10;

knobs! {
    KnockLimit knock_limit: u8, "knock_limit" Values::Number(0..=10), "the most deadwood a player may knock with; 0 is straight gin";
    Oklahoma oklahoma: Oklahoma, "oklahoma" Values::Word(Oklahoma::WORDS), "whether the first upcard lowers the knock limit";
    SpadesDouble spades_double: SpadesDouble, "spades_double" Values::Word(SpadesDouble::WORDS), "what a spade upcard doubles";
    GinBonus gin_bonus: Points, "gin_bonus" Values::Number(BONUS), "points for gin, on top of the defender's deadwood";
    BigGinBonus big_gin_bonus: Option<Points>, "big_gin_bonus" Values::NumberOrWord(BONUS, &["off"]), "points for big gin instead of the gin bonus, on top of the deadwood; off if it is not played";
    UndercutBonus undercut_bonus: Points, "undercut_bonus" Values::Number(BONUS), "points for an undercut, on top of the difference";
    UndercutTie undercut_tie: UndercutTie, "undercut_tie" Values::Word(UndercutTie::WORDS), "who wins the hand when both have the same deadwood";
    KnockBonus knock_bonus: Points, "knock_bonus" Values::Number(BONUS), "points for a knock that wins, on top of the difference";
    GinBoxes gin_boxes: Boxes, "gin_boxes" Values::Number(EXTRA_BOXES), "extra boxes for gin";
    BigGinBoxes big_gin_boxes: Boxes, "big_gin_boxes" Values::Number(EXTRA_BOXES), "extra boxes for big gin";
    UndercutBoxes undercut_boxes: Boxes, "undercut_boxes" Values::Number(EXTRA_BOXES), "extra boxes for an undercut";
    GinOffBoxes gin_off_boxes: Boxes, "gin_off_boxes" Values::Number(EXTRA_BOXES), "extra boxes for a gin-off, instead of the undercut's if they are more";
    LayoffOnGin layoff_on_gin: bool, "layoff_on_gin" Values::Flag, "whether the defender may lay off on gin";
    Ace ace: Ace, "ace" Values::Word(Ace::WORDS), "where the ace stands in a run, and what it counts";
    Table table: Table, "table" Values::Word(Table::WORDS), "how those who sit at the table meet";
    Cards dealt: usize, "cards" Values::OneOf(&[10, 7]), "how many cards each player is dealt; big gin is one more";
    KnockDiscard knock_discard: KnockDiscard, "knock_discard" Values::Word(KnockDiscard::WORDS), "whether a knocker has to throw a card";
    KnockMelds knock_melds: KnockMelds, "knock_melds" Values::Word(KnockMelds::WORDS), "how many cards of a knock must be in melds";
    UpcardFrom upcard_from: UpcardFrom, "upcard_from" Values::Word(UpcardFrom::WORDS), "which pack the upcard comes from";
    DeadDeal dead_deal: DeadDeal, "dead_deal" Values::Word(DeadDeal::WORDS), "who deals after a dead hand, if the deal alternates";
    Hands hands: usize, "hands" Values::Number(COUNT), "the deals after which a column closes, if one side leads; 0 for no such end";
    Lines lines: usize, "lines" Values::Number(COUNT), "the hands a side must win in a column to close it; 0 for no such end";
    Target target: Points, "target" Values::Number(TARGET), "the points that close a column";
    GameBonus game_bonus: Points, "game_bonus" Values::Number(BONUS), "points to the side that finishes a column";
    LineBonus line_bonus: Points, "line_bonus" Values::Number(BONUS), "points for each box";
    LineTiming line_timing: LineTiming, "line_timing" Values::Word(LineTiming::WORDS), "when lines are credited";
    SweepBonus sweep_bonus: SweepBonus, "sweep_bonus" Values::NumberOrWord(BONUS, &[SweepBonus::DOUBLE]), "points for shutting the other side out in every column; double is the sum of the nets once more (hollywood)";
    Shutout shutout: Shutout, "shutout" Values::NumberOrWord(BONUS, ShutoutDoubling::WORDS), "what the finisher gains when the other side is shut out";
    ShutoutWhen shutout_when: ShutoutWhen, "shutout_when" Values::WordOrUnder(ShutoutWhen::WORDS), "when the loser of a column counts as shut out";
    Format format: Format, "format" Values::Word(Format::WORDS), "how the columns of a game follow one another";
    Columns "columns" Values::Number(1..=12), "how many columns are open at once (hollywood)";
    ColumnMultipliers multipliers: Vec<i64>, "column_multipliers" Values::Numbers(1..=10), "what each column's net is multiplied by (hollywood)";
    BestOf best_of: u8, "best_of" Values::Number(1..=99), "the most columns of a game, an odd number (best-of)";
    GameTarget game_target: Points, "game_target" Values::Number(TARGET), "the game score that ends the game (multi-match)";
    FinalBonus final_bonus: Points, "final_bonus" Values::Number(BONUS), "points to the winner of the whole game (multi-match)";
    Credit credit: Credit, "credit" Values::Word(Credit::WORDS), "whose totals are credited to the game score (multi-match)";
    Dealer dealer: DealerRule, "dealer" Values::Word(DealerRule::WORDS), "who deals the next hand";
}

impl Knob {
    /// The knob with this name, which may have `-` for `_`.
    pub fn from_name(name: &str) -> Option<Knob> {
        let name = name.trim().to_lowercase().replace('-', "_");
        Knob::ALL.iter().copied().find(|knob| knob.name() == name)
    }

    /// The format that the knob belongs to; `None` if every format has it.
    pub const fn format(self) -> Option<Format> {
        match self {
            Knob::SweepBonus | Knob::Columns | Knob::ColumnMultipliers => Some(Format::Hollywood),
            Knob::BestOf => Some(Format::BestOf),
            Knob::GameTarget | Knob::FinalBonus | Knob::Credit => Some(Format::MultiMatch),
            _ => None,
        }
    }
}

/// The values a knob takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// A number within a range.
    Number(RangeInclusive<i64>),
    /// One of a few numbers.
    OneOf(&'static [i64]),
    /// A number within a range, or one of a few words.
    NumberOrWord(RangeInclusive<i64>, &'static [&'static str]),
    /// One of a few words.
    Word(&'static [&'static str]),
    /// One of a few words, or `under-` and a number of points.
    WordOrUnder(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Numbers within a range, one for each column.
    Numbers(RangeInclusive<i64>),
}

impl Values {
    /// Whether these values include a value.
    pub(crate) fn admit(&self, value: &Value) -> bool {
        match (self, value) {
            (Values::Number(range) | Values::NumberOrWord(range, _), Value::Number(number)) => range.contains(number),
            (Values::OneOf(numbers), Value::Number(number)) => numbers.contains(number),
            (Values::NumberOrWord(_, words) | Values::Word(words), Value::Word(word)) => words.contains(&word.as_str()),
            (Values::WordOrUnder(_), Value::Word(word)) => ShutoutWhen::from_word(word).is_some(),
            (Values::Flag, Value::Flag(_)) => true,
            (Values::Numbers(range), Value::Numbers(numbers)) => {
                !numbers.is_empty() && numbers.iter().all(|number| range.contains(number))
            }
            (Values::Numbers(range), Value::Number(number)) => range.contains(number),
            _ => false,
        }
    }

    /// The values in words: `a number from 0 to 10`, `off, ace-one or ace-gin`.
    pub fn describe(&self) -> String {
        let number = |range: &RangeInclusive<i64>| format!("a number from {} to {}", range.start(), range.end());
        match self {
            Values::Number(range) => number(range),
            Values::NumberOrWord(range, words) => {
                let words = words.iter().map(|word| (*word).to_string());
                crate::text::or_list(std::iter::once(number(range)).chain(words))
            }
            Values::OneOf(numbers) => crate::text::or_list(*numbers),
            Values::Word(words) => crate::text::or_list(*words),
            Values::WordOrUnder(words) => {
                let (from, to) = (ShutoutWhen::UNDER.start(), ShutoutWhen::UNDER.end());
                format!("{}, N from {from} to {to}", crate::text::or_list(*words))
            }
            Values::Flag => "true or false".into(),
            Values::Numbers(range) => {
                format!("numbers from {} to {}, one for each column, like 1/1/2", range.start(), range.end())
            }
        }
    }

    /// The words among these values.
    pub const fn words(&self) -> &'static [&'static str] {
        match self {
            Values::NumberOrWord(_, words) | Values::Word(words) | Values::WordOrUnder(words) => words,
            Values::Flag => &["true", "false"],
            Values::Number(_) | Values::OneOf(_) | Values::Numbers(_) => &[],
        }
    }
}
