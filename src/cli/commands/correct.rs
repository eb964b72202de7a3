//! `fix`, `drop` and `insert`: correct, remove or insert a hand.
//!
//! A finished game can be corrected too. Later hands are scored again. If the game now ends earlier, the hands after its
//! end are kept.

use clap::Args;

use super::log::{no_entry, reading, told};
use crate::book::{BookError, Pad, StoredGame};
use crate::cli::messages::answer::Answer;
use crate::cli::messages::command_line::CommandLine;
use crate::cli::messages::consequences::{change as change_of, not_counted_besides};
use crate::cli::messages::failure::Failure;
use crate::cli::messages::sentence::Hint;
use crate::cli::session::typed_entry;
use crate::cli::session::{Face, Session};
use crate::cli::session::{GameName, hand_number, which_game};
use crate::render::{hand_plain, json, standing};

/// Examples above the help of `fix`.
pub(crate) const FIX_EXAMPLES: &str = "\
Examples:
  ginpad fix 3 ann knock 6 23       hand 3 was Ann's knock with 6
  ginpad fix 3 b9 4 --game @-1      in the game before";

/// Examples above the help of `drop`.
pub(crate) const DROP_EXAMPLES: &str = "\
Examples:
  ginpad drop 3                     hand 3 was never played";

/// Examples above the help of `insert`.
pub(crate) const INSERT_EXAMPLES: &str = "\
Examples:
  ginpad insert 3 bob gin 12        the forgotten hand becomes hand 3";

/// Correct a hand
///
/// The hands after it are scored again. If a finished game opens again, ginpad says so. If the game now ends earlier, the hands after its end are kept but not counted.
#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    /// The number of the hand
    #[arg(value_name = "N", value_parser = hand_number)]
    hand: usize,

    /// How it really ended
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
    /// The number of the hand
    #[arg(value_name = "N", value_parser = hand_number)]
    hand: usize,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Insert a forgotten hand
///
/// It becomes hand N. The old hand N and the hands after it move down and are scored again.
#[derive(Debug, Args)]
pub(crate) struct InsertArgs {
    /// The number it gets
    #[arg(value_name = "N", value_parser = hand_number)]
    hand: usize,

    /// How it ended
    #[arg(value_name = "ENTRY", allow_negative_numbers = true)]
    entry: Vec<String>,

    /// The game, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

impl FixArgs {
    /// The arguments that replace this hand of this game by this entry.
    pub(crate) fn of(hand: usize, entry: &str, game: GameName) -> FixArgs {
        FixArgs { hand, entry: vec![entry.to_string()], game: Some(game) }
    }

    /// Corrects a hand.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        correct(session, self.game, self.hand, |pad, game, at| {
            let was = reading(&game.scored, at);
            if self.entry.is_empty() {
                let as_it_is = Hint::with("the hand as it is now:", CommandLine::again().entry(&was));
                return Err(Failure::usage(format!("there is no entry to replace hand {}", at + 1)).hint(as_it_is));
            }
            let text = typed_entry::entry(&self.entry);
            let hand = typed_entry::hand(&text, game, session.local()).map_err(|wrong| wrong.failure(&text))?;
            let after = pad.fix(game, at, &hand, session.now)?;
            Ok((after, format!("hand {} was `{was}`", at + 1), Some(at)))
        })
    }
}

impl DropArgs {
    /// Takes a hand out.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        correct(session, self.game, self.hand, |pad, game, at| {
            let was = reading(&game.scored, at);
            Ok((pad.drop_hand(game, at, session.now)?, format!("dropped hand {}: `{was}`", at + 1), None))
        })
    }
}

impl InsertArgs {
    /// Puts a hand between others.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        correct(session, self.game, self.hand, |pad, game, at| {
            if self.entry.is_empty() {
                return Err(no_entry(game));
            }
            let text = typed_entry::entry(&self.entry);
            let hand = typed_entry::hand(&text, game, session.local()).map_err(|wrong| wrong.failure(&text))?;
            let after = pad.insert(game, at, &hand, session.now)?;
            Ok((
                after,
                format!("hand {} is new; `{}` is hand {} now", at + 1, reading(&game.scored, at), at + 2),
                Some(at),
            ))
        })
    }
}

type Corrected = (StoredGame, String, Option<usize>);

/// Corrects a game, and says what changed.
fn correct(
    session: &Session,
    name: Option<GameName>,
    number: usize,
    change: impl FnOnce(&Pad<'_>, &StoredGame, usize) -> Result<Corrected, Failure>,
) -> Result<Answer, Failure> {
    session.change(which_game::no_game, |pad| {
        let before = which_game::game(pad, name)?;
        let at = which_game::hand(&before, number)?;
        let remark = which_game::remark(session, pad, &before);
        let (after, what, hand) = change(pad, &before, at)?;
        Ok(report(session, &before, &after, &what, hand)?.remarks(remark))
    })
}

fn report(
    session: &Session,
    before: &StoredGame,
    after: &StoredGame,
    what: &str,
    hand: Option<usize>,
) -> Result<Answer, BookError> {
    let changed = change_of(Some(before), Some(after));
    let beyond = not_counted_besides(&after.scored, hand.filter(|_| session.face() == Face::Table));
    Ok(match session.face() {
        Face::Json => {
            let document = json::correction(after.number, &before.scored, &after.scored, hand);
            Answer::of(json::print(&document)).remarks(beyond)
        }
        Face::Plain => {
            let line = hand.map(|at| hand_plain(&after.scored, at) + "\n").unwrap_or_default();
            Answer::of(
                line + &format!("game\t{}\t{}\t{}", after.number, standing(&before.scored), standing(&after.scored)),
            )
            .remarks(beyond)
        }
        Face::Table => {
            let mut lines = vec![what.to_string()];
            lines.extend(hand.map(|at| told(session, &after.scored, at).trim_end().to_string()));
            lines.extend(changed);
            Answer::of(lines.join("\n")).remarks(beyond)
        }
    })
}
