//! Money: amounts in a currency, what a game is played for, and sums that are won and owed.

mod amount;
mod stakes;
mod sum;

pub use amount::{Amount, AmountFault, WrittenAmount};
pub use iso_currency::Currency;
pub use stakes::{Stakes, StakesFault};
pub use sum::{Minor, Money, code};
