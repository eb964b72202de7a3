//! Facts: what is kept, and what it means together.
//!
//! A [`Fact`] is one thing that somebody said: a hand, a correction, a name. A [`Change`] is what one command did, and
//! groups its facts. No fact is ever altered: undoing a change adds a fact, and so does correcting a hand.
//!
//! [`fold()`] turns a set of facts into games, people and [`Conflict`]s. The result depends on the set alone: not on
//! the order in which facts arrived, not on how often a fact arrived, and not on a clock. So every store and every
//! device that holds the same facts shows the same games. A store appends facts and lists them; it decides nothing.
//!
//! # Versions
//!
//! A hand, a setting, a closing, a joining of people or a name can be given again. The later fact names the versions that it supersedes. A version
//! counts while its change counts, unless a version that counts descends from it. Two devices may supersede the same
//! version without knowing of each other. Then the version with the greater id counts, and the [`Conflict`] is listed.
//! A correction wins over a removal, so that nothing that was said is lost.
//!
//! # Changes
//!
//! A change counts when all of its facts are there and no undo takes it back. An undo takes effect until a redo names
//! it. The facts of an incomplete change wait, and are listed. So does a fact that refers to one that waits or is missing.
//! What waits takes no part in the rest.
//!
//! If facts are lost for good, a [`RescueFact`] lets the change count with those that are left.
//!
//! # Adding a kind
//!
//! A new kind needs one file in `kinds/` with its content, one line in the list in `fact.rs`, its place in [`fold()`],
//! and one table in a new migration with the statements that write and read it. A program that does not know the kind
//! keeps its facts whole, passes them on, and does not count them.

mod by_kind;
mod canonical;
mod canonical_rows;
mod change;
mod conflict;
mod content;
mod counting;
mod edited;
mod fact;
mod fold;
mod grounded;
mod history;
mod joined;
mod kept;
mod kinds;
mod left_over;
mod moved;
mod new;
mod order;
mod payments;
mod people;
mod record;
mod rescued;
mod seat_map;
mod set;
mod settings;
mod stranded;
mod versions;

pub use change::{Change, ChangeVerb};
pub use conflict::{Conflict, Ignored, Waiting};
pub use content::{Hasher, hash, hex};
pub use counting::CountingChanges;
pub use edited::{Edited, EditedHand};
pub use fact::{Fact, OfKind, UnknownFact};
pub use fold::{Fold, FoldedGame, GameFacts, NoGame, fold, game_of, game_under};
pub use history::{HistoryLine, MadeUndo, redoable, undoable};
pub use joined::{Joined, joined};
pub use kept::{Kept, unsettled};
pub use kinds::{
    ClosingFact, GameFact, GameSetting, HandFact, HandResult, JoiningFact, KeepingFact, PaymentFact, PlayerFact,
    PlayerNameFact, RedoFact, RemovalFact, RescueFact, SettingFact, SettingKey, TotalsFact, TransferFact, UndoFact,
    Unreadable, sheet_hash, sheet_hashes_by_hand,
};
pub use moved::{MovedHands, MovedOrder};
pub use new::{KnownPeople, Maker, NewChange};
pub use order::{GameOrder, games_in_order};
pub use payments::{Payment, between_people, payments};
pub use people::{PeopleFacts, Person, bare, latest_names, name_conflicts, names, people};
pub use record::{Carried, GameRecord, HandRecord};
pub use seat_map::SeatMap;
pub use set::{Differs, FactSet, Facts};
pub use settings::seats_of;
pub use stranded::{Stranded, stranded};

use kinds::time_columns;
