//! What a command changed: corrections, undo and redo, imports.

use ginpad_core::facts::SettingKey;
use ginpad_core::game::ScoredGame;
use serde::{Serialize, Serializer};

use super::score::logged_hand;
use crate::render::standing;

/// A corrected game.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/correction/1")]
pub(crate) struct CorrectionView {
    game: i64,
    hand: Option<serde_json::Value>,
    before: String,
    after: String,
}

/// A hand that was moved to another game.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/move/1")]
pub(crate) struct MoveView {
    /// The hand where it is now.
    hand: Option<serde_json::Value>,
    /// The game that it left, and the one that it reached.
    games: Vec<UndoneGameView>,
}

/// Something about a game that was set anew.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/setting/1")]
pub(crate) struct SettingView<'a> {
    game: i64,
    key: &'a str,
    was: Option<&'a str>,
    is: Option<&'a str>,
    before: String,
    after: String,
}

/// A game that was edited as a text sheet.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/edit/1")]
pub(crate) struct EditView {
    /// The number of the game.
    pub game: i64,
    /// Whether it was only a trial: then nothing was kept.
    pub dry_run: bool,
    /// What is set anew.
    pub settings: Vec<EditedSettingView>,
    /// The hands that were corrected, removed or added.
    pub hands: Vec<EditedHandView>,
    /// Where the game stood.
    pub before: String,
    /// Where it stands.
    pub after: String,
}

/// Something of a game that was set anew.
#[derive(Serialize)]
pub(crate) struct EditedSettingView {
    /// What.
    #[serde(serialize_with = "word_of")]
    pub key: SettingKey,
    /// As it was.
    pub was: Option<String>,
    /// As it is.
    pub is: Option<String>,
}

/// A hand that was corrected, removed or added.
#[derive(Serialize)]
pub(crate) struct EditedHandView {
    /// Its number before; null if it is new.
    pub number_before: Option<usize>,
    /// Its number now; null if it was removed.
    pub number: Option<usize>,
    /// Its entry before.
    pub was: Option<String>,
    /// Its entry now.
    pub is: Option<String>,
}

fn word_of<S: Serializer>(key: &SettingKey, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(key.word())
}

/// Changes that were undone or redone, and the games that they changed.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/undo/1")]
pub(crate) struct UndoView<'a> {
    /// What each change had done, as a verb.
    pub verbs: Vec<&'a str>,
    /// The same in words.
    pub changes: &'a [String],
    /// The games.
    pub games: Vec<UndoneGameView>,
}

/// Where a game stood before and after; null if the book did not have it.
#[derive(Serialize)]
pub(crate) struct UndoneGameView {
    number: Option<i64>,
    before: Option<String>,
    after: Option<String>,
}

/// What an import added.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/import/1")]
pub(crate) struct ImportView<'a> {
    /// Whether it was only a trial: then nothing was kept.
    pub dry_run: bool,
    /// The games that were added, by number.
    pub added: &'a [i64],
    /// The games that the book had already.
    pub known: &'a [i64],
    /// The games that the book has with fewer hands, or without their closing; nothing was added to them.
    pub longer: Vec<MoreHandsView>,
    /// The games to which hands or a closing were added.
    pub continued: Vec<MoreHandsView>,
    /// How many new games begin like one of the longer ones, and so were not added.
    pub held: usize,
    /// What was taken in of whole books.
    pub restored: Option<RestoredView>,
    /// Always null: nothing waits for the rest of itself any more.
    pub waiting: Option<usize>,
}

/// The hands, and the closing after them, that a sheet has and a game of the book has not.
#[derive(Serialize)]
pub(crate) struct MoreHandsView {
    /// The number of the game.
    pub game: i64,
    /// How many hands.
    pub hands: usize,
    /// Whether the sheet closes the game.
    pub closing: bool,
}

/// How much of whole books was new.
#[derive(Serialize)]
pub(crate) struct RestoredView {
    /// How many changes.
    pub changes: usize,
    /// How many facts.
    pub facts: usize,
}

/// What was saved of a damaged book.
#[derive(Serialize)]
#[serde(tag = "schema", rename = "ginpad/rescue/1")]
pub(crate) struct RescueView<'a> {
    /// The new book.
    pub book: &'a str,
    /// How many changes were saved.
    pub changes: usize,
    /// How many facts were saved.
    pub facts: usize,
    /// How many games count.
    pub games: usize,
    /// How many pages of the file could not be read.
    pub unread_pages: usize,
    /// How many lines are known to be lost.
    pub lost_lines: u64,
    /// What is lost, in words: the first hundred.
    pub lost: &'a [String],
    /// How much more is lost than is listed.
    pub more: usize,
    /// The writers of whom nobody knows the last number, each with the last one that is there.
    pub unsure: Vec<(String, u64)>,
}

/// A corrected game, with hand `hand` (from 0) if there is a hand to show: `ginpad/correction/1`.
pub(crate) fn correction(number: i64, before: &ScoredGame, after: &ScoredGame, hand: Option<usize>) -> CorrectionView {
    CorrectionView {
        game: number,
        hand: hand.and_then(|at| logged_hand(after, at, number)),
        before: standing(before),
        after: standing(after),
    }
}

/// A hand that was moved, with the game that it left and the one that it reached, as they were and as they are:
/// `ginpad/move/1`.
pub(crate) fn moved(hand: Option<serde_json::Value>, games: [(i64, &ScoredGame, &ScoredGame); 2]) -> MoveView {
    let game = |(number, before, after)| undone_game(Some(number), Some(before), Some(after));
    MoveView { hand, games: games.map(game).into_iter().collect() }
}

/// Something that was set anew of a game, as it was and as it is: `ginpad/setting/1`.
pub(crate) fn setting<'a>(
    number: i64,
    key: &'a str,
    [was, is]: [Option<&'a str>; 2],
    [before, after]: [&ScoredGame; 2],
) -> SettingView<'a> {
    SettingView { game: number, key, was, is, before: standing(before), after: standing(after) }
}

/// Where a game stood before and after.
pub(crate) fn undone_game(
    number: Option<i64>,
    before: Option<&ScoredGame>,
    after: Option<&ScoredGame>,
) -> UndoneGameView {
    UndoneGameView { number, before: before.map(standing), after: after.map(standing) }
}
