//! What games come to in money, who owes whom, and the payments that settle it.

mod accounts;
mod owed;
mod settling;

pub use accounts::{Account, Accounts, Balance, Pair, PairAccount};
pub use owed::{GameMoney, Part, SidesMoney, StakeKind};
pub use settling::{Payment, Transfer, settling};
