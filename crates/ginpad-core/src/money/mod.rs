//! Money: amounts in a currency, the stakes of a game, and sums won and owed.

mod amount;
mod stakes;
mod sum;

pub use amount::{Amount, AmountFault, WrittenAmount};
pub use iso_currency::Currency;
pub use stakes::Stakes;
pub use sum::{Minor, Money};
