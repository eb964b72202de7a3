//! `fix`, `drop` and `insert`: a hand corrected, taken out, put between others.
//!
//! A finished game may be corrected too. What follows is scored anew; hands left beyond the new end are kept.

use clap::Args;

use super::answer::Answer;
use super::failure::Failure;
use super::log::reading;
use super::pick::{self, GameName};
use super::session::{Face, Session};
use super::{moved, typed};
use crate::book::{BookError, Pad, StoredGame};
use crate::render::{hand_plain, json, logged, standing};

/// Leads the help of `fix`.
pub(super) const FIX_EXAMPLES: &str = "\
Examples:
  ginpad fix 3 ann knock 6 23       hand 3 was Ann's knock with 6
  ginpad fix 3 b9 4 --game @-1      in the game before";

/// Leads the help of `drop`.
pub(super) const DROP_EXAMPLES: &str = "\
Examples:
  ginpad drop 3                     hand 3 was never played";

/// Leads the help of `insert`.
pub(super) const INSERT_EXAMPLES: &str = "\
Examples:
  ginpad insert 3 bob gin 12        a hand that was forgotten becomes hand 3";

/// Correct a hand
///
/// The hands after it are scored anew. A finished game may open again, and says so; hands left beyond a new end are kept and not counted.
#[derive(Debug, Args)]
pub(super) struct Fix {
    /// The number of the hand
    #[arg(value_name = "N", value_parser = pick::hand_number)]
    hand: usize,

    /// How it really ended
    #[arg(value_name = "ENTRY", required = true)]
    entry: Vec<String>,

    /// The game, where it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Take a hand out
///
/// The hands after it move up and are scored anew.
#[derive(Debug, Args)]
pub(super) struct Drop {
    /// The number of the hand
    #[arg(value_name = "N", value_parser = pick::hand_number)]
    hand: usize,

    /// The game, where it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Put a forgotten hand between others
///
/// It becomes hand N; the hand that was N and those after it move down and are scored anew.
#[derive(Debug, Args)]
pub(super) struct Insert {
    /// The number it gets
    #[arg(value_name = "N", value_parser = pick::hand_number)]
    hand: usize,

    /// How it ended
    #[arg(value_name = "ENTRY", required = true)]
    entry: Vec<String>,

    /// The game, where it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

impl Fix {
    /// Corrects a hand.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        correct(session, self.game, self.hand, |pad, game, at| {
            let text = typed::entry(&self.entry);
            let hand = typed::hand(&text, game, session.local()).map_err(|wrong| wrong.failure(&text))?;
            let was = reading(&game.scored, at);
            let after = pad.fix(game, at, &hand, session.now)?;
            Ok((after, format!("hand {} was `{was}`", at + 1), Some(at)))
        })
    }
}

impl Drop {
    /// Takes a hand out.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        correct(session, self.game, self.hand, |pad, game, at| {
            let was = reading(&game.scored, at);
            Ok((pad.drop_hand(game, at, session.now)?, format!("hand {} is out: `{was}`", at + 1), None))
        })
    }
}

impl Insert {
    /// Puts a hand between others.
    pub(super) fn run(self, session: &Session) -> Result<Answer, Failure> {
        correct(session, self.game, self.hand, |pad, game, at| {
            let text = typed::entry(&self.entry);
            let hand = typed::hand(&text, game, session.local()).map_err(|wrong| wrong.failure(&text))?;
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

/// Corrects a game and says what moved.
fn correct(
    session: &Session,
    name: Option<GameName>,
    number: usize,
    change: impl FnOnce(&Pad<'_>, &StoredGame, usize) -> Result<Corrected, Failure>,
) -> Result<Answer, Failure> {
    session.change(pick::no_game, |pad| {
        let before = pick::game(pad, name)?;
        let at = pick::hand(&before, number)?;
        let remark = pick::remark(session, pad, &before);
        let (after, what, hand) = change(pad, &before, at)?;
        Ok(report(session, &before, &after, &what, hand)?.notes(remark))
    })
}

fn report(
    session: &Session,
    before: &StoredGame,
    after: &StoredGame,
    what: &str,
    hand: Option<usize>,
) -> Result<Answer, BookError> {
    let moved = moved::sentence(Some(before), Some(after));
    let beyond = moved::not_counted(&after.scored);
    Ok(match session.face() {
        Face::Json => {
            let document = json::correction(after.number, &before.scored, &after.scored, hand);
            Answer::of(json::print(&document)).notes(beyond)
        }
        Face::Plain => {
            let line = hand.map(|at| hand_plain(&after.scored, at) + "\n").unwrap_or_default();
            Answer::of(
                line + &format!("game\t{}\t{}\t{}", after.number, standing(&before.scored), standing(&after.scored)),
            )
            .notes(beyond)
        }
        Face::Table => {
            let mut lines = vec![what.to_string()];
            lines.extend(hand.map(|at| logged(&after.scored, at, at + 1, session.line_look()).trim_end().to_string()));
            lines.extend(moved);
            Answer::of(lines.join("\n")).notes(beyond)
        }
    })
}
