//! The knobs that choose one word from a few.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::value::Value;
use super::value::{KnobType, knob_type, word};
use crate::cards::{Ace, KnockDiscard, KnockMelds};
use crate::players::uneven;
use crate::text::Flaw;
use crate::{Players, Points, Side};

/// An enum whose variants are the words of a knob, each with its meaning.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal: $meaning:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $meaning] $variant),+
        }

        words! { $name { $($variant = $word: $meaning),+ } }
    };
}

/// A knob's words: one for each variant of an enum, with its meaning.
macro_rules! words {
    ($name:ident { $($variant:ident = $word:literal: $meaning:literal),+ $(,)? }) => {
        impl $name {
            /// Every word of the knob, in the order of the rules page.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// Its word in rule files, overrides and JSON.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }

            /// Its meaning at the table.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $($name::$variant => $meaning),+
                }
            }

            /// The choice with this word.
            pub fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
        }

        knob_type! {
            $name: [$($name::$variant),+][0],
                |held| Value::Word(held.word().into()),
                |value| word(value).and_then($name::from_word),
                |word| $name::from_word(word).map(|choice| choice.meaning().into());
        }
    };
}

choice! {
    /// Whether the first upcard lowers the knock limit of a hand.
    Oklahoma {
        Off = "off": "the upcard does not change the knock limit",
        AceOne = "ace-one": "the upcard's value is the limit, if that is lower; an ace is 1",
        AceGin = "ace-gin": "the upcard's value is the limit, if that is lower; an ace allows gin only",
    }
}

choice! {
    /// The points that a spade upcard doubles.
    SpadesDouble {
        Off = "off": "spades double nothing",
        Points = "points": "a spade upcard doubles the points, bonuses included",
        PointsAndBoxes = "points-and-boxes": "a spade upcard doubles the points and the extra boxes",
    }
}

choice! {
    /// The winner of a hand in which the defender's deadwood equals the knocker's.
    UndercutTie {
        Bonus = "bonus": "equal deadwood is an undercut, with its bonus",
        NoBonus = "no-bonus": "equal deadwood is the defender's hand, for 0 points",
        Knocker = "knocker": "equal deadwood is the knocker's hand, for 0 points",
        Void = "void": "equal deadwood is nobody's hand",
    }
}

words! {
    Ace {
        Low = "low": "the ace is low in runs and counts 1",
        Corner = "corner": "runs may go round the corner (Q K A 2), an ace counts 15, and gin against 0 scores 0",
    }
}

words! {
    KnockDiscard {
        Required = "required": "a knocker throws a card",
        Optional = "optional": "a knocker may keep every card, and each outside a meld counts",
    }
}

words! {
    KnockMelds {
        Any = "any": "a knock needs no meld",
        Majority = "majority": "more than half of the cards of a knock are in melds",
    }
}

choice! {
    /// How the players at a table meet.
    Table {
        Two = "two": "two sides that play each other: one player each, or partners",
        Cutthroat = "cutthroat": "three players, each for himself, of whom two play and one sits out",
        RoundTable = "round-table": "three to six players, each for himself, and all play every hand",
        Captain = "captain": "one player against a team of two to four, of whom one plays at a time",
    }
}

impl Table {
    /// Whether each plays for himself, with more than two sides.
    pub const fn is_each_for_himself(self) -> bool {
        matches!(self, Table::Cutthroat | Table::RoundTable)
    }

    /// Checks whether sides of these sizes can play at it.
    ///
    /// # Errors
    /// It is for another number of sides or players.
    pub fn seat(self, sides: &[usize]) -> Result<(), Flaw> {
        match (self, sides) {
            (Table::Two, [first, second]) if first == second => Ok(()),
            (Table::Two, [first, second]) => Err(uneven(*first, *second)),
            (Table::Captain, [first, second]) if first != second => Ok(()),
            (Table::Cutthroat, [1, 1, 1]) => Ok(()),
            (Table::RoundTable, several) if (3..=Side::MOST).contains(&several.len()) => Ok(()),
            (table, _) => Err(Flaw(format!("these rules are for {}", table.meaning()))),
        }
    }

    /// The table for these players if nobody names rules.
    pub fn usual(players: &Players) -> Table {
        let tables = [Table::Two, Table::Captain, Table::Cutthroat, Table::RoundTable];
        tables.into_iter().find(|table| table.seat(&players.sizes()).is_ok()).unwrap_or(Table::Two)
    }

    /// The preset for this table.
    pub const fn preset(self) -> &'static str {
        match self {
            Table::Two => "standard",
            table => table.word(),
        }
    }

    /// Whether only two play at a time while the others sit out.
    pub const fn has_others_sit_out(self) -> bool {
        matches!(self, Table::Cutthroat | Table::Captain)
    }
}

choice! {
    /// The source of the upcard that sets the knock limit.
    UpcardFrom {
        Pack = "pack": "the upcard comes from the pack in play, so the stock no longer holds it",
        SecondPack = "second-pack": "a second pack turns the upcard, so the card itself is still in play",
    }
}

