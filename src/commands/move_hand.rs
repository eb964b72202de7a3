//! `move`: a hand that was logged in the wrong game.
//!
//! The hand keeps its history. Both games are scored anew.

use clap::Args;

use serde_json::json;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::{Pad, StoredGame};
use crate::cli::messages::past_words::reading;
use crate::cli::session::{GameName, HandName, Session, hand_name, which_game};
use crate::render::{json, sides};
use crate::reports::outcome::Outcome;
use ginpad_core::hand::GameHand;
use ginpad_core::players::Players;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad move 3 --to 12             hand 3 belongs to game 12
  ginpad move last --to @-1         the newest hand belongs to the game before
  ginpad move 3 --to 12 --before 5  it was played before hand 5 of that game";

/// Move a hand to another game
///
/// A hand that was logged in the wrong game. The same players play in both games, perhaps on other sides; or one of two does, and then the hand is between that one and the opponent there. The hand comes last in the other game, unless `--before` says otherwise. Both games are scored anew; `ginpad undo` takes it back.
#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// The number of the hand; `last` or `-1` is the newest
    #[arg(value_name = "N", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// The game that it belongs to
    #[arg(long, value_name = "GAME")]
    to: GameName,

    /// The hand of that game that was played after it
    #[arg(long, value_name = "HAND", value_parser = hand_name, allow_hyphen_values = true)]
    before: Option<HandName>,

    /// The game that it stands in, if that is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// A hand on its way: where it stands, and where it goes.
struct Moving<'a> {
    from: &'a StoredGame,
    at: usize,
    to: &'a StoredGame,
    before: Option<usize>,
}

impl MoveArgs {
    /// Moves the hand.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        session.change(which_game::no_game, |pad| {
            let from = which_game::game(pad, self.game)?;
            let at = which_game::hand(&from, self.hand)?;
            let to = which_game::game(pad, Some(self.to))?;
            if from.id == to.id {
                let games = Hint::does(CommandLine::of("games"), "lists the games");
                return Err(Failure::refused(format!("hand {} is in game {} already", at + 1, to.number)).hint(games));
            }
            let before = self.before.map(|name| which_game::hand(&to, name)).transpose()?;
            let remark = which_game::remark(pad, &from);
            let moving = Moving { from: &from, at, to: &to, before };
            let (after, place) = moving.moved(session, pad)?;
            Ok(moving.outcome(&after, place).remarks(remark).into())
        })
    }
}

impl Moving<'_> {
    /// Moves it, unless something forbids it. Nothing is kept of a hand that may not go there.
    fn moved(&self, session: &Session, pad: &Pad<'_>) -> Result<([StoredGame; 2], usize), Failure> {
        let (from, to) = (self.from, self.to);
        let (mut reasons, mut hint) = (Vec::new(), None);
        let is_over = self.before.is_none() && !to.scored.is_open();
        if is_over {
            reasons.push(format!("game {} {}", to.number, which_game::why_over(to)));
            hint = self.before_the_end();
        }
        let Some(after) = pad.move_hand((from, self.at), (to, self.before), session.now)? else {
            let [ours, theirs] = [from, to].map(|game| sides(&game.scored.game));
            reasons.push(format!("game {} is {ours}, and game {} is {theirs}", from.number, to.number));
            let drop = CommandLine::of("drop").words([(self.at + 1).to_string()]).flag("game", from.number.to_string());
            return Err(self.refused(&reasons, Some(Hint::does(drop, "takes it out; log it anew in its game"))));
        };
        let hands = &after[1].scored.game.hands;
        let place = self.before.unwrap_or(hands.len().saturating_sub(1));
        if let Some(GameHand::Refused(refused)) = hands.get(place) {
            reasons.extend(refused.refusals.iter().map(ToString::to_string));
            let score = CommandLine::of("score").words([to.number.to_string()]);
            hint = Some(Hint::does(score, "shows the rules of that game"));
        }
        if reasons.is_empty() { Ok((after, place)) } else { Err(self.refused(&reasons, hint)) }
    }

    fn refused(&self, reasons: &[String], hint: Option<Hint>) -> Failure {
        let (hand, entry, to) = (self.at + 1, reading(&self.from.scored, self.at), self.to.number);
        Failure::because(format!("hand {hand}, {entry}, cannot be moved to game {to}"), reasons).hint_if(hint)
    }

    /// In a game that is over, a hand may still have been forgotten before the one that ended it.
    fn before_the_end(&self) -> Option<Hint> {
        let last = self.to.scored.tally.ending?.hand + 1;
        let earlier = CommandLine::again().flag("before", last.to_string());
        Some(Hint::does(earlier, &format!("puts it before hand {last}, which was played after it")))
    }

    /// Whose seat is whose in the other game, if only one of the two plays there.
    fn other_seat(&self) -> String {
        let [from, to] = [self.from, self.to].map(|game| &game.scored.game.players);
        let only = |these: &Players, those: &Players| {
            let mut names =
                these.seats().map(|(_, name)| name).filter(|name| those.seats().all(|(_, other)| other != *name));
            names.next().cloned()
        };
        let both = only(from, to).zip(only(to, from));
        both.map(|(one, other)| format!(", with {other} in the seat of {one}")).unwrap_or_default()
    }

    /// What became of both games.
    fn outcome(&self, [left, reached]: &[StoredGame; 2], place: usize) -> Outcome {
        let (hand, from, to) = (self.at + 1, self.from.number, self.to.number);
        let what = format!("hand {hand} of game {from} is hand {} of game {to} now{}", place + 1, self.other_seat());
        let moved = Outcome::default().did([what]).game(Some(self.from), Some(left), None).game(
            Some(self.to),
            Some(reached),
            Some(place),
        );
        let hand = json::logged_hand(&reached.scored, place, reached.number);
        let document = json!({ "schema": "ginpad/move/1", "hand": hand, "games": moved.games });
        moved.document(document)
    }
}
