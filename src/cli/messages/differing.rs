//! What devices said differently, in a sentence. Warnings beside a sheet, `conflicts` and `check` all say it like this.

use ginpad_core::facts::{About, Conflict, FactId, GamePart, Person};
use ginpad_core::hand::Refusal;
use ginpad_core::text::and_list;

use super::settings::noun;
use crate::book::StoredGame;

/// What is said differently about a game: `two devices changed hand 3 in different ways`. `None` if it is about people, or
/// about a hand that is not in the game.
pub(crate) fn about_game(conflict: &Conflict, game: &StoredGame) -> Option<String> {
    let number = |hand: &FactId| game.place_of(*hand).map(|at| at + 1);
    let devices = devices(conflict);
    let hands: Vec<usize> = conflict.counts.iter().filter_map(number).collect();
    Some(match &conflict.about {
        About::Hand(_) => format!("{devices} changed hand {} in different ways", hands.first()?),
        About::SameNumber(..) => format!("{devices} logged hands {} under one number", and_list(&hands)),
        About::Refused { hand, refusals, .. } => not_counted(number(hand)?, refusals),
        About::Part(_, GamePart::Closing) => format!("{devices} ended this game in different ways"),
        About::Part(_, GamePart::Totals) => format!("{devices} gave different totals for this game"),
        About::Part(_, GamePart::Setting(key)) => {
            format!("{devices} set the {} of this game in different ways", noun(*key).0)
        }
        About::Imported(_) => format!("{devices} imported this game in different ways"),
        About::SeatedTwice(_) => "it seats two people who were made one; here they stay two".into(),
        About::Name(_) | About::Joining(_) => return None,
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
    match conflict.about {
        About::Name(player) => Some(format!("{devices} renamed {} in different ways", name_of(player, people))),
        About::Joining(player) => Some(format!("{devices} made {} different people", name_of(player, people))),
        _ => None,
    }
}

/// How one of these people is called.
pub(crate) fn name_of(person: FactId, people: &[Person]) -> &str {
    people.iter().find(|known| known.id == person).map_or("somebody", |person| person.name.as_str())
}
