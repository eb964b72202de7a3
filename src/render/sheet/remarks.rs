//! What a sheet says about single hands: the results of partners, notes, and upcards.

use crate::render::phrases;
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::{Award, Opponents, Outcome, Said, faced};
use ginpad_core::players::Seat;
use ginpad_core::side::Side;
use ginpad_core::text::printable;

/// The lines about a hand: the result of each pair, if there are several, then its note.
pub(super) fn of_hand(game: &ScoredGame, hand: usize) -> Vec<String> {
    let entered = &game.tally.hands[hand];
    let awards = entered.priced.awards.as_slice();
    let mut lines = Vec::new();
    if awards.len() > 1 {
        let said: Vec<Said> = awards.iter().map(Said::from).collect();
        let pairs = faced(&said, game.game.players.a_side());
        lines.extend(awards.iter().zip(pairs).map(|(award, pair)| result(game, award, pair)));
    }
    let note = game.game.hands.get(hand).and_then(|hand| hand.logged().note.as_ref());
    lines.extend(note.map(|note| format!("“{}”", printable(note.as_str()))));
    lines
}

/// Who knocked against whom with what, and what that is worth: `Ann knocks, 4 against Bob's 27: 23`.
fn result(game: &ScoredGame, award: &Award, pair: Opponents) -> String {
    let name = |side: Side| printable(game.game.players.name(Seat { side, place: pair[side] }));
    let Some(by) = award.by else { return format!("{} and {}: dead", name(Side::First), name(Side::Second)) };
    let (who, across) = (name(by.side), name(by.side.other()));
    let other = award.deadwood.unwrap_or_default()[by.side.other()];
    let words = match award.outcome {
        Outcome::Points => return format!("{who} scores {} against {across}", award.points()),
        Outcome::Dead => return format!("{who} and {across}: dead"),
        _ => phrases::result(award, by.side, &who, Some(&across), &format!("{across}'s {other}")),
    };
    match award.winner {
        Some(_) => format!("{words}: {}", award.points()),
        None => format!("{words}: {}", phrases::NOBODYS),
    }
}
