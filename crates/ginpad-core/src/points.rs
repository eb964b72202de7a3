//! Points and boxes: the quantities on a sheet.
//!
//! Both are 64-bit numbers, and no sum can overflow. A game has at most ten thousand hands. A hand has at most four
//! results, each worth at most 110 points and a bonus of 1000, doubled by a spade: 8 880 points. Its 81 boxes at 1000
//! each add 81 000. Even if every hand is entered in twelve columns, doubled by a shutout and multiplied by ten, all
//! hands together stay below 3 × 10¹¹. An adjustment is at most 1000 points, and a game has at most ten thousand entries.

use derive_more::{Add, AddAssign, Display, Mul, Neg, Sub, Sum};
use serde::{Deserialize, Serialize};

use crate::BySide;

/// Points scored; a net may be negative.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    Serialize,
    Deserialize,
    Display,
    Add,
    AddAssign,
    Mul,
    Neg,
    Sub,
    Sum,
)]
#[serde(transparent)]
pub struct Points(pub i64);

impl BySide<Points> {
    /// Whether any side has points.
    pub fn has_any(&self) -> bool {
        self.iter().any(|points| *points != Points::ZERO)
    }
}

/// Boxes: lines, and the extra boxes that some rules give.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Display, Add, AddAssign, Neg, Sum,
)]
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
