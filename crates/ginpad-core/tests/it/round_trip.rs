//! What is printed reads again as what it was, with any names and any notes.

use chrono::{DateTime, FixedOffset};
use ginpad_core::notation::{
    LocalTime, print_entry, print_game, print_games, read_correction, read_entry, read_games, read_one, shown_entry,
};
use ginpad_core::{BySide, Count, Game, GameHand, LoggedHand, LoggedResult, Moment, Name, Outcome, Played, Players};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::dressed::{HOSTILE, dressed_game};

/// What an entry says besides the result.
pub(crate) type Extras = (Option<String>, Option<Moment>, [Index; 3], bool);

fn utc(_: chrono::NaiveDateTime) -> FixedOffset {
    FixedOffset::east_opt(0).unwrap()
}

pub(crate) fn local() -> LocalTime<'static> {
    LocalTime { now: DateTime::UNIX_EPOCH.fixed_offset(), offset_at: &utc }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sheet_printed_and_read_is_the_same_game(game in dressed_game()) {
        let text = print_game(&game);
        let read = read_one(&text).map_err(|faults| TestCaseError::fail(format!("{text}\n{faults}")))?;
        prop_assert_eq!(&read, &game, "{}", text);
        prop_assert_eq!(print_game(&read), text);
    }

    #[test]
    fn an_entry_printed_and_read_is_the_same_hand(game in dressed_game()) {
        for hand in game.hands.iter().map(GameHand::logged) {
            for text in [print_entry(hand, &game.players), shown_entry(hand, &game.players)] {
                let read = read_entry(&text, &game, local());
                let read = read.map_err(|(at, fault)| TestCaseError::fail(format!("{text}: {at}: {fault}")))?;
                prop_assert_eq!(&read, hand, "{}", text);
            }
        }
    }

    #[test]
    fn a_correction_keeps_what_it_does_not_say(game in dressed_game()) {
        let hands: Vec<&LoggedHand> = game.hands.iter().map(GameHand::logged).collect();
        for (was, hand) in hands.iter().zip(hands.iter().cycle().skip(1)) {
            let bare = LoggedHand { upcard: None, note: None, at: None, ..(*hand).clone() };
            let corrected = |text: &str| {
                let read = read_correction(text, was, &game, local());
                read.map_err(|(at, fault)| TestCaseError::fail(format!("{text}: {at}: {fault}")))
            };
            let text = print_entry(&bare, &game.players);
            prop_assert_eq!(corrected(&text)?, LoggedHand { played: bare.played.clone(), ..(*was).clone() });
            prop_assert_eq!(&corrected(&format!("{text} up - note \"\" at -"))?, &bare);
            let whole = corrected(&print_entry(hand, &game.players))?;
            prop_assert_eq!((hand.note.is_none() || whole.note == hand.note, &whole.played), (true, &hand.played));
        }
    }

    #[test]
    fn several_games_in_one_text_are_each_as_they_were(games in proptest::collection::vec(dressed_game(), 1..4)) {
        let text = print_games(&games);
        let read = read_games(&text, local()).map_err(|faults| TestCaseError::fail(format!("{text}\n{faults}")))?;
        prop_assert_eq!(read, games);
    }

    #[test]
    fn more_spaces_do_not_matter(game in dressed_game(), spaces in 1..4_usize) {
        let game = Game { title: None, event: None, ..game };
        let text = print_game(&game);
        let spaced: String = text
            .lines()
            .map(|line| {
                let line = if line.contains('"') { line.to_string() } else { line.replace(' ', &" ".repeat(spaces)) };
                format!("{}{line}\t\r\n", if line.contains(": ") { "" } else { " " })
            })
            .collect();
        prop_assert_eq!(read_one(&spaced), Ok(game), "{}", spaced);
    }

    #[test]
    fn arbitrary_text_is_read_or_refused_without_a_panic(text in "(\\PC|[\n\t\r\u{0}-\u{1f}]){0,80}") {
        let _ = read_games(&text, local()).map_err(|faults| faults.to_string());
        let sheet = format!("sides: Ann & Cid, Bob & Dee\n{text}");
        let _ = read_games(&sheet, local()).map_err(|faults| faults.to_string());
    }

    #[test]
    fn an_entry_of_the_letters_people_type_is_refused_or_stays_the_same_when_printed(
        text in "[abgikpu0-9 ,+\"-]{0,24}|(a|ann|b|bob|k|g|gin|bg|u|p|won|wins|up|note|at|dead|7s|7pm|pm|\"x\"|\"b\"|[0-9]{1,11}| |,|\\+){0,12}",
    ) {
        for sides in ["Ann & Abe, Bob & Big", "Ann, Bob"] {
            let game = read_one(&format!("sides: {sides}\n")).unwrap();
            match read_entry(&text, &game, local()) {
                Ok(hand) => {
                    let printed = print_entry(&hand, &game.players);
                    prop_assert_eq!(read_entry(&printed, &game, local()), Ok(hand), "{}", printed);
                }
                Err((at, fault)) => prop_assert!(at <= text.len() && !fault.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn a_sheet_with_one_place_changed_is_read_or_refused_without_a_panic(
        game in dressed_game(),
        place in any::<Index>(),
        length in 0..6_usize,
        insert in "\\PC{0,3}|[0-9]{1,12}|[\"\\\\,&+:=#\n-]{1,3}",
    ) {
        let chars: Vec<char> = print_game(&game).chars().collect();
        let from = place.index(chars.len());
        let to = (from + length).min(chars.len());
        let changed: String = chars[..from].iter().copied().chain(insert.chars()).chain(chars[to..].iter().copied()).collect();
        match read_games(&changed, local()) {
            Err(faults) => prop_assert!(!faults.0.is_empty() && !faults.to_string().is_empty()),
            Ok(read) => {
                for game in &read {
                    let text = print_game(game);
                    prop_assert_eq!(read_one(&text), Ok(game.clone()), "{}", text);
                }
            }
        }
    }
}

/// If `read` refused most of the odd names, the tests would prove little. Most of the list must be names.
#[test]
fn the_hostile_names_are_names() {
    let refused: Vec<&str> = HOSTILE.iter().copied().filter(|name| Name::read(name).is_err()).collect();
    assert_eq!(refused, Vec::<&str>::new());
}

/// A word that is a player's whole name means that player, even if it could be split into a shorter name, a word and a
/// count.
#[test]
fn a_whole_name_is_never_split() {
    const NAMES: [&str; 24] = [
        "Lou",
        "Lo",
        "Lu",
        "Stu",
        "Meg",
        "Me",
        "Kip",
        "Ki",
        "Bob",
        "Bobby",
        "the Rock",
        "the",
        "Bill and Ben",
        "Bill",
        "Ak",
        "A",
        "Abg",
        "Big",
        "Gin",
        "Mary",
        "Mary G",
        "Mary Kate",
        "Up",
        "Dead 7",
    ];
    let name = |name: &str| vec![Name::read(name).unwrap()];
    for one in NAMES {
        for other in NAMES.into_iter().filter(|other| *other != one) {
            let players = Players::new(BySide::new(name(one), name(other))).unwrap();
            let game = Game { players, ..read_one("sides: Ann, Bob\n").unwrap() };
            let named = |entry: &str| match read_entry(entry, &game, local()).map(|hand| hand.played) {
                Ok(Played::Results(results)) => {
                    results.first().and_then(LoggedResult::by).map(|by| game.players.name(by).to_string())
                }
                _ => None,
            };
            let longer = other.to_lowercase().starts_with(&(one.to_lowercase() + " "));
            for form in ["5 23", "4 9", "u 4 9", "gin 31", "k 4 27", "undercut 5 5"] {
                let entry = format!("{} {form}", one.to_uppercase());
                let by = named(&entry);
                assert!(
                    by.as_deref() == Some(one) || longer && by.is_none(),
                    "{one} and {other}: {entry} is by {by:?}"
                );
            }
            // Two names may fit the same words: `mary g 31` is Mary's gin.
            for count in ["31", "25", "7"].into_iter().filter(|_| !one.starts_with(&format!("{other} "))) {
                assert_eq!(named(&format!("{one} {count}")), None, "{one} and {other}: a knock takes two counts");
            }
        }
    }
}

/// Any two of these names that begin alike, at one table: every kind of entry by either player has one meaning.
#[test]
fn entries_of_players_whose_names_begin_alike_mean_one_thing() {
    let initial = |name: &str| name.to_lowercase().chars().next();
    let mut pairs = 0;
    for (at, one) in HOSTILE.iter().enumerate() {
        for other in HOSTILE[at + 1..].iter().filter(|other| initial(other) == initial(one)) {
            let names = [one, other].map(|name| vec![Name::read(name).unwrap()]);
            let [first, second] = names;
            let Ok(players) = Players::new(BySide::new(first, second)) else { continue };
            pairs += 1;
            let game = Game { players, ..read_one("sides: Ann, Bob\n").unwrap() };
            for (by, _) in game.players.seats() {
                for result in [
                    LoggedResult::Ended { by, how: Outcome::Knock, own: 4.into(), other: 27.into() },
                    LoggedResult::Ended { by, how: Outcome::Gin, own: Count::NOTHING, other: 31.into() },
                    LoggedResult::Ended { by, how: Outcome::BigGin, own: Count::NOTHING, other: 5.into() },
                    LoggedResult::Ended { by, how: Outcome::Undercut, own: 4.into(), other: 9.into() },
                    LoggedResult::Points { by, points: 12 },
                ] {
                    let played = Played::Results(vec![result]);
                    let hand = LoggedHand { played, between: None, upcard: None, note: None, at: None };
                    let text = print_entry(&hand, &game.players);
                    assert_eq!(read_entry(&text, &game, local()), Ok(hand), "{one} and {other}: {text}");
                }
            }
        }
    }
    assert!(pairs > 50, "only {pairs} pairs");
}
