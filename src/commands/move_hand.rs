//! `move`: a hand that was logged in the wrong game.
//!
//! The hand keeps its history. Both games are scored anew.

use clap::Args;

use super::log::told;
use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::Hint;
use crate::book::{Pad, StoredGame};
use crate::cli::messages::consequences::{change as change_of, not_counted, not_counted_besides, sides};
use crate::cli::messages::past_words::reading;
use crate::cli::session::{Face, GameName, HandName, Session, hand_name, which_game};
use crate::render::{hand_plain, json, standing};
use ginpad_core::hand::GameHand;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad move 3 --to 12             hand 3 belongs to game 12
  ginpad move last --to @-1         the newest hand belongs to the game before
  ginpad move 3 --to 12 --before 5  it was played before hand 5 of that game";

/// Move a hand to another game
///
/// A hand that was logged in the wrong game. The same players play in both games, perhaps on other sides. The hand comes last in the other game, unless `--before` says otherwise. Both games are scored anew; `ginpad undo` takes it back.
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
            let remark = which_game::remark(session, pad, &from);
            let moving = Moving { from: &from, at, to: &to, before };
            let (after, place) = moving.moved(session, pad)?;
            Ok(moving.report(session, &after, place).remarks(remark))
        })
    }
}

impl Moving<'_> {
    /// Moves it, unless something forbids it. Nothing is kept of a hand that may not go there.
    fn moved(&self, session: &Session, pad: &Pad<'_>) -> Result<([StoredGame; 2], usize), Failure> {
        let (from, to) = (self.from, self.to);
        let mut reasons = Vec::new();
        let mut hints = Vec::new();
        let is_over = self.before.is_none() && !to.scored.is_open();
        if is_over {
            let over = which_game::over(to);
            reasons.push(over.strip_prefix("the game").map_or(over.clone(), |how| format!("game {}{how}", to.number)));
        }
        let Some(after) = pad.move_hand((from, self.at), (to, self.before), session.now)? else {
            let [ours, theirs] = [from, to].map(|game| sides(&game.scored.game));
            reasons.push(format!("game {} is {ours}, and game {} is {theirs}", from.number, to.number));
            hints.extend(self.other_players());
            return Err(self.refused(&reasons, hints));
        };
        let hands = &after[1].scored.game.hands;
        let place = self.before.unwrap_or(hands.len().saturating_sub(1));
        if let Some(GameHand::Refused(refused)) = hands.get(place) {
            reasons.extend(refused.refusals.iter().map(ToString::to_string));
            let score = CommandLine::of("score").words([to.number.to_string()]);
            hints.push(Hint::does(score, "shows the rules of that game"));
        } else if is_over {
            hints.extend(self.before_the_end());
        }
        if reasons.is_empty() { Ok((after, place)) } else { Err(self.refused(&reasons, hints)) }
    }

    fn refused(&self, reasons: &[String], hints: Vec<Hint>) -> Failure {
        let (hand, entry, to) = (self.at + 1, reading(&self.from.scored, self.at), self.to.number);
        let what = format!("hand {hand}, {entry}, cannot be moved to game {to}");
        hints.into_iter().fold(Failure::because(what, reasons), Failure::hint)
    }

    /// In a game that is over, a hand may still have been forgotten before the one that ended it.
    fn before_the_end(&self) -> Option<Hint> {
        let hands = self.to.scored.game.hands.len();
        let last = self.to.scored.tally.ending.map_or(hands, |ending| ending.hand + 1);
        let earlier = CommandLine::again().flag("before", last.to_string());
        (last > 0).then(|| Hint::does(earlier, &format!("puts it before hand {last}, which was played after it")))
    }

    /// Other people play there, or these with other partners.
    fn other_players(&self) -> Vec<Hint> {
        let (from, to) = (&self.from.scored.game, self.to);
        let same_number = from.players.a_side() == to.scored.game.players.a_side();
        let seat = CommandLine::of("set")
            .words(["sides".to_string()].into_iter().chain(which_game::side_words(&from.players)))
            .flag("game", to.number.to_string());
        let drop =
            CommandLine::of("drop").words([(self.at + 1).to_string()]).flag("game", self.from.number.to_string());
        let seat = same_number.then(|| Hint::does(seat, &format!("if game {} names the wrong players", to.number)));
        seat.into_iter().chain([Hint::does(drop, "if the hand was not theirs; log it there anew")]).collect()
    }

    /// What became of both games.
    fn report(&self, session: &Session, after: &[StoredGame; 2], place: usize) -> Answer {
        let [left, reached] = after;
        let beyond = not_counted_besides(&reached.scored, (session.face() == Face::Table).then_some(place));
        let remarks = not_counted(&left.scored).into_iter().chain(beyond);
        Answer::of(match session.face() {
            Face::Json => json::print(&json::moved(
                json::logged_hand(&reached.scored, place, reached.number),
                [
                    (self.from.number, &self.from.scored, &left.scored),
                    (self.to.number, &self.to.scored, &reached.scored),
                ],
            )),
            Face::Plain => {
                let game = |before: &StoredGame, after: &StoredGame| {
                    format!("\ngame\t{}\t{}\t{}", after.number, standing(&before.scored), standing(&after.scored))
                };
                hand_plain(&reached.scored, place) + &game(self.from, left) + &game(self.to, reached)
            }
            Face::Table => {
                let [hand, number] = [self.at + 1, place + 1];
                let what =
                    format!("hand {hand} of game {} is hand {number} of game {} now", self.from.number, self.to.number);
                let mut lines = vec![what, told(session, &reached.scored, place).trim_end().to_string()];
                lines.extend(change_of(Some(self.from), Some(left)));
                lines.extend(change_of(Some(self.to), Some(reached)));
                lines.join("\n")
            }
        })
        .remarks(remarks)
    }
}
