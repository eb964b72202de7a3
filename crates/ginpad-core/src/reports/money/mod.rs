//! Money won and lost in games, debts between people, and the payments that settle them.

mod accounts;
mod owed;
mod settling;

pub use accounts::{Account, Accounts, Balance, Pair};
pub use owed::{GameMoney, Part, SidesMoney, StakeKind};
pub use settling::{Payment, settling};
