//! Two hands laid on the table, as many tests type them.

/// Ann's melds are K♠ K♥ K♣ and 4♦ 5♦ 6♦ 7♦; she is left with 4.
pub(crate) const ANN: &str = "kshc4567d2cadah";
/// Bob melds the threes, lays off 8♦, 9♦ and K♦, and is left with 32.
pub(crate) const BOB: &str = "kd8d9d3d3h3sqhjh5s7c";
