//! What is printed reads again as what it was, with any names and any notes.

use chrono::{DateTime, FixedOffset, NaiveDate};
use ginpad_core::game::{Closing, Game, Totals};
use ginpad_core::hand::{Count, DeadHand, GameHand, LoggedHand, LoggedResult, Moment, Note, Played};
use ginpad_core::label::{Event, Title};
use ginpad_core::money::{Amount, Stakes};
use ginpad_core::notation::{
    LocalTime, print_entry, print_game, print_games, read_correction, read_entry, read_games, read_one, shown_entry,
};
use ginpad_core::players::{Name, Players};
use ginpad_core::points::Points;
use ginpad_core::side::{BySide, Side};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::games::{RandomGame, as_game, game};

/// Names that could be mistaken for something else.
const HOSTILE: &[&str] = &[
    "A",
    "Ann",
    "Anna",
    "Ann Bo",
    "A knock",
    "A k 4",
    "ann-marie",
    "AG",
    "abg",
    "P",
    "P1",
    "P 1",
    "1",
    "12",
    "1 2",
    "7S",
    "10h",
    "K",
    "U",
    "G",
    "knock",
    "Gin",
    "gins",
    "Big Gin",
    "big-gin",
    "BG",
    "undercut",
    "points",
    "p",
    "Dead",
    "dead misdeal",
    "misdeal",
    "draw",
    "Wash",
    "-",
    "--",
    "---",
    "- -",
    "up",
    "Up 7S",
    "note",
    "at",
    "at noon",
    "#",
    "# 1",
    "sides",
    "sides: Ann",
    "title:",
    "x=y",
    "a,b",
    "a, b",
    "Ann & Cid",
    "&",
    "+",
    "a+b",
    "\"",
    "\"Ann\"",
    "“Ann”",
    "”",
    "\\",
    "a\\",
    "\\\"",
    "O'Neil",
    "'",
    "forfeit",
    "forfeit Ann",
    "unfinished",
    "ALTERNATE",
    "Ünal",
    "unal",
    "straße",
    "STRASSE",
    "İpek",
    "ipek",
    "i\u{307}pek",
    "ΣΑΣ",
    "σας",
    "Zoë",
    "e\u{301}",
    "é",
    "日本",
    "あ",
    "🂡",
    "♠",
    "A♠",
    "👩‍👩‍👧",
    "👍🏽",
    "n\u{303}\u{303}",
    "ﬁ",
    "ǅ",
    "1+1",
    "3/4",
    ";",
    "a;b",
    "²",
    "٣",
    "Ann 4 27",
    "Kn",
    "kno",
    "d",
    "De",
    "w",
    "dr",
];

fn name() -> impl Strategy<Value = Name> {
    let text = prop_oneof![
        6 => select(HOSTILE).prop_map(str::to_string),
        1 => "[A-Za-z]{1,3}( [a-z0-9]{1,3})?",
        1 => "\\PC{1,12}",
    ];
    text.prop_filter_map("no name", |text| Name::read(&text).ok())
}

/// Two sides with this many players each, all of them different.
fn players(a_side: usize) -> impl Strategy<Value = Players> {
    proptest::collection::vec(name(), 2 * a_side).prop_filter_map("a name twice", move |names| {
        let (first, second) = names.split_at(a_side);
        Players::new(BySide::new(first.to_vec(), second.to_vec())).ok()
    })
}

fn moment() -> impl Strategy<Value = Moment> {
    let first = NaiveDate::from_ymd_opt(1000, 1, 2).unwrap().and_hms_opt(0, 0, 0).unwrap().and_utc().timestamp() / 60;
    let last = NaiveDate::from_ymd_opt(9999, 12, 30).unwrap().and_hms_opt(0, 0, 0).unwrap().and_utc().timestamp() / 60;
    let offset = prop_oneof![3 => select(vec![0, 60, -300, 330, 345, -210]), 1 => -1439..=1439_i32];
    (first..=last, offset).prop_map(|(minute, offset)| {
        let offset = FixedOffset::east_opt(offset * 60).unwrap();
        DateTime::from_timestamp(minute * 60, 0).unwrap().with_timezone(&offset)
    })
}

fn remark() -> impl Strategy<Value = String> {
    let hostile =
        ["\"", "\\", "a \" b", "\\\"", "ends in \\", "”", "“so”", "# no", " two  spaces ", "up 7S", "---", "a,b"];
    prop_oneof![select(hostile.to_vec()).prop_map(str::to_string), "\\PC{0,20}", "[ \"\\\\”]{0,6}"]
}

fn title() -> impl Strategy<Value = Option<Title>> {
    remark().prop_map(|text| Title::read(&text).ok())
}

/// What an entry says besides the result.
pub(crate) type Extras = (Option<String>, Option<Moment>, [Index; 3], bool);

