//! The questions of `log`: a hand, step by step. A whole entry is taken at any of them.

use super::lines::{Asker, Question, joined};
use crate::answer::Failure;
use crate::arguments::GameName;
use crate::cli::session::Session;
use crate::commands::log::{LogArgs, open};
use ginpad_core::hand::Outcome;
use ginpad_core::notation::{Choices, Draft, Missing, shown_entry};
use ginpad_core::players::Players;
use ginpad_core::text::or_list;

const HELP: &str = "A whole entry is taken at any question, like `a5 23`: the knocker's deadwood, then the other's. \
    Deadwood is a number, a sum like 10+9+4, or cards like KhQd3c. `.` leaves.";

/// Asks how a hand ended.
///
/// # Errors
/// The questions were left, or the terminal is gone.
pub(super) fn ask(log: &mut LogArgs, session: &Session) -> Result<(), Failure> {
    let game = session.app.read(|pad| open(pad, log.game))?;
    log.time(&session.app, &game.scored.game)?;
    let players = &game.scored.game.players;
    let mut asker = Asker::new()?;
    let mut draft = Draft::new(&game.scored.game, session.app.local());
    while draft.missing() != Missing::Nothing {
        asker.ask(question(&draft, players), |answer| draft.give(answer).map_err(joined))?;
    }
    log.entry = draft.entry().map(|hand| shown_entry(hand.logged(), players)).into_iter().collect();
    // Another game may be the current one by now.
    log.game = Some(GameName::Number(game.number));
    Ok(())
}

/// The question for what is missing next.
fn question(draft: &Draft<'_>, players: &Players) -> Question {
    let (text, words) = match draft.choices() {
        Choices::Players(seats) => {
            let names: Vec<&str> = seats.into_iter().map(|seat| players.name(seat)).collect();
            let which = match players.pairs() {
                1 => String::new(),
                pairs => format!("Pair {} of {pairs}: ", draft.result_number()),
            };
            match draft.missing() {
                Missing::Opponent => (format!("Against whom ({})?", or_list(&names)), names),
                _ => {
                    let text = format!("{which}Who ended the hand ({}, or dead)?", names.join(", "));
                    (text, names.into_iter().chain(["dead"]).collect())
                }
            }
        }
        Choices::Card => ("Upcard?".into(), Vec::new()),
        Choices::Ways(ways) => {
            let words: Vec<&str> = ways.into_iter().map(Outcome::word).collect();
            (format!("How ({})?", or_list(&words)), words)
        }
        Choices::Number(range) => {
            let what = match draft.whose() {
                Some(whose) => format!("Deadwood of {whose} ({} to {}, or cards)?", range.start(), range.end()),
                None => format!("Points ({} to {})?", range.start(), range.end()),
            };
            (what, Vec::new())
        }
        Choices::Nothing => (String::new(), Vec::new()),
    };
    Question { text, help: HELP.into(), words: words.into_iter().map(str::to_string).collect() }
}
