//! The sides of a game, and values by side.

use std::ops::{Add, AddAssign, Index, IndexMut};

use serde::{Serialize, Serializer};

/// A side of a game, in the order of the sheet. A game has two sides, or up to six if each player is a side.
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
    /// Every side a game can have.
    pub const ALL: [Side; 6] = [Side::First, Side::Second, Side::Third, Side::Fourth, Side::Fifth, Side::Sixth];

    /// The most sides a game can have.
    pub const MOST: usize = Side::ALL.len();

    /// The sides of a game between two.
    pub const TWO: [Side; 2] = [Side::First, Side::Second];

    /// The sides of a game with this many sides.
    pub fn of(sides: usize) -> impl DoubleEndedIterator<Item = Side> + Clone {
        Side::ALL.into_iter().take(sides)
    }

    /// The side that leads, if the first of two sides is ahead of the second by `difference`; `None` if they are level.
    pub const fn ahead(difference: i64) -> Option<Side> {
        match difference {
            0 => None,
            1.. => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// The other of two sides. For any later side it is the first.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            _ => Side::First,
        }
    }

    /// The next side round the table.
    #[must_use]
    pub const fn next(self, sides: usize) -> Side {
        match self.index() + 1 {
            next if next < sides => Side::ALL[next],
            _ => Side::First,
        }
    }

    /// The side's index: 0 for the first side, 1 for the second, as in JSON and the book.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index; `None` if no game has that many sides.
    pub fn from_index(index: usize) -> Option<Side> {
        Side::ALL.get(index).copied()
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.index() as u64)
    }
}

/// One value for each side of a game; an array in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The values of the sides. Every slot after the last side holds the same value.
    values: [T; Side::MOST],
    sides: usize,
}

impl<T: Default> BySide<T> {
    /// Computes each side's value.
    pub fn from_fn(sides: usize, mut make: impl FnMut(Side) -> T) -> Self {
        let value = |side: Side| if side.index() < sides { make(side) } else { T::default() };
        BySide { values: Side::ALL.map(value), sides }
    }

    /// The values of the first and the second side.
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

    /// `value` for one side, and the default value for the others.
    pub fn only(sides: usize, side: Side, value: T) -> Self {
        let mut only = BySide::none(sides);
        only[side] = value;
        only
    }

    /// Maps every value with `change`.
    pub fn map<U: Default>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        let sides = self.sides;
        let mut values = self.values.into_iter();
        BySide::from_fn(sides, |_| values.next().map(&mut change).unwrap_or_default())
    }
}

impl<T> BySide<T> {
    /// The number of sides.
    pub const fn size(&self) -> usize {
        self.sides
    }

    /// Whether there are more than two sides. Then every two of them settle with each other.
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

    /// All values in order, mutable.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.values.iter_mut().take(self.sides)
    }

    /// All values with their sides.
    pub fn sides(&self) -> impl Iterator<Item = (Side, &T)> {
        self.order().zip(&self.values)
    }

    /// The side whose value alone is the highest, among the sides that the filter accepts.
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
        serializer.collect_seq(self.iter())
    }
}

impl<T: Copy + Default + Add<Output = T>> Add for BySide<T> {
    type Output = BySide<T>;

    fn add(self, other: BySide<T>) -> BySide<T> {
        BySide::from_fn(self.sides, |side| self[side] + other[side])
    }
}

impl<T: Copy + AddAssign> AddAssign for BySide<T> {
    fn add_assign(&mut self, other: BySide<T>) {
        self.iter_mut().zip(other.values).for_each(|(value, more)| *value += more);
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
