//! `fix`, `drop` and `insert`: correct, remove or insert a hand.
//!
//! A finished game can be corrected too. Later hands are scored again. If the game now ends earlier, the hands after its
//! end are kept.

use clap::Args;

use serde_json::json;

use super::log::no_entry;
use crate::answer::{Answer, CommandLine, Failure, Hint, Sentence};
use crate::app::App;
use crate::arguments::day::day_taken;
use crate::arguments::typed_entry;
use crate::arguments::{GameName, HandName, hand_name, which_game};
use crate::book::{Pad, StoredGame};
use crate::render::phrases::entry;
use crate::render::{json, standing};
use crate::reports::outcome::Outcome;
use crate::wording::entry_hints::form;
use crate::wording::past_words::reading;
use ginpad_core::facts::{ChangeVerb, NewChange};
use ginpad_core::hand::{AcceptedHand, GameHand, LoggedHand};
use ginpad_core::notation::print_adjustment;
use ginpad_core::players::Players;
use ginpad_core::sheet::{Adjustment, EntryAt};
use ginpad_core::text::count;

/// Examples above the help of `fix`.
pub(crate) const FIX_EXAMPLES: &str = "\
  ginpad fix 3 ann knock 6 23       hand 3 was Ann's knock with 6
  ginpad fix last a6 23             the newest hand; -2 is the one before
  ginpad fix 3 swap                 it was the other side's hand
  ginpad fix 3 note \"took the four\" only the note; note \"\" takes it away, up - the upcard
  ginpad fix 3                      show the hand, and how to change it
  ginpad fix 3 b9 4 --game @-1      in the game before
  ginpad fix a1 ann adjust -10      adjustment a1 was 10 points";

/// Examples above the help of `drop`.
pub(crate) const DROP_EXAMPLES: &str = "\
  ginpad drop 3                     hand 3 was never played";

/// Examples above the help of `insert`.
pub(crate) const INSERT_EXAMPLES: &str = "\
  ginpad insert 3 bob gin 12        the forgotten hand becomes hand 3";

/// Correct a hand
///
/// What the new entry does not say stays: the upcard, the note, the time. The hands after it are scored again. If a finished game opens again, ginpad says so. If the game now ends earlier, the hands after its end are kept but not counted.
#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    /// The number of the hand, `last` or `-1` for the newest; or an adjustment, like `a1`
    #[arg(value_name = "N", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// How it really ended; or `swap`, or only what else is wrong, like `up 7S`; without it the hand is shown
    #[arg(value_name = "ENTRY", allow_negative_numbers = true)]
    entry: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Remove a hand
///
/// The hands after it move up and are scored again.
#[derive(Debug, Args)]
pub(crate) struct DropArgs {
    /// The number of the hand, `last` or `-1` for the newest; or an adjustment, like `a1`
    #[arg(value_name = "N", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Insert a forgotten hand
///
/// It becomes hand N. The old hand N and the hands after it move down and are scored again.
#[derive(Debug, Args)]
pub(crate) struct InsertArgs {
    /// The number it gets; with `last` it comes before the newest
    #[arg(value_name = "N", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// How it ended
    #[arg(value_name = "ENTRY", allow_negative_numbers = true)]
    entry: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

impl FixArgs {
    /// Corrects a hand, or shows how to.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        if let HandName::Adjustment(number) = self.hand {
            let text = typed_entry::entry(&self.entry);
            return adjust(app, self.game, number, |pad, game, at, was| {
                let is =
                    typed_entry::adjustment(&text, was, game, app.local()).map_err(|wrong| wrong.failure(&text))?;
                let fix = |change: &mut NewChange| {
                    change.fix_adjustment(&game.record, &game.record.adjustments[at], &is);
                };
                let what = format!("{} was `{}`", entry(EntryAt::Adjustment(at)), print_adjustment(was, players(game)));
                Ok((pad.change_game(ChangeVerb::FIX, game, app.now, fix)?, what))
            });
        }
        if self.entry.is_empty() {
            let canvas = |pad: &Pad<'_>| {
                let game = which_game::game(pad, self.game)?;
                Ok(how_to(&game, which_game::hand(&game, self.hand)?).into())
            };
            return app.read(canvas);
        }
        correct(app, (self.game, self.hand), &self.entry, |pad, game, at| {
            let hand = self.corrected(app, game, at)?;
            let what = format!("hand {} was `{}`", at + 1, reading(&game.scored, at));
            Ok((pad.fix(game, at, &hand, app.now)?, what))
        })
    }

    /// What the entry makes of a hand.
    fn corrected(&self, app: &App, game: &StoredGame, at: usize) -> Result<AcceptedHand, Failure> {
        let text = typed_entry::entry(&self.entry);
        let Some(was) = game.scored.game.hands.get(at).map(GameHand::logged) else {
            return Err(Failure::fault("the hand is gone"));
        };
        if text.trim().eq_ignore_ascii_case(SWAP) {
            return swapped(game, at, was);
        }
        typed_entry::correction(&text, was, game, app.local()).map_err(|wrong| wrong.failure(&text))
    }
}

/// The word that gives a hand to the other side. It is no entry, because one word never is, but `dead`.
const SWAP: &str = "swap";

/// A hand as if the other side had won it.
fn swapped(game: &StoredGame, at: usize, was: &LoggedHand) -> Result<AcceptedHand, Failure> {
    let cannot = format!("hand {} cannot be given to the other side", at + 1);
    let Some(swapped) = was.swapped() else {
        let dead = Failure::refused(format!("{cannot}: it is dead, so nobody won it"));
        return Err(dead.hint(form(&game.scored.game)));
    };
    let accepted = game.scored.game.accept(swapped);
    accepted.map_err(|refused| Failure::listing(cannot, &refused.refusals.iter().collect()))
}

