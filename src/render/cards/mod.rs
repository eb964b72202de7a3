//! Cards without a game: what they are good for, and both hands after a knock.

mod card_rows;
mod deadwood;
mod layoff;
