//! `move`: a hand that was logged in the wrong game.
//!
//! The hand keeps its history. Both games are scored anew.

use clap::Args;

use serde_json::json;

use crate::answer::{Answer, CommandLine, Failure, Hint};
use crate::app::App;
use crate::arguments::{GameName, HandName, hand_name, which_game};
use crate::book::StoredGame;
use crate::render::json;
use crate::reports::outcome::Outcome;
use ginpad_core::text::and_list;
use ginpad_core::{EntryAt, GameHand, Players};

/// Move a hand to another game
///
/// For a hand that was logged in the wrong game. At least one of its players sits in the other game, on either side; an opponent who does not is replaced by the one there. The hand comes last in the other game, unless `--before` says otherwise. Both games are scored anew; `ginpad undo` takes it back.
#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// The number of the hand; `last` or `-1` is the newest
    #[arg(value_name = "HAND", value_parser = hand_name, allow_negative_numbers = true)]
    hand: HandName,

    /// The game that it belongs to
    #[arg(long, value_name = "GAME")]
    to: GameName,

    /// The hand of that game that was played after it
    #[arg(long, value_name = "HAND", value_parser = hand_name, allow_hyphen_values = true)]
    before: Option<HandName>,

    /// The game that holds the hand, if it is not the current one
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,
}

/// Moves the hand. If the other game refuses it, nothing changes.
pub(crate) fn run(args: MoveArgs, app: &App) -> Result<Answer, Failure> {
    app.change(|book| {
        let from = which_game::game(book, args.game)?;
        let at = which_game::hand(&from.scored, args.hand, Some(from.number))?;
        let to = which_game::game(book, Some(args.to))?;
        if from.id == to.id {
            let order = Hint::advice("to change the order of hands, `drop` one and `insert` it elsewhere");
            return Err(Failure::refused(format!("hand {} is in game {} already", at + 1, to.number)).hint(order));
        }
        let before = args.before.map(|name| which_game::hand(&to.scored, name, Some(to.number))).transpose()?;
        let (mut reasons, mut hint) = (Vec::new(), None);
        if before.is_none() && !to.scored.is_open() {
            reasons.push(format!("game {} {}", to.number, which_game::why_over(&to)));
            let reopens = which_game::reopens(book, &to)?.map(|undo| Hint::does(undo, "opens that game again"));
            hint = before_the_end(&to).or(reopens);
        }
        let refused = |reasons: &[String], hint| {
            let what = format!("hand {} cannot be moved to game {}", at + 1, to.number);
            Failure::because(what, reasons).hint(hint)
        };
        let Some([left, reached]) = book.move_hand((&from, at), (&to, before), app.now)? else {
            let [ours, theirs] =
                [&from, &to].map(|game| format!("between {}", and_list(game.scored.game.players.side_names().iter())));
            reasons.push(format!("game {} is {ours}, game {} {theirs}", from.number, to.number));
            let drop =
                format!("`drop {} --game {}` removes the hand; then log it in the right game", at + 1, from.number);
            return Err(refused(&reasons, Some(Hint::advice(drop))));
        };
        let moved = &from.record.hands[at];
        let place = reached.record.hands.iter().position(|hand| hand.first == moved.first).unwrap_or_default();
        if let Some(GameHand::Refused(hand)) = reached.scored.game.hands.get(place) {
            reasons.extend(hand.refusals.iter().map(ToString::to_string));
            let score = CommandLine::of("score").words([to.number.to_string()]);
            hint = Some(Hint::does(score, "shows the rules of that game"));
        }
        if !reasons.is_empty() {
            return Err(refused(&reasons, hint));
        }
        let seat = other_seat(&from.scored.game.players, &to.scored.game.players).unwrap_or_default();
        let lead = format!("hand {} of game {} is hand {} of game {}", at + 1, from.number, place + 1, to.number);
        let outcome = Outcome::default().did([format!("{lead} now{seat}")]);
        let outcome = outcome.game(Some(&from), Some(&left), None).game(Some(&to), Some(&reached), Some(place));
        let hand = json::logged_entry(&reached.scored, EntryAt::Hand(place), reached.number);
        let document = json!({ "schema": "ginpad/move/1", "hand": hand, "games": outcome.games });
        Ok(outcome.document(document).remarks(which_game::remark(book, &from, args.game)).into())
    })
}

/// A hint for a finished game: the hand may belong before the one that ended it.
fn before_the_end(game: &StoredGame) -> Option<Hint> {
    let EntryAt::Hand(last) = game.scored.tally.ending?.by else { return None };
    let last = last + 1;
    let earlier = CommandLine::again().flag("before", last.to_string());
    Some(Hint::does(earlier, &format!("puts it before hand {last}, if that was played later")))
}

/// A clause that names the player in the other seat, if only one of the two players is in both games.
fn other_seat(from: &Players, to: &Players) -> Option<String> {
    let only = |these: &Players, those: &Players| {
        let mut names = these.seats().map(|(_, name)| name);
        names.find(|name| those.seats().all(|(_, other)| other != *name)).cloned()
    };
    Some(format!(", with {} in the seat of {}", only(to, from)?, only(from, to)?))
}
