//! What is entered on a sheet beside hands, and which entry something is.

use crate::hand::Note;
use crate::points::Points;
use crate::side::Side;

/// An entry of the sheet. Hands and adjustments are counted from 0, each by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryAt {
    /// A hand.
    Hand(usize),
    /// An adjustment.
    Adjustment(usize),
}

/// Points given to a side, or taken from it, beside the hands: a false knock, a wrong count. It is no hand: it has no line,
/// no box and no deal. Source: `docs/rules.md`, "What happens beside the hands".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Adjustment {
    /// How many hands were logged before it.
    pub after: usize,
    /// Whose points.
    pub side: Side,
    /// How many, -1000 to 1000.
    pub points: Points,
    /// The only column that it goes into, counted from 0. Without it, it goes where the side's next win would be entered.
    pub column: Option<usize>,
    /// Why.
    pub note: Option<Note>,
}

impl Adjustment {
    /// The most points that are given or taken at once.
    pub const MOST: i64 = 1000;
}

/// An adjustment and the columns it was entered in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredAdjustment {
    /// The adjustment.
    pub adjustment: Adjustment,
    /// The columns it is entered in, counted from 0. Empty if it does not count: the game had ended, or its column had
    /// closed.
    pub columns: Vec<usize>,
    /// The columns among them that it closed.
    pub closed: Vec<usize>,
}

/// The entries of a sheet in their order, from the number of its hands and from how many hands each adjustment follows.
pub(crate) fn in_order(hands: usize, after: Vec<usize>) -> impl Iterator<Item = EntryAt> {
    let mut adjustments = after.into_iter().enumerate().peekable();
    let mut next = 0;
    std::iter::from_fn(move || {
        if let Some((at, _)) = adjustments.next_if(|(_, after)| *after <= next || next >= hands) {
            return Some(EntryAt::Adjustment(at));
        }
        next += 1;
        (next <= hands).then(|| EntryAt::Hand(next - 1))
    })
}
