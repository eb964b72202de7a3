//! Hints after a refused entry: the running command with an entry that the game accepts, or the form of an entry.

use ginpad_core::cards::{Card, Cards};
use ginpad_core::notation::{EntryFault, LocalTime, read_entry, read_side, shown_entry};
use ginpad_core::text::and_list;
use ginpad_core::{
    AcceptedHand, Game, Limit, LoggedHand, LoggedResult, Outcome, Played, RefusalKind, RefusedHand, Side, Table,
    Upcard, WhoFault,
};

use crate::answer::{CommandLine, Failure, Hint, Sentence};

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
fn of_its_sides(number: i64, game: &Game) -> Hint {
    let sides: Vec<String> = game.players.order().map(|side| game.players.side_name(side)).collect();
    Hint::advice(format!("game {number} is between {}", and_list(&sides)))
}

/// The side of a game that a word names.
///
/// # Errors
/// It names none.
pub(crate) fn side_of(text: &str, (number, game): (i64, &Game)) -> Result<Side, Failure> {
    read_side(text, &game.players).map_err(|fault| Failure::refused(fault).hint(of_its_sides(number, game)))
}

/// The command followed by the form of an entry of this game. Capitals stand for what only the players know.
pub(crate) fn form(game: &Game, command: CommandLine) -> Hint {
    let rules = &game.rules.rules;
    let ends = if rules.knock_limit > 0 { "knock COUNT" } else { "gin" };
    let others = match rules.table {
        Table::Two | Table::Captain => "COUNT".to_string(),
        Table::Cutthroat => "NAME COUNT".into(),
        Table::RoundTable => vec!["COUNT"; game.players.sides() - 1].join(" "),
    };
    let up = if Limit::lacks_upcard(rules, None) { " up CARD" } else { "" };
    let results = vec![format!("NAME {ends} {others}"); game.players.pairs()].join(", ");
    Hint::with("an entry looks like", command.entry(&format!("{results}{up}")).form())
}

/// The hint if the text is not an entry. `at` is the byte at which reading fails. A fault of the cards gets none: its
/// message already says what to type.
pub(crate) fn for_unread(
    text: &str,
    at: usize,
    fault: &EntryFault,
    (number, game): (i64, &Game),
    local: LocalTime<'_>,
) -> Option<Hint> {
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
    let suits = Hint::advice("cards have suits, like `KhQd9c`; a sum counts too, like `10+10+9`");
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
        ([one, other], _) => {
            let one = Sentence::from("write it out: ").run(instead(one));
            Hint(one.say(" or ").run(instead(other)))
        }
        (_, EntryFault::Who(WhoFault::Unknown { typed, .. })) => {
            let dead = || {
                let is_dead = DEAD_WORDS.contains(&typed.to_lowercase().as_str());
                is_dead.then(|| Hint::with("if nobody knocked:", instead("dead")))
            };
            form_of(&mended).or_else(dead).or_else(points).unwrap_or_else(|| of_its_sides(number, game))
        }
        (_, EntryFault::Who(WhoFault::Ambiguous { .. })) => Hint::advice("type more of the name"),
        (_, EntryFault::Cards(_) | EntryFault::TooManyCards(_)) => return None,
        (_, EntryFault::Card(_)) => {
            let word = text.get(at..)?.split(' ').next()?;
            Hint::with("write the upcard:", instead(&with(word, "CARD")?).form())
        }
        (_, EntryFault::When(_)) => Hint::advice("write a clock time like `at 19:30`"),
        _ if are_ranks => suits,
        _ => {
            let hint = missing(text).or_else(|| form_of(&mended)).or_else(points).or_else(nobody);
            hint.unwrap_or_else(|| form(game, CommandLine::again()))
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
pub(crate) fn for_refused(refused: &RefusedHand, text: &str, game: &Game) -> Option<Hint> {
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
            None => form(game, CommandLine::again()),
        }),
        RefusalKind::Results => Some(form(game, CommandLine::again())),
        RefusalKind::AllDead => Some(Hint::run(instead("dead"))),
        _ => None,
    })
}