choice! {
    /// The time at which lines are credited.
    LineTiming {
        End = "end": "lines are added when the column is settled",
        Immediate = "immediate": "lines are added with the hand and count towards the target",
    }
}

/// The points a shutout adds to the finisher's total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shutout {
    /// A flat bonus.
    Flat(Points),
    /// Part of the total, once more, or nothing.
    Double(ShutoutDoubling),
}

/// The condition for the loser of a column to be shut out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShutoutWhen {
    /// The loser won no hand in the column.
    NoHands,
    /// The hands of the loser made fewer points than this in the column.
    Under(Points),
}

impl ShutoutWhen {
    /// The words of the knob; the last one stands for `under-N`.
    pub const WORDS: &'static [&'static str] = &["no-hands", "no-points", "under-N"];
    /// The range of N.
    pub const UNDER: RangeInclusive<i64> = 1..=1000;
    /// The loser scored no point.
    pub const NO_POINTS: ShutoutWhen = ShutoutWhen::Under(Points(1));

    /// Its word in rule files, overrides and JSON.
    pub fn word(self) -> String {
        match self {
            ShutoutWhen::NoHands => "no-hands".into(),
            ShutoutWhen::NO_POINTS => "no-points".into(),
            ShutoutWhen::Under(points) => format!("under-{points}"),
        }
    }

    /// Its meaning at the table.
    pub fn meaning(self) -> String {
        match self {
            ShutoutWhen::NoHands => "the loser won no hand in the column".into(),
            ShutoutWhen::NO_POINTS => "the loser scored no point in the column".into(),
            ShutoutWhen::Under(points) => format!("the loser's hands made fewer than {points} points in the column"),
        }
    }

    /// The choice with this word. `under-1` is `no-points`.
    pub fn from_word(word: &str) -> Option<ShutoutWhen> {
        match word {
            "no-hands" => Some(ShutoutWhen::NoHands),
            "no-points" => Some(ShutoutWhen::NO_POINTS),
            word => {
                let points = word.strip_prefix("under-")?.parse().ok()?;
                ShutoutWhen::UNDER.contains(&points).then_some(ShutoutWhen::Under(Points(points)))
            }
        }
    }
}

choice! {
    /// The sides whose totals a multi-match game credits.
    Credit {
        Both = "both": "both sides' totals count towards the game score",
        Finisher = "finisher": "only the finisher's total counts towards the game score",
    }
}

choice! {
    /// The next dealer.
    DealerRule {
        Alternate = "alternate": "the deal alternates",
        Winner = "winner": "the winner of the hand deals next",
        Loser = "loser": "the loser of the hand deals next",
    }
}

choice! {
    /// The dealer after a dead hand, if the deal alternates.
    DeadDeal {
        Next = "next": "the deal passes after a dead hand",
        Same = "same": "the deal stays after a dead hand",
    }
}

choice! {
    /// How the columns of a game follow one another.
    Format {
        Single = "single": "one column decides the game",
        MultiMatch = "multi-match": "columns follow one another until a game score reaches the game target",
        BestOf = "best-of": "columns follow one another until a side has finished more than half",
        Hollywood = "hollywood": "several columns are open at once",
    }
}

choice! {
    /// The ways to double for a shutout. A flat bonus is a number instead.
    ShutoutDoubling {
        None = "none": "it adds nothing",
        Hands = "double-hands": "the finisher's hand points count twice",
        Bonuses = "double-bonuses": "the finisher's game and line bonuses count twice",
        HandsAndGame = "double-hands-and-game": "the finisher's hand points and game bonus count twice",
        Total = "double-total": "the finisher's whole total counts twice",
    }
}

/// The bonus for shutting out the other side in every column of a Hollywood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SweepBonus {
    /// These points.
    Flat(Points),
    /// The sum of the side's multiplied nets once more.
    Double,
}

impl SweepBonus {
    /// The word that the knob takes besides a number.
    pub const DOUBLE: &'static str = "double";
}

knob_type! {
    Shutout: Shutout::Double(ShutoutDoubling::None),
        |held| match held {
            Shutout::Flat(points) => points.written(),
            Shutout::Double(doubling) => doubling.written(),
        },
        |value| Points::of(value).map(Shutout::Flat).or_else(|| ShutoutDoubling::of(value).map(Shutout::Double)),
        ShutoutDoubling::word_meaning;
    SweepBonus: SweepBonus::Flat(Points::ZERO),
        |held| match held {
            SweepBonus::Flat(points) => points.written(),
            SweepBonus::Double => Value::Word(SweepBonus::DOUBLE.into()),
        },
        |value| Some(Points::of(value).map_or(SweepBonus::Double, SweepBonus::Flat));
    ShutoutWhen: ShutoutWhen::NoHands,
        |held| Value::Word(held.word()),
        |value| word(value).and_then(ShutoutWhen::from_word),
        |word| ShutoutWhen::from_word(word).map(|when| when.meaning().into());
}
