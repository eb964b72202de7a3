//! What devices said differently, in a sentence. Warnings beside a sheet, `conflicts` and `check` all say it like this.

use ginpad_core::facts::{Conflict, FactId, Person};
use ginpad_core::hand::Refusal;
use ginpad_core::text::and_list;

use super::settings::noun;
use crate::book::StoredGame;

/// What is said differently about a game: `two devices changed hand 3 in different ways`. `None` if it is about people, or
/// about a hand that is not in the game.
pub(crate) fn about_game(conflict: &Conflict, game: &StoredGame) -> Option<String> {
    let number = |hand: &FactId| game.place_of(*hand).map(|at| at + 1);
    let devices = devices(conflict);
    Some(match conflict {
        Conflict::Hand { counts, .. } => format!("{devices} changed hand {} in different ways", number(counts)?),
        Conflict::SameNumber { hands, .. } => {
            let hands: Vec<usize> = hands.iter().filter_map(number).collect();
            format!("{devices} logged hands {} under one number", and_list(&hands))
        }
        Conflict::Refused { hand, refusals, .. } => not_counted(number(hand)?, refusals),
        Conflict::Closing { .. } => format!("{devices} ended this game in different ways"),
        Conflict::Totals { .. } => format!("{devices} gave different totals for this game"),
        Conflict::Setting { key, .. } => format!("{devices} set the {} of this game in different ways", noun(*key).0),
        Conflict::Imported { .. } => format!("{devices} imported this game in different ways"),
        Conflict::SeatedTwice { .. } => "it seats two people who were made one; here they stay two".into(),
        Conflict::Name { .. } | Conflict::Joining { .. } => return None,
    })
}

/// Who stand against each other: each version is that of another device, for a device knows its own.
fn devices(conflict: &Conflict) -> String {
    match conflict.versions().len() {
        ..=2 => "two devices".into(),
        3 => "three devices".into(),
        more => format!("{more} devices"),
    }
}

/// `hand 3 is not counted: Ann cannot knock with 12 deadwood; the knock limit is 10`.
pub(crate) fn not_counted(hand: usize, refusals: &[Refusal]) -> String {
    let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
    format!("hand {hand} is not counted: {}", reasons.join("; "))
}

/// What is said differently about people: `two devices renamed Ann in different ways`. `people` is everyone in the book.
pub(crate) fn about_people(conflict: &Conflict, people: &[Person]) -> Option<String> {
    let devices = devices(conflict);
    match conflict {
        Conflict::Name { player, .. } => {
            Some(format!("{devices} renamed {} in different ways", name_of(*player, people)))
        }
        Conflict::Joining { player, .. } => {
            Some(format!("{devices} made {} different people", name_of(*player, people)))
        }
        Conflict::Hand { .. }
        | Conflict::SameNumber { .. }
        | Conflict::Refused { .. }
        | Conflict::Closing { .. }
        | Conflict::Totals { .. }
        | Conflict::Setting { .. }
        | Conflict::Imported { .. }
        | Conflict::SeatedTwice { .. } => None,
    }
}

/// How one of these people is called.
pub(crate) fn name_of(person: FactId, people: &[Person]) -> &str {
    people.iter().find(|known| known.id == person).map_or("somebody", |person| person.name.as_str())
}
