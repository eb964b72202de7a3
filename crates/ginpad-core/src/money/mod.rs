//! Money: amounts in a currency, the stakes of a game, and sums won and owed.

mod amount;
mod sum;

pub use amount::{Amount, AmountFault, Stakes, WrittenAmount};
pub use iso_currency::Currency;
pub use sum::{Minor, Money};
