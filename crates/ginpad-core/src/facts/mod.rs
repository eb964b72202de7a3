//! Facts: changes as lines, and their meaning together.
//!
//! A [`Change`] is a group of [`Fact`]s from one command. It is written once as a [`Line`], and kept, hashed and passed
//! on as those bytes. The first 16 bytes of its line's hash name a change; a fact is named by its change and its place
//! there ([`FactId`]).
//!
//! Stores list lines by [`Subject`].

mod change;
mod conflict;
mod edited;
mod fold;
mod id;
mod kinds;
mod line;
mod new;
mod order;
mod people;
mod record;
mod settings;
mod sorted;
mod subject;
mod verb;
mod versions;

pub use change::{Change, Fact, NextLine, verified};
pub use conflict::{AcceptedConflicts, Conflict, ConflictSubject, SetAside, Waiting};
pub use edited::{Edited, EditedHand};
pub use fold::{Fold, FoldedGame, Payment, begins_sensibly, fold, fold_game, games_sharing_hands, payments, senseless};
pub(crate) use id::base64url;
pub use id::{FactId, hash_text, named, read_hash, read_named, shortened};
pub(crate) use kinds::is_default;
pub use kinds::{
    ForkFact, GameFact, GameSetting, GapFact, HandFact, JoiningFact, KeepingFact, NameFact, PaymentFact, PlayerFact,
    RedoFact, RemovalFact, RulesRead, RulesText, SettingFact, SettingKey, Time, UndoFact,
};
pub use line::{Hash, Line, LineFault, hash_of, name_of};
pub use new::{KnownPeople, NewChange};
pub use people::{Joined, People, Person};
pub use record::{GameRecord, HandRecord};
pub use sorted::{Counting, Sorted};
pub use subject::{List, Subject, bare};
pub use verb::ChangeVerb;
pub(crate) use versions::Union;
