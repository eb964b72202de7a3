//! What a correction moved, in a sentence.

use crate::book::StoredGame;
use crate::render::standing;
use ginpad_core::game::{ScoredGame, Status};
use ginpad_core::sheet::Standing;
use ginpad_core::text::count;

/// What happened to a game, if anything that counts: `game 12 was won by Ann 104–61; it is open again at 96–61`.
#[must_use]
pub(super) fn sentence(before: Option<&StoredGame>, after: Option<&StoredGame>) -> Option<String> {
    match (before, after) {
        (None, None) => None,
        (Some(before), None) => Some(format!("game {} is gone ({})", before.number, who(&before.scored))),
        (None, Some(after)) => {
            let is = if after.scored.is_open() { "is back," } else { "is back:" };
            Some(format!("game {} {is} {} ({})", after.number, standing(&after.scored), who(&after.scored)))
        }
        (Some(before), Some(after)) => {
            let (was, is) = (standing(&before.scored), standing(&after.scored));
            let number = before.number;
            match (before.scored.status(), after.scored.status()) {
                (Status::Open, Status::Open) if was == is => None,
                (Status::Open, Status::Open) => {
                    let at = |standing: &str| standing.replacen("open at ", "", 1);
                    Some(format!("game {number} was at {}; it is at {} now", at(&was), at(&is)))
                }
                _ if was == is => Some(format!("game {number} is still {is}")),
                (Status::Open, _) => Some(format!("game {number} was {was}; it is {is} now")),
                (_, Status::Open) => {
                    Some(format!("game {number} was {was}; it is {}", is.replacen("open", "open again", 1)))
                }
                _ => Some(format!("game {number} was {was}; now it is {is}")),
            }
        }
    }
}

/// Warnings about the hands of a game that do not count.
#[must_use]
pub(super) fn not_counted(game: &ScoredGame) -> Vec<String> {
    beyond(game).into_iter().chain(refused(game)).collect()
}

/// Warnings about hands that the rules of their game refuse.
fn refused(game: &ScoredGame) -> impl Iterator<Item = String> {
    let hands = game.tally.hands.iter().enumerate().filter(|(_, hand)| !hand.refusals().is_empty());
    hands.map(|(at, hand)| {
        let reasons: Vec<String> = hand.refusals().iter().map(ToString::to_string).collect();
        format!("warning: hand {} is not counted: {}", at + 1, reasons.join("; "))
    })
}

/// A warning about hands beyond the end of a game.
fn beyond(game: &ScoredGame) -> Option<String> {
    let hands = game.tally.hands.iter().filter(|hand| hand.standing == Standing::BeyondTheEnd).count();
    let ending = game.tally.ending?;
    (hands > 0).then(|| {
        let (lie, are) = if hands == 1 { ("lies", "is kept but not") } else { ("lie", "are kept but not") };
        format!(
            "warning: {} {lie} beyond the end of the game (hand {}) and {are} counted",
            count(hands, "hand"),
            ending.hand + 1
        )
    })
}

/// The same for the games of a file: which of them, where there are several.
#[must_use]
pub(super) fn not_counted_in_file(games: &[ScoredGame]) -> Vec<String> {
    let which = |at: usize| if games.len() > 1 { format!("game {} of the file: ", at + 1) } else { String::new() };
    let warning = |at, text: &str| text.replacen("warning: ", &format!("warning: {}", which(at)), 1);
    let warnings = |(at, game)| not_counted(game).into_iter().map(move |text| warning(at, &text));
    games.iter().enumerate().flat_map(warnings).collect()
}

fn who(game: &ScoredGame) -> String {
    game.game.players.side_names().iter().cloned().collect::<Vec<_>>().join(" – ")
}
