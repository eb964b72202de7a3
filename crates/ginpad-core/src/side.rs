//! The two sides of a game, and pairs of values, one for each side.

use std::ops::{Index, IndexMut};

use serde::Serialize;

/// One of the two sides of a game, in the order of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side named first on the sheet.
    First,
    /// The side named second.
    Second,
}

impl Side {
    /// Both sides, in the order of the sheet.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The side that is ahead, if the first has this much more than the second.
    pub const fn ahead(difference: i64) -> Option<Side> {
        match difference {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second, as JSON and the book number them.
    pub const fn index(self) -> usize {
        match self {
            Side::First => 0,
            Side::Second => 1,
        }
    }

    /// The side with this index, 0 or 1; none for any other number.
    pub const fn from_index(index: usize) -> Option<Side> {
        match index {
            0 => Some(Side::First),
            1 => Some(Side::Second),
            _ => None,
        }
    }
}

impl Serialize for Side {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(match self {
            Side::First => 0,
            Side::Second => 1,
        })
    }
}

/// One value for each side. In JSON an array of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct BySide<T>([T; 2]);

impl<T> BySide<T> {
    /// The value of the first side, then that of the second.
    pub const fn new(first: T, second: T) -> Self {
        BySide([first, second])
    }

    /// The same value for both.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        BySide([value.clone(), value])
    }

    /// `own` for `side`, and `others` for the other side.
    pub fn of(side: Side, own: T, others: T) -> Self {
        match side {
            Side::First => BySide([own, others]),
            Side::Second => BySide([others, own]),
        }
    }

    /// Makes each value from its side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        BySide([make(Side::First), make(Side::Second)])
    }

    /// Both values, each changed by `change`.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySide<U> {
        BySide(self.0.map(change))
    }

    /// References to both.
    pub const fn as_ref(&self) -> BySide<&T> {
        BySide([&self.0[0], &self.0[1]])
    }

    /// Both values in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// Both values with their sides.
    pub fn sides(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::BOTH.into_iter().zip(self.0.iter())
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.0[0],
            Side::Second => &self.0[1],
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.0[0],
            Side::Second => &mut self.0[1],
        }
    }
}
