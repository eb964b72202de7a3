//! What people say for an entry means what its canonical text means.

use chrono::Timelike;
use ginpad_core::hand::faced;
use ginpad_core::notation::{print_entry, quoted, read_entry};
use ginpad_core::{
    BySide, Count, Game, GameHand, LoggedHand, LoggedResult, Name, Opponents, Outcome, Played, Players, Seat,
};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::dressed::{dressed, dressed_game, extras};
use crate::round_trip::local;
use crate::support::games::{as_game, game};

/// A name as it is typed in an entry.
fn typed(players: &Players, seat: Seat) -> String {
    let name = players.name(seat);
    if name.contains(|char: char| !char.is_alphabetic() && char != ' ') { quoted(name) } else { name.to_lowercase() }
}

/// A hand as people say it, with everything that may be said otherwise said otherwise. `form` chooses among several
/// ways to say one thing.
fn spelled(hand: &LoggedHand, game: &Game, form: usize) -> String {
    let players = &game.players;
    let Played::Results(results) = &hand.played else { return print_entry(hand, players) };
    let pairs = faced(&results.iter().map(LoggedResult::by).collect::<Vec<_>>(), players.pairs());
    let result = |(result, pair): (&LoggedResult, &Opponents)| {
        let opponent = |by: Seat| {
            let side = by.side.other();
            typed(players, Seat::new(side, pair[side]))
        };
        let both = |by: Seat, word: &str, own: &Count, other: &Count| {
            format!("{} {word} {own} {} {other}", typed(players, by), opponent(by))
        };
        let gin = |by: Seat, word: &str, own: &Count, other: &Count| {
            let own = own.cards().map(|cards| cards.word() + " ").unwrap_or_default();
            format!("{} {word} {own}{} {other}", typed(players, by), opponent(by))
        };
        match result {
            LoggedResult::Ended { by, how, own, other } => match how {
                Outcome::Knock => both(*by, ["knock", "k", "knocks", "KNOCK"][form], own, other),
                Outcome::Undercut => both(*by, "undercuts", own, other),
                Outcome::Gin => gin(*by, ["gin", "g", "gins", "Gin"][form], own, other),
                _ => gin(*by, "big gin", own, other),
            },
            LoggedResult::Points { by, points } => {
                format!("{} {} {points}", typed(players, *by), ["won", "wins", "p", "Won"][form])
            }
            LoggedResult::Dead => "dead".into(),
        }
    };
    let mut text = results.iter().zip(&pairs).map(result).collect::<Vec<_>>().join(", ");
    if let Some(upcard) = hand.upcard {
        text += &format!(" up {upcard}");
    }
    if let Some(note) = &hand.note {
        text += &format!(" note {}", quoted(note.as_str()));
    }
    if let Some(at) = hand.at {
        let clock = ["%-I:%M %p", "%I:%M%P", "%-I:%M p.m.", "%-I:%M%p"][form];
        let clock = if form == 2 && at.hour() < 12 { "%-I:%M a.m." } else { clock };
        text += &format!(" at {}", at.format(&format!("%Y-%m-%d {clock} %:z")));
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// What people say for an entry is that entry, or is refused: it never means another one.
    #[test]
    fn an_entry_as_people_say_it_is_the_same_hand_or_refused(game in dressed_game(), typed in any::<Index>()) {
        for hand in game.hands.iter().map(GameHand::logged) {
            let text = spelled(hand, &game, typed.index(4));
            if let Ok(read) = read_entry(&text, &game, local()) {
                prop_assert_eq!(&read, hand, "{}", text);
            }
        }
    }

    #[test]
    fn an_entry_as_people_with_plain_names_say_it_is_the_same_hand(
        random in game(),
        notes in extras(),
        typed in any::<Index>(),
    ) {
        const NAMES: [&str; 8] = ["Mary", "Fred", "Bob Lee", "Wim", "Otto", "Igor", "Zoë", "Vito"];
        let name = |place: usize| Name::read(NAMES[place]).unwrap();
        let a_side = random.a_side;
        let sides = BySide::new((0..a_side).map(name).collect(), (a_side..2 * a_side).map(name).collect());
        let game = Game { players: Players::new(sides).unwrap(), ..as_game(&random) };
        for hand in game.hands.iter().map(GameHand::logged) {
            let mut hand = hand.clone();
            dressed(&mut hand, &notes);
            let text = spelled(&hand, &game, typed.index(4));
            let read = read_entry(&text, &game, local());
            let read = read.map_err(|(at, fault)| TestCaseError::fail(format!("{text}: {at}: {fault}")))?;
            prop_assert_eq!(&read, &hand, "{}", text);
        }
    }
}
