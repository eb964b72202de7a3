//! The number of cards dealt to each player.

/// The number of cards dealt to each player. A player who throws one after drawing holds this many again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dealt {
    /// Ten, as usual.
    Ten,
    /// Seven, if three or four play.
    Seven,
}

impl Dealt {
    /// Every number of cards.
    pub const ALL: [Dealt; 2] = [Dealt::Ten, Dealt::Seven];

    /// The number.
    pub const fn cards(self) -> usize {
        match self {
            Dealt::Ten => 10,
            Dealt::Seven => 7,
        }
    }

    /// One more, with the card just drawn: the most that a player holds, and the number for big gin.
    pub const fn most(self) -> usize {
        self.cards() + 1
    }
}
