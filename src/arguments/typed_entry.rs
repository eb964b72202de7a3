//! Entries as the shell passes them: words, some with spaces that were inside quotes.

use super::which_game::marked;
use crate::answer::{CommandLine, Failure, Hint, Sentence};
use crate::book::StoredGame;
use crate::wording::entry_hints::{for_refused, for_unread, form};
use ginpad_core::cards::Cards;
use ginpad_core::notation::{
    EntryFault, LocalTime, print_adjustment, quoted, read_adjustment, read_corrected_adjustment, read_correction,
    read_entry,
};
use ginpad_core::text::is_control;
use ginpad_core::{AcceptedHand, Adjustment, LoggedHand, NewEntry, WhoFault};

/// Joins the arguments to the text of an entry. The shell removed the quotes around a note and around the cards of one
/// hand: the note gets its quotes back, and the cards become one word.
pub(crate) fn entry(words: &[String]) -> String {
    let mut after_note = false;
    let word = |(at, word): (usize, &String)| {
        let had_quotes = word.is_empty() || word.contains(char::is_whitespace) || word.starts_with('"');
        let has_quotes = word.len() > 1 && word.starts_with('"') && word.ends_with('"');
        let is_note = std::mem::replace(&mut after_note, word.eq_ignore_ascii_case("note"));
        // The first word names a player, and a name may look like a card.
        match one_hand(word).filter(|_| at > 0) {
            _ if is_note && had_quotes && !has_quotes => quoted(word),
            Some(cards) => cards,
            None => word.clone(),
        }
    };
    words.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// Cards with spaces between them, joined to one word. A comma after them is kept.
fn one_hand(word: &str) -> Option<String> {
    let bare = word.trim_end_matches(',');
    let spaced = bare.trim().contains(char::is_whitespace);
    let cards = Cards::read(bare).ok().filter(|_| spaced)?;
    let together: String = bare.split_whitespace().collect();
    let alike = Cards::read(&together) == Ok(cards);
    Some(if alike { together } else { cards.word() } + &word[bare.len()..])
}

/// Reads the next entry of a game: a hand or an adjustment.
///
/// # Errors
/// As with [`hand`]; or an adjustment names a column that is not open.
pub(crate) fn any(text: &str, game: &StoredGame, local: LocalTime<'_>) -> Result<NewEntry, Failure> {
    let sheet = &game.scored;
    match read_adjustment(text, &sheet.game, local) {
        None => hand(text, None, game, local).map(NewEntry::Hand).map_err(|failure| {
            let penalty = text.split_once(" -").map(|(name, points)| format!("{name} adjust -{points}"));
            let penalty = penalty.filter(|entry| matches!(read_adjustment(entry, &sheet.game, local), Some(Ok(_))));
            let hint = penalty.map(|entry| Hint::with("to take points away:", CommandLine::again().entry(&entry)));
            hint.into_iter().fold(failure, Failure::hint_instead)
        }),
        Some(Err((at, fault))) => Err(no_adjustment(text, at, &fault)),
        Some(Ok(adjustment)) => {
            let mut after = sheet.clone();
            after.enter(NewEntry::Adjustment(adjustment.clone()));
            let entered = after.tally.adjustments.last().is_some_and(|entered| !entered.traces.is_empty());
            let closed = adjustment.column.filter(|_| !entered && sheet.is_open());
            closed.map_or(Ok(NewEntry::Adjustment(adjustment)), |column| {
                Err(Failure::refused(format!("column {} is not open", column + 1)))
            })
        }
    }
}

/// Reads a correction of an adjustment. It keeps everything that the text leaves out.
///
/// # Errors
/// The text is not an adjustment, or cannot be read.
pub(crate) fn adjustment(
    text: &str,
    was: &Adjustment,
    game: &StoredGame,
    local: LocalTime<'_>,
) -> Result<Adjustment, Failure> {
    match read_corrected_adjustment(text, was, &game.scored.game, local) {
        Some(Ok(is)) => Ok(is),
        Some(Err((at, fault))) => Err(no_adjustment(text, at, &fault)),
        None => {
            let now = print_adjustment(was, &game.scored.game.players);
            let hint = Hint::advice(format!("it is `{now}`; write the whole adjustment"));
            Err(Failure::refused("this is not an adjustment").hint(hint))
        }
    }
}

/// The fault of an adjustment that cannot be read.
fn no_adjustment(text: &str, at: usize, fault: &EntryFault) -> Failure {
    let form = |end: &str| CommandLine::again().entry(&format!("NAME adjust POINTS{end}")).form();
    let looks = Sentence::from("an adjustment looks like ").run(form(""));
    marked(fault, text, at).hint(Hint(looks.say(", or ").run(form(" column N"))))
}

/// Reads an entry that the rules of its game accept; with `was`, a correction of that hand.
///
/// # Errors
/// It cannot be read, with its place marked; or the rules do not accept it, with every reason.
pub(crate) fn hand(
    text: &str,
    was: Option<&LoggedHand>,
    game: &StoredGame,
    local: LocalTime<'_>,
) -> Result<AcceptedHand, Failure> {
    if let Some(control) = text.chars().find(|char| *char != '\t' && is_control(*char)) {
        let reason = format!("the entry holds the control character U+{:04X}", u32::from(control));
        return Err(Failure::refused(reason).hint(form(&game.scored.game, CommandLine::again())));
    }
    let read = match was {
        Some(was) => read_correction(text, was, &game.scored.game, local),
        None => read_entry(text, &game.scored.game, local),
    };
    let hand = read.map_err(|(at, fault)| {
        let is_about_a_name =
            matches!(fault, EntryFault::Who(_) | EntryFault::Ambiguous { .. } | EntryFault::Opponent(_));
        let failure = if is_about_a_name { Failure::refused(&fault) } else { marked(&fault, text, at) };
        failure.hint(for_unread(text, at, &fault, (game.number, &game.scored.game), local))
    })?;
    game.scored.game.accept(hand).map_err(|refused| {
        let failure = Failure::because("the hand cannot be logged", &refused.refusals);
        failure.hint(for_refused(&refused, text, &game.scored.game))
    })
}

/// The word of an unreadable entry in the place of a name that nobody in the game has.
pub(crate) fn stranger(text: &str, game: &StoredGame, local: LocalTime<'_>) -> Option<String> {
    let word = match read_entry(text, &game.scored.game, local) {
        Err((_, EntryFault::Who(WhoFault::Unknown { typed, .. }))) => typed,
        // Peter may be `p`, which is also the word for points.
        Err((at, EntryFault::Other(_))) => {
            text.get(at..)?.split(|char: char| !char.is_alphabetic()).next()?.to_string()
        }
        _ => return None,
    };
    Some(word).filter(|word| !word.is_empty())
}
