//! `edit`: a game as a text sheet in an editor. All edits together are one change of the book.
//!
//! The book is not locked while the editor runs. The sheet holds the hash of the game that it was made from, so that it
//! does not undo changes made meanwhile. A sheet that cannot be taken stays in its file.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::answer::{Answer, CommandLine, Failure, Hint, Remark};
use crate::app::App;
use crate::app::source::text;
use crate::arguments::{GameArg, GameName, which_game};
use crate::book::{OpenBook, StoredGame};
use crate::commands::player::newcomers;
use crate::render::phrases::entry;
use crate::render::standing;
use crate::reports::outcome::Outcome;
use crate::wording::past_words::{in_force, noun, words_of};
use ginpad_core::facts::{ChangeVerb, Edited, EditedHand, SettingKey, hash_text};
use ginpad_core::notation::{SheetFaults, print_entry_at, print_game, read_edited, sheet_hash};
use ginpad_core::text::count;
use ginpad_core::{EntryAt, Game};

/// Edit a game as a text sheet
///
/// Opens the game in $VISUAL or $EDITOR, as `ginpad export` writes it. Hands can be corrected, removed and inserted there, with their notes, upcards and times; so can who plays, the rules, the dealer, the stakes, the title and the event, and the game can be closed. All of it is one change, which `ginpad undo` takes back. If the sheet cannot be read, or the rules refuse a hand, every fault is listed, nothing is changed, and the sheet is kept in the state folder.
#[derive(Debug, Args)]
pub(crate) struct EditArgs {
    #[command(flatten)]
    game: GameArg,

    /// Take the sheet from this file, `-` for standard input, without an editor
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// Use a sheet that `edit` wrote even if the game has changed since; the sheet replaces those changes
    #[arg(long)]
    force: bool,

    /// Only say what would change
    #[arg(long, short = 'n')]
    pub(crate) dry_run: bool,
}

/// The beginning of the comment that holds the hash of the game that a sheet was made from.
const AS_OF: &str = "# as of ";

/// Takes the sheet of a file. If there is no file, a door with an editor calls [`EditArgs::take`] itself.
pub(crate) fn run(args: EditArgs, app: &App) -> Result<Answer, Failure> {
    let opened = args.opened(app)?;
    match &args.from {
        Some(file) => args.take(app, &opened, &text(file)?),
        None => Err(without_editor(Failure::usage("`--no-input` forbids an editor"), opened.number)),
    }
}

impl EditArgs {
    /// Reads the game to edit.
    ///
    /// # Errors
    /// There is no such game, or the book cannot be read.
    pub(crate) fn opened(&self, app: &App) -> Result<StoredGame, Failure> {
        app.read(|book| which_game::game(book, self.game.name()))
    }

    /// Changes the game to the sheet, if the game has not changed since the sheet was made. A sheet without a hash was
    /// made from the game as it was opened.
    pub(crate) fn take(&self, app: &App, opened: &StoredGame, text: &str) -> Result<Answer, Failure> {
        let now = as_of(&opened.scored.game);
        let named = text.lines().find_map(|line| line.strip_prefix(AS_OF)?.split_whitespace().next());
        let made_of = named.unwrap_or(&now);
        let is = read(app, opened, text)?;
        if made_of == now && Edited::of(&opened.scored.game, &is).is_nothing() {
            return Ok(self.outcome(opened, opened).into());
        }
        let write = |book: &OpenBook<'_>| {
            let before = which_game::game(book, Some(GameName::Number(opened.number)))?;
            if made_of != as_of(&before.scored.game) && !self.force {
                let number = before.number;
                let what = format!("game {number} was changed after this sheet was made, so the sheet was not used");
                let force =
                    Hint::does(CommandLine::again().switch("force"), "uses it anyway and replaces the later changes");
                return Err(Failure::refused(what).hint(self.from.is_some().then_some(force)));
            }
            let is = read(app, &before, text)?;
            let edited = Edited::of(&before.scored.game, &is);
            let mut remarks: Vec<Remark> = which_game::remark(book, &before, self.game.name()).into_iter().collect();
            remarks.extend(newcomers(book, &is.players, &book.people()?)?);
            let after = match self.dry_run {
                true => StoredGame { scored: is.scored(), ..before.clone() },
                false => book.edit(ChangeVerb::EDIT, &before, &is, &edited, app.now)?,
            };
            Ok(self.outcome(&before, &after).remarks(remarks).into())
        };
        match self.dry_run {
            true => app.read(write),
            false => app.change(write),
        }
    }

    /// The edits, and how they changed the score.
    fn outcome(&self, before: &StoredGame, after: &StoredGame) -> Outcome {
        let Differences { settings, hands, set, sentences } = Differences::of(&before.scored.game, &after.scored.game);
        let (stood, stands) = (standing(&before.scored), standing(&after.scored));
        let outcome = Outcome::new(json!({
            "schema": "ginpad/edit/1",
            "game": after.number,
            "dry_run": self.dry_run,
            "settings": settings,
            "hands": hands,
            "before": stood,
            "after": stands,
        }));
        if set.is_empty() && sentences.is_empty() && stood == stands {
            return outcome.did(["nothing was changed"]);
        }
        let set = set.into_iter().map(|set| format!("game {}: {set}", after.number));
        let outcome = outcome.did(set.chain(sentences)).game(Some(before), Some(after), None);
        Outcome { is_trial: self.dry_run, ..outcome }
    }
}

