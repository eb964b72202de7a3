//! ginpad keeps the score of gin rummy played with real cards.
