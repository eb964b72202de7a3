//! The sides of a game, and values by side.

use std::ops::{Index, IndexMut};

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// A side of a game, in the order of the sheet. A game has two sides, or up to six where each plays for himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Side {
    /// The side named first on the sheet.
    #[default]
    First,
    /// The side named second.
    Second,
    /// The side named third.
    Third,
    /// The side named fourth.
    Fourth,
    /// The side named fifth.
    Fifth,
    /// The side named sixth.
    Sixth,
}

impl Side {
    /// Every side that a game can have.
    pub const ALL: [Side; 6] = [Side::First, Side::Second, Side::Third, Side::Fourth, Side::Fifth, Side::Sixth];

    /// The most sides that a game can have.
    pub const MOST: usize = Side::ALL.len();

    /// The sides of a game of two.
    pub const TWO: [Side; 2] = [Side::First, Side::Second];

    /// The sides of a game with this many.
    pub fn of(sides: usize) -> impl DoubleEndedIterator<Item = Side> + Clone {
        Side::ALL.into_iter().take(sides)
    }

    /// Of two sides the one that is ahead, if the first has this much more than the second.
    pub const fn ahead(difference: i64) -> Option<Side> {
        match difference {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// The other side in a game of two. Any later side has the first as its other.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            _ => Side::First,
        }
    }

    /// The side after this one, round the table.
    #[must_use]
    pub const fn next(self, sides: usize) -> Side {
        match self.index() + 1 {
            next if next < sides => Side::ALL[next],
            _ => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second, as JSON and the book number them.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index, counted from 0; none if no game has as many sides.
    pub fn from_index(index: usize) -> Option<Side> {
        Side::ALL.get(index).copied()
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.index() as u64)
    }
}

/// One value for each side of a game. In JSON an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The values of the sides. Those beyond the last side are all the same.
    values: [T; Side::MOST],
    sides: usize,
}

impl<T: Default> BySide<T> {
    /// Makes each value from its side.
    pub fn from_fn(sides: usize, mut make: impl FnMut(Side) -> T) -> Self {
        let value = |side: Side| if side.index() < sides { make(side) } else { T::default() };
        BySide { values: Side::ALL.map(value), sides }
    }

    /// The values of two sides: the first's, then the second's.
    pub fn new(first: T, second: T) -> Self {
        let mut values: [T; Side::MOST] = Default::default();
        [values[0], values[1]] = [first, second];
        BySide { values, sides: Side::TWO.len() }
    }

    /// The same value for each side.
    pub fn each(sides: usize, value: T) -> Self
    where
        T: Clone,
    {
        BySide::from_fn(sides, |_| value.clone())
    }

    /// The default value for each side.
    pub fn none(sides: usize) -> Self {
        BySide { values: Default::default(), sides }
    }

    /// This value for one side, and the default value for the others.
    pub fn only(sides: usize, side: Side, value: T) -> Self {
        let mut only = BySide::none(sides);
        only[side] = value;
        only
    }

    /// All values, each changed by `change`.
    pub fn map<U: Default>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        let sides = self.sides;
        let mut values = self.values.into_iter();
        BySide::from_fn(sides, |_| values.next().map(&mut change).unwrap_or_default())
    }
}

impl<T> BySide<T> {
    /// How many sides there are.
    pub const fn size(&self) -> usize {
        self.sides
    }

    /// Whether there are more than two sides, of which every two settle with each other.
    pub const fn is_by_pairs(&self) -> bool {
        self.sides > Side::TWO.len()
    }

    /// The sides in order.
    pub fn order(&self) -> impl DoubleEndedIterator<Item = Side> + Clone + use<T> {
        Side::of(self.sides)
    }

    /// All values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.values.iter().take(self.sides)
    }

    /// All values in order, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.values.iter_mut().take(self.sides)
    }

    /// All values with their sides.
    pub fn sides(&self) -> impl Iterator<Item = (Side, &T)> {
        self.order().zip(&self.values)
    }

    /// Of these sides the one whose value alone is the highest.
    pub fn highest(&self, among: impl Fn(Side) -> bool) -> Option<Side>
    where
        T: Ord,
    {
        let mut best: Option<(Side, bool)> = None;
        for side in self.order().filter(|side| among(*side)) {
            best = match best {
                Some((leader, _)) if self[side] < self[leader] => best,
                Some((leader, _)) if self[side] == self[leader] => Some((leader, false)),
                _ => Some((side, true)),
            };
        }
        best.filter(|(_, is_alone)| *is_alone).map(|(side, _)| side)
    }
}

impl<T: Serialize> Serialize for BySide<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut values = serializer.serialize_seq(Some(self.sides))?;
        self.iter().try_for_each(|value| values.serialize_element(value))?;
        values.end()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.values[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.values[side.index()]
    }
}