/// Adds hints at how to edit without an editor.
pub(crate) fn without_editor(failure: Failure, game: i64) -> Failure {
    failure
        .see(format!("export {game}"), "prints the sheet; `--from FILE` takes one that was edited, without an editor")
}

/// The sheet of a game as the editor gets it.
pub(crate) fn sheet_of(game: &StoredGame) -> String {
    let (number, as_of, sheet) = (game.number, as_of(&game.scored.game), print_game(&game.scored.game));
    format!(
        "# Game {number}. Below its header, each line is a hand. Change what is wrong, save, and\n\
         # leave the editor: that is one change, and `ginpad undo` takes it back.\n\
         {AS_OF}{as_of} (so ginpad sees whether somebody changed the game meanwhile)\n\n{sheet}"
    )
}

/// The first digits of the hash of a game's sheet, for that comment.
fn as_of(game: &Game) -> String {
    hash_text(&sheet_hash(game)).chars().take(16).collect()
}

/// Whether a sheet holds only comments.
pub(crate) fn is_empty(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// Reads a sheet of this game.
fn read(app: &App, game: &StoredGame, text: &str) -> Result<Game, Failure> {
    if is_empty(text) {
        return Err(Failure::refused("the sheet is empty, so nothing was changed")
            .see(format!("drop --game {}", game.number), "removes the whole game"));
    }
    read_edited(text, &game.scored.game, app.local()).map_err(|SheetFaults(faults)| {
        let what = format!("the sheet has {}, so nothing was changed", count(faults.total(), "fault"));
        Failure::listing(what, &faults)
    })
}

/// The differences between two states of a game. Settings and hands that print alike are left out: they differ only in
/// the order of the sides.
#[derive(Default)]
pub(crate) struct Differences {
    /// A part of the JSON document, for each key.
    pub(crate) settings: Vec<Value>,
    /// A part of the JSON document, for each hand.
    pub(crate) hands: Vec<Value>,
    /// A clause for each key that was set; it does not name the game.
    pub(crate) set: Vec<String>,
    /// A sentence for each hand.
    pub(crate) sentences: Vec<String>,
}

impl Differences {
    /// Compares two states of a game.
    pub(crate) fn of(was: &Game, is: &Game) -> Differences {
        let edited = Edited::of(was, is);
        let mut differences = Differences::default();
        let name = |at: EntryAt| if let EntryAt::Hand(at) = at { json!(at + 1) } else { json!(at.to_string()) };
        // The standing of the game already says how it ended.
        for key in edited.set.into_iter().filter(|key| *key != SettingKey::Closed) {
            let [was, is] = [was, is].map(|game| words_of(key, game));
            if was != is {
                differences.set.push(in_force(noun(key), was.as_deref(), is.as_deref()));
                differences.settings.push(json!({ "key": key.word(), "was": was, "is": is }));
            }
        }
        for hand in edited.hands {
            let (before, now) = match hand {
                EditedHand::Corrected { was, is } => (Some(was), Some(is)),
                EditedHand::Removed { was } => (Some(was), None),
                EditedHand::New { is, .. } => (None, Some(is)),
            };
            let words = |game: &Game, at: EntryAt| print_entry_at(game, at, &game.players);
            let (was, is) = (before.map(|at| words(was, at)), now.map(|at| words(is, at)));
            if was != is {
                differences.sentences.push(sentence((before, was.as_deref()), (now, is.as_deref())));
                let [before, now] = [before, now].map(|at| at.map(name));
                differences.hands.push(json!({ "number_before": before, "number": now, "was": was, "is": is }));
            }
        }
        differences
    }
}

/// `hand 2 is `Bob gin 13` now, not `Bob gin 31``.
fn sentence(was: (Option<EntryAt>, Option<&str>), is: (Option<EntryAt>, Option<&str>)) -> String {
    let [(before, was), (now, is)] = [was, is].map(|(at, words)| (at, words.unwrap_or_default()));
    match (before, now) {
        (Some(before), Some(now)) if before == now => format!("{} is `{is}` now, not `{was}`", entry(now)),
        (Some(before), Some(now)) => format!("{} is `{is}` now; it was {}, `{was}`", entry(now), entry(before)),
        (Some(before), None) => format!("dropped {}: `{was}`", entry(before)),
        (None, now) => format!("{} is new: `{is}`", now.map(entry).unwrap_or_default()),
    }
}
