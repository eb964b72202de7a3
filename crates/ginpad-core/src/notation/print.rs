//! Prints the canonical text of an entry and of a game, and hashes that recognise a printed sheet.

use sha2::{Digest, Sha256};

use super::when::print_moment;
use super::words::is_modifier;
use crate::cards::Cards;
use crate::text::fold;
use crate::{
    Adjustment, Closing, Count, DeadHand, EntryAt, Game, GameHand, LoggedHand, LoggedResult, Note, Played, Players,
    Points, Refusal, RefusedHand, Seat, Side,
};

/// Characters with a meaning in an entry or a header: a name with one of them is quoted.
const SPECIAL: [char; 12] = ['"', '“', '”', ',', '&', '+', '#', ':', '=', '\\', '/', ';'];

/// Quotes a text, as in a note.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A name as an entry spells it: in quotes if it would be read as something else.
fn name_of(players: &Players, seat: Seat) -> String {
    let name = players.name(seat);
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b' ');
    let means_more = !is_plain && (name.contains(SPECIAL) || name.starts_with('-'));
    let is_read_as_more = means_more || players.seats().any(|(_, other)| goes_on(name, other.as_str()));
    if is_read_as_more { quoted(name) } else { name.to_string() }
}

/// Whether another name begins with this one and adds words, ignoring case.
fn goes_on(name: &str, other: &str) -> bool {
    fold(other).starts_with(&(fold(name) + " "))
}

/// How an entry spells cards. Every spelling can be read back.
type Spelling = fn(Cards) -> String;

fn count_in(count: &Count, spelling: Spelling) -> String {
    count.cards().map_or_else(|| count.to_string(), spelling)
}

fn note_in(note: &Note) -> String {
    format!("note {}", quoted(note.as_str()))
}