/// A hand, and how to change it.
fn how_to(game: &StoredGame, at: usize) -> Outcome {
    let number = (at + 1).to_string();
    let fix = |words: &str| CommandLine::of("fix").words([number.clone()]).entry(words).keep("game");
    let way = |command, does: &str| Sentence::default().run(command).say(does);
    let correct = Sentence::from("to correct it, change this and run it: ").run(fix(&reading(&game.scored, at)));
    let can_swap = game.scored.game.hands.get(at).is_some_and(|hand| hand.logged().swapped().is_some());
    let swap = can_swap.then(|| way(fix(SWAP), " gives it to the other side"));
    let drop = way(CommandLine::of("drop").words([number.clone()]).keep("game"), " takes it out");
    let outcome = Outcome::new(json::logged_hand(&game.scored, at, game.number)).hand(&game.scored, Some(at));
    Outcome { ways: [correct].into_iter().chain(swap).chain([drop]).collect(), ..outcome }
}

impl DropArgs {
    /// Takes a hand out.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        if let HandName::Adjustment(number) = self.hand {
            return adjust(app, self.game, number, |pad, game, at, was| {
                let drop = |change: &mut NewChange| change.remove(&game.record, &game.record.adjustments[at]);
                let what =
                    format!("dropped {}: `{}`", entry(EntryAt::Adjustment(at)), print_adjustment(was, players(game)));
                Ok((pad.change_game(ChangeVerb::DROP, game, app.now, drop)?, what))
            });
        }
        correct(app, (self.game, self.hand), &[], |pad, game, at| {
            let what = format!("dropped hand {}: `{}`", at + 1, reading(&game.scored, at));
            Ok((pad.drop_hand(game, at, app.now)?, what))
        })
    }
}

impl InsertArgs {
    /// Puts a hand between others.
    pub(crate) fn run(self, app: &App) -> Result<Answer, Failure> {
        correct(app, (self.game, self.hand), &self.entry, |pad, game, at| {
            if self.entry.is_empty() {
                return Err(no_entry(game));
            }
            let text = typed_entry::entry(&self.entry);
            let hand = typed_entry::hand(&text, game, app.local()).map_err(|wrong| wrong.failure(&text))?;
            let what = format!("hand {} is new; `{}` is hand {} now", at + 1, reading(&game.scored, at), at + 2);
            Ok((pad.insert(game, at, &hand, app.now)?, what))
        })
    }
}

const fn players(game: &StoredGame) -> &Players {
    &game.scored.game.players
}

/// Corrects adjustment `number` (from 1) of a game, and says what changed.
fn adjust(
    app: &App,
    game: Option<GameName>,
    number: usize,
    change: impl FnOnce(&Pad<'_>, &StoredGame, usize, &Adjustment) -> Result<(StoredGame, String), Failure>,
) -> Result<Answer, Failure> {
    app.change(|pad| {
        let before = which_game::game(pad, game)?;
        let at = number.saturating_sub(1);
        let Some(was) = before.scored.game.adjustments.get(at) else {
            let has = count(before.scored.game.adjustments.len(), "adjustment");
            let what = format!("game {} has {has}; there is no adjustment a{number}", before.number);
            let score = CommandLine::of("score").words([before.number.to_string()]);
            return Err(Failure::refused(what).hint(Hint::does(score, "shows them")));
        };
        let (after, what) = change(pad, &before, at, was)?;
        let outcome = Outcome::new(json!({
            "schema": "ginpad/correction/1",
            "game": after.number,
            "hand": null,
            "adjustment": json::adjustment(&after.scored, at),
            "before": standing(&before.scored),
            "after": standing(&after.scored),
        }));
        let outcome = outcome.did([what]).game(Some(&before), Some(&after), None);
        Ok(outcome.remarks(which_game::remark(pad, &before)).into())
    })
}

/// Corrects a game, and says what changed. `change` gives the corrected game, and what was done; the hand is then as its
/// entry says, unless there is none.
fn correct(
    app: &App,
    (game, hand): (Option<GameName>, HandName),
    entry: &[String],
    change: impl FnOnce(&Pad<'_>, &StoredGame, usize) -> Result<(StoredGame, String), Failure>,
) -> Result<Answer, Failure> {
    app.change(|pad| {
        let before = which_game::game(pad, game)?;
        let at = which_game::hand(&before, hand)?;
        let remark = which_game::remark(pad, &before);
        let (after, what) = change(pad, &before, at)?;
        let hands = |game: &StoredGame| game.scored.game.hands.len();
        let time = |game: &StoredGame| game.scored.game.hands.get(at).and_then(|hand| hand.logged().at);
        let was = time(&before).filter(|_| hands(&before) == hands(&after));
        let new_time = time(&after).filter(|now| !entry.is_empty() && Some(*now) != was);
        let day = new_time.and_then(|now| day_taken(app, &entry.join(" "), now));
        let hand = (!entry.is_empty()).then_some(at);
        let outcome = Outcome::new(json!({
            "schema": "ginpad/correction/1",
            "game": after.number,
            "hand": hand.and_then(|at| json::logged_hand(&after.scored, at, after.number)),
            "before": standing(&before.scored),
            "after": standing(&after.scored),
        }));
        Ok(outcome.did([what]).game(Some(&before), Some(&after), hand).remarks(remark).remarks(day).into())
    })
}