pub(crate) fn extras() -> impl Strategy<Value = Extras> {
    let at = proptest::option::weighted(0.3, moment());
    (proptest::option::weighted(0.5, remark()), at, any::<[Index; 3]>(), any::<bool>())
}

/// A count in up to four parts.
fn parted(count: &Count, cuts: &[Index; 3], whole: bool) -> Count {
    if whole {
        return count.clone();
    }
    let mut rest = count.total();
    let mut parts = Vec::new();
    for cut in cuts {
        let part = u32::try_from(cut.index(rest as usize + 1)).unwrap();
        rest -= part;
        parts.push(part);
    }
    parts.push(rest);
    Count::new(parts).unwrap()
}

pub(crate) fn dressed(hand: &mut LoggedHand, (note, at, cuts, whole): &Extras) {
    hand.note = note.as_ref().and_then(|note| Note::read(note).unwrap_or(None));
    hand.at = *at;
    if hand.played == Played::Dead(DeadHand::Stock) && *whole {
        hand.played = Played::Dead(DeadHand::Misdeal);
    }
    let Played::Results(results) = &mut hand.played else { return };
    for result in results {
        match result {
            LoggedResult::Knock { own, other, .. } | LoggedResult::Undercut { own, other, .. } => {
                (*own, *other) = (parted(own, cuts, *whole), parted(other, cuts, !*whole));
            }
            LoggedResult::Gin { other, .. } | LoggedResult::BigGin { other, .. } => {
                *other = parted(other, cuts, *whole)
            }
            LoggedResult::Points { .. } | LoggedResult::Dead => {}
        }
    }
}

fn closing() -> impl Strategy<Value = Option<Closing>> {
    select(vec![
        None,
        Some(Closing::Unfinished),
        Some(Closing::Forfeit(Side::First)),
        Some(Closing::Forfeit(Side::Second)),
    ])
}

fn stakes() -> impl Strategy<Value = Stakes> {
    let texts = [
        [None, None, None],
        [Some("0.01 USD"), None, None],
        [None, Some("5 JPY"), Some("1 JPY")],
        [Some("0.125 KWD"), None, Some("2.000 KWD")],
        [Some("1000000 EUR"), Some("0.01 EUR"), None],
    ];
    select(texts.to_vec()).prop_map(|texts| {
        let [point, game, line] = texts.map(|text| text.map(|text| Amount::read(text).unwrap()));
        Stakes::new(point, game, line).unwrap()
    })
}

fn event() -> impl Strategy<Value = Option<Event>> {
    remark().prop_map(|text| Event::read(&text).ok())
}

fn totals() -> impl Strategy<Value = Option<Totals>> {
    let total = || (0..=Totals::MOST).prop_map(Points);
    let winner = select(vec![None, Some(Side::First), Some(Side::Second)]);
    let totals = (total(), total(), winner).prop_map(|(first, second, winner)| {
        let totals = Totals::new(BySide::new(first, second));
        Totals { winner: winner.or(totals.winner), ..totals }
    });
    proptest::option::weighted(0.2, totals)
}

/// A game with everything that a sheet can say, between people with any names.
pub(crate) fn dressed_game() -> impl Strategy<Value = Game> {
    game().prop_flat_map(|mut random: RandomGame| {
        random.hands.truncate(12);
        let extras = proptest::collection::vec(extras(), random.hands.len());
        let head = (title(), event(), proptest::option::of(moment()), stakes(), totals(), closing());
        (players(random.a_side), head, extras).prop_map(move |(players, head, extras)| {
            let mut game = Game { players, ..as_game(&random) };
            (game.title, game.event, game.started, game.stakes, game.totals, game.closing) = head;
            if game.totals.is_some() {
                game.hands.clear();
            }
            let dress = |(hand, extras): (&GameHand, &Extras)| {
                let mut logged = hand.logged().clone();
                dressed(&mut logged, extras);
                GameHand::from(game.accept(logged).unwrap())
            };
            game.hands = game.hands.iter().zip(&extras).map(dress).collect();
            game
        })
    })
}

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
                    LoggedResult::Knock { by, own: 4.into(), other: 27.into() },
                    LoggedResult::Gin { by, own: None, other: 31.into() },
                    LoggedResult::BigGin { by, own: None, other: 5.into() },
                    LoggedResult::Undercut { by, own: 4.into(), other: 9.into() },
                    LoggedResult::Points { by, points: 12 },
                ] {
                    let hand = LoggedHand { played: Played::Results(vec![result]), upcard: None, note: None, at: None };
                    let text = print_entry(&hand, &game.players);
                    assert_eq!(read_entry(&text, &game, local()), Ok(hand), "{one} and {other}: {text}");
                }
            }
        }
    }
    assert!(pairs > 50, "only {pairs} pairs");
}
