//! Entries as the shell passes them: words, some with spaces that were inside quotes; and the hints after an entry that
//! is refused.

use super::which_game::marked;
use crate::answer::{CommandLine, Failure, Hint, Sentence};
use crate::book::StoredGame;
use ginpad_core::cards::{Card, Cards};
use ginpad_core::notation::{
    EntryFault, LocalTime, print_adjustment, quoted, read_adjustment, read_corrected_adjustment, read_correction,
    read_entry, read_side, shown_entry,
};
use ginpad_core::text::{and_list, is_control};
use ginpad_core::{
    AcceptedHand, Adjustment, Game, Limit, LoggedHand, LoggedResult, NewEntry, Outcome, Played, RefusalKind,
    RefusedHand, Side, Table, Upcard, WhoFault,
};

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
        return Err(Failure::refused(reason).hint(form(&game.scored.game)));
    }
    let read = match was {
        Some(was) => read_correction(text, was, &game.scored.game, local),
        None => read_entry(text, &game.scored.game, local),
    };
    let hand = read.map_err(|(at, fault)| {
        let is_about_a_name =
            matches!(fault, EntryFault::Who(_) | EntryFault::Ambiguous { .. } | EntryFault::Opponent(_));
        let failure = if is_about_a_name { Failure::refused(&fault) } else { marked(&fault, text, at) };
        failure.hint(for_unread(text, at, &fault, game, local))
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

/// Placeholders for the missing end of an entry, each with sample values to try.
const MISSING: [(&str, &[&str]); 7] = [
    ("\"TEXT\"", &["\"so\""]),
    ("COUNT", &["27"]),
    ("CARD", &["AC"]),
    ("COUNT", &["9", "1"]),
    ("COUNT COUNT", &["4 27", "1 27", "4 9"]),
    ("knock COUNT COUNT", &["knock 4 27", "knock 1 27"]),
    ("gin COUNT", &["gin 27"]),
];

/// The words around a player and the points that this player wins.
const POINTS_WORDS: [&str; 7] = ["won", "wins", "win", "by", "scored", "points", "for"];

/// Words that people type if nobody won the hand.
const DEAD_WORDS: [&str; 7] = ["tie", "tied", "nobody", "none", "no-one", "void", "redeal"];

/// The running command with another entry.
fn instead(entry: &str) -> CommandLine {
    CommandLine::again().entry(entry)
}

/// The hint to add missing words to an entry; capitals stand for them.
fn missing_in(entry: &str) -> Hint {
    Hint::with("add the missing words:", instead(entry).form())
}

/// The sides of a game, for a user who named another player.
fn of_its_sides(game: &StoredGame) -> Hint {
    let sides = game.scored.game.players.side_names();
    Hint::advice(format!("game {} is between {}", game.number, and_list(sides.iter())))
}

/// The side of a game that a word names.
///
/// # Errors
/// It names none.
pub(crate) fn side_of(text: &str, game: &StoredGame) -> Result<Side, Failure> {
    read_side(text, &game.scored.game.players).map_err(|fault| Failure::refused(fault).hint(of_its_sides(game)))
}

/// The running command with the form of an entry of this game. Capitals stand for what only the players know.
pub(crate) fn form(game: &Game) -> Hint {
    let rules = &game.rules.rules;
    let ends = if rules.knock_limit > 0 { "knock COUNT" } else { "gin" };
    let others = match rules.table {
        Table::Two | Table::Captain => "COUNT".to_string(),
        Table::Cutthroat => "NAME COUNT".into(),
        Table::RoundTable => vec!["COUNT"; game.players.sides() - 1].join(" "),
    };
    let up = if Limit::lacks_upcard(rules, None) { " up CARD" } else { "" };
    let results = vec![format!("NAME {ends} {others}"); game.players.pairs()].join(", ");
    Hint::with("an entry looks like", instead(&format!("{results}{up}")).form())
}

/// The hint if the text is not an entry. `at` is the byte at which reading fails. A fault of the cards gets none: its
/// message already says what to type.
fn for_unread(text: &str, at: usize, fault: &EntryFault, stored: &StoredGame, local: LocalTime<'_>) -> Option<Hint> {
    let game = &stored.scored.game;
    let accepts = |entry: &str| read_entry(entry, game, local).is_ok_and(|hand| game.accept(hand).is_ok());
    // The same text with another word at the failing place.
    let with = |typed: &str, word: &str| {
        let rest = text.get(at..)?.strip_prefix(typed)?;
        Some(format!("{}{word}{rest}", text.get(..at)?))
    };
    // The next two words swapped: `knock ann 4 27`. Not at `was` or `got`: `Ann was undercut` means that the other did
    // it.
    let swapped = || {
        let (one, rest) = text.get(at..)?.split_once(' ').filter(|(one, _)| !["was", "got"].contains(one))?;
        let (other, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let swapped = format!("{}{other} {one} {rest}", text.get(..at)?);
        let read = read_entry(&swapped, game, local);
        Some(read.map_or(swapped, |hand| shown_entry(&hand, &game.players)))
    };
    let mended: Vec<String> = match fault {
        EntryFault::Who(WhoFault::Unknown { typed, nearest, .. }) => {
            nearest.iter().filter_map(|name| with(typed, name)).collect()
        }
        EntryFault::Who(WhoFault::Ambiguous { typed, names }) => {
            // With a space, because `Bobg31` is also a big gin of Bo.
            let entries = names.iter().filter_map(|name| with(typed, &format!("{name} ")));
            entries.map(|entry| entry.replace("  ", " ")).collect()
        }
        EntryFault::Ambiguous { readings } => readings.clone(),
        // The same entry without the opponent's name.
        EntryFault::Opponent(_) => {
            let (before, after) = (text.get(..at)?, text.get(at..)?);
            let spaces = after.match_indices(' ');
            let mut without = spaces.map(|(space, _)| format!("{before}{}", after[space..].trim_start()));
            without.find(|entry| accepts(entry)).into_iter().collect()
        }
        EntryFault::Expected { found, nearest: Some(nearest), .. } => with(found, nearest).into_iter().collect(),
        _ => swapped().into_iter().collect(),
    };
    let meant: Vec<&String> = mended.iter().filter(|entry| accepts(entry)).collect();
    let missing = |entry: &str| {
        let entry = entry.trim();
        let goes_on = |samples: &&[&str]| samples.iter().any(|sample| accepts(&format!("{entry} {sample}")));
        let (words, _) = MISSING.iter().find(|(_, samples)| goes_on(samples))?;
        Some(missing_in(&format!("{entry} {words}")))
    };
    // Cards without suits, like `KQ9`.
    let word = text.get(at..).and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
    let are_ranks =
        word.contains(char::is_alphabetic) && word.chars().all(|char| "AKQJTakqjt1234567890".contains(char));
    // Only the points, like `ann 20`, `20 points for ann`.
    let points = || {
        let is_number = |word: &&str| word.chars().all(|char| char.is_ascii_digit());
        let words = text.split_whitespace().filter(|word| !POINTS_WORDS.contains(word));
        let (numbers, who): (Vec<&str>, Vec<&str>) = words.partition(is_number);
        let entry = format!("{} points {}", who.join(" "), numbers.join(" "));
        accepts(&entry).then(|| Hint::with("if only the points are known:", instead(&entry)))
    };
    // The player's name is missing at the start: `knock 4 27`, `4,27`.
    let nobody = || {
        let wins = |side: Side| accepts(&format!("{} {text}", game.players.side_name(side)));
        game.players.order().any(wins).then(|| missing_in(&format!("NAME {}", text.trim())))
    };
    let form_of = |entries: &[String]| entries.iter().find_map(|entry| missing(entry));
    Some(match (meant.as_slice(), fault) {
        ([only], _) => Hint::run(instead(only)),
        ([one, other], _) => Hint::one_of("write it out: ", [instead(one), instead(other)]),
        (_, EntryFault::Who(WhoFault::Unknown { typed, .. })) => {
            let dead = || {
                let is_dead = DEAD_WORDS.contains(&typed.to_lowercase().as_str());
                is_dead.then(|| Hint::with("if nobody knocked:", instead("dead")))
            };
            form_of(&mended).or_else(dead).or_else(points).unwrap_or_else(|| of_its_sides(stored))
        }
        (_, EntryFault::Who(WhoFault::Ambiguous { .. })) => Hint::advice("type more of the name"),
        (_, EntryFault::Cards(_) | EntryFault::TooManyCards(_)) => return None,
        (_, EntryFault::Card(_)) => {
            let word = text.get(at..)?.split(' ').next()?;
            Hint::with("write the upcard:", instead(&with(word, "CARD")?).form())
        }
        (_, EntryFault::When(_)) => Hint::advice("write a clock time like `at 19:30`"),
        _ if are_ranks => Hint::advice("cards have suits, like `KhQd9c`; a sum counts too, like `10+10+9`"),
        _ => {
            let hint = missing(text).or_else(|| form_of(&mended)).or_else(points).or_else(nobody);
            hint.unwrap_or_else(|| form(game))
        }
    })
}

/// The hand with the second player as knocker, if the entry names each count with its player, like `tom 20 nina 5`, and
/// only the second can have knocked.
fn by_the_second(refused: &RefusedHand, text: &str, game: &Game) -> Option<AcceptedHand> {
    let Played::Results(results) = &refused.hand.played else { return None };
    let [LoggedResult::Ended { by, how: Outcome::Knock, own, other }] = results.as_slice() else { return None };
    let second = game.players.seats().map(|(seat, _)| seat).find(|seat| seat.side != by.side)?;
    let names_second = text.split([' ', ',']).any(|word| game.players.find(word).is_ok_and(|seat| seat == second));
    let turned = LoggedResult::Ended { by: second, how: Outcome::Knock, own: other.clone(), other: own.clone() };
    let hand = LoggedHand { played: Played::Results(vec![turned]), ..refused.hand.clone() };
    if names_second && game.players.is_single() && game.players.sides() == 2 { game.accept(hand).ok() } else { None }
}

/// The hint if the rules refuse a hand. `text` is the typed entry.
fn for_refused(refused: &RefusedHand, text: &str, game: &Game) -> Option<Hint> {
    let meant = by_the_second(refused, text, game);
    if let Some(meant) = meant.or_else(|| refused.suggestion(&game.players, &game.rules.rules)) {
        return Some(Hint::run(instead(&shown_entry(meant.logged(), &game.players))));
    }
    let RefusedHand { hand, refusals } = refused;
    let with = |upcard: Option<Upcard>| LoggedHand { upcard, ..hand.clone() };
    let is_accepted = |upcard: Card| game.accept(with(Some(upcard.into()))).is_ok();
    refusals.iter().find_map(|refusal| match refusal.kind {
        RefusalKind::UpcardMissing | RefusalKind::SuitMissing if Cards::PACK.iter().any(is_accepted) => {
            let entry = shown_entry(&with(None), &game.players);
            Some(Hint::with("add the upcard:", instead(&format!("{entry} up CARD")).form()))
        }
        RefusalKind::OpponentMissing => Some(match game.playing() {
            Some(two) => {
                let [one, other] = two.map(|seat| game.players.name(seat));
                Hint::advice(format!("{one} and {other} play now; if others played, name both in the entry"))
            }
            None => form(game),
        }),
        RefusalKind::Results => Some(form(game)),
        RefusalKind::AllDead => Some(Hint::run(instead("dead"))),
        _ => None,
    })
}
