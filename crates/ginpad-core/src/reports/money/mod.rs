//! Money won and lost in games, debts between people, and the payments that settle them.

mod accounts;
mod owed;

pub use accounts::{Account, Accounts, Balance, Pair};
pub use owed::{GameMoney, Part, Payment, SidesMoney, StakeKind, settling};