/// The parts of a text, separated by spaces.
fn joined(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// One result, without upcard, note and time. Names the opponent if the entry must.
fn result_in(result: &LoggedResult, opponent: Option<Seat>, players: &Players, spelling: Spelling) -> String {
    let word = result.outcome().word().to_string();
    let Some(by) = result.by() else { return word };
    let own = match result {
        LoggedResult::Ended { how, own, .. } if how.is_gin() && own.cards().is_none() => None,
        LoggedResult::Ended { own, .. } => Some(count_in(own, spelling)),
        LoggedResult::Points { points, .. } => Some(points.to_string()),
        LoggedResult::Dead => None,
    };
    let other = other_in(result, opponent, players, spelling);
    joined([Some(name_of(players, by)), Some(word), own].into_iter().chain(other))
}

/// The opponent and the opponent's count.
fn other_in(
    result: &LoggedResult,
    opponent: Option<Seat>,
    players: &Players,
    spelling: Spelling,
) -> [Option<String>; 2] {
    let opponent = opponent.map(|opponent| {
        let name = players.name(opponent);
        // Where a count may stand, only letters begin a name.
        let is_clear = name.starts_with(char::is_alphabetic) && !name.split(' ').any(is_modifier);
        if is_clear { name_of(players, opponent) } else { quoted(name) }
    });
    let LoggedResult::Ended { other, .. } = result else { return [opponent, None] };
    [opponent, Some(count_in(other, spelling))]
}

fn entry(hand: &LoggedHand, players: &Players, spelling: Spelling) -> String {
    let played = match &hand.played {
        Played::Dead(dead) => {
            let word = if *dead == DeadHand::Stock { "dead" } else { "dead misdeal" };
            let between = hand.between.into_iter().flatten().map(|seat| Some(name_of(players, seat)));
            joined(std::iter::once(Some(word.to_string())).chain(between))
        }
        Played::Results(results) => {
            let caller = results.first().filter(|result| result.has_knocker()).and_then(LoggedResult::by);
            let names_both = hand.between.is_some() || players.has_several_sides();
            let printed = results.iter().enumerate().map(|(at, result)| {
                let opponent = hand.opponent(at, players).filter(|_| names_both);
                // A round table names the caller once.
                match at > 0 && opponent.is_some() && result.by() == caller {
                    true => joined(other_in(result, opponent, players, spelling)),
                    false => result_in(result, opponent, players, spelling),
                }
            });
            printed.collect::<Vec<_>>().join(", ")
        }
    };
    let upcard = hand.upcard.map(|card| format!("up {}", card.code()));
    let at = hand.at.map(|at| format!("at {}", print_moment(at)));
    joined([Some(played), upcard, hand.note.as_ref().map(note_in), at])
}

/// Prints an entry for a text sheet: full names, full words, one space, two letters a card.
pub fn print_entry(hand: &LoggedHand, players: &Players) -> String {
    entry(hand, players, Cards::word)
}

/// Prints an entry for people: the cards of a hand are the ranks of each suit, `♠567♥29♦49♣A39`; the upcard keeps its
/// typed spelling. It reads back as the same hand.
pub fn shown_entry(hand: &LoggedHand, players: &Players) -> String {
    entry(hand, players, Cards::ranks_word)
}

/// The word in a sheet after an entry that the rules of its game refuse: such a hand is kept, but not counted.
pub(super) const REFUSED: &str = "refused";

/// Prints a side for the header: `Ann & Cid`.
fn side_in(players: &Players, side: Side) -> String {
    let name =
        |name: &str| if name.contains(SPECIAL) || name.starts_with('-') { quoted(name) } else { name.to_string() };
    players.of(side).iter().map(|player| name(player.as_str())).collect::<Vec<_>>().join(" & ")
}

/// Prints how a table ended a game, for the header: `forfeit Ann & Cid`.
fn closing_in(closing: Closing, players: &Players) -> String {
    match closing {
        Closing::Unfinished => "unfinished".into(),
        Closing::Settled => "settled".into(),
        Closing::Forfeit(by) => format!("forfeit {}", side_in(players, by)),
        Closing::ForfeitNoPoints(by) => format!("forfeit {} no-points", side_in(players, by)),
    }
}

/// Prints an adjustment for a text sheet: `Ann adjust -20 note "false knock"`.
pub fn print_adjustment(adjustment: &Adjustment, players: &Players) -> String {
    let Adjustment { side, points, column, note, .. } = adjustment;
    let name = name_of(players, Seat { side: *side, place: 0 });
    let column = column.map(|column| format!("column {}", column + 1));
    joined([Some(name), Some(format!("adjust {points}")), column, note.as_ref().map(note_in)])
}

/// Prints an entry of a game with the names of these players.
pub fn print_entry_at(game: &Game, at: EntryAt, players: &Players) -> String {
    match at {
        EntryAt::Hand(at) => print_entry(game.hands[at].logged(), players),
        EntryAt::Adjustment(at) => print_adjustment(&game.adjustments[at], players),
    }
}

/// Prints an entry of a game for a text sheet.
pub(crate) fn print_at(game: &Game, at: EntryAt) -> String {
    let entry = print_entry_at(game, at, &game.players);
    match at {
        EntryAt::Hand(at) if matches!(game.hands[at], GameHand::Refused(_)) => format!("{entry} {REFUSED}"),
        _ => entry,
    }
}

/// The header of a game: its keys with a value, in printed order.
pub(super) fn header_of(game: &Game) -> impl Iterator<Item = (&'static str, String)> {
    let side = |side| side_in(&game.players, side);
    let spots = game.spots.sides().filter(|(_, points)| **points != Points::ZERO);
    let spots: Vec<String> = spots.map(|(of, points)| format!("{} {points}", side(of))).collect();
    let totals = game.totals.as_ref().map(|totals| {
        let points = totals.points.iter().map(|points| points.0.to_string());
        points.chain(totals.named_winner().map(side)).collect::<Vec<_>>().join(", ")
    });
    let header = [
        ("title", game.title.as_ref().map(|title| title.as_str().to_string())),
        ("date", game.started.map(print_moment)),
        ("rules", Some(game.rules.typed())),
        ("sides", Some(game.players.order().map(side).collect::<Vec<_>>().join(", "))),
        ("dealer", game.first_dealer.map(side)),
        ("spot", (!spots.is_empty()).then(|| spots.join(", "))),
        ("stake", game.stakes.point().map(|stake| stake.to_string())),
        ("event", game.event.as_ref().map(|event| event.as_str().to_string())),
        ("stake-game", game.stakes.game().map(|stake| stake.to_string())),
        ("stake-line", game.stakes.line().map(|stake| stake.to_string())),
        ("totals", totals),
        ("closed", game.closing.map(|closing| closing_in(closing, &game.players))),
    ];
    header.into_iter().filter_map(|(key, value)| Some((key, value?)))
}

/// Prints a game as a text sheet.
pub fn print_game(game: &Game) -> String {
    with_entries(game, |at| print_at(game, at))
}

/// Prints a game as a text sheet that can be read back. A comment stands for a hand that no sheet can hold, such as one
/// logged by a later version. Also returns the number of such hands.
pub fn print_readable(game: &Game) -> (String, usize) {
    let mut left_out = 0;
    let entry = |at| match at {
        EntryAt::Hand(hand)
            if let GameHand::Refused(RefusedHand { refusals, .. }) = &game.hands[hand]
                && !refusals.iter().all(Refusal::may_stand_in_a_book) =>
        {
            left_out += 1;
            let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
            format!("# hand {at} is left out: {}", reasons.join("; "))
        }
        _ => print_at(game, at),
    };
    (with_entries(game, entry), left_out)
}

/// The header of a game, and each entry as printed by `entry`.
fn with_entries(game: &Game, entry: impl FnMut(EntryAt) -> String) -> String {
    let header = header_of(game).map(|(key, value)| format!("{key}: {value}\n"));
    let entries: String = game.entries().map(entry).map(|entry| entry + "\n").collect();
    header.chain((!entries.is_empty()).then(|| format!("\n{entries}"))).collect()
}

/// Prints games as one text, separated by `---`.
pub fn print_games<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    games.into_iter().map(print_game).collect::<Vec<_>>().join("---\n")
}

/// The hash that recognises a game when its text sheet is imported again.
pub fn sheet_hash(game: &Game) -> [u8; 32] {
    Sha256::digest(print_game(game)).into()
}

/// The hashes of the text sheet before each entry and after the last, without a closing. They recognise the game when
/// an imported sheet adds entries to it.
pub fn sheet_hashes_by_entry(game: &Game) -> Vec<[u8; 32]> {
    let header = header_of(game).filter(|(key, _)| *key != "closed");
    let header: String = header.map(|(key, value)| format!("{key}: {value}\n")).collect();
    let mut text = Sha256::new_with_prefix(&header).chain_update("\n");
    let mut hashes = vec![Sha256::digest(&header).into()];
    for at in game.entries() {
        text.update(print_at(game, at) + "\n");
        hashes.push(text.clone().finalize().into());
    }
    hashes
}
