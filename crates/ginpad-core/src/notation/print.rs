//! The canonical text of an entry and of a game.

use std::fmt::Write as _;

use super::when::print_moment;
use crate::cards::Cards;
use crate::game::{Closing, Game, Totals};
use crate::hand::{Count, DeadHand, GameHand, LoggedHand, LoggedResult, Played};
use crate::players::{Players, Seat};
use crate::side::Side;
use crate::text::fold;

/// Characters that mean something in an entry or a header: a name with one of them is put in quotes.
const SPECIAL: [char; 12] = ['"', '“', '”', ',', '&', '+', '#', ':', '=', '\\', '/', ';'];

/// Text in quotes, as notes are written.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A name as an entry has it: in quotes where it would be read as something else.
fn name_in(players: &Players, seat: Seat) -> String {
    let name = players.name(seat);
    let start = fold(name) + " ";
    let starts_another = players.seats().any(|(_, other)| other.folded().starts_with(&start));
    if name.contains(SPECIAL) || name.starts_with('-') || starts_another { quoted(name) } else { name.to_string() }
}

/// How the cards of an entry are spelled. Both are read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CardSpelling {
    /// Two letters a card, as text sheets have them: `KSKH4D5D6D`.
    Codes,
    /// The ranks of each suit after its symbol: `♠K♥K♦456`.
    RanksBySuit,
}

impl CardSpelling {
    fn hand(self, cards: Cards) -> String {
        match self {
            CardSpelling::Codes => cards.word(),
            CardSpelling::RanksBySuit => cards.ranks_word(),
        }
    }

    fn count(self, count: &Count) -> String {
        count.cards().map_or_else(|| count.to_string(), |cards| self.hand(cards))
    }

    /// The caller's cards where they are known, with a space before the count that follows.
    fn before(self, own: Option<Cards>) -> String {
        own.map(|cards| self.hand(cards) + " ").unwrap_or_default()
    }

    /// One result, without upcard, note and time.
    fn result(self, result: &LoggedResult, players: &Players) -> String {
        let name = |seat: &Seat| name_in(players, *seat);
        let counts = |own: &Count, other: &Count| format!("{} {}", self.count(own), self.count(other));
        match result {
            LoggedResult::Knock { by, own, other } => format!("{} knock {}", name(by), counts(own, other)),
            LoggedResult::Gin { by, own, other } => {
                format!("{} gin {}{}", name(by), self.before(*own), self.count(other))
            }
            LoggedResult::BigGin { by, own, other } => {
                format!("{} big-gin {}{}", name(by), self.before(*own), self.count(other))
            }
            LoggedResult::Undercut { by, own, other } => format!("{} undercut {}", name(by), counts(own, other)),
            LoggedResult::Points { by, points } => format!("{} points {points}", name(by)),
            LoggedResult::Dead => "dead".into(),
        }
    }

    fn entry(self, hand: &LoggedHand, players: &Players) -> String {
        let mut text = match &hand.played {
            Played::Dead(DeadHand::Stock) => "dead".to_string(),
            Played::Dead(DeadHand::Misdeal) => "dead misdeal".to_string(),
            Played::Results(results) => {
                results.iter().map(|result| self.result(result, players)).collect::<Vec<_>>().join(", ")
            }
        };
        if let Some(card) = hand.upcard {
            let _ = write!(text, " up {}", card.code());
        }
        if let Some(note) = &hand.note {
            let _ = write!(text, " note {}", quoted(note.as_str()));
        }
        if let Some(at) = hand.at {
            let _ = write!(text, " at {}", print_moment(at));
        }
        text
    }
}

/// One result, without upcard, note and time: `Ann knock 4 27`.
pub(crate) fn print_result(result: &LoggedResult, players: &Players) -> String {
    CardSpelling::Codes.result(result, players)
}

/// An entry as text sheets have it: names in full, full words, one space, two letters a card.
pub fn print_entry(hand: &LoggedHand, players: &Players) -> String {
    CardSpelling::Codes.entry(hand, players)
}

/// The same entry for people to read: the cards of a hand are the ranks of each suit, `♠567♥29♦49♣A39`. The upcard stays as it
/// is typed. It is read back as the same hand.
pub fn shown_entry(hand: &LoggedHand, players: &Players) -> String {
    CardSpelling::RanksBySuit.entry(hand, players)
}

/// The word after an entry of a sheet whose hand the rules of its game refuse: it is kept, and not counted.
pub(super) const REFUSED: &str = "refused";

/// A hand as text sheets have it.
pub(crate) fn print_hand(hand: &GameHand, players: &Players) -> String {
    let entry = print_entry(hand.logged(), players);
    match hand {
        GameHand::Accepted(_) => entry,
        GameHand::Refused(_) => format!("{entry} {REFUSED}"),
    }
}

/// A side as the header writes it: `Ann & Cid`.
fn side_in(players: &Players, side: Side) -> String {
    let name =
        |name: &str| if name.contains(SPECIAL) || name.starts_with('-') { quoted(name) } else { name.to_string() };
    players.of(side).iter().map(|player| name(player.as_str())).collect::<Vec<_>>().join(" & ")
}

/// A game as a text sheet.
pub fn print_game(game: &Game) -> String {
    let mut text = String::new();
    let mut header = |key: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{key}: {value}");
    };
    let side = |side| side_in(&game.players, side);
    if let Some(title) = &game.title {
        header("title", &title.as_str());
    }
    if let Some(started) = game.started {
        header("date", &print_moment(started));
    }
    header("rules", &game.rules);
    header("sides", &format!("{}, {}", side(Side::First), side(Side::Second)));
    if let Some(dealer) = game.first_dealer {
        header("dealer", &side(dealer));
    }
    if let Some(stake) = game.stakes.point() {
        header("stake", &stake);
    }
    if let Some(event) = &game.event {
        header("event", &event.as_str());
    }
    if let Some(stake) = game.stakes.game() {
        header("stake-game", &stake);
    }
    if let Some(stake) = game.stakes.line() {
        header("stake-line", &stake);
    }
    if let Some(totals) = &game.totals {
        let Totals { points, winner } = *totals;
        let mut text = format!("{}, {}", points[Side::First].0, points[Side::Second].0);
        if let Some(winner) = winner.filter(|_| Totals::new(points) != *totals) {
            let _ = write!(text, ", {}", side(winner));
        }
        header("totals", &text);
    }
    match game.closing {
        Some(Closing::Unfinished) => header("closed", &"unfinished"),
        Some(Closing::Forfeit(loser)) => header("closed", &format!("forfeit {}", side(loser))),
        None => {}
    }
    if !game.hands.is_empty() {
        text.push('\n');
    }
    for hand in &game.hands {
        let _ = writeln!(text, "{}", print_hand(hand, &game.players));
    }
    text
}

/// Games as one text, separated by `---`.
pub fn print_games<'a>(games: impl IntoIterator<Item = &'a Game>) -> String {
    games.into_iter().map(print_game).collect::<Vec<_>>().join("---\n")
}
