//! Points and boxes: the quantities on a sheet.
//!
//! Both are 64-bit numbers, and no sum can overflow. A game has at most ten thousand hands. A hand has at most four
//! results, each worth at most 110 points and a bonus of 1000, doubled by a spade: 8 880 points. Its 81 boxes at 1000
//! each add 81 000. Even if every hand is entered in twelve columns, doubled by a shutout and multiplied by ten, all
//! hands together stay below 3 × 10¹¹. An adjustment is at most 1000 points, and a game has at most ten thousand entries.

use std::fmt;
use std::ops::Mul;

use serde::Serialize;

/// Points scored; a net may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
#[serde(transparent)]
pub struct Points(pub i64);

/// Boxes: lines, and the extra boxes that some rules give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
#[serde(transparent)]
pub struct Boxes(pub i64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// The amount without its sign.
    pub const fn abs(self) -> Points {
        Points(self.0.abs())
    }
}

impl Boxes {
    /// No box.
    pub const ZERO: Boxes = Boxes(0);
    /// The line: the one box for winning a hand.
    pub const LINE: Boxes = Boxes(1);
}

/// Adds and subtracts a quantity that wraps a number.
macro_rules! arithmetic {
    ($quantity:ident) => {
        impl std::ops::Add for $quantity {
            type Output = $quantity;
            fn add(self, other: $quantity) -> $quantity {
                $quantity(self.0 + other.0)
            }
        }
        impl std::ops::AddAssign for $quantity {
            fn add_assign(&mut self, other: $quantity) {
                self.0 += other.0;
            }
        }
        impl std::ops::Sub for $quantity {
            type Output = $quantity;
            fn sub(self, other: $quantity) -> $quantity {
                $quantity(self.0 - other.0)
            }
        }
        impl std::ops::Neg for $quantity {
            type Output = $quantity;
            fn neg(self) -> $quantity {
                $quantity(-self.0)
            }
        }
        impl std::iter::Sum for $quantity {
            fn sum<I: Iterator<Item = $quantity>>(parts: I) -> $quantity {
                parts.fold($quantity(0), std::ops::Add::add)
            }
        }
    };
}
pub(crate) use arithmetic;

/// Multiplies a quantity by a number, and prints it as its number.
macro_rules! written {
    ($quantity:ident) => {
        arithmetic!($quantity);
        impl Mul<i64> for $quantity {
            type Output = $quantity;
            fn mul(self, times: i64) -> $quantity {
                $quantity(self.0 * times)
            }
        }
        impl fmt::Display for $quantity {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

written!(Points);
written!(Boxes);
