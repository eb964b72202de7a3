//! What devices said differently, in a sentence. Warnings beside a sheet, `conflicts` and `check` all say it like this.

use ginpad_core::facts::{About, Conflict, FactId, GamePart, Person};
use ginpad_core::hand::Refusal;
use ginpad_core::text::and_list;

use super::settings::noun;
use crate::book::StoredGame;

/// What is said differently about a game: `hand 3 was changed in different ways`. `None` if it is about people, or about a
/// hand that is not in the game. Two devices said it, or one under two names, as after a restore.
pub(crate) fn about_game(conflict: &Conflict, game: &StoredGame) -> Option<String> {
    let number = |hand: &FactId| game.place_of(*hand).map(|at| at + 1);
    let hands: Vec<usize> = conflict.counts.iter().filter_map(number).collect();
    Some(match &conflict.about {
        About::Hand(_) => format!("hand {} was changed in different ways", hands.first()?),
        About::SameNumber(..) => format!("hands {} were logged under one number", and_list(&hands)),
        About::Refused { hand, refusals, .. } => not_counted(number(hand)?, refusals),
        About::Part(_, GamePart::Closing) => "this game was ended in different ways".into(),
        About::Part(_, GamePart::Totals) => "this game was given different totals".into(),
        About::Part(_, GamePart::Setting(key)) => {
            let (noun, is) = noun(*key);
            format!("the {noun} of this game {} set in different ways", if is == "is" { "was" } else { "were" })
        }
        About::Imported(_) => "this game was imported in different ways".into(),
        About::SeatedTwice(_) => "it seats two people who were made one; here they stay two".into(),
        About::Name(_) | About::Joining(_) => return None,
    })
}

/// `hand 3 is not counted: Ann cannot knock with 12 deadwood; the knock limit is 10`.
pub(crate) fn not_counted(hand: usize, refusals: &[Refusal]) -> String {
    let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
    format!("hand {hand} is not counted: {}", reasons.join("; "))
}

/// What is said differently about people: `Ann was renamed in different ways`. `people` is everyone in the book.
pub(crate) fn about_people(conflict: &Conflict, people: &[Person]) -> Option<String> {
    match conflict.about {
        About::Name(player) => Some(format!("{} was renamed in different ways", name_of(player, people))),
        About::Joining(player) => Some(format!("{} was made one with different people", name_of(player, people))),
        _ => None,
    }
}

/// How one of these people is called.
pub(crate) fn name_of(person: FactId, people: &[Person]) -> &str {
    people.iter().find(|known| known.id == person).map_or("somebody", |person| person.name.as_str())
}
